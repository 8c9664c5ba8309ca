import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { issueToken } from './link-tokens.ts';
import { postMail } from './mail-outbox.ts';
import { checkMailWait, startMailWait } from './mail-limits.ts';
import type { AuthParts, Client, Reader } from './settings.ts';

/**
 * Sends the link by which somebody chooses a new password. An address nobody has waits all the same.
 *
 * @param email in lower case
 * @throws over_email_send_rate_limit
 */
export async function requestRecovery(
  auth: AuthParts,
  email: string,
  client: Client,
  reader: Reader,
): Promise<void> {
  await checkMailWait(auth, 'recovery', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    const account = await accountByEmail(transaction, email);
    if (account === null) return;
    const token = await issueToken(transaction, account.user, 'recovery_token');
    await transaction.run(auditEntry('user_recovery_requested', account.user, client));
    const { email: to, user_metadata: said } = account.user;
    const mail = { to, token, type: 'recovery', language: said.language } as const;
    await postMail(transaction, auth, mail, reader);
  });
}
