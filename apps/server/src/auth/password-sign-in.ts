import type { Statement } from '../db/database.ts';
import { signInEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { byEmail } from './find-account.ts';
import { checkPassword, hashPassword, isOutdated } from './passwords.ts';
import { countPasswordAttempt, resetPasswordAttempts } from './rate-limits.ts';
import { newSession, toOpenSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';
import { findSignUpPassword } from './sign-up-passwords.ts';
import { toAccount } from './user-object.ts';

interface Credentials {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
}

/** The account of the address and the password of its newest sign-up, which do not depend on each other. */
async function findByEmail(auth: AuthParts, email: string) {
  const [users, signUps] = await auth.database.asService([
    byEmail(email),
    findSignUpPassword(email),
  ]);
  const row = users?.rows[0];
  const signUpHash = signUps?.rows[0]?.password_hash;
  return {
    account: row === undefined ? null : toAccount(row),
    signUpHash: typeof signUpHash === 'string' ? signUpHash : null,
  };
}

/** Null if the account's password hash was replaced while the password was checked. */
async function openByPassword(
  auth: AuthParts,
  { email, password }: Credentials,
  client: Client,
): Promise<OpenSession | null> {
  const { account, signUpHash } = await findByEmail(auth, email);
  const passwordHash = account?.passwordHash ?? null;
  const right = await checkPassword(passwordHash, password);
  if (account === null || passwordHash === null || !right) {
    // The number of checks follows from the sign-up alone, so that timing does not reveal the account.
    const isTyped = signUpHash !== null && (await checkPassword(signUpHash, password));
    if (account !== null) auth.failedSignIns.record(account.user.id);
    throw isTyped ? authErrors.emailNotConfirmed() : authErrors.invalidCredentials();
  }
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
    ...(auth.config.rateLimit ? [resetPasswordAttempts(auth, user.email)] : []),
    ...(renewed === null ? [] : [renewal]),
  ]);
  const row = opened?.rows[0];
  return row === undefined ? null : toOpenSession(row, refreshToken);
}

/**
 * Signs in by password. The hash is checked outside any transaction and for an unknown address too; only after the right
 * password, or that of a sign-up, does an error say more than `invalid_credentials`.
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
