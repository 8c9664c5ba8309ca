import type { Statement } from '../db/database.ts';

/** Gives a person the identity of an address, or replaces the address of the one they have. */
export function putIdentity(
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
