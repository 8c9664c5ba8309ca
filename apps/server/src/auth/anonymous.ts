import { randomUUID } from 'node:crypto';
import { auditEntry } from './audit.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';

/**
 * Creates an account without address or password. It becomes permanent when an address is confirmed.
 *
 * @param data becomes user_metadata
 */
export async function signUpAnonymously(
  auth: AuthParts,
  data: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<OpenSession> {
  const id = randomUUID();
  return auth.database.serviceTransaction(async (transaction) => {
    await transaction.run({
      text: `insert into auth.users (
          instance_id, id, aud, role, encrypted_password, raw_app_meta_data, raw_user_meta_data,
          created_at, updated_at, confirmation_token, recovery_token, email_change_token_new,
          email_change, is_anonymous)
        values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', '', '{}',
          $2::jsonb, now(), now(), '', '', '', '', true)`,
      values: [id, JSON.stringify(data)],
    });
    const session = await openSession(transaction, id, 'anonymous', client);
    await transaction.run(auditEntry('user_signedup', { id, email: '' }, client));
    return session;
  });
}
