import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { ClusterError, folderError } from './setup-errors.ts';
import type { FileLock } from './cluster-lock.ts';
import { errorLineIn, run, type Programs, type Runner } from './cluster-programs.ts';
import { makeFolder } from './make-folder.ts';

/** The superuser that `initdb` creates, named as on hosted Supabase. */
export const superuser = 'supabase_admin';

/** File name of the product's settings in the cluster's folder. */
export const settingsFile = 'bkksiam.conf';
const passwordFile = 'bkksiam.password';

/** The paths of one cluster. */
export interface ClusterPaths {
  /** The data folder's real path. */
  readonly dataDir: string;
  /** PostgreSQL's data directory; it exists only when it is complete. */
  readonly cluster: string;
  /** The folder `initdb` writes to until it has finished. */
  readonly unfinished: string;
  readonly lock: string;
  readonly log: string;
  readonly socketDir: string;
}

/**
 * Root cannot create a cluster in another user's private folder, because PostgreSQL does not run as root. Checked before
 * the lock file is created, which that user could not open.
 */
function checkOwner(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.getuid?.() !== 0 || uid === 0 || (mode & 0o001) !== 0) return;
  if (existsSync(join(folder, 'postgres'))) return;
  throw new ClusterError(
    `DATA_DIR ${folder} belongs to the user id ${String(uid)}: run this command as that user, not as root`,
  );
}

/**
 * Returns the paths of a cluster and creates the data folder when it is missing.
 *
 * @throws {ClusterError} when the folder cannot be made, or is another user's that root cannot use
 */
export function clusterPaths(dataDir: string): ClusterPaths {
  try {
    // Root may run PostgreSQL as another account, which needs to traverse this folder.
    makeFolder(resolve(dataDir), process.getuid?.() === 0 ? 0o711 : 0o700);
    const real = realpathSync(dataDir);
    checkOwner(real);
    // Every process of a data folder must find the same path. os.tmpdir() and XDG_RUNTIME_DIR differ between shells and
    // services of one user, and the latter is removed at log-out.
    const name = createHash('sha256').update(real).digest('hex').slice(0, 20);
    return {
      dataDir: real,
      cluster: join(real, 'postgres'),
      unfinished: join(real, 'postgres.unfinished'),
      lock: join(real, 'postgres.lock'),
      log: join(real, 'postgres.log'),
      socketDir: join('/tmp', `bkksiam-${name}`),
    };
  } catch (error) {
    throw folderError(error, dataDir);
  }
}

/** True when the folder holds a complete cluster. */
export function clusterExists({ cluster }: ClusterPaths): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

/**
 * The superuser's password, or undefined while there is no cluster.
 *
 * @throws {ClusterError} when the password file of an existing cluster is missing
 */
export function readPassword(paths: ClusterPaths): string | undefined {
  const file = join(paths.cluster, passwordFile);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (!clusterExists(paths)) return undefined;
  throw new ClusterError(
    `${file} is missing, without which nobody can sign in to the database: put it back`,
  );
}

/** Changes a path's owner to the account that runs PostgreSQL. */
export function chownTo(path: string, { owner }: Runner): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
}

function syncToDisk(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

// PostgreSQL has a built-in C.UTF-8 locale from version 17 on; before, the C library provides it. The index of searches asks the
// C library which characters are letters: with C, Thai has none. Other systems may not have this locale.
function localeArguments(major: number): string[] {
  if (major < 17) return ['--locale=C.UTF-8'];
  const letters = process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : [];
  return ['--locale=C', ...letters, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

export interface Creation {
  readonly paths: ClusterPaths;
  readonly programs: Programs;
  readonly runner: Runner;
  /** Major version of the programs. */
  readonly major: number;
  readonly durable: boolean;
}

/**
 * Creates a cluster in a temporary folder and renames it when it is complete, so a killed `initdb` leaves no partial
 * cluster. `initdb` inherits the lock: the next start waits for an orphaned one instead of racing it.
 *
 * @throws {ClusterError} with the error line of `initdb`
 */
export async function createCluster(creation: Creation, lock: FileLock): Promise<void> {
  const { paths, programs, runner, major, durable } = creation;
  const { unfinished, cluster, dataDir } = paths;
  const pwfile = `${unfinished}.password`;
  const clear = (): void => {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(pwfile, { force: true });
  };
  clear();
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(pwfile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  chownTo(unfinished, runner);
  chownTo(pwfile, runner);
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${pwfile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
    ...localeArguments(major),
    ...(durable ? [] : ['--no-sync']),
  ];
  const finished = await run(join(programs.folder, 'initdb'), args, {
    runner,
    stdio: ['ignore', 'pipe', 'pipe', lock.fd],
  });
  if (finished.code !== 0) {
    clear();
    throw new ClusterError(
      `The database cannot be created in ${dataDir}: ${errorLineIn(finished.output)}`,
    );
  }
  appendFileSync(join(unfinished, 'postgresql.conf'), `\ninclude '${settingsFile}'\n`);
  renameSync(pwfile, join(unfinished, passwordFile));
  if (durable) {
    for (const name of ['postgresql.conf', passwordFile, '.']) syncToDisk(join(unfinished, name));
  }
  renameSync(unfinished, cluster);
  if (durable) syncToDisk(dataDir);
}
