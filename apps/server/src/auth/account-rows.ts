import { randomUUID } from 'node:crypto';
import type { Statement, Transaction } from '../db/database.ts';
import { emailProvider, signUpMetadata, utc } from './user-object.ts';

/** An account to be created; its ids are known beforehand, so that a response can contain them. */
export interface NewAccount {
  readonly id: string;
  readonly identityId: string;
  /** In lower case. */
  readonly email: string;
  /** Of an account that is confirmed at once; else empty. */
  readonly passwordHash: string;
  /** Becomes user_metadata of an account that is confirmed at once. */
  readonly data: Readonly<Record<string, unknown>>;
}

export function newAccount(
  email: string,
  data: NewAccount['data'],
  passwordHash: string,
): NewAccount {
  return { id: randomUUID(), identityId: randomUUID(), email, passwordHash, data };
}

/** `invited`: unconfirmed, and its user_metadata will be what its own link carries and nothing else. */
export type AccountState = 'confirmed' | 'unconfirmed' | 'invited';

/**
 * Adds the account and its e-mail identity unless the address is taken; returns the transaction's time either way. An
 * unconfirmed account holds neither password nor data: those count with their own link.
 */
export async function insertAccount(
  transaction: Transaction,
  account: NewAccount,
  state: AccountState,
): Promise<{ readonly created: boolean; readonly now: string }> {
  const confirmed = state === 'confirmed';
  const data = confirmed ? account.data : {};
  const details = signUpMetadata(account.id, account.email, data, confirmed);
  const { rows } = await transaction.run({
    text: `with account as (
        insert into auth.users (
          instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
          confirmation_token, recovery_token, email_change_token_new, email_change)
        values (
          '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
          case when $4 then now() end, $5::jsonb, $8::jsonb, now(), now(), '', '', '', '')
        on conflict (email) where is_sso_user = false do nothing
        returning id),
      identity as (
        insert into auth.identities (
          id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        select $7, id::text, id, $6::jsonb, 'email', now(), now(), now() from account)
      select ${utc('now()')} as now, exists (select from account) as created`,
    values: [
      account.id,
      account.email,
      confirmed ? account.passwordHash : '',
      confirmed,
      JSON.stringify(emailProvider),
      JSON.stringify(details),
      account.identityId,
      JSON.stringify(state === 'invited' ? {} : details),
    ],
  });
  return { created: rows[0]?.created === true, now: String(rows[0]?.now) };
}

/** Inserts the user's identity of that provider, or updates its address. */
export function upsertIdentity(
  userId: string,
  provider: 'email' | 'phone',
  address: string,
  verified: boolean,
): Statement {
  const data = {
    sub: userId,
    [provider]: address,
    email_verified: provider === 'email' && verified,
    phone_verified: provider === 'phone' && verified,
  };
  return {
    text: `insert into auth.identities (
        provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values ($1::text, $1::uuid, $3::jsonb, $2, now(), now(), now())
      on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`,
    values: [userId, provider, JSON.stringify(data)],
  };
}
