import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { withoutTrace, type InTrace } from '../observability/tracing.ts';

type JobsLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
type ServiceDatabase = Pick<Database, 'asService'>;

interface JobOptions {
  /** Milliseconds between calls of `bkk_run_due`. */
  readonly dueMs?: number;
  /** Milliseconds between calls of `prune_accounts`. */
  readonly pruneMs?: number;
  readonly inTrace?: InTrace;
  /** Further work on the clock, by its name in traces and logs; it gives how much it did. */
  readonly others?: readonly ClockedWork[];
}

/** Work that SQL cannot do, such as asking another service; several servers may do it at once. */
interface ClockedWork {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<number>;
}

const dueResults = z.record(
  z.string(),
  z.object({ rows: z.number() }).or(z.object({ failure: z.string() })),
);
const pruneResult = z.object({ accounts: z.number(), more: z.boolean() });

async function call(database: ServiceDatabase, text: string): Promise<unknown> {
  const [result] = await database.asService([{ text }]);
  return result?.rows[0]?.done;
}

/** Runs the product's jobs until none has left anything; those that did something are logged and traced. */
async function runDue(
  database: ServiceDatabase,
  log: JobsLog,
  isStopped: () => boolean,
  inTrace: InTrace,
): Promise<void> {
  for (let more = true; more && !isStopped();) {
    const startTime = Date.now();
    const results = dueResults.parse(await call(database, 'select public.bkk_run_due() as done'));
    more = false;
    for (const [job, result] of Object.entries(results)) {
      more ||= !('failure' in result);
      await inTrace(`job ${job}`, { startTime }, (span) => {
        if ('failure' in result) {
          span.fail('failure');
          log.error({ job, reason: result.failure }, 'a job failed');
        } else {
          span.setAttributes({ 'bkksiam.job.rows': result.rows });
          log.info({ job, rows: result.rows }, 'job done');
        }
      });
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

/**
 * Runs the work at intervals, never twice at a time; the returned function stops it and waits for its end.
 *
 * @param atOnce false for work that needs the server to listen
 */
function atIntervals(
  everyMs: number,
  work: () => Promise<void>,
  atOnce = true,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, everyMs).unref();
  if (atOnce) run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs the work on a clock for as long as the app runs. SQL decides what is due, so any number of servers may. */
export function runJobs(
  app: FastifyInstance,
  database: ServiceDatabase,
  { dueMs = 5_000, pruneMs = 60_000, inTrace = withoutTrace, others = [] }: JobOptions = {},
): void {
  let stopped = false;
  const isStopped = () => stopped;
  let stops: readonly (() => Promise<void>)[] = [];
  const failed = (error: unknown) => {
    app.log.warn({ err: error }, 'the jobs that are due could not be run');
  };
  const prune = async () => {
    const startTime = Date.now();
    const accounts = await pruneAccounts(database, isStopped);
    if (accounts === 0) return;
    await inTrace('job prune_accounts', { startTime }, (span) => {
      span.setAttributes({ 'bkksiam.job.rows': accounts });
      app.log.info({ accounts }, 'unconfirmed accounts removed');
    });
  };
  const runOther = async ({ name, run }: ClockedWork) => {
    const startTime = Date.now();
    const rows = await run();
    if (rows === 0) return;
    await inTrace(`job ${name}`, { startTime }, (span) => {
      span.setAttributes({ 'bkksiam.job.rows': rows });
      app.log.info({ job: name, rows }, 'job done');
    });
  };
  app.addHook('onReady', (done) => {
    stops = [
      atIntervals(dueMs, () => runDue(database, app.log, isStopped, inTrace).catch(failed)),
      atIntervals(pruneMs, () => prune().catch(failed)),
      ...others.map((work) => atIntervals(work.everyMs, () => runOther(work).catch(failed), false)),
    ];
    done();
  });
  app.addHook('onClose', async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  });
}
