import type { TestBackend } from '@bkksiam/server/testing/test-backend';

/** Somebody with an account: by default a member named after the address, since the first days of 2026. */
export interface Somebody {
  readonly email: string;
  readonly name?: string | null;
  readonly role?: 'member' | 'admin';
  readonly active?: boolean;
  /** ISO time with zone. */
  readonly since?: string;
}

/** Gives somebody an account without a password; returns its id. */
export async function addPerson(backend: TestBackend, somebody: Somebody): Promise<string> {
  const { email, name = email, role = 'member', active = true } = somebody;
  const { since = '2026-01-01T00:00:00Z' } = somebody;
  const [row] = await backend.database.sql(
    `insert into auth.users (id, email, aud, role, encrypted_password, email_confirmed_at, created_at,
       updated_at, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), $1, 'authenticated', 'authenticated', '', $3, $3, $3,
       '{"provider": "email", "providers": ["email"]}',
       jsonb_strip_nulls(jsonb_build_object('full_name', $2::text)))
     returning id`,
    [email, name, since],
  );
  const id = String(row?.id);
  await backend.database.sql(
    'update public.bkk_user_roles set role = $2, is_active = $3 where user_id = $1',
    [id, role, active],
  );
  return id;
}

/** Takes those accounts away again, and what is theirs. */
export async function removePeople(backend: TestBackend, emailLike: string): Promise<void> {
  await backend.database.sql('delete from auth.users where email like $1', [emailLike]);
}
