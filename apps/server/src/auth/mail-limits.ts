import { createHash } from 'node:crypto';
import type { Row, Statement, Transaction } from '../db/database.ts';
import { authErrors } from './errors.ts';
import type { AuthParts } from './settings.ts';

/** What a mail is asked for: each kind has a wait of its own. */
export type WaitKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** Waits are kept by a hash: an address typed by a stranger is nobody's account and stays unwritten. */
function addressHash(kind: WaitKind, email: string): string {
  return createHash('sha256').update(`${kind} ${email}`).digest('hex');
}

function remaining(kind: WaitKind, email: string): Statement {
  return {
    text: `select greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as seconds
      from bkksiam_private.mail_waits where address_hash = $1 and until > clock_timestamp()`,
    values: [addressHash(kind, email)],
  };
}

function refuseWhile(row: Row | undefined): void {
  if (row !== undefined) throw authErrors.mailTooSoon(Number(row.seconds));
}

/** Refuses early, before any costly work, while the wait for this address lasts. Known addresses and others alike. */
export async function checkMailWait(auth: AuthParts, kind: WaitKind, email: string): Promise<void> {
  if (!auth.config.rateLimit) return;
  const [result] = await auth.database.asService([remaining(kind, email)]);
  refuseWhile(result?.rows[0]);
}

/**
 * Starts the wait for this address; of two requests at once one is refused. Finished waits of others are swept away.
 *
 * @throws over_email_send_rate_limit while an earlier wait lasts
 */
export async function startMailWait(
  transaction: Transaction,
  auth: AuthParts,
  kind: WaitKind,
  email: string,
): Promise<void> {
  if (!auth.config.rateLimit) return;
  const started = await transaction.run({
    text: `with swept as (
        delete from bkksiam_private.mail_waits where ctid in (
          select ctid from bkksiam_private.mail_waits
          where until < now() - interval '1 minute' and address_hash <> $1
          limit 20 for update skip locked))
      insert into bkksiam_private.mail_waits as w (address_hash, until)
      values ($1, clock_timestamp() + make_interval(secs => $2))
      on conflict (address_hash) do update set until = excluded.until
      where w.until <= clock_timestamp()
      returning true as started`,
    values: [addressHash(kind, email), auth.config.mailWaitSeconds],
  });
  if (started.rows.length > 0) return;
  const { rows } = await transaction.run(remaining(kind, email));
  refuseWhile(rows[0] ?? { seconds: 1 });
}
