import type { Database } from '../db/database.ts';
import { deleteOldSignUpPasswords } from './sign-up-passwords.ts';

/** Links expire after an hour; after a week the sign-up is abandoned and its address free again. */
const retentionDays = 7;

/** Accounts of one transaction: keeps its locks short. */
const batchSize = 200;

interface PurgeLog {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
}

/**
 * Deletes unconfirmed sign-ups a week after their last mail, with all that refers to them. A sign-up has `sub` in its metadata
 * and was sent a mail: invited, anonymous, banned and administrators' accounts stay. Several processes may run it at once.
 */
const purge = `
  with gone as (
    select id from auth.users
    where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
      and not is_anonymous and not is_sso_user and invited_at is null and banned_until is null
      and deleted_at is null and raw_user_meta_data ->> 'sub' = id::text
      and confirmation_sent_at < now() - make_interval(days => ${String(retentionDays)})
      and coalesce(recovery_sent_at, confirmation_sent_at)
        < now() - make_interval(days => ${String(retentionDays)})
    order by confirmation_sent_at limit ${String(batchSize)} for update skip locked),
  flows as (delete from auth.flow_state using gone where flow_state.user_id = gone.id)
  delete from auth.users using gone where users.id = gone.id`;

/** Deletes the old passwords of sign-ups too; returns the number of deleted accounts. */
export async function purgeUnconfirmedAccounts(
  database: Database,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let purged = 0;
  while (!isStopped()) {
    const [result] = await database.asService([{ text: purge }, deleteOldSignUpPasswords]);
    const count = result?.rowCount ?? 0;
    purged += count;
    if (count < batchSize) break;
  }
  return purged;
}

/** Purges at once and at intervals; the returned function stops it and waits for the batch under way. */
export function purgePeriodically(database: Database, everyMs: number, log: PurgeLog) {
  let stopped = false;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= purgeUnconfirmedAccounts(database, () => stopped)
      .then((accounts) => {
        if (accounts > 0) log.info({ accounts }, 'unconfirmed accounts removed');
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'unconfirmed accounts could not be removed');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, everyMs).unref();
  run();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
