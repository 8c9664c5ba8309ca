import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterCommands, type ClusterCommands } from './cluster-commands.ts';
import { ClusterError } from './cluster-error.ts';
import {
  clusterPlaces,
  ensureCluster,
  prepareDataDir,
  readPassword,
  superuser,
  writeSettings,
  type ClusterPlaces,
} from './cluster-folder.ts';
import { takeLease, type AdminConnection, type Lease } from './cluster-lease.ts';

export { ClusterError } from './cluster-error.ts';
export type { AdminConnection } from './cluster-lease.ts';

export interface ClusterOptions {
  /** The product's data folder; the cluster lies in its `postgres`. */
  readonly dataDir: string;
  /** Folder with `initdb`, `pg_ctl` and `postgres`; by default the packaged ones of this platform. */
  readonly binaries?: string;
  /** False, for tests only, gives up surviving a power cut. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly log?: (line: string) => void;
}

/** A running PostgreSQL of our own, shared by every server on the same data folder. */
export interface Cluster {
  readonly admin: AdminConnection;
  /** `server_version_num`, such as 180004. */
  readonly serverVersion: number;
  /** Gives this server's share back; the last one out stops the cluster. */
  release(): Promise<void>;
}

const startLimitMs = 60_000;
const retryMs = 50;
const hardFailures = 3;
const port = 5432;

function settings({ durable = true, maxConnections = 40 }: ClusterOptions): Record<string, string> {
  const safety = durable ? 'on' : 'off';
  return {
    listen_addresses: '',
    port: String(port),
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: String(maxConnections),
    superuser_reserved_connections: '3',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    min_wal_size: '80MB',
    checkpoint_completion_target: '0.9',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
  };
}

interface Ground {
  readonly options: ClusterOptions;
  readonly commands: ClusterCommands;
  readonly places: ClusterPlaces;
  readonly admin: AdminConnection;
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? '') : '';
}

/** What a running PostgreSQL left in its log last that an operator can use. */
function lastComplaint(log: string, output: string): string {
  const text = existsSync(log) ? readFileSync(log, 'utf8').slice(-4_000) : '';
  const line = text.split('\n').findLast((candidate) => /FATAL|PANIC|ERROR/.test(candidate));
  return line?.replace(/^.*?(?=FATAL|PANIC|ERROR)/, '') ?? output.trim().split('\n').at(-1) ?? '';
}

/**
 * After a restart of the machine or container the process number in a left-behind `postmaster.pid` may be another
 * program's, and PostgreSQL then believes it is still running. Only a number whose program is plainly another is removed.
 */
function forgetStrangersPid(data: string): void {
  const file = join(data, 'postmaster.pid');
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    if (!command.includes('postgres')) rmSync(file);
  } catch {
    // No file, no such process or no /proc: PostgreSQL judges for itself.
  }
}

/** One attempt to start; false when somebody else is at it or it is running already. */
async function tryStart({ commands, places, options }: Ground): Promise<boolean> {
  forgetStrangersPid(places.data);
  writeSettings(places, settings(options), commands.owner);
  const done = await commands.run('pg_ctl', [
    'start',
    `--pgdata=${places.data}`,
    `--log=${places.log}`,
    '--wait',
    `--timeout=${String(startLimitMs / 1000)}`,
    '--silent',
  ]);
  if (done.code === 0) return true;
  if (existsSync(join(places.data, 'postmaster.pid'))) return false;
  throw new ClusterError(
    `the database in ${places.data} does not start: ${lastComplaint(places.log, done.output)}`,
  );
}

/** Errors of a cluster that is down, and of one that is on its way up or down. */
const down = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '']);
const turning = new Set(['57P01', '57P03']);

/** Takes a share in the running cluster, starting it when it is down, whoever else does the same. */
async function joinCluster(ground: Ground): Promise<Lease> {
  const deadline = Date.now() + startLimitMs;
  let failures = 0;
  for (;;) {
    try {
      return await takeLease(ground.admin);
    } catch (error) {
      const code = codeOf(error);
      if (code === '28P01') {
        throw new ClusterError(
          `the password in ${ground.places.password} is not that of the database beside it: restore the file that belongs to it`,
        );
      }
      if (!down.has(code) && !turning.has(code)) throw error;
      if (Date.now() > deadline) {
        throw new ClusterError(
          `the database in ${ground.places.data} did not come up within a minute`,
        );
      }
      if (down.has(code)) {
        await tryStart(ground).catch((failure: unknown) => {
          failures += 1;
          if (failures >= hardFailures) throw failure;
        });
      }
      await pause(retryMs);
    }
  }
}

/** Keeps a share for as long as the server lives: a cluster that crashed or was stopped is started again. */
class Membership {
  readonly #ground: Ground;
  #lease: Lease;
  #leaving = false;
  #rejoining: Promise<void> = Promise.resolve();

  constructor(ground: Ground, lease: Lease) {
    this.#ground = ground;
    this.#lease = lease;
    this.#watch();
  }

  #watch(): void {
    this.#rejoining = this.#lease.broken.then(async () => {
      if (this.#leaving) return;
      this.#ground.options.log?.('the database went away; joining it again');
      try {
        this.#lease = await joinCluster(this.#ground);
        this.#watch();
      } catch (error) {
        this.#ground.options.log?.(error instanceof Error ? error.message : String(error));
      }
    });
  }

  async leave(): Promise<void> {
    this.#leaving = true;
    const last = await this.#lease.giveBack().catch(() => false);
    if (last) {
      const { commands, places } = this.#ground;
      await commands.run('pg_ctl', [
        'stop',
        `--pgdata=${places.data}`,
        '--mode=fast',
        '--wait',
        '--silent',
      ]);
    }
    await this.#lease.end();
    await this.#rejoining;
  }
}

/**
 * Makes, finds or starts the PostgreSQL of a data folder and takes a share in it. It outlives a killed server; the next
 * start finds and uses it. Several servers may share it, and the last one to release it stops it.
 *
 * @throws {ClusterError} with one line the operator can act on
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = prepareDataDir(options.dataDir);
  const commands = clusterCommands(options.binaries, dataDir);
  const places = clusterPlaces(dataDir, commands.owner);
  const admin: AdminConnection = {
    host: places.sockets,
    port,
    user: superuser,
    password: readPassword(places.password),
    database: 'postgres',
  };
  await ensureCluster(places, dataDir, commands);
  const ground: Ground = { options, commands, places, admin };
  const lease = await joinCluster(ground);
  const membership = new Membership(ground, lease);
  return { admin, serverVersion: lease.serverVersion, release: () => membership.leave() };
}
