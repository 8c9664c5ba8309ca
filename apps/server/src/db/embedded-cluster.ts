import { setTimeout as delay } from 'node:timers/promises';
import { ClusterError, folderError } from './cluster-error.ts';
import { clusterPlaces, readPassword, superuser } from './cluster-folder.ts';
import { tryLock } from './cluster-lock.ts';
import { tryJoin, type AdminConnection, type Member } from './cluster-member.ts';
import { findPrograms } from './cluster-programs.ts';
import { bringUp, startComplaint, stopCluster, type ClusterSetup } from './cluster-start.ts';

export { ClusterError } from './cluster-error.ts';
export type { AdminConnection } from './cluster-member.ts';

export interface ClusterOptions {
  /** The product's data folder; the cluster lies in `postgres` below it. */
  readonly dataDir: string;
  /** Folder with `initdb`, `pg_ctl` and `postgres`; default: the npm package of this platform. */
  readonly binaries?: string;
  /** False, for tests only, gives up every guarantee about a crash of the machine. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly log?: (line: string) => void;
}

/** A running cluster, kept running for as long as this process lives and has not released it. */
export interface Cluster {
  readonly admin: AdminConnection;
  /** As `server_version_num`, such as 180004. */
  readonly serverVersion: number;
  /** Leaves the cluster; the last process out stops it. Close the other connections first. */
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

async function joinIfRunning({ places }: ClusterSetup): Promise<Joined | undefined> {
  const password = readPassword(places);
  if (password === undefined) return undefined;
  const admin = {
    host: places.socketDir,
    port: 5432,
    user: superuser,
    password,
    database: 'postgres',
  };
  const member = await tryJoin(admin);
  return member && { admin, member };
}

/**
 * Joins the running cluster, or brings it up and joins then. Whoever holds the lock brings it up; everybody
 * else meanwhile tries to join. The lock is free only while no process of the cluster lives, so to get it
 * after an own start means that this start came to nothing.
 */
async function join(setup: ClusterSetup, signal: AbortSignal): Promise<Joined> {
  const { places } = setup;
  let deadline = performance.now() + joinLimitMs;
  let begun: number | undefined;
  let starts = 0;
  for (let pause = firstPollMs; ; pause = Math.min(pause * 1.2, lastPollMs)) {
    const joined = await joinIfRunning(setup);
    if (joined !== undefined) return joined;
    const lock = await tryLock(places.lock);
    if (lock !== undefined) {
      try {
        const complaint = begun === undefined ? undefined : startComplaint(places, begun);
        if (complaint !== undefined) throw new ClusterError(complaint);
        if (starts === startLimit) {
          throw new ClusterError(`PostgreSQL ends whenever it is started: see ${places.log}`);
        }
        begun = await bringUp(setup, lock);
        starts += 1;
        pause = firstPollMs;
        deadline = performance.now() + joinLimitMs;
      } finally {
        lock.close();
      }
    }
    if (performance.now() > deadline) {
      throw new ClusterError(
        `A database runs in ${places.cluster} but does not answer in ${places.socketDir}: see ${places.log}`,
      );
    }
    await delay(pause, undefined, { signal });
  }
}

/**
 * Finds the PostgreSQL cluster of the data folder, or creates and starts it, and joins it. Any number of
 * processes may do so at once. The cluster survives this process's death; should the cluster itself be
 * killed, its members bring it up again.
 *
 * @throws {ClusterError} one clear line, when it cannot be had
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, binaries, durable = true, maxConnections = 50, log = () => undefined } = options;
  const setup: ClusterSetup = {
    programs: findPrograms(binaries),
    places: clusterPlaces(dataDir),
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
    // The connection broke before or while leaving; whether somebody else is in must still be asked.
    await (await joinIfRunning(setup))?.member.leave(stop);
  };
  let left: Promise<void> | undefined;
  return {
    admin: first.admin,
    serverVersion: first.member.serverVersion,
    release: () => (left ??= leave()),
  };
}
