import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { postMail } from './mail-outbox.ts';
import { checkMailWait, startMailWait } from './mail-limits.ts';
import { insertPerson, newPerson } from './new-person.ts';
import {
  confirmationToRepeat,
  issueConfirmation,
  type Confirmation,
} from './pending-confirmations.ts';
import { issueFlowToken, type CodeChallenge } from './pkce.ts';
import type { AuthParts, Client, Reader } from './settings.ts';
import type { Account } from './user-object.ts';

async function sendConfirmation(
  transaction: Transaction,
  auth: AuthParts,
  { user }: Account,
  confirmation: Confirmation & { readonly challenge: CodeChallenge | null },
  client: Client,
  reader: Reader,
): Promise<void> {
  const token = await issueConfirmation(transaction, auth, user, confirmation);
  await transaction.run(auditEntry('user_confirmation_requested', user, client));
  const { language } = confirmation.data;
  const mail = { to: user.email, token, type: 'signup', language } as const;
  await postMail(transaction, auth, mail, reader);
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
      const confirmation = { kind: 'magiclink', passwordHash: null, data, challenge } as const;
      await sendConfirmation(transaction, auth, account, confirmation, client, reader);
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
    const { email: to, user_metadata: said } = account.user;
    const mail = { to, token, type: 'magiclink', language: said.language } as const;
    await postMail(transaction, auth, mail, reader);
  });
}

/**
 * Sends the confirmation once more to somebody who still waits for it; nothing to everybody else, known or not. The links
 * that were sent before stay good.
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
    const repeated = await confirmationToRepeat(transaction, account.user.id);
    const confirmation = { ...repeated, challenge };
    await sendConfirmation(transaction, auth, account, confirmation, client, reader);
  });
}
