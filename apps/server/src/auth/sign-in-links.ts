import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { issueToken } from './link-tokens.ts';
import { checkMailWait, startMailWait } from './mail-wait.ts';
import { insertPerson, newPerson } from './new-person.ts';
import type { IssuedLink } from './recovery.ts';
import type { AuthParts, Client } from './settings.ts';
import type { Account } from './user-object.ts';

/** A link that signs in, and in doing so may confirm the address of somebody new. */
export type SignInLink = IssuedLink & { readonly type: 'signup' | 'magiclink' };

async function issueConfirmation(
  transaction: Transaction,
  { user }: Account,
  client: Client,
): Promise<SignInLink> {
  const token = await issueToken(transaction, user, 'confirmation_token');
  await transaction.run(auditEntry('user_confirmation_requested', user, client));
  return { user, token, type: 'signup' };
}

/**
 * Issues the link by which somebody signs in without a password: for a new address or one that waits for its first link
 * that is the confirmation. Null for an address nobody has where no account is to be made, which waits all the same.
 *
 * @param asked.email in lower case
 * @throws over_email_send_rate_limit
 */
export async function requestSignInLink(
  auth: AuthParts,
  asked: {
    readonly email: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly createUser: boolean;
  },
  client: Client,
): Promise<SignInLink | null> {
  const { email, data, createUser } = asked;
  const { autoconfirm } = auth.config;
  await checkMailWait(auth, 'recovery', email);
  return auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    if (createUser) await insertPerson(transaction, newPerson(email, data, ''), autoconfirm);
    const account = await accountByEmail(transaction, email);
    if (account === null) return null;
    const confirmed = account.user.email_confirmed_at !== undefined;
    if (!confirmed && !autoconfirm) return issueConfirmation(transaction, account, client);
    const token = await issueToken(transaction, account.user, 'recovery_token');
    await transaction.run(auditEntry('user_recovery_requested', account.user, client));
    return { user: account.user, token, type: 'magiclink' };
  });
}

/**
 * Issues the confirmation once more to somebody who still waits for it; null for everybody else, known or not.
 *
 * @throws over_email_send_rate_limit
 */
export async function requestConfirmation(
  auth: AuthParts,
  email: string,
  client: Client,
): Promise<SignInLink | null> {
  await checkMailWait(auth, 'confirmation', email);
  return auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'confirmation', email);
    const account = await accountByEmail(transaction, email);
    if (account === null || account.user.email_confirmed_at !== undefined) return null;
    return issueConfirmation(transaction, account, client);
  });
}
