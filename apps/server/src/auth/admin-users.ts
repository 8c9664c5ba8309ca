import { createHash, randomUUID } from 'node:crypto';
import { DatabaseError, type SqlValue, type Statement, type Transaction } from '../db/database.ts';
import type { ChangedUserBody, NewUserBody, Page } from './admin-schemas.ts';
import { auditEntry, serviceActor } from './audit.ts';
import { readBanDuration } from './ban-duration.ts';
import { authErrors } from './errors.ts';
import { accountById, lockAccount } from './find-account.ts';
import { upsertIdentity } from './account-rows.ts';
import { checkMetadata, checkPatched, metadataPatch, patched } from './metadata.ts';
import { assertNewPassword, checkNewPassword, hashPassword, isKnownHash } from './passwords.ts';
import { deleteConfirmations } from './pending-confirmations.ts';
import { deleteRemaining } from './remaining-tokens.ts';
import { checkEmail, checkPhone, isUuid } from './schemas.ts';
import type { AuthParts, Client } from './settings.ts';
import { accountColumns, toAccount, type User } from './user-object.ts';

/** Users of one page, newest first, and the total. */
export async function listUsers(
  auth: AuthParts,
  { page, perPage }: Page,
  filter: string,
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`;
  const matching = `from auth.users u where u.aud = 'authenticated'
    and ($1 = '%%' or u.email like $1 or u.raw_user_meta_data ->> 'full_name' ilike $1)`;
  const [count, list] = await auth.database.asService([
    { text: `select count(*) as total ${matching}`, values: [pattern] },
    {
      text: `select ${accountColumns} ${matching}
        order by u.created_at desc, u.id limit $2::bigint offset $3::bigint`,
      values: [pattern, perPage, (page - 1) * perPage],
    },
  ]);
  return {
    users: list?.rows.map((row) => toAccount(row).user) ?? [],
    total: Number(count?.rows[0]?.total ?? 0),
  };
}

/** The hash to store; null when neither a password nor a hash is given. */
async function givenPassword(body: ChangedUserBody, strength: boolean): Promise<string | null> {
  if (body.password !== '' && body.password_hash !== '') {
    throw authErrors.validationFailed('Only a password or a password hash should be provided');
  }
  if (body.password_hash !== '') {
    if (isKnownHash(body.password_hash)) return body.password_hash;
    throw authErrors.validationFailed('The password hash is of no kind that is known here');
  }
  if (body.password === '') return null;
  if (strength || checkNewPassword(body.password) !== 'short') assertNewPassword(body.password);
  return hashPassword(body.password);
}

const nil = '00000000-0000-0000-0000-000000000000';

/** @throws validation_failed, with 404 as in GoTrue */
export function checkUserId(id: string): string {
  if (!isUuid(id)) throw authErrors.badUserId();
  return id.toLowerCase();
}

function newId(given: string): string {
  if (given === '') return randomUUID();
  if (!isUuid(given)) throw authErrors.validationFailed('ID must conform to the uuid v4 format');
  if (given === nil) throw authErrors.validationFailed('ID cannot be a nil uuid');
  return given.toLowerCase();
}

function banUntil(duration: string): { readonly change: boolean; readonly seconds: number | null } {
  if (duration === '') return { change: false, seconds: null };
  return { change: true, seconds: readBanDuration(duration) };
}

/**
 * Creates an account for an administrator: no mail is sent, and the password may be weak.
 *
 * @throws validation_failed, email_exists, phone_exists
 */
export async function createUser(
  auth: AuthParts,
  body: NewUserBody,
  client: Client,
): Promise<User> {
  const email = body.email === '' ? null : checkEmail(body.email);
  const phone = body.phone === '' ? null : checkPhone(body.phone);
  if (email === null && phone === null) {
    throw authErrors.validationFailed('Cannot create a user without either an email or phone');
  }
  const id = newId(body.id);
  const ban = banUntil(body.ban_duration);
  const passwordHash = (await givenPassword(body, false)) ?? '';
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])];
  const appMetadata = { ...body.app_metadata, provider: providers[0], providers };
  const emailConfirmed = email !== null && body.email_confirm;
  const phoneConfirmed = phone !== null && body.phone_confirm;
  const userMetadata = { ...body.user_metadata, ...(emailConfirmed && { email_verified: true }) };
  checkMetadata('app_metadata', appMetadata);
  checkMetadata('user_metadata', userMetadata);
  const values: SqlValue[] = [
    id,
    body.role === '' ? 'authenticated' : body.role,
    email,
    phone,
    passwordHash,
    emailConfirmed,
    phoneConfirmed,
    JSON.stringify(appMetadata),
    JSON.stringify(userMetadata),
    ban.seconds,
  ];
  return auth.database.serviceTransaction(async (transaction) => {
    await transaction.run({
      text: `insert into auth.users (
          instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
          phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at,
          confirmation_token, recovery_token, email_change_token_new, email_change)
        values ('${nil}', $1, 'authenticated', $2, $3, $4, $5, case when $6 then now() end,
          case when $7 then now() end, $8::jsonb, $9::jsonb, now() + make_interval(secs => $10),
          now(), now(), '', '', '', '')`,
      values,
    });
    if (email !== null) await transaction.run(upsertIdentity(id, 'email', email, emailConfirmed));
    if (phone !== null) await transaction.run(upsertIdentity(id, 'phone', phone, phoneConfirmed));
    const { user } = await accountById(transaction, id);
    await transaction.run(auditEntry('user_signedup', serviceActor, client, user));
    return user;
  });
}

/**
 * Deletions before an account changes. Links come first, as when one is followed, so that the two cannot deadlock; the
 * account is locked before its sessions, so that a sign-in under way opens none afterwards.
 */
function endings(id: string, what: { links: boolean; sessions: boolean }): Statement[] {
  const owned = (table: string) => ({
    text: `delete from auth.${table} where user_id = $1`,
    values: [id],
  });
  return [
    ...(what.links ? [owned('one_time_tokens'), owned('flow_state'), deleteConfirmations(id)] : []),
    ...(what.sessions ? [lockAccount(id), owned('sessions')] : []),
  ];
}

/** A confirmation by hand proves no mailbox, so it voids pending sign-ups. */
function confirmsByHand(user: User, body: ChangedUserBody): boolean {
  return body.email_confirm && user.email_confirmed_at === undefined;
}

/**
 * Changes the fields the body names. A new address counts at once, a new password ends every session.
 *
 * @throws user_not_found, validation_failed, weak_password, email_exists, phone_exists
 */
export async function changeUser(
  auth: AuthParts,
  id: string,
  body: ChangedUserBody,
  client: Client,
): Promise<User> {
  const email = body.email === '' ? null : checkEmail(body.email);
  const phone = body.phone === '' ? null : checkPhone(body.phone);
  const ban = banUntil(body.ban_duration);
  const passwordHash = await givenPassword(body, true);
  const userMetadata = metadataPatch('user_metadata', body.user_metadata);
  const appMetadata = metadataPatch('app_metadata', body.app_metadata);
  return auth.database.serviceTransaction(async (transaction) => {
    const before = await accountById(transaction, id);
    const moves = email !== null && email !== before.user.email;
    const sessions = passwordHash !== null;
    const gone = { links: moves || sessions || confirmsByHand(before.user, body), sessions };
    for (const statement of endings(id, gone)) await transaction.run(statement);
    await transaction.run({
      text: `update auth.users set email = coalesce($2, email), phone = coalesce($3, phone),
          encrypted_password = coalesce($4, encrypted_password), role = coalesce($5, role),
          email_confirmed_at = case when $6 and coalesce($2, email) is not null
            then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
          phone_confirmed_at = case when $7 and coalesce($3, phone) is not null
            then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
          raw_user_meta_data = ${patched('raw_user_meta_data', 8, 9)},
          raw_app_meta_data = ${patched('raw_app_meta_data', 10, 11)},
          banned_until = case when $12 then now() + make_interval(secs => $13) else banned_until end,
          email_change = case when $14 then '' else email_change end,
          email_change_confirm_status = case when $14 then 0 else email_change_confirm_status end,
          updated_at = now() where id = $1`,
      values: [
        id,
        email,
        phone,
        passwordHash,
        body.role === '' ? null : body.role,
        body.email_confirm,
        body.phone_confirm,
        userMetadata.set,
        userMetadata.removed,
        appMetadata.set,
        appMetadata.removed,
        ban.change,
        ban.seconds,
        moves,
      ],
    });
    if (gone.links) await transaction.run(deleteRemaining(id));
    const { user } = await accountById(transaction, id);
    checkPatched(userMetadata, user.user_metadata);
    checkPatched(appMetadata, user.app_metadata);
    const emailVerified = user.email_confirmed_at !== undefined;
    const phoneVerified = user.phone_confirmed_at !== undefined;
    if (email !== null) await transaction.run(upsertIdentity(id, 'email', email, emailVerified));
    if (phone !== null) await transaction.run(upsertIdentity(id, 'phone', phone, phoneVerified));
    await transaction.run(auditEntry('user_modified', serviceActor, client, user));
    return (await accountById(transaction, id)).user;
  });
}

function obscured(id: string, address: string): string {
  return createHash('sha256').update(`${id}${address}`).digest('hex');
}

async function deleteRow(transaction: Transaction, id: string): Promise<void> {
  try {
    await transaction.run({ text: 'delete from auth.users where id = $1', values: [id] });
  } catch (error) {
    // Rows refer to the account: 23001, before PostgreSQL 18 the code that elsewhere means that the account is gone.
    if (error instanceof DatabaseError && error.code === '23503')
      throw new Error('rows of another table keep the account', { cause: error });
    throw error;
  }
}

/**
 * Deletes an account. A soft delete leaves its row without personal data.
 *
 * @throws user_not_found
 */
export async function deleteUser(
  auth: AuthParts,
  id: string,
  softly: boolean,
  client: Client,
): Promise<void> {
  await auth.database.serviceTransaction(async (transaction) => {
    const { user } = await accountById(transaction, id);
    await transaction.run(auditEntry('user_deleted', serviceActor, client, user));
    for (const statement of endings(id, { links: true, sessions: true })) {
      await transaction.run(statement);
    }
    if (!softly) {
      await deleteRow(transaction, id);
      return;
    }
    await transaction.run({
      text: `with factors as (delete from auth.mfa_factors where user_id = $1),
        identity as (
          update auth.identities set provider_id = encode(sha256(convert_to(provider_id, 'utf8')), 'hex'),
            identity_data = '{}', updated_at = now()
          where user_id = $1)
        update auth.users set email = nullif($2, ''), phone = nullif($3, ''), encrypted_password = '',
          email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
          email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
          raw_user_meta_data = '{}', raw_app_meta_data = '{}',
          deleted_at = coalesce(deleted_at, now()), updated_at = now()
        where id = $1`,
      values: [
        id,
        user.email === '' ? '' : obscured(id, user.email),
        user.phone === '' ? '' : obscured(id, user.phone).slice(0, 15),
      ],
    });
    await transaction.run(deleteRemaining(id));
  });
}
