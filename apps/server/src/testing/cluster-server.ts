import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { AdminConnection } from '../db/embedded-cluster.ts';
import type { ClusterEvent } from './cluster-process.ts';

const here = fileURLToPath(new URL('../../../..', import.meta.url));

export interface ClusterServerOptions {
  readonly dataDir: string;
  readonly binaries?: string | undefined;
  readonly durable?: boolean;
  /** Number of connections that continuously insert rows into the table `written`; default 0. */
  readonly writers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Prefix of the command line, such as a program that execs its arguments. */
  readonly launcher?: readonly string[];
  /** Path of the repository in the process; default: this process's. */
  readonly repository?: string;
}

/** Another process that joins the cluster of a data folder. */
export interface ClusterServer {
  readonly pid: number;
  /** Resolves when it has joined; rejects with its error line, or when it was killed before. */
  readonly ready: Promise<AdminConnection & { readonly ms: number }>;
  /** The acknowledged rows. */
  readonly written: ReadonlySet<number>;
  /** Errors after it was ready. */
  readonly failures: readonly string[];
  /** Resolves when at least this many rows are written. */
  wrote(rows: number): Promise<void>;
  /** Stops it gracefully; false when that failed. */
  leave(): Promise<boolean>;
  kill(): Promise<void>;
}

/** Starts a process that joins the cluster of a data folder. */
export function startClusterServer(options: ClusterServerOptions): ClusterServer {
  const { dataDir, binaries = '', durable = false, writers = 0, env = {} } = options;
  const [launcher = process.execPath, ...launched] = options.launcher ?? [];
  const { repository = here } = options;
  const args = [
    ...launched,
    ...(options.launcher === undefined ? [] : [process.execPath]),
    '--import',
    join(repository, relative(here, fileURLToPath(import.meta.resolve('tsx')))),
    join(repository, 'apps/server/src/testing/cluster-process.ts'),
    dataDir,
    binaries,
    durable ? 'durable' : 'fast',
    String(writers),
  ];
  const child = spawn(launcher, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  const written = new Set<number>();
  const failures: string[] = [];
  const waiting: { rows: number; resolve: () => void }[] = [];
  let left = false;
  const exited = once(child, 'close');
  const ready = new Promise<AdminConnection & { ms: number }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as ClusterEvent;
      if (event.kind === 'written') {
        written.add(event.id);
        for (const { rows, resolve: enough } of waiting) if (written.size >= rows) enough();
      } else if (event.kind === 'failed') failures.push(event.message);
      else if (event.kind === 'left') left = true;
      else if (event.kind === 'refused') reject(new Error(`${event.name}: ${event.message}`));
      else {
        const { socket: host, password, ms } = event;
        resolve({ host, port: 5432, user: 'supabase_admin', password, database: 'postgres', ms });
      }
    });
    exited.then(() => reject(new Error('it ended before it was ready')), reject);
  });
  // A process that is killed on purpose before it is ready must not cause an unhandled rejection.
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ready,
    written,
    failures,
    wrote: (rows) => new Promise((resolve) => waiting.push({ rows, resolve })),
    async leave() {
      child.stdin.end();
      await exited;
      return left;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs one statement on a new connection. */
export async function ask(
  admin: AdminConnection,
  text: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ ...admin, application_name: 'test' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The process id in the cluster's `postmaster.pid`; undefined when the cluster is stopped. */
export function postmasterOf(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}
