import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../db/database.ts';

type JobsLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
type ServiceDatabase = Pick<Database, 'asService'>;

/** Where the intervals are shorter or longer than usual, in milliseconds. */
interface JobIntervals {
  /** Between calls of `bkk_run_due`. */
  readonly dueMs: number;
  /** Between calls of `prune_accounts`. */
  readonly pruneMs: number;
}

const intervals: JobIntervals = { dueMs: 5_000, pruneMs: 60_000 };

const dueResults = z.record(
  z.string(),
  z.object({ rows: z.number() }).or(z.object({ failure: z.string() })),
);
const pruneResult = z.object({ accounts: z.number(), more: z.boolean() });

async function call(database: ServiceDatabase, text: string): Promise<unknown> {
  const [result] = await database.asService([{ text }]);
  return result?.rows[0]?.done;
}

/** Runs the product's jobs until none has left anything, and logs what they did. */
async function runDue(
  database: ServiceDatabase,
  log: JobsLog,
  isStopped: () => boolean,
): Promise<void> {
  for (let more = true; more && !isStopped();) {
    const results = dueResults.parse(await call(database, 'select public.bkk_run_due() as done'));
    more = false;
    for (const [job, result] of Object.entries(results)) {
      if ('failure' in result) {
        log.error({ job, reason: result.failure }, 'a job failed');
      } else {
        more = true;
        log.info({ job, rows: result.rows }, 'job done');
      }
    }
  }
}

/** Deletes what the auth service keeps no longer, in batches; returns the number of unconfirmed accounts among it. */
export async function pruneAccounts(
  database: ServiceDatabase,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let accounts = 0;
  for (let more = true; more && !isStopped();) {
    const result = pruneResult.parse(
      await call(database, 'select bkksiam_private.prune_accounts() as done'),
    );
    accounts += result.accounts;
    ({ more } = result);
  }
  return accounts;
}

/** Runs the work at once and at intervals, never twice at a time; the returned function stops it and waits for its end. */
function atIntervals(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, everyMs).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs the work on a clock for as long as the app runs. SQL decides what is due, so any number of servers may. */
export function runJobs(
  app: FastifyInstance,
  database: ServiceDatabase,
  { dueMs, pruneMs } = intervals,
): void {
  let stopped = false;
  const isStopped = () => stopped;
  let stops: readonly (() => Promise<void>)[] = [];
  const failed = (error: unknown) => {
    app.log.warn({ err: error }, 'the jobs that are due could not be run');
  };
  const prune = async () => {
    const accounts = await pruneAccounts(database, isStopped);
    if (accounts > 0) app.log.info({ accounts }, 'unconfirmed accounts removed');
  };
  app.addHook('onReady', (done) => {
    stops = [
      atIntervals(dueMs, () => runDue(database, app.log, isStopped).catch(failed)),
      atIntervals(pruneMs, () => prune().catch(failed)),
    ];
    done();
  });
  app.addHook('onClose', async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  });
}
