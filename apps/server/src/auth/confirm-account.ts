import type { Transaction } from '../db/database.ts';
import type { PendingConfirmation } from './pending-confirmations.ts';

/** What a followed link confirms. */
type Proved = Pick<PendingConfirmation, 'passwordHash' | 'data' | 'flowId'>;

/** For a recovery or magic link, which confirms the address alone. */
export const noData: Proved = { passwordHash: null, data: {}, flowId: null };

/**
 * The first proof of the account's mailbox: sets what the link carries and clears what was set before, because another user
 * may have set it. The caller holds locks on the account's links and row.
 */
export async function confirmFirstTime(
  transaction: Transaction,
  userId: string,
  { passwordHash, data, flowId }: Proved,
): Promise<void> {
  await transaction.run({
    text: `with links as (delete from auth.one_time_tokens where user_id = $1),
      pending as (delete from bkksiam_private.pending_confirmations where user_id = $1),
      typed as (
        delete from bkksiam_private.sign_up_passwords p using auth.users u
        where u.id = $1 and p.email = u.email),
      remaining as (delete from bkksiam_private.remaining_tokens where user_id = $1),
      flows as (
        delete from auth.flow_state
        where user_id = $1 and authentication_method = 'email/signup' and id is distinct from $4::uuid),
      factors as (delete from auth.mfa_factors where user_id = $1),
      sessions as (delete from auth.sessions where user_id = $1),
      identity as (
        update auth.identities
        set identity_data = identity_data || $3::jsonb || '{"email_verified": true}', updated_at = now()
        where user_id = $1 and provider = 'email')
      update auth.users
      set email_confirmed_at = now(), encrypted_password = $2,
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb || '{"email_verified": true}',
        confirmation_token = '', recovery_token = '', updated_at = now()
      where id = $1`,
    values: [userId, passwordHash ?? '', JSON.stringify(data), flowId],
  });
}

/** A later proof voids the other links that were sent to the mailbox. */
export async function confirmAgain(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run({
    text: `with links as (delete from auth.one_time_tokens where user_id = $1),
      pending as (delete from bkksiam_private.pending_confirmations where user_id = $1),
      typed as (
        delete from bkksiam_private.sign_up_passwords p using auth.users u
        where u.id = $1 and p.email = u.email),
      remaining as (delete from bkksiam_private.remaining_tokens where user_id = $1),
      identity as (
        update auth.identities
        set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
        where user_id = $1 and provider = 'email')
      update auth.users
      set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}',
        recovery_token = '', updated_at = now()
      where id = $1`,
    values: [userId],
  });
}
