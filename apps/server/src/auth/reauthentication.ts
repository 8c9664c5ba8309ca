import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import type { Caller } from './callers.ts';
import {
  checkMailWait,
  countCodeAttempt,
  resetCodeAttempts,
  startMailWait,
} from './rate-limits.ts';
import { authErrors } from './errors.ts';
import { isTokenCode, issueToken } from './link-tokens.ts';
import { queueAuthMail } from './mails.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';

/**
 * Mails a code for a change of password.
 *
 * @throws validation_failed for an account without an address, email_not_confirmed, over_email_send_rate_limit
 */
export async function requestReauthentication(
  auth: AuthParts,
  { user }: Caller,
  client: Client,
  mailContext: MailContext,
): Promise<void> {
  if (user.email === '' && user.phone === '') throw authErrors.reauthenticationNeedsAddress();
  if (user.email === '' || user.email_confirmed_at === undefined) {
    throw authErrors.reauthenticationNeedsEmail();
  }
  await checkMailWait(auth, 'reauthentication', user.email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'reauthentication', user.email);
    const token = await issueToken(transaction, user, 'reauthentication_token');
    await transaction.run(auditEntry('user_reauthenticate_requested', user, client));
    const { language } = user.user_metadata;
    const mail = { to: user.email, token, type: 'reauthentication', language } as const;
    await queueAuthMail(transaction, auth, mail, mailContext);
  });
}

/** Whether `AUTH_REAUTHENTICATION` requires a code: the session is older than a day, or the token has no session. */
export async function needsCode(auth: AuthParts, { sessionId }: Caller): Promise<boolean> {
  if (!auth.config.requireReauthentication) return false;
  const [result] = await auth.database.asService([
    {
      text: `select from auth.sessions where id = $1::uuid and created_at > now() - interval '24 hours'`,
      values: [sessionId],
    },
  ]);
  return result?.rows.length !== 1;
}

/** Counted by account, not by address: strangers may use up the attempts of an address, and this mail has no link instead. */
const attemptsOf = ({ user }: Caller) => `reauthentication ${user.id}`;

/** Returns the token hash of a right code. */
export async function findNonce(auth: AuthParts, caller: Caller, code: string): Promise<string> {
  await countCodeAttempt(auth, attemptsOf(caller));
  const [result] = await auth.database.asService([
    {
      text: `select token_hash from auth.one_time_tokens
        where user_id = $1 and token_type = 'reauthentication_token'`,
      values: [caller.user.id],
    },
  ]);
  const tokenHash = result?.rows[0]?.token_hash;
  if (typeof tokenHash !== 'string' || !isTokenCode(auth.tokens, tokenHash, code)) {
    throw authErrors.nonceInvalid();
  }
  return tokenHash;
}

/** Redeems the code: of two requests with it only the first finds it. */
export async function useNonce(
  transaction: Transaction,
  auth: AuthParts,
  caller: Caller,
  tokenHash: string,
): Promise<void> {
  const { rows } = await transaction.run({
    text: `delete from auth.one_time_tokens t using auth.users u
      where t.token_hash = $1 and t.user_id = $2 and u.id = t.user_id
        and t.token_type = 'reauthentication_token'
      returning u.reauthentication_sent_at > now() - make_interval(secs => $3) as fresh`,
    values: [tokenHash, caller.user.id, auth.config.linkLifetimeSeconds],
  });
  if (rows[0]?.fresh !== true) throw authErrors.nonceInvalid();
  await transaction.run(resetCodeAttempts(auth, attemptsOf(caller)));
}
