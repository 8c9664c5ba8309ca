import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { becomeOwner, inTransaction } from './migrate.ts';
import { featureSeedFile, seedFiles } from './migration-files.ts';

/** True without accounts and rows in product tables; only then demo data is inserted. */
export async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (select from auth.users)
      and not exists (select from public.bkk_airline_news) as empty`);
  return rows[0]?.empty === true;
}

/** Inserts the demo data in the caller's transaction, which runs as the product's owner. */
export async function seedDemo(client: ClientBase): Promise<void> {
  for (const { text } of await seedFiles()) await client.query(text);
}

/**
 * Inserts the demo data of features that are on, each once for a database, in the caller's transaction, which runs as the
 * product's owner.
 */
export async function seedFeatures(client: ClientBase, features: readonly string[]): Promise<void> {
  for (const feature of features) {
    const file = await featureSeedFile(feature);
    if (file === undefined) continue;
    const { rowCount } = await client.query(
      'insert into bkksiam_private.demo_features (name) values ($1) on conflict do nothing',
      [feature],
    );
    if (rowCount === 1) await client.query(file.text);
  }
}

/** The e-mail addresses of accounts without a password, as the seed creates its members. */
export async function membersWithoutPassword(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ email: string }>(
    `select email from auth.users where encrypted_password = '' and email is not null order by id`,
  );
  return rows.map(({ email }) => email);
}

/** What decides whether an account becomes the admin that the operator names. */
export interface NamedAccount {
  readonly isConfirmed: boolean;
  readonly isActive: boolean;
  /** Is or has been an admin. */
  readonly wasAdmin: boolean;
}

export async function accountNamed(
  client: ClientBase,
  email: string,
): Promise<NamedAccount | undefined> {
  const { rows } = await client.query<NamedAccount>(
    `select account.email_confirmed_at is not null as "isConfirmed",
       coalesce(member.is_active, true) and coalesce(account.banned_until < now(), true) as "isActive",
       coalesce(member.role = 'admin', false) or exists (
         select from public.bkk_change_log as change
         where change.table_name = 'bkk_user_roles' and change.row_id = account.id
           and 'admin' in (change.before ->> 'role', change.after ->> 'role')) as "wasAdmin"
     from auth.users as account
       left join public.bkk_user_roles as member on member.user_id = account.id
     where account.email = $1 and account.is_sso_user = false and account.deleted_at is null`,
    [email],
  );
  return rows[0];
}

/** Records that the operator has named the admin; false when the record is there already. */
export async function recordNamedAdmin(client: ClientBase, email: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into bkksiam_private.named_admins (email) values ($1) on conflict do nothing',
    [email],
  );
  return rowCount === 1;
}

/** Deletes the account with everything that a sign-up has left: links, codes and the password typed there. */
export async function deleteUnconfirmed(client: ClientBase, email: string): Promise<void> {
  await client.query(
    'delete from auth.users where email = $1 and is_sso_user = false and email_confirmed_at is null',
    [email],
  );
}

export async function hasAdmin(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from public.bkk_user_roles where role = 'admin' and is_active) as found`,
  );
  return rows[0]?.found === true;
}

/** Sets the password and resets the account: confirmed, not banned, without earlier sessions and links. */
export async function setPassword(
  client: ClientBase,
  email: string,
  passwordHash: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `update auth.users
     set encrypted_password = $2, email_confirmed_at = coalesce(email_confirmed_at, now()),
       banned_until = null, confirmation_token = '', recovery_token = '', updated_at = now()
     where email = $1 and is_sso_user = false
     returning id`,
    [email, passwordHash],
  );
  for (const { id } of rows) {
    await client.query('delete from auth.sessions where user_id = $1', [id]);
    await client.query('delete from auth.one_time_tokens where user_id = $1', [id]);
    await client.query('delete from auth.mfa_factors where user_id = $1', [id]);
  }
}

/** Creates a confirmed account with the same rows as a sign-up whose link was followed. */
export async function createConfirmedUser(
  client: ClientBase,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<void> {
  const id = randomUUID();
  const data = { sub: id, email, email_verified: true, phone_verified: false };
  await client.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       confirmation_token, recovery_token, email_change_token_new, email_change,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, now(),
       '', '', '', '', '{"provider": "email", "providers": ["email"]}', $4, now(), now())`,
    [id, email, passwordHash, data],
  );
  await client.query(
    `insert into auth.identities (
       provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2, 'email', now(), now(), now())`,
    [id, data],
  );
}

/** Makes the account an active admin; true when it was not one before. */
export async function promote(client: ClientBase, email: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into public.bkk_user_roles (user_id, role, is_active)
     select id, 'admin', true from auth.users where email = $1 and is_sso_user = false
     on conflict (user_id) do update set role = 'admin', is_active = true
       where bkk_user_roles.role <> 'admin' or not bkk_user_roles.is_active`,
    [email],
  );
  return (rowCount ?? 0) > 0;
}

/** Ends the ban of an account, as an admin's activation does. */
export async function unban(client: ClientBase, email: string): Promise<void> {
  await client.query(
    'update auth.users set banned_until = null, updated_at = now() where email = $1 and is_sso_user = false',
    [email],
  );
}

/** Runs `work` in a transaction as the product's owner. */
export function asOwner<T>(client: ClientBase, owner: string, work: () => Promise<T>): Promise<T> {
  return inTransaction(client, async () => {
    await becomeOwner(client, owner);
    return work();
  });
}
