import type { TestBackend } from '@bkksiam/server/testing/test-backend';

/** An account; by default of a member named after the email, created on the first day of 2026. */
export interface NewUser {
  readonly email: string;
  readonly name?: string | null;
  readonly role?: 'member' | 'admin';
  readonly active?: boolean;
  /** ISO time with zone. */
  readonly since?: string;
}

/** Creates an account without a password and returns its id. */
export async function addUser(backend: TestBackend, user: NewUser): Promise<string> {
  const { email, name = email, role = 'member', active = true } = user;
  const { since = '2026-01-01T00:00:00Z' } = user;
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

/** Deletes accounts with their data. */
export async function removeUsers(backend: TestBackend, emailLike: string): Promise<void> {
  await backend.database.sql('delete from auth.users where email like $1', [emailLike]);
}
