import { DatabaseError, type Row, type Transaction } from '../db/database.ts';
import { authErrors, type AuthError } from './errors.ts';
import { accountByEmail } from './find-account.ts';
import { putIdentity } from './identity-rows.ts';
import type { TokenKind } from './link-tokens.ts';
import { issueFlowToken, type CodeChallenge } from './pkce.ts';
import { emailProvider, type User } from './user-object.ts';

/** The tokens a change of address takes: both addresses have to agree. */
export type ChangeKind = Extract<TokenKind, `email_change_${string}`>;

export function isChangeKind(kind: unknown): kind is ChangeKind {
  return kind === 'email_change_token_current' || kind === 'email_change_token_new';
}

/** A mail of a requested change: with a link, or without a token the notice that the address is taken. */
interface ChangeMail {
  readonly to: string;
  readonly type: 'email_change' | 'email_taken';
  readonly token: string;
  readonly language: unknown;
}

/** The confirmed account that has this address. An unconfirmed one gives way to whoever opens the mailbox. */
async function ownerOf(transaction: Transaction, email: string): Promise<User | null> {
  const account = await accountByEmail(transaction, email);
  return account?.confirmed === true ? account.user : null;
}

/**
 * Stores the requested address. The same request again keeps what is confirmed of it; another one starts anew.
 * An account without an address has only the new one to confirm.
 */
async function storeRequestedEmail(
  transaction: Transaction,
  user: User,
  newEmail: string,
): Promise<void> {
  await transaction.run({
    text: `with replaced as (
        delete from auth.one_time_tokens t using auth.users u
        where u.id = $1 and u.email_change is distinct from $2 and t.user_id = u.id
          and t.token_type in ('email_change_token_current', 'email_change_token_new'))
      update auth.users set email_change = $2, email_change_sent_at = now(), updated_at = now(),
        email_change_confirm_status = case
          when coalesce(email, '') = '' then 1
          when email_change = $2 then email_change_confirm_status else 0 end
      where id = $1`,
    values: [user.id, newEmail],
  });
}

/**
 * {@link storeRequestedEmail} for an administrator, who is told when the address is taken.
 *
 * @throws email_exists
 */
export async function wishForEmail(
  transaction: Transaction,
  user: User,
  newEmail: string,
): Promise<void> {
  if ((await ownerOf(transaction, newEmail)) !== null) throw authErrors.emailExists();
  await storeRequestedEmail(transaction, user, newEmail);
}

/**
 * The mails of a requested change, the one to the present address first. A taken address gets a notice without a link,
 * and the caller's account looks as it does for a free one, so that the answer does not tell them apart.
 */
export async function issueEmailChange(
  transaction: Transaction,
  user: User,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<readonly ChangeMail[]> {
  await storeRequestedEmail(transaction, user, newEmail);
  await transaction.run({
    text: `update auth.users set email_change_confirm_status = 0 where id = $1 and coalesce(email, '') <> ''`,
    values: [user.id],
  });
  const issue = async (to: string, kind: ChangeKind): Promise<ChangeMail> => ({
    to,
    type: 'email_change',
    language: user.user_metadata.language,
    token: await issueFlowToken(
      transaction,
      { id: user.id, email: to },
      kind,
      'email_change',
      challenge,
    ),
  });
  const current = user.email === '' ? [] : [await issue(user.email, 'email_change_token_current')];
  const owner = await ownerOf(transaction, newEmail);
  const toNew: ChangeMail =
    owner === null
      ? await issue(newEmail, 'email_change_token_new')
      : { to: newEmail, type: 'email_taken', language: owner.user_metadata.language, token: '' };
  return [...current, toNew];
}

/** The new address counts from now on, and makes an anonymous account a permanent one; every link the person was sent is void. */
export async function applyEmailChange(
  transaction: Transaction,
  userId: string,
  newEmail: string,
): Promise<void> {
  await transaction.run({
    text: `with links as (delete from auth.one_time_tokens where user_id = $1)
      update auth.users set email = $2::text, email_change = '', email_change_confirm_status = 0,
        email_change_token_current = '', email_change_token_new = '', confirmation_token = '',
        recovery_token = '', email_confirmed_at = coalesce(email_confirmed_at, now()),
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
          || jsonb_build_object('email', $2::text, 'email_verified', true),
        raw_app_meta_data = case when is_anonymous
          then coalesce(raw_app_meta_data, '{}') || $3::jsonb else raw_app_meta_data end,
        is_anonymous = false,
        updated_at = now()
      where id = $1`,
    values: [userId, newEmail, JSON.stringify(emailProvider)],
  });
  await transaction.run(putIdentity(userId, 'email', newEmail, true));
}

/** Both links have been followed: an unconfirmed account of the address gives way, a confirmed one voids the change. */
async function finishEmailChange(
  transaction: Transaction,
  userId: string,
  newEmail: string,
  refusal: () => AuthError,
): Promise<void> {
  await transaction.run({
    text: `delete from auth.users
      where email = $1 and id <> $2 and is_sso_user = false
        and email_confirmed_at is null and phone_confirmed_at is null`,
    values: [newEmail, userId],
  });
  try {
    await applyEmailChange(transaction, userId, newEmail);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') throw refusal();
    throw error;
  }
}

/** An account whose first address is proved now, as an anonymous one's: what it held before may be a stranger's. */
async function forgetUnconfirmed(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run({
    text: `with factors as (delete from auth.mfa_factors where user_id = $1),
      sessions as (delete from auth.sessions where user_id = $1)
      update auth.users set encrypted_password = '' where id = $1`,
    values: [userId],
  });
}

/**
 * One of the two addresses agrees; tells whether that was the last. The person's row is locked, so that both at once are
 * one after the other.
 *
 * @throws the refusal of a void link when the address has become another account's, which nobody is told
 */
export async function agreeToEmailChange(
  transaction: Transaction,
  userId: string,
  kind: ChangeKind,
  refusal: () => AuthError,
): Promise<boolean> {
  const { rows } = await transaction.run({
    text: `select email_change, email_change_confirm_status as agreed,
        email_confirmed_at is not null as confirmed
      from auth.users
      where id = $1 for update`,
    values: [userId],
  });
  const row: Row = rows[0] ?? {};
  if (row.agreed === 1) {
    if (row.confirmed !== true) await forgetUnconfirmed(transaction, userId);
    await finishEmailChange(transaction, userId, String(row.email_change), refusal);
    return true;
  }
  await transaction.run({
    text: `update auth.users set email_change_confirm_status = 1, ${kind} = '', updated_at = now()
      where id = $1`,
    values: [userId],
  });
  return false;
}
