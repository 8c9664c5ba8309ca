import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { postMail } from './mail-outbox.ts';
import { checkMailWait, startMailWait } from './mail-limits.ts';
import { insertPerson, newPerson } from './new-person.ts';
import { issueFlowToken, type CodeChallenge } from './pkce.ts';
import type { AuthParts, Client, Reader } from './settings.ts';
import type { Account } from './user-object.ts';

/** Sends a link within the transaction that issued it. */
function postLink(
  transaction: Transaction,
  auth: AuthParts,
  { user }: Account,
  link: { readonly token: string; readonly type: 'signup' | 'magiclink' },
  reader: Reader,
): Promise<void> {
  const mail = { ...link, to: user.email, language: user.user_metadata.language };
  return postMail(transaction, auth, mail, reader);
}

async function sendConfirmation(
  transaction: Transaction,
  auth: AuthParts,
  account: Account,
  challenge: CodeChallenge | null,
  client: Client,
  reader: Reader,
): Promise<void> {
  const token = await issueFlowToken(
    transaction,
    account.user,
    'confirmation_token',
    'email/signup',
    challenge,
  );
  await transaction.run(auditEntry('user_confirmation_requested', account.user, client));
  await postLink(transaction, auth, account, { token, type: 'signup' }, reader);
}

/**
 * Sends the link by which somebody signs in without a password: for a new address or one that waits for its first link
 * that is the confirmation. An address nobody has, where no account is to be made, waits all the same.
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
    readonly challenge: CodeChallenge | null;
  },
  client: Client,
  reader: Reader,
): Promise<void> {
  const { email, data, createUser, challenge } = asked;
  const { autoconfirm } = auth.config;
  await checkMailWait(auth, 'recovery', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    if (createUser) await insertPerson(transaction, newPerson(email, data, ''), autoconfirm);
    const account = await accountByEmail(transaction, email);
    if (account === null) return;
    const confirmed = account.user.email_confirmed_at !== undefined;
    if (!confirmed && !autoconfirm) {
      await sendConfirmation(transaction, auth, account, challenge, client, reader);
      return;
    }
    const token = await issueFlowToken(
      transaction,
      account.user,
      'recovery_token',
      'magiclink',
      challenge,
    );
    await transaction.run(auditEntry('user_recovery_requested', account.user, client));
    await postLink(transaction, auth, account, { token, type: 'magiclink' }, reader);
  });
}

/**
 * Sends the confirmation once more to somebody who still waits for it; nothing to everybody else, known or not.
 *
 * @throws over_email_send_rate_limit
 */
export async function requestConfirmation(
  auth: AuthParts,
  { email, challenge }: { readonly email: string; readonly challenge: CodeChallenge | null },
  client: Client,
  reader: Reader,
): Promise<void> {
  await checkMailWait(auth, 'confirmation', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'confirmation', email);
    const account = await accountByEmail(transaction, email);
    if (account === null || account.user.email_confirmed_at !== undefined) return;
    await sendConfirmation(transaction, auth, account, challenge, client, reader);
  });
}
