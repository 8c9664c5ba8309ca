import type { Transaction } from '../db/database.ts';
import { auditEntry, serviceActor } from './audit.ts';
import { lockFactors } from './factors.ts';
import { accountByEmail } from './find-account.ts';

/**
 * Removes every factor of an account and ends its sessions, for an operator at the server.
 *
 * @returns how many factors it had (with none, nothing changes); null without such an account
 */
export async function resetFactors(
  transaction: Transaction,
  email: string,
): Promise<number | null> {
  const account = await accountByEmail(transaction, email.trim().toLowerCase());
  if (account === null) return null;
  const { user } = account;
  const factors = await lockFactors(transaction, user.id);
  if (factors.length === 0) return 0;
  for (const table of ['auth.mfa_factors', 'auth.sessions'])
    await transaction.run({ text: `delete from ${table} where user_id = $1`, values: [user.id] });
  const client = { ip: null, userAgent: 'npm run reset-factor' };
  await transaction.run(auditEntry('factor_deleted', serviceActor, client, user));
  return factors.length;
}
