import type { Row, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import type { Caller } from './callers.ts';
import { countCodeAttempt, resetCodeAttempts } from './rate-limits.ts';
import { authErrors } from './errors.ts';
import { challengeSeconds, lockFactors, shownFactors } from './factors.ts';
import { rotateActive } from './refresh-tokens.ts';
import { readSession, type OpenSession } from './sessions.ts';
import { isUuid } from './schemas.ts';
import type { AuthParts, Client } from './settings.ts';
import { codePeriod, unsealSecret } from './totp.ts';

export interface FactorProof {
  readonly factorId: string;
  readonly challengeId: string;
  readonly code: string;
}

async function readChallenge(
  transaction: Transaction,
  { factorId, challengeId }: FactorProof,
  client: Client,
): Promise<Row> {
  if (!isUuid(challengeId)) throw authErrors.challengeNotFound();
  const { rows } = await transaction.run({
    text: `select c.verified_at is not null as used, c.ip_address = $3::inet as same_address,
        c.created_at <= clock_timestamp() - make_interval(secs => $4) as expired,
        (select max(o.otp_code::bigint) from auth.mfa_challenges o
          where o.factor_id = c.factor_id and o.verified_at is not null) as last_period
      from auth.mfa_challenges c where c.id = $1 and c.factor_id = $2`,
    values: [challengeId, factorId, client.ip ?? '0.0.0.0', challengeSeconds],
  });
  const [row] = rows;
  if (row === undefined) throw authErrors.challengeNotFound();
  if (row.used === true || row.same_address !== true) throw authErrors.challengeElsewhere();
  if (row.expired === true) throw authErrors.challengeExpired(challengeId);
  return row;
}

/** Marks the challenge as used and stores the period of its code: no code up to that period counts again. */
async function acceptCode(
  transaction: Transaction,
  { factorId, challengeId }: FactorProof,
  userId: string,
  period: number,
): Promise<void> {
  await transaction.run({
    text: 'update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1',
    values: [challengeId, String(period)],
  });
  await transaction.run({
    text: `with others as (
        delete from auth.mfa_factors
        where user_id = $2 and id <> $1 and status = 'unverified' and factor_type = 'totp')
      update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`,
    values: [factorId, userId],
  });
}

/** Raises the session to aal2 and ends the user's sessions below it. */
async function raiseSession(
  transaction: Transaction,
  sessionId: string,
  userId: string,
  factorId: string,
): Promise<void> {
  await transaction.run({
    text: `with proof as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values (gen_random_uuid(), $1, clock_timestamp(), clock_timestamp(), 'totp')
        on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at)
      update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    values: [sessionId, factorId],
  });
  await transaction.run({
    text: `delete from auth.sessions
      where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'`,
    values: [userId, sessionId],
  });
}

/**
 * Verifies a factor by its code: the session continues at aal2 with a new refresh token. A code counts once; five attempts
 * in a quarter of an hour are checked.
 *
 * @throws mfa_factor_not_found, mfa_ip_address_mismatch, mfa_challenge_expired, mfa_verification_failed,
 *   over_request_rate_limit, session_not_found
 */
export async function verifyFactor(
  auth: AuthParts,
  { user, sessionId }: Caller,
  proof: FactorProof,
  client: Client,
): Promise<OpenSession> {
  if (sessionId === null) throw authErrors.sessionGone();
  if (!shownFactors(user).some(({ id }) => id === proof.factorId))
    throw authErrors.factorNotFound();
  const subject = `factor ${proof.factorId}`;
  // Outside the transaction, which a wrong code rolls back.
  await countCodeAttempt(auth, subject);
  return auth.database.serviceTransaction(async (transaction) => {
    const factors = await lockFactors(transaction, user.id);
    const factor = factors.find(({ id }) => id === proof.factorId);
    if (factor === undefined) throw authErrors.factorNotFound();
    const challenge = await readChallenge(transaction, proof, client);
    const secret = unsealSecret(auth.tokens, proof.factorId, String(factor.secret));
    const period = codePeriod(secret, proof.code);
    if (period === null || period <= Number(challenge.last_period ?? -1)) {
      throw authErrors.wrongTotpCode();
    }
    const token = await rotateActive(transaction, sessionId);
    if (token === null) throw authErrors.sessionGone();
    await acceptCode(transaction, proof, user.id, period);
    await raiseSession(transaction, sessionId, user.id, proof.factorId);
    await transaction.run(resetCodeAttempts(auth, subject));
    await transaction.run(auditEntry('verification_attempted', user, client));
    return readSession(transaction, sessionId, token);
  });
}
