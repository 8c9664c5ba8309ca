import { randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { emailProvider, signUpMetadata, utc } from './user-object.ts';

/** Somebody about to get an account with an e-mail address; ids are made beforehand, so that an answer can name them. */
export interface NewPerson {
  readonly id: string;
  readonly identityId: string;
  /** In lower case. */
  readonly email: string;
  /** Of an account that is confirmed at once; empty for somebody who comes in by a link and has no password yet. */
  readonly passwordHash: string;
  /** What the person said about themselves; becomes user_metadata of an account that is confirmed at once. */
  readonly data: Readonly<Record<string, unknown>>;
}

export function newPerson(email: string, data: NewPerson['data'], passwordHash: string): NewPerson {
  return { id: randomUUID(), identityId: randomUUID(), email, passwordHash, data };
}

/**
 * Adds the person and their e-mail identity unless the address is taken; tells the transaction's time either way. An account
 * that waits for its confirmation holds neither password nor data: they count with their own link.
 */
export async function insertPerson(
  transaction: Transaction,
  person: NewPerson,
  confirmed: boolean,
): Promise<{ readonly created: boolean; readonly now: string }> {
  const data = confirmed ? person.data : {};
  const metadata = signUpMetadata(person.id, person.email, data, confirmed);
  const { rows } = await transaction.run({
    text: `with person as (
        insert into auth.users (
          instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
          confirmation_token, recovery_token, email_change_token_new, email_change)
        values (
          '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
          case when $4 then now() end, $5::jsonb, $6::jsonb, now(), now(), '', '', '', '')
        on conflict (email) where is_sso_user = false do nothing
        returning id),
      identity as (
        insert into auth.identities (
          id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        select $7, id::text, id, $6::jsonb, 'email', now(), now(), now() from person)
      select ${utc('now()')} as now, exists (select from person) as created`,
    values: [
      person.id,
      person.email,
      confirmed ? person.passwordHash : '',
      confirmed,
      JSON.stringify(emailProvider),
      JSON.stringify(metadata),
      person.identityId,
    ],
  });
  return { created: rows[0]?.created === true, now: String(rows[0]?.now) };
}
