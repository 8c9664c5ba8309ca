import { DatabaseError, type Row, type Transaction } from '../db/database.ts';
import { authErrors, type AuthError } from './errors.ts';
import { accountByEmail } from './find-account.ts';
import { upsertIdentity } from './account-rows.ts';
import type { TokenKind } from './link-tokens.ts';
import { issueFlowToken, type CodeChallenge } from './pkce.ts';
import { emailProvider, type User } from './user-object.ts';

/** The tokens of a change of address, which both addresses have to confirm. */
export type ChangeKind = Extract<TokenKind, `email_change_${string}`>;

export function isChangeKind(kind: unknown): kind is ChangeKind {
  return kind === 'email_change_token_current' || kind === 'email_change_token_new';
}

/** A link, or without a token the notice that the address is taken. */
interface ChangeMail {
  readonly to: string;
  readonly type: 'email_change' | 'email_taken';
  readonly token: string;
  readonly language: unknown;
}

/** The confirmed account of this address. An unconfirmed one gives way to the owner of the mailbox. */
async function ownerOf(transaction: Transaction, email: string): Promise<User | null> {
  const account = await accountByEmail(transaction, email);
  return account?.confirmed === true ? account.user : null;
}

/**
 * Stores the requested address. Repeating it keeps its confirmation, another address resets it. An account without an address
 * has only the new one to confirm.
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
 * {@link storeRequestedEmail} for an administrator, with an error for a taken address.
 *
 * @throws email_exists
 */
export async function requestEmail(
  transaction: Transaction,
  user: User,
  newEmail: string,
): Promise<void> {
  if ((await ownerOf(transaction, newEmail)) !== null) throw authErrors.emailExists();
  await storeRequestedEmail(transaction, user, newEmail);
}

/**
 * Issues the mails of a requested change, that to the present address first. A taken address gets a notice without a link;
 * the caller's account and the response look as for a free one.
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

/** Sets the new address, makes an anonymous account permanent and voids every link of the account. */
export async function applyEmailChange(
  transaction: Transaction,
  userId: string,
  newEmail: string,
): Promise<void> {
  await transaction.run({
    text: `with links as (delete from auth.one_time_tokens where user_id = $1),
      remaining as (delete from bkksiam_private.remaining_tokens where user_id = $1),
      typed as (delete from bkksiam_private.sign_up_passwords where email = $2::text)
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
  await transaction.run(upsertIdentity(userId, 'email', newEmail, true));
}

/** After both links: an unconfirmed account of the address is deleted, a confirmed one voids the change. */
async function finishEmailChange(
  transaction: Transaction,
  userId: string,
  newEmail: string,
  invalidLink: () => AuthError,
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
    if (error instanceof DatabaseError && error.code === '23505') throw invalidLink();
    throw error;
  }
}

/** For an account that proves its first address, such as an anonymous one: another user may have set what it held. */
async function forgetUnconfirmed(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run({
    text: `with factors as (delete from auth.mfa_factors where user_id = $1),
      sessions as (delete from auth.sessions where user_id = $1)
      update auth.users set encrypted_password = '' where id = $1`,
    values: [userId],
  });
}

/**
 * Confirms one of the two addresses; true when that was the second. The row lock serializes two confirmations at once.
 *
 * @throws what `invalidLink` returns when the address now belongs to another account, which is not revealed
 */
export async function agreeToEmailChange(
  transaction: Transaction,
  userId: string,
  kind: ChangeKind,
  invalidLink: () => AuthError,
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
    await finishEmailChange(transaction, userId, String(row.email_change), invalidLink);
    return true;
  }
  await transaction.run({
    text: `update auth.users set email_change_confirm_status = 1, ${kind} = '', updated_at = now()
      where id = $1`,
    values: [userId],
  });
  return false;
}
