import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { queueAuthMail } from './mails.ts';
import { checkMailWait, startMailWait } from './rate-limits.ts';
import { issueFlowToken, type CodeChallenge } from './pkce.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';

/**
 * Mails a link to choose a new password. An address without an account waits the same.
 *
 * @param asked.email in lower case
 * @throws over_email_send_rate_limit
 */
export async function requestRecovery(
  auth: AuthParts,
  asked: { readonly email: string; readonly challenge: CodeChallenge | null },
  client: Client,
  mailContext: MailContext,
): Promise<void> {
  const { email, challenge } = asked;
  await checkMailWait(auth, 'recovery', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    const account = await accountByEmail(transaction, email);
    if (account === null) return;
    const token = await issueFlowToken(
      transaction,
      account.user,
      'recovery_token',
      'recovery',
      challenge,
    );
    await transaction.run(auditEntry('user_recovery_requested', account.user, client));
    const { email: to, user_metadata: said } = account.user;
    const mail = { to, token, type: 'recovery', language: said.language } as const;
    await queueAuthMail(transaction, auth, mail, mailContext);
  });
}
