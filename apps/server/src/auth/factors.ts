import { randomUUID } from 'node:crypto';
import type { Row, Transaction } from '../db/database.ts';
import { auditEntry, serviceActor } from './audit.ts';
import type { Caller } from './callers.ts';
import { authErrors } from './errors.ts';
import { accountByEmail, accountById, lockAccount } from './find-account.ts';
import { countAccountChange } from './rate-limits.ts';
import { isUuid } from './schemas.ts';
import type { AuthParts, Client } from './settings.ts';
import { newEnrolment, sealSecret, type Enrolment } from './totp.ts';
import type { User } from './user-object.ts';

const maxFactors = 10;
/** How long a challenge can be answered. */
export const challengeSeconds = 300;

/** @throws validation_failed, with 404 as in GoTrue */
export function checkFactorId(id: string): string {
  if (!isUuid(id)) throw authErrors.badFactorId();
  return id.toLowerCase();
}

/** The factors as the protocol shows them, without their secrets. */
export function shownFactors(user: User): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(user.factors) ? (user.factors as Readonly<Record<string, unknown>>[]) : [];
}

export function hasVerifiedFactor(user: User): boolean {
  return shownFactors(user).some(({ status }) => status === 'verified');
}

export interface FactorRequest {
  readonly friendlyName: string;
  readonly issuer: string;
}

/**
 * Enrols a factor, which counts once a first code is verified. Deletes factors that were not verified within five
 * minutes.
 *
 * @throws insufficient_aal, too_many_enrolled_mfa_factors, mfa_factor_name_conflict, validation_failed,
 *   over_request_rate_limit
 */
export async function enrolFactor(
  auth: AuthParts,
  { user, aal }: Caller,
  request: FactorRequest,
  client: Client,
): Promise<{ readonly id: string; readonly totp: Enrolment }> {
  const { issuer, friendlyName } = request;
  await countAccountChange(auth, user.id);
  const id = randomUUID();
  const totp = newEnrolment(issuer || new URL(auth.config.siteUrl).host, user.email || user.id);
  await auth.database.serviceTransaction(async (transaction) => {
    // Serializes enrolments of a user, so that the count below holds.
    await transaction.run(lockAccount(user.id));
    await transaction.run({
      text: `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
        and created_at < now() - interval '5 minutes'`,
      values: [user.id],
    });
    const { rows } = await transaction.run({
      text: `select status = 'verified' as verified, friendly_name as name
        from auth.mfa_factors where user_id = $1`,
      values: [user.id],
    });
    if (rows.some((row) => row.verified === true) && aal !== 'aal2') {
      throw authErrors.enrolmentNeedsAal2();
    }
    if (rows.length >= maxFactors) throw authErrors.tooManyFactors();
    if (friendlyName !== '' && rows.some((row) => row.name === friendlyName)) {
      throw authErrors.factorNameTaken(friendlyName);
    }
    await transaction.run({
      text: `insert into auth.mfa_factors
          (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
      values: [id, user.id, friendlyName, sealSecret(auth.tokens, id, totp.secret)],
    });
    await transaction.run(auditEntry('factor_in_progress', user, client));
  });
  return { id, totp };
}

/**
 * Creates a challenge, which accepts a code of the factor for five minutes.
 *
 * @throws mfa_factor_not_found
 */
export async function challengeFactor(
  auth: AuthParts,
  { user }: Caller,
  factorId: string,
  client: Client,
): Promise<{ readonly id: string; readonly type: 'totp'; readonly expires_at: number }> {
  const id = randomUUID();
  return auth.database.serviceTransaction(async (transaction) => {
    const { rows } = await transaction.run({
      text: `with factor as (
          update auth.mfa_factors set last_challenged_at = clock_timestamp()
          where id = $1 and user_id = $2 and factor_type = 'totp' returning id),
        swept as (
          delete from auth.mfa_challenges c using factor f
          where c.factor_id = f.id and c.created_at < now() - interval '1 hour')
        insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
        select $3, id, now(), $4::inet from factor
        returning extract(epoch from created_at)::bigint + $5::bigint as expires_at`,
      values: [factorId, user.id, id, client.ip ?? '0.0.0.0', challengeSeconds],
    });
    if (rows[0] === undefined) throw authErrors.factorNotFound();
    await transaction.run(auditEntry('challenge_created', user, client));
    return { id, type: 'totp', expires_at: Number(rows[0].expires_at) };
  });
}

/**
 * Locks all factors of a user, before any of their sessions, so that changes of factors are serialized.
 */
export async function lockFactors(
  transaction: Transaction,
  userId: string,
): Promise<readonly Row[]> {
  const { rows } = await transaction.run({
    text: `select id, secret, status = 'verified' as verified from auth.mfa_factors
      where user_id = $1 order by id for update`,
    values: [userId],
  });
  return rows;
}

/** Lowers the sessions that the factor raised. */
async function dropFactor(transaction: Transaction, factorId: string): Promise<void> {
  await transaction.run({
    text: `with lowered as (
        update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
        where factor_id = $1 returning id)
      delete from auth.mfa_amr_claims a using lowered l
      where a.session_id = l.id and a.authentication_method = 'totp'`,
    values: [factorId],
  });
  await transaction.run({
    text: 'delete from auth.mfa_factors where id = $1',
    values: [factorId],
  });
}

/**
 * Removes a factor of the caller. After the last one the password alone signs in.
 *
 * @throws mfa_factor_not_found, insufficient_aal, over_request_rate_limit
 */
export async function removeFactor(
  auth: AuthParts,
  { user, aal }: Caller,
  factorId: string,
  client: Client,
): Promise<void> {
  await countAccountChange(auth, user.id);
  await auth.database.serviceTransaction(async (transaction) => {
    const factor = (await lockFactors(transaction, user.id)).find(({ id }) => id === factorId);
    if (factor === undefined) throw authErrors.factorNotFound();
    if (factor.verified === true && aal !== 'aal2') throw authErrors.removalNeedsAal2();
    await dropFactor(transaction, factorId);
    await transaction.run(auditEntry('factor_unenrolled', user, client));
  });
}

/**
 * Removes a factor for an administrator, as when an authenticator is lost; returns the removed factor.
 *
 * @throws user_not_found, mfa_factor_not_found
 */
export async function removeFactorOf(
  auth: AuthParts,
  userId: string,
  factorId: string,
  client: Client,
): Promise<Readonly<Record<string, unknown>>> {
  return auth.database.serviceTransaction(async (transaction) => {
    await lockFactors(transaction, userId);
    const { user } = await accountById(transaction, userId);
    const factor = shownFactors(user).find(({ id }) => id === factorId);
    if (factor === undefined) throw authErrors.factorNotFound();
    await dropFactor(transaction, factorId);
    await transaction.run(auditEntry('factor_deleted', serviceActor, client, user));
    return factor;
  });
}

/**
 * Removes every factor of an account and ends its sessions, for an operator at the server.
 *
 * @returns how many factors it had (with none, nothing changes); null without such an account
 */
export async function resetFactors(
  transaction: Transaction,
  email: string,
): Promise<number | null> {
  const account = await accountByEmail(transaction, email.trim().toLowerCase());
  if (account === null) return null;
  const { user } = account;
  const factors = await lockFactors(transaction, user.id);
  if (factors.length === 0) return 0;
  for (const table of ['auth.mfa_factors', 'auth.sessions'])
    await transaction.run({ text: `delete from ${table} where user_id = $1`, values: [user.id] });
  const client = { ip: null, userAgent: 'npm run reset-factor' };
  await transaction.run(auditEntry('factor_deleted', serviceActor, client, user));
  return factors.length;
}
