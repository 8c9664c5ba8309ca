import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { queueAuthMail } from './mails.ts';
import { checkMailWait, startMailWait } from './rate-limits.ts';
import { insertAccount, newAccount } from './account-rows.ts';
import {
  confirmationToRepeat,
  issueConfirmation,
  type Confirmation,
} from './pending-confirmations.ts';
import { issueFlowToken, type CodeChallenge } from './pkce.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';
import type { Account } from './user-object.ts';

async function sendConfirmation(
  transaction: Transaction,
  auth: AuthParts,
  { user }: Account,
  confirmation: Confirmation & { readonly challenge: CodeChallenge | null },
  client: Client,
  mailContext: MailContext,
): Promise<void> {
  const token = await issueConfirmation(transaction, auth, user, confirmation);
  await transaction.run(auditEntry('user_confirmation_requested', user, client));
  const { language } = confirmation.data;
  const mail = { to: user.email, token, type: 'signup', language } as const;
  await queueAuthMail(transaction, auth, mail, mailContext);
}

async function sendLink(
  transaction: Transaction,
  auth: AuthParts,
  { user }: Account,
  link: { readonly type: 'magiclink' | 'recovery'; readonly challenge: CodeChallenge | null },
  client: Client,
  mailContext: MailContext,
): Promise<void> {
  const { type, challenge } = link;
  const token = await issueFlowToken(transaction, user, 'recovery_token', type, challenge);
  await transaction.run(auditEntry('user_recovery_requested', user, client));
  const { language } = user.user_metadata;
  await queueAuthMail(transaction, auth, { to: user.email, token, type, language }, mailContext);
}

/**
 * Mails a link to sign in without a password; for a new or unconfirmed account it is the confirmation. An address without an
 * account waits the same, also when none is created.
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
  mailContext: MailContext,
): Promise<void> {
  const { email, data, createUser, challenge } = asked;
  const { autoconfirm } = auth.config;
  await checkMailWait(auth, 'recovery', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    const state = autoconfirm ? 'confirmed' : 'unconfirmed';
    if (createUser) await insertAccount(transaction, newAccount(email, data, ''), state);
    const account = await accountByEmail(transaction, email);
    if (account === null) return;
    const confirmed = account.user.email_confirmed_at !== undefined;
    if (!confirmed && !autoconfirm) {
      const confirmation = { kind: 'magiclink', passwordHash: null, data, challenge } as const;
      await sendConfirmation(transaction, auth, account, confirmation, client, mailContext);
      return;
    }
    const link = { type: 'magiclink', challenge } as const;
    await sendLink(transaction, auth, account, link, client, mailContext);
  });
}

/**
 * Mails a link to choose a new password. An address without an account waits the same.
 *
 * @param email in lower case
 * @throws over_email_send_rate_limit
 */
export async function requestRecovery(
  auth: AuthParts,
  { email, challenge }: { readonly email: string; readonly challenge: CodeChallenge | null },
  client: Client,
  mailContext: MailContext,
): Promise<void> {
  await checkMailWait(auth, 'recovery', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    const account = await accountByEmail(transaction, email);
    if (account === null) return;
    const link = { type: 'recovery', challenge } as const;
    await sendLink(transaction, auth, account, link, client, mailContext);
  });
}

/**
 * Mails the confirmation of an unconfirmed account again, and nothing for other addresses. Earlier links stay valid.
 *
 * @throws over_email_send_rate_limit
 */
export async function requestConfirmation(
  auth: AuthParts,
  { email, challenge }: { readonly email: string; readonly challenge: CodeChallenge | null },
  client: Client,
  mailContext: MailContext,
): Promise<void> {
  await checkMailWait(auth, 'confirmation', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'confirmation', email);
    const account = await accountByEmail(transaction, email);
    if (account === null || account.user.email_confirmed_at !== undefined) return;
    const repeated = await confirmationToRepeat(transaction, account.user.id);
    const confirmation = { ...repeated, challenge };
    await sendConfirmation(transaction, auth, account, confirmation, client, mailContext);
  });
}
