import type { Row, Transaction } from '../db/database.ts';
import { authErrors } from './errors.ts';
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

/**
 * Notes the wished address. The same wish again keeps what is confirmed of it; another one starts anew.
 * Somebody without an address has only the new one to confirm.
 *
 * @throws email_exists
 */
export async function wishForEmail(
  transaction: Transaction,
  user: User,
  newEmail: string,
): Promise<void> {
  if ((await accountByEmail(transaction, newEmail)) !== null) throw authErrors.emailExists();
  await transaction.run({
    text: `with replaced as (
        delete from auth.one_time_tokens t using auth.users u
        where u.id = $1 and u.email_change is distinct from $2 and t.user_id = u.id
          and t.token_type in ('email_change_token_current', 'email_change_token_new'))
      update auth.users set email_change = $2, updated_at = now(),
        email_change_confirm_status = case
          when coalesce(email, '') = '' then 1
          when email_change = $2 then email_change_confirm_status else 0 end
      where id = $1`,
    values: [user.id, newEmail],
  });
}

/** Whom to send which token, the present address first. */
export async function issueEmailChange(
  transaction: Transaction,
  user: User,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<{ readonly to: string; readonly token: string }[]> {
  await wishForEmail(transaction, user, newEmail);
  await transaction.run({
    text: `update auth.users set email_change_confirm_status = 0 where id = $1 and coalesce(email, '') <> ''`,
    values: [user.id],
  });
  const issue = async (to: string, kind: ChangeKind) => ({
    to,
    token: await issueFlowToken(
      transaction,
      { id: user.id, email: to },
      kind,
      'email_change',
      challenge,
    ),
  });
  const current = user.email === '' ? [] : [await issue(user.email, 'email_change_token_current')];
  return [...current, await issue(newEmail, 'email_change_token_new')];
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

/**
 * One of the two addresses agrees; tells whether that was the last. The person's row is locked, so that both at once are
 * one after the other.
 *
 * @throws email_exists when the address has become somebody else's
 */
export async function agreeToEmailChange(
  transaction: Transaction,
  userId: string,
  kind: ChangeKind,
): Promise<boolean> {
  const { rows } = await transaction.run({
    text: `select email_change, email_change_confirm_status as agreed from auth.users
      where id = $1 for update`,
    values: [userId],
  });
  const row: Row = rows[0] ?? {};
  if (row.agreed === 1) {
    await applyEmailChange(transaction, userId, String(row.email_change));
    return true;
  }
  await transaction.run({
    text: `update auth.users set email_change_confirm_status = 1, ${kind} = '', updated_at = now()
      where id = $1`,
    values: [userId],
  });
  return false;
}
