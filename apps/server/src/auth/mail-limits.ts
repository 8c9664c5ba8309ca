import type { Result, Transaction } from '../db/database.ts';
import { authErrors } from './errors.ts';
import { countUses, firstExceeded, lookAtUses, type Limit, type Use } from './limits.ts';
import type { AuthParts } from './settings.ts';

/** What a mail is asked for: each kind has a wait of its own. */
export type WaitKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** Mails of all kinds to one address. */
const hourly: Limit = { name: 'mails', most: 30, windowSeconds: 3600 };

function usesOf(auth: AuthParts, kind: WaitKind, email: string): readonly Use[] {
  const wait: Limit = {
    name: `mail ${kind}`,
    most: 1,
    windowSeconds: auth.config.mailWaitSeconds,
  };
  return [
    { limit: wait, subject: email },
    { limit: hourly, subject: email },
  ];
}

function refuseExceeded(uses: readonly Use[], result: Result | undefined): void {
  const exceeded = firstExceeded(uses, result);
  if (exceeded === null) return;
  throw exceeded.limit === hourly
    ? authErrors.tooManyMails(exceeded.seconds)
    : authErrors.mailTooSoon(exceeded.seconds);
}

/** Refuses early, before any costly work, while the wait for this address lasts. Known addresses and others alike. */
export async function checkMailWait(auth: AuthParts, kind: WaitKind, email: string): Promise<void> {
  if (!auth.config.rateLimit) return;
  const uses = usesOf(auth, kind, email);
  const [result] = await auth.database.asService([lookAtUses(uses)]);
  refuseExceeded(uses, result);
}

/**
 * Starts the wait for this address, in the transaction that asks for the mail; of two requests at once one is refused,
 * and its own count goes with its transaction.
 *
 * @throws over_email_send_rate_limit while an earlier wait lasts, or after 30 mails in an hour
 */
export async function startMailWait(
  transaction: Transaction,
  auth: AuthParts,
  kind: WaitKind,
  email: string,
): Promise<void> {
  if (!auth.config.rateLimit) return;
  const uses = usesOf(auth, kind, email);
  refuseExceeded(uses, await transaction.run(countUses(uses)));
}
