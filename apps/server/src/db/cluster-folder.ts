import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  appendFileSync,
  chmodSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterCommands } from './cluster-commands.ts';
import { ClusterError } from './cluster-error.ts';

export const superuser = 'supabase_admin';

const settingsFile = 'bkksiam.conf';
const logLimitBytes = 5_000_000;
const staleAfterMs = 10 * 60_000;

/** Where the parts of one cluster lie. */
export interface ClusterPlaces {
  readonly data: string;
  readonly sockets: string;
  readonly log: string;
  readonly password: string;
}

function reason(error: unknown): string {
  return error instanceof Error
    ? ((error as NodeJS.ErrnoException).code ?? error.message)
    : String(error);
}

/** A socket's path may have 107 bytes at most, so the sockets lie in a short folder named after the data folder. */
function socketFolder(realDataDir: string): string {
  const root = process.platform === 'win32' ? tmpdir() : '/tmp';
  const name = createHash('sha256').update(realDataDir).digest('hex').slice(0, 16);
  return join(root, `bkksiam-${name}`);
}

/** Makes the folder private, or refuses one that somebody else could have put there. */
function makePrivate(folder: string, owner: ClusterCommands['owner']): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (owner) chownSync(folder, owner.uid, owner.gid);
  } catch (error) {
    if (reason(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const uid = owner?.uid ?? process.getuid?.();
  if (
    !found.isDirectory() ||
    (uid !== undefined && (found.uid !== uid || (found.mode & 0o077) !== 0))
  ) {
    throw new ClusterError(
      `${folder} belongs to somebody else or is open to others: remove it, the database's socket must lie there`,
    );
  }
}

/** The generated superuser password, made once whoever comes first. */
export function readPassword(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${String(process.pid)}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (reason(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Makes the data folder and everything about the cluster that is not the cluster.
 *
 * @throws {ClusterError} when the folder can't be written
 */
export function prepareDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.probe-${String(process.pid)}-${randomBytes(4).toString('hex')}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return realpathSync(dataDir);
  } catch (error) {
    throw new ClusterError(
      `DATA_DIR ${dataDir} can't be written (${reason(error)}): choose another folder`,
    );
  }
}

/** Where this data folder's cluster lies; makes the socket folder and turns an overgrown log over. */
export function clusterPlaces(realDataDir: string, owner: ClusterCommands['owner']): ClusterPlaces {
  const sockets = socketFolder(realDataDir);
  makePrivate(sockets, owner);
  const log = join(realDataDir, 'postgres.log');
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes)
    renameSync(log, `${log}.1`);
  if (owner) {
    writeFileSync(log, '', { flag: 'a', mode: 0o600 });
    chownSync(log, owner.uid, owner.gid);
  }
  return {
    data: join(realDataDir, 'postgres'),
    sockets,
    log,
    password: join(realDataDir, 'postgres-password'),
  };
}

/** Drafts of a start that was killed in the middle. */
function removeAbandonedDrafts(realDataDir: string): void {
  for (const name of readdirSync(realDataDir)) {
    const draft = join(realDataDir, name);
    if (!name.startsWith('postgres-draft-')) continue;
    const age = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleAfterMs) rmSync(draft, { recursive: true, force: true });
  }
}

function initArguments(draft: string, passwordFile: string, major: number): string[] {
  const locale =
    major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  return [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    '--no-instructions',
  ];
}

/** The password where the other user may read it, when there is one. */
function passwordFor(
  places: ClusterPlaces,
  draft: string,
  owner: ClusterCommands['owner'],
): string {
  if (!owner) return places.password;
  const copy = `${draft}.pw`;
  writeFileSync(copy, readFileSync(places.password), { mode: 0o600 });
  chownSync(copy, owner.uid, owner.gid);
  return copy;
}

/**
 * Makes the cluster if there is none: initialised in a draft folder and renamed into place whole, so that a killed
 * start leaves nothing that looks like a cluster, and of two starts at once one wins.
 *
 * @throws {ClusterError} when initdb fails, or when another major version made the cluster
 */
export async function ensureCluster(
  places: ClusterPlaces,
  realDataDir: string,
  commands: ClusterCommands,
): Promise<void> {
  const versionFile = join(places.data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const made = readFileSync(versionFile, 'utf8').trim();
    if (made === String(commands.major)) return;
    throw new ClusterError(
      `${places.data} was made by PostgreSQL ${made}, and this is ${String(commands.major)}: dump it there and restore it here, or set DATABASE_URL`,
    );
  }
  removeAbandonedDrafts(realDataDir);
  const draft = join(
    realDataDir,
    `postgres-draft-${String(process.pid)}-${randomBytes(4).toString('hex')}`,
  );
  mkdirSync(draft, { mode: 0o700 });
  if (commands.owner) chownSync(draft, commands.owner.uid, commands.owner.gid);
  const passwordFile = passwordFor(places, draft, commands.owner);
  try {
    const done = await commands.run('initdb', initArguments(draft, passwordFile, commands.major));
    if (done.code !== 0) {
      const last = done.output
        .trim()
        .split('\n')
        .findLast((line) => /error|fatal/i.test(line));
      throw new ClusterError(
        `the database could not be made in ${realDataDir}: ${last ?? done.output.trim()}`,
      );
    }
    appendFileSync(join(draft, 'postgresql.conf'), `\ninclude_if_exists = '${settingsFile}'\n`);
    renameSync(draft, places.data);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(reason(error))) return;
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    if (commands.owner) rmSync(passwordFile, { force: true });
  }
}

/** Brings the settings we own up to date; PostgreSQL reads them at its next start. */
export function writeSettings(
  places: ClusterPlaces,
  settings: Readonly<Record<string, string>>,
  owner: ClusterCommands['owner'],
): void {
  const file = join(places.data, settingsFile);
  const quoted = Object.entries({ ...settings, unix_socket_directories: places.sockets });
  const text = quoted
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const draft = `${file}.${String(process.pid)}`;
  writeFileSync(draft, text, { mode: 0o600 });
  chmodSync(draft, 0o600);
  if (owner) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, file);
}
