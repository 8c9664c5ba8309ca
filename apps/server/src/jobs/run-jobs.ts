import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { withoutTrace, type InTrace } from '../observability/tracing.ts';

type JobsLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
type ServiceDatabase = Pick<Database, 'asService'>;

interface JobOptions {
  /** Milliseconds between looks for jobs that are due. */
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

const jobStates = z.array(
  z.object({
    name: z.string(),
    is_due: z.boolean(),
    overdue_seconds: z.number(),
    failure: z.string().nullable(),
  }),
);
/** Null for a job that another server runs or has run meanwhile. */
const jobResult = z
  .object({ rows: z.number() })
  .or(z.object({ failure: z.string() }))
  .nullable();
const pruneResult = z.object({ accounts: z.number(), more: z.boolean() });

const jobStatesText = 'select public.bkk_job_states() as done';

/** The product's jobs, the longest due first. */
export async function readJobStates(database: Pick<Database, 'probe'>) {
  const [row] = await database.probe({ text: jobStatesText });
  return jobStates.parse(row?.done);
}

async function call(
  database: ServiceDatabase,
  text: string,
  values: readonly string[] = [],
): Promise<unknown> {
  const [result] = await database.asService([{ text, values }]);
  return result?.rows[0]?.done;
}

interface JobRun {
  readonly database: ServiceDatabase;
  readonly log: JobsLog;
  readonly inTrace: InTrace;
}

/** Runs one job in a transaction of its own, logs and traces what it did, and tells whether it did something. */
async function runJob({ database, log, inTrace }: JobRun, job: string): Promise<boolean> {
  const startTime = Date.now();
  // A call that gets no answer leaves its job due; the others must not wait for it.
  const result = await call(database, 'select public.bkk_run_job($1) as done', [job])
    .then((done) => jobResult.parse(done))
    .catch((error: unknown) => ({ failure: String(error) }));
  if (result === null || ('rows' in result && result.rows === 0)) return false;
  await inTrace(`job ${job}`, { startTime }, (span) => {
    if ('failure' in result) {
      span.fail('failure');
      log.error({ job, reason: result.failure }, 'a job failed');
    } else {
      span.setAttributes({ 'bkksiam.job.rows': result.rows });
      log.info({ job, rows: result.rows }, 'job done');
    }
  });
  return 'rows' in result;
}

/** Runs the product's jobs until none has left anything. */
async function runDue(run: JobRun, isStopped: () => boolean): Promise<void> {
  for (let more = true; more && !isStopped();) {
    more = false;
    for (const { name, is_due } of jobStates.parse(await call(run.database, jobStatesText)))
      if (is_due && !isStopped()) more = (await runJob(run, name)) || more;
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
      atIntervals(dueMs, () =>
        runDue({ database, log: app.log, inTrace }, isStopped).catch(failed),
      ),
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
