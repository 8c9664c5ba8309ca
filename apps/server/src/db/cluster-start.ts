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
import { ClusterError, folderError } from './setup-errors.ts';
import {
  clusterExists,
  createCluster,
  chownTo,
  settingsFile,
  type ClusterPaths,
} from './cluster-folder.ts';
import { tryLock, type FileLock } from './cluster-lock.ts';
import {
  chooseRunner,
  errorLineIn,
  majorVersion,
  run,
  type Programs,
  type Runner,
} from './cluster-programs.ts';
import { settingsText } from './cluster-settings.ts';

const logLimitBytes = 5 * 1024 * 1024;
const stopLimitMs = 60_000;
const pollMs = 10;

/** A cluster and its runtime settings. */
export interface ClusterSetup {
  readonly paths: ClusterPaths;
  readonly programs: Programs;
  readonly maxConnections: number;
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

function checkVersion({ cluster }: ClusterPaths, major: number): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new ClusterError(
    `${cluster} holds a database of PostgreSQL ${found}, but the programs here are PostgreSQL ${String(major)}: ` +
      'use that version, or take a backup with it (npm run backup) and restore it into a new DATA_DIR',
  );
}

/** The process id in the cluster's `postmaster.pid`, alive or not. */
function postmasterPid({ cluster }: ClusterPaths): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

// A postmaster's working directory is its cluster's folder; a zombie process has none.
async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (existsSync('/proc/self/cwd')) {
    try {
      // Compared by inode, because another container may mount the folder at another path.
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
 * Removes the pid file of a killed cluster: another program may have its process id by now, and PostgreSQL would refuse
 * to start. False when a live postmaster runs in the folder.
 */
async function removeStalePidFile(paths: ClusterPaths): Promise<boolean> {
  const pid = postmasterPid(paths);
  if (pid === undefined) return true;
  if (await runsIn(pid, paths.cluster)) return false;
  rmSync(join(paths.cluster, 'postmaster.pid'), { force: true });
  return true;
}

function prepareSocketDir({ socketDir }: ClusterPaths, runner: Runner): void {
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
  chownTo(socketDir, runner);
}

function writeSettings(setup: ClusterSetup, runner: Runner, major: number): void {
  const { paths, maxConnections, durable } = setup;
  const file = join(paths.cluster, settingsFile);
  const text = settingsText({ socketDir: paths.socketDir, maxConnections, durable, major });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chownTo(`${file}.new`, runner);
  renameSync(`${file}.new`, file);
}

function openLog({ log }: ClusterPaths): { fd: number; from: number } {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const full = size > logLimitBytes;
  if (full) renameSync(log, `${log}.1`);
  return { fd: openSync(log, 'a', 0o600), from: full ? 0 : size };
}

/** The error of the start that begins at `from` in the log; undefined when it succeeded or was killed. */
export function startErrorIn({ log }: ClusterPaths, from: number): string | undefined {
  const text = readFileSync(log).subarray(from).toString();
  if (text.includes('database system is ready to accept connections')) return undefined;
  const own = text
    .split('\n')
    .filter((line) => !/the database system is (starting|shutting|not yet|in recovery)/.test(line))
    .join('\n');
  if (!/FATAL|PANIC|error|could not|cannot/.test(own)) return undefined;
  return `PostgreSQL did not start: ${errorLineIn(own)} (more in ${basename(log)} in DATA_DIR)`;
}

async function startPostmaster(setup: ClusterSetup, runner: Runner, lock: FileLock) {
  const { paths, programs } = setup;
  const log = openLog(paths);
  try {
    // Passed by environment and stream, because pg_ctl hands its arguments to a shell.
    const finished = await run(
      join(programs.folder, 'pg_ctl'),
      ['start', '--no-wait', '--silent'],
      {
        runner,
        env: { PGDATA: paths.cluster },
        stdio: ['ignore', log.fd, log.fd, lock.fd],
        detached: true,
      },
    );
    if (finished.code !== 0) {
      throw new ClusterError(
        startErrorIn(paths, log.from) ?? `PostgreSQL did not start: see ${paths.log}`,
      );
    }
    return log.from;
  } finally {
    closeSync(log.fd);
  }
}

/**
 * Creates the cluster if needed and starts it, without waiting until it accepts connections. Its processes inherit the
 * lock and hold it for as long as one of them lives.
 *
 * @returns the log offset at which this start begins; undefined when a foreign postmaster runs in the folder
 * @throws {ClusterError} when it cannot be created or started
 */
export async function startPostgres(
  setup: ClusterSetup,
  lock: FileLock,
): Promise<number | undefined> {
  const { paths, programs, durable, log } = setup;
  try {
    const major = await majorVersion(programs);
    const runner = await chooseRunner(programs, paths.dataDir, paths.cluster);
    if (!existsSync(paths.cluster)) {
      log('Creating the database ...');
      await createCluster({ paths, programs, runner, major, durable }, lock);
    }
    if (!clusterExists(paths)) {
      throw new ClusterError(
        `${paths.cluster} is not a PostgreSQL database: move it away, so that one can be made there`,
      );
    }
    checkVersion(paths, major);
    if (!(await removeStalePidFile(paths))) return undefined;
    prepareSocketDir(paths, runner);
    writeSettings(setup, runner, major);
    return await startPostmaster(setup, runner, lock);
  } catch (error) {
    throw folderError(error, paths.dataDir);
  }
}

/**
 * Stops the running cluster and waits for its end. The caller ensures that it has no other member.
 *
 * @throws {ClusterError} when it does not stop in a minute
 */
export async function stopCluster({ paths, programs }: ClusterSetup): Promise<void> {
  const pid = postmasterPid(paths);
  if (pid === undefined) return;
  const runner = await chooseRunner(programs, paths.dataDir, paths.cluster);
  await run(join(programs.folder, 'pg_ctl'), ['stop', '--mode=fast', '--no-wait', '--silent'], {
    runner,
    env: { PGDATA: paths.cluster },
    detached: true,
  });
  // Waits for the pid file instead of the process: without an init process a dead postmaster stays a zombie.
  const deadline = performance.now() + stopLimitMs;
  while (postmasterPid(paths) === pid) {
    if (performance.now() > deadline) {
      throw new ClusterError(`PostgreSQL did not stop in ${String(stopLimitMs / 1000)} s`);
    }
    await delay(pollMs);
  }
  const lock = await tryLock(paths.lock);
  if (lock === undefined) return;
  try {
    rmdirSync(paths.socketDir);
  } catch {
    // Not empty, or removed by another process.
  } finally {
    lock.close();
  }
}
