import type { Statement } from '../db/database.ts';
import { signInEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { checkPassword, hashPassword, isOutdated } from './passwords.ts';
import { countPasswordAttempt, resetPasswordAttempts } from './rate-limits.ts';
import { newSession, toOpenSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';
import { accountColumns, toAccount, type Account } from './user-object.ts';

interface Credentials {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
}

/**
 * An unconfirmed account has no password: that of its newest sign-up is used, so that the right one is answered
 * `email_not_confirmed`.
 */
async function findByEmail(auth: AuthParts, email: string): Promise<Account | null> {
  const [result] = await auth.database.asService([
    {
      text: `select ${accountColumns},
          case when u.confirmed_at is null then (
            select p.password_hash from bkksiam_private.pending_confirmations p
            where p.user_id = u.id and p.kind = 'signup' order by p.created_at desc limit 1) end as pending_hash
        from auth.users u
        where u.email = $1 and u.is_sso_user = false and u.deleted_at is null`,
      values: [email],
    },
  ]);
  const row = result?.rows[0];
  if (row === undefined) return null;
  const account = toAccount(row);
  const pending = typeof row.pending_hash === 'string' ? row.pending_hash : null;
  return account.confirmed
    ? account
    : { ...account, passwordHash: pending ?? account.passwordHash };
}

/** Null if the account's password hash was replaced while the password was checked. */
async function openByPassword(
  auth: AuthParts,
  { email, password }: Credentials,
  client: Client,
): Promise<OpenSession | null> {
  const account = await findByEmail(auth, email);
  const passwordHash = account?.passwordHash ?? null;
  const right = await checkPassword(passwordHash, password);
  if (account === null || passwordHash === null || !right) throw authErrors.invalidCredentials();
  if (account.banned) throw authErrors.bannedAtSignIn();
  if (!account.confirmed) throw authErrors.emailNotConfirmed();

  const { user } = account;
  const renewed = isOutdated(passwordHash) ? await hashPassword(password) : null;
  const { id, insert, select, refreshToken } = newSession(
    user.id,
    'password',
    client,
    passwordHash,
  );
  const renewal: Statement = {
    text: 'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2',
    values: [user.id, passwordHash, renewed],
  };
  // One batch: many sign in at once, and each round trip takes time from the hashes.
  const [, opened] = await auth.database.asService([
    insert,
    select,
    signInEntry(user, id, client),
    ...(auth.config.rateLimit ? [resetPasswordAttempts(user.email)] : []),
    ...(renewed === null ? [] : [renewal]),
  ]);
  const row = opened?.rows[0];
  return row === undefined ? null : toOpenSession(row, refreshToken);
}

/**
 * Signs in by password. The hash is checked outside any transaction and for an unknown address too; only after the right
 * password does an error say more than `invalid_credentials`.
 *
 * @throws invalid_credentials, user_banned, email_not_confirmed, over_request_rate_limit
 */
export async function signInWithPassword(
  auth: AuthParts,
  credentials: Credentials,
  client: Client,
): Promise<OpenSession> {
  await countPasswordAttempt(auth, credentials.email);
  const open = () => openByPassword(auth, credentials, client);
  // The second check decides between a renewed hash of the same password and a new password.
  const session = (await open()) ?? (await open());
  if (session === null) throw authErrors.invalidCredentials();
  return session;
}
