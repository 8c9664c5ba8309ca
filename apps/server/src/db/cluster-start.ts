import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ClusterError, folderError } from './cluster-error.ts';
import {
  clusterExists,
  createCluster,
  give,
  settingsFile,
  type ClusterPlaces,
} from './cluster-folder.ts';
import { tryLock, type FileLock } from './cluster-lock.ts';
import {
  chooseRunner,
  complaintIn,
  majorVersion,
  run,
  type Programs,
  type Runner,
} from './cluster-programs.ts';
import { settingsText } from './cluster-settings.ts';

const logLimitBytes = 5 * 1024 * 1024;
const stopLimitMs = 60_000;
const pollMs = 10;

/** One cluster and how it is to run. */
export interface ClusterSetup {
  readonly places: ClusterPlaces;
  readonly programs: Programs;
  readonly maxConnections: number;
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

function checkVersion({ cluster }: ClusterPlaces, major: number): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new ClusterError(
    `${cluster} holds a database of PostgreSQL ${found}, but the programs here are PostgreSQL ${String(major)}: ` +
      'use that version, or dump and restore into a new DATA_DIR',
  );
}

/** The process that the cluster's `postmaster.pid` names, alive or not. */
function postmasterPid({ cluster }: ClusterPlaces): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

// A postmaster works in its cluster's folder. A dead one that nobody has reaped has no folder any more.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (existsSync('/proc/self/cwd')) {
    try {
      // By inode: seen from another container the same folder may have another path.
      const [theirs, ours] = [statSync(`/proc/${String(pid)}/cwd`), statSync(cluster)];
      return theirs.dev === ours.dev && theirs.ino === ours.ino;
    } catch {
      return false;
    }
  }
  const { output } = await run('ps', ['-p', String(pid), '-o', 'command=']);
  return output.includes('postgres');
}

/**
 * Takes away what a killed cluster left: its process id may be another program's by now, and then PostgreSQL
 * would refuse to start. False when a postmaster that somebody else started does run in the folder.
 */
async function clearRemains(places: ClusterPlaces): Promise<boolean> {
  const pid = postmasterPid(places);
  if (pid === undefined) return true;
  if (await worksIn(pid, places.cluster)) return false;
  rmSync(join(places.cluster, 'postmaster.pid'), { force: true });
  return true;
}

function prepareSocketDir({ socketDir }: ClusterPlaces, runner: Runner): void {
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const found = lstatSync(socketDir);
  const allowed = [process.getuid?.(), runner.owner?.uid];
  if (!found.isDirectory() || !allowed.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new ClusterError(
      `${socketDir}, where the database listens, is not a folder of this user alone: remove it`,
    );
  }
  for (const name of readdirSync(socketDir)) {
    rmSync(join(socketDir, name), { recursive: true, force: true });
  }
  give(socketDir, runner);
}

function writeSettings(setup: ClusterSetup, runner: Runner, major: number): void {
  const { places, maxConnections, durable } = setup;
  const file = join(places.cluster, settingsFile);
  const text = settingsText({ socketDir: places.socketDir, maxConnections, durable, major });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  give(`${file}.new`, runner);
  renameSync(`${file}.new`, file);
}

function openLog({ log }: ClusterPlaces): { fd: number; from: number } {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const full = size > logLimitBytes;
  if (full) renameSync(log, `${log}.1`);
  return { fd: openSync(log, 'a', 0o600), from: full ? 0 : size };
}

/** Why the start that began at `from` in the log failed; undefined when it got ready, or was killed midway. */
export function startComplaint({ log }: ClusterPlaces, from: number): string | undefined {
  const text = readFileSync(log).subarray(from).toString();
  if (text.includes('database system is ready to accept connections')) return undefined;
  const own = text
    .split('\n')
    .filter((line) => !/the database system is (starting|shutting|not yet|in recovery)/.test(line))
    .join('\n');
  if (!/FATAL|PANIC|error|could not|cannot/.test(own)) return undefined;
  return `PostgreSQL did not start: ${complaintIn(own)} (more in ${basename(log)} in DATA_DIR)`;
}

async function startPostmaster(setup: ClusterSetup, runner: Runner, lock: FileLock) {
  const { places, programs } = setup;
  const log = openLog(places);
  try {
    // The folder goes by the environment and the log by a stream: pg_ctl hands its arguments to a shell.
    const finished = await run(
      join(programs.folder, 'pg_ctl'),
      ['start', '--no-wait', '--silent'],
      {
        runner,
        env: { PGDATA: places.cluster },
        stdio: ['ignore', log.fd, log.fd, lock.fd],
        detached: true,
      },
    );
    if (finished.code !== 0) {
      throw new ClusterError(
        startComplaint(places, log.from) ?? `PostgreSQL did not start: see ${places.log}`,
      );
    }
    return log.from;
  } finally {
    closeSync(log.fd);
  }
}

/**
 * Creates the cluster when there is none and starts it, without waiting until it answers. The new cluster's
 * processes inherit the lock and so hold it for as long as one of them lives.
 *
 * @returns where in the log this start begins; undefined when a postmaster of somebody else runs there
 * @throws {ClusterError} when it cannot be created or started
 */
export async function bringUp(setup: ClusterSetup, lock: FileLock): Promise<number | undefined> {
  const { places, programs, durable, log } = setup;
  try {
    const major = await majorVersion(programs);
    const runner = await chooseRunner(programs, places.dataDir, places.cluster);
    if (!existsSync(places.cluster)) {
      log('Creating the database ...');
      await createCluster({ places, programs, runner, major, durable }, lock);
    }
    if (!clusterExists(places)) {
      throw new ClusterError(
        `${places.cluster} is not a PostgreSQL database: move it away, so that one can be made there`,
      );
    }
    checkVersion(places, major);
    if (!(await clearRemains(places))) return undefined;
    prepareSocketDir(places, runner);
    writeSettings(setup, runner, major);
    return await startPostmaster(setup, runner, lock);
  } catch (error) {
    throw folderError(error, places.dataDir);
  }
}

/**
 * Stops the running cluster and waits until it is gone. The caller makes sure that it is running and that
 * nobody needs it.
 *
 * @throws {ClusterError} when it does not stop in a minute
 */
export async function stopCluster({ places, programs }: ClusterSetup): Promise<void> {
  const pid = postmasterPid(places);
  if (pid === undefined) return;
  const runner = await chooseRunner(programs, places.dataDir, places.cluster);
  await run(join(programs.folder, 'pg_ctl'), ['stop', '--mode=fast', '--no-wait', '--silent'], {
    runner,
    env: { PGDATA: places.cluster },
    detached: true,
  });
  // By its file and not by its process: where nobody reaps orphans a dead postmaster stays in the table.
  const deadline = performance.now() + stopLimitMs;
  while (postmasterPid(places) === pid) {
    if (performance.now() > deadline) {
      throw new ClusterError(`PostgreSQL did not stop in ${String(stopLimitMs / 1000)} s`);
    }
    await delay(pollMs);
  }
  const lock = await tryLock(places.lock);
  if (lock === undefined) return;
  try {
    rmdirSync(places.socketDir);
  } catch {
    // Not empty or gone: then it is somebody else's to tidy.
  } finally {
    lock.close();
  }
}
