import type { Statement, Transaction } from '../db/database.ts';
import { authErrors } from './errors.ts';
import type { AuthParts } from './settings.ts';
import { accountColumns, toAccount, type Account } from './user-object.ts';

function byId(id: string): Statement {
  return { text: `select ${accountColumns} from auth.users u where u.id = $1::uuid`, values: [id] };
}

/** The account by id, also a soft-deleted one. */
export async function accountById(transaction: Transaction, id: string): Promise<Account> {
  const { rows } = await transaction.run(byId(id));
  if (rows[0] === undefined) throw authErrors.userNotFound();
  return toAccount(rows[0]);
}

/** {@link accountById} without a transaction. */
export async function readAccountById(auth: AuthParts, id: string): Promise<Account> {
  const [result] = await auth.database.asService([byId(id)]);
  if (result?.rows[0] === undefined) throw authErrors.userNotFound();
  return toAccount(result.rows[0]);
}

/** The account of that address (in lower case) that is not deleted. */
export function byEmail(email: string): Statement {
  return {
    text: `select ${accountColumns} from auth.users u
      where u.email = $1 and u.is_sso_user = false and u.deleted_at is null`,
    values: [email],
  };
}

/** {@link byEmail}, or null. */
export async function accountByEmail(
  transaction: Transaction,
  email: string,
): Promise<Account | null> {
  const { rows } = await transaction.run(byEmail(email));
  return rows[0] === undefined ? null : toAccount(rows[0]);
}

/** Serializes changes of the account; sign-ins wait too. */
export function lockAccount(id: string): Statement {
  return { text: 'select from auth.users where id = $1 for no key update', values: [id] };
}
