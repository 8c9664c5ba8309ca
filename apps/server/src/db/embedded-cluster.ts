import { setTimeout as delay } from 'node:timers/promises';
import { ClusterError, folderError } from './setup-errors.ts';
import { clusterPaths, readPassword, superuser } from './cluster-folder.ts';
import { tryLock } from './cluster-lock.ts';
import { tryJoin, type AdminConnection, type Member } from './cluster-member.ts';
import { findPrograms } from './cluster-programs.ts';
import { startPostgres, startErrorIn, stopCluster, type ClusterSetup } from './cluster-start.ts';

export { ClusterError } from './setup-errors.ts';
export type { AdminConnection } from './cluster-member.ts';

export interface ClusterOptions {
  /** The product's data folder; the cluster is in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Folder with `initdb`, `pg_ctl` and `postgres`; default: the npm package of this platform. */
  readonly binaries?: string;
  /** False, for tests only, disables durability. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly log?: (line: string) => void;
}

/** A running cluster. It keeps running until this process releases it or dies. */
export interface Cluster {
  readonly admin: AdminConnection;
  /** As `server_version_num`, such as 180004. */
  readonly serverVersion: number;
  /** Leaves the cluster; the last member stops it. Close all other connections first. */
  release(): Promise<void>;
}

interface Joined {
  readonly admin: AdminConnection;
  readonly member: Member;
}

const joinLimitMs = 120_000;
const startLimit = 5;
const firstPollMs = 5;
const lastPollMs = 100;
const rejoinPauseMs = 1_000;

async function joinIfRunning({ paths }: ClusterSetup): Promise<Joined | undefined> {
  const password = readPassword(paths);
  if (password === undefined) return undefined;
  const admin = {
    host: paths.socketDir,
    port: 5432,
    user: superuser,
    password,
    database: 'postgres',
  };
  const member = await tryJoin(admin);
  return member && { admin, member };
}

/**
 * Joins the running cluster, or starts it first. The lock's holder starts it while the others keep trying to join. The
 * lock is free only while no process of the cluster lives, so getting it after a start means that the start failed.
 */
async function join(setup: ClusterSetup, signal: AbortSignal): Promise<Joined> {
  const { paths } = setup;
  let deadline = performance.now() + joinLimitMs;
  let begun: number | undefined;
  let starts = 0;
  for (let pause = firstPollMs; ; pause = Math.min(pause * 1.2, lastPollMs)) {
    const joined = await joinIfRunning(setup);
    if (joined !== undefined) return joined;
    const lock = await tryLock(paths.lock);
    if (lock !== undefined) {
      try {
        const startError = begun === undefined ? undefined : startErrorIn(paths, begun);
        if (startError !== undefined) throw new ClusterError(startError);
        if (starts === startLimit) {
          throw new ClusterError(`PostgreSQL ends whenever it is started: see ${paths.log}`);
        }
        begun = await startPostgres(setup, lock);
        starts += 1;
        pause = firstPollMs;
        deadline = performance.now() + joinLimitMs;
      } finally {
        lock.close();
      }
    }
    if (performance.now() > deadline) {
      throw new ClusterError(
        `A database runs in ${paths.cluster} but does not answer in ${paths.socketDir}: see ${paths.log}`,
      );
    }
    await delay(pause, undefined, { signal });
  }
}

/**
 * Joins the PostgreSQL cluster of the data folder, and creates or starts it if needed. Any number of processes may do
 * so at once. The cluster survives this process, and members restart a killed one.
 *
 * @throws {ClusterError} with a one-line message
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, binaries, durable = true, maxConnections = 50, log = () => undefined } = options;
  const setup: ClusterSetup = {
    programs: findPrograms(binaries),
    paths: clusterPaths(dataDir),
    durable,
    maxConnections,
    log,
  };
  const leaving = new AbortController();
  const hasLeft = (): boolean => leaving.signal.aborted;
  const first = await join(setup, leaving.signal).catch((error: unknown) => {
    throw folderError(error, dataDir);
  });

  const rejoin = async (): Promise<Member | undefined> => {
    log('The connection to the database broke: joining again');
    while (!hasLeft()) {
      try {
        const { member } = await join(setup, leaving.signal);
        return watched(member);
      } catch (error) {
        if (hasLeft()) break;
        log(error instanceof Error ? error.message : String(error));
        await delay(rejoinPauseMs, undefined, { signal: leaving.signal }).catch(() => undefined);
      }
    }
    return undefined;
  };
  const watched = (member: Member): Member => {
    member.onLost(() => {
      if (!hasLeft()) membership = rejoin();
    });
    return member;
  };
  let membership: Promise<Member | undefined> = Promise.resolve(watched(first.member));

  const leave = async (): Promise<void> => {
    leaving.abort();
    const stop = () => stopCluster(setup);
    if (await (await membership)?.leave(stop)) return;
    // The connection broke before leaving, so it is unknown whether other members remain.
    await (await joinIfRunning(setup))?.member.leave(stop);
  };
  let left: Promise<void> | undefined;
  return {
    admin: first.admin,
    serverVersion: first.member.serverVersion,
    release: () => (left ??= leave()),
  };
}
