import { auditEntry } from './audit.ts';
import { accountByEmail } from './find-account.ts';
import { issueToken } from './link-tokens.ts';
import { checkMailWait, startMailWait } from './mail-wait.ts';
import type { AuthParts, Client } from './settings.ts';
import type { User } from './user-object.ts';

/** Whom a link is for, and its token. */
export interface IssuedLink {
  readonly user: User;
  readonly token: string;
}

/**
 * Issues the link by which somebody chooses a new password; null for an address nobody has, which waits all the same.
 *
 * @param email in lower case
 * @throws over_email_send_rate_limit
 */
export async function requestRecovery(
  auth: AuthParts,
  email: string,
  client: Client,
): Promise<IssuedLink | null> {
  await checkMailWait(auth, 'recovery', email);
  return auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'recovery', email);
    const account = await accountByEmail(transaction, email);
    if (account === null) return null;
    const token = await issueToken(transaction, account.user, 'recovery_token');
    await transaction.run(auditEntry('user_recovery_requested', account.user, client));
    return { user: account.user, token };
  });
}
