import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { DatabaseSetupError } from './setup-errors.ts';

/** How a migration waits for locks; every statement that comes after it waits with it. */
export interface LockRetries {
  /** Below a visitor's statement timeout of 1 s. */
  readonly waitMs: number;
  /** Statements that have waited run in this time. */
  readonly pauseMs: number;
  readonly attempts: number;
}

export const lockRetries: LockRetries = { waitMs: 500, pauseMs: 1_000, attempts: 40 };

const pollMs = 50;

/** Cut at the first literal, which may be a secret. */
const blockersQuery = `
  select concat('process ', pid, ' (', coalesce(nullif(application_name, ''), 'without an application name'), ', ',
    coalesce(state, 'in an unknown state'), ' since ',
    to_char(state_change at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '), whose last statement begins with: ',
    left(regexp_replace(regexp_replace(query, '[''$].*', ''), '\\s+', ' ', 'g'), 80)) as blocker
  from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by xact_start`;

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** A second connection to the client's database. */
async function connectBeside(client: ClientBase): Promise<pg.Client | undefined> {
  if (!(client instanceof pg.Client)) return undefined;
  const { host, port, database, user, password, ssl } = client;
  const beside = new pg.Client({ host, port, database, user, password, ssl });
  beside.on('error', () => undefined);
  await beside.connect();
  return beside;
}

/** The sessions that blocked the process while the work ran, by the last answer that is not empty. */
async function blockersDuring(
  work: Promise<unknown>,
  beside: pg.Client,
  pid: number,
): Promise<string | undefined> {
  let blockers: string | undefined;
  const ended = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([ended, delay(pollMs, false)]))) {
    const { rows } = await beside.query<{ blocker: string }>(blockersQuery, [pid]);
    if (rows.length > 0) blockers = rows.map(({ blocker }) => blocker).join('; ');
  }
  return blockers;
}

async function processId(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Repeats a transaction that sets `lock_timeout` until it gets its locks.
 *
 * @param onWait is called once, with the sessions that hold the locks
 * @throws {DatabaseSetupError} naming them after the last attempt
 */
export async function withLockRetries(
  client: ClientBase,
  { waitMs, pauseMs, attempts }: LockRetries,
  onWait: (blockers: string) => void,
  transaction: (waitMs: number) => Promise<void>,
): Promise<void> {
  let beside: pg.Client | undefined;
  let blockers: string | undefined;
  try {
    const pid = await processId(client);
    for (let attempt = 1; ; attempt += 1) {
      const work = transaction(waitMs);
      const watch = beside && blockersDuring(work, beside, pid).catch(() => undefined);
      const [outcome, found] = await Promise.all([
        work.then(
          () => undefined,
          (error: unknown) => ({ error }),
        ),
        watch,
      ]);
      if (outcome === undefined) return;
      if (!isLockTimeout(outcome.error)) throw outcome.error;
      if (found !== undefined && blockers === undefined) onWait(found);
      blockers = found ?? blockers;
      if (attempt >= attempts)
        throw new DatabaseSetupError(
          `a lock was not free in ${String(attempts)} attempts, end what holds it and start again: ${blockers ?? 'the holder is not known'}`,
          { cause: outcome.error },
        );
      beside ??= await connectBeside(client).catch(() => undefined);
      await delay(pauseMs);
    }
  } finally {
    await beside?.end();
  }
}
