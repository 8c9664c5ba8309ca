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
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { ClusterError, folderError } from './cluster-error.ts';
import type { FileLock } from './cluster-lock.ts';
import { complaintIn, run, type Programs, type Runner } from './cluster-programs.ts';
import { makeFolder } from './make-folder.ts';

/** The role that `initdb` makes, as on hosted Supabase. */
export const superuser = 'supabase_admin';

/** Name, inside the cluster's folder, of the settings that the product owns. */
export const settingsFile = 'bkksiam.conf';
const passwordFile = 'bkksiam.password';

/** Where everything of one cluster lies. */
export interface ClusterPlaces {
  /** The data folder's real path. */
  readonly dataDir: string;
  /** PostgreSQL's own folder; it exists only complete. */
  readonly cluster: string;
  /** The folder in which `initdb` works until it is complete. */
  readonly unfinished: string;
  readonly lock: string;
  readonly log: string;
  readonly socketDir: string;
}

/**
 * Settles the places and makes the data folder when it is missing.
 *
 * @throws {ClusterError} when the folder cannot be made
 */
export function clusterPlaces(dataDir: string): ClusterPlaces {
  try {
    // Root may have to run PostgreSQL as another account, which then must be able to pass through.
    makeFolder(resolve(dataDir), process.getuid?.() === 0 ? 0o711 : 0o700);
    const real = realpathSync(dataDir);
    // Not os.tmpdir() or XDG_RUNTIME_DIR: they differ between the shells and services of one user, and the
    // latter goes away at log-out, while every process of this data folder must meet in one place.
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
export function clusterExists({ cluster }: ClusterPlaces): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

/**
 * The superuser's password, or undefined while there is no cluster.
 *
 * @throws {ClusterError} when the cluster has lost it
 */
export function readPassword(places: ClusterPlaces): string | undefined {
  const file = join(places.cluster, passwordFile);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (!clusterExists(places)) return undefined;
  throw new ClusterError(
    `${file} is missing, without which nobody can sign in to the database: put it back`,
  );
}

/** Hands a path to the account that PostgreSQL runs as. */
export function give(path: string, { owner }: Runner): void {
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

// From 17 on PostgreSQL brings its own C.UTF-8; before, it is the C library's.
function localeArguments(major: number): string[] {
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

export interface Creation {
  readonly places: ClusterPlaces;
  readonly programs: Programs;
  readonly runner: Runner;
  /** Major version of the programs. */
  readonly major: number;
  readonly durable: boolean;
}

/**
 * Makes a cluster beside its place and renames it there when it is complete, so that a killed `initdb` never
 * leaves half of one. `initdb` inherits the lock: an orphan of a killed server is waited for, not raced against.
 *
 * @throws {ClusterError} with what `initdb` complained about
 */
export async function createCluster(creation: Creation, lock: FileLock): Promise<void> {
  const { places, programs, runner, major, durable } = creation;
  const { unfinished, cluster, dataDir } = places;
  const pwfile = `${unfinished}.password`;
  const clear = (): void => {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(pwfile, { force: true });
  };
  clear();
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(pwfile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  give(unfinished, runner);
  give(pwfile, runner);
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
      `The database cannot be created in ${dataDir}: ${complaintIn(finished.output)}`,
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
