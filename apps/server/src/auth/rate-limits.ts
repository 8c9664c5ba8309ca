import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Statement, Transaction } from '../db/database.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import { checkMailLimits, countMail } from '../limits/mail-limits.ts';
import {
  countHit,
  countHits,
  firstExceeded,
  hitOf,
  resetHits,
  type RateLimit,
} from '../limits/rate-limits.ts';
import { isService } from './callers.ts';
import type { AuthParts } from './settings.ts';

const minute = 60;
const fiveMinutes = 300;
const quarterHour = 900;
const hour = 3600;

const thirty = (name: string): RateLimit => ({ name, max: 30, windowSeconds: fiveMinutes });
const verify = thirty('verify');

/** GoTrue's limits for one network, by method and path below the prefix. */
const networkLimits: Readonly<Record<string, RateLimit>> = {
  'POST /token': { name: 'token', max: 150, windowSeconds: fiveMinutes },
  'GET /verify': verify,
  'POST /verify': verify,
  'POST /signup': thirty('signup'),
  'POST /otp': thirty('otp'),
  'POST /magiclink': thirty('magiclink'),
  'POST /recover': thirty('recover'),
  'POST /resend': thirty('resend'),
  'PUT /user': thirty('user'),
  'GET /reauthenticate': thirty('reauthenticate'),
  'POST /factors/:id/challenge': { name: 'factor challenge', max: 15, windowSeconds: minute },
  'POST /factors/:id/verify': { name: 'factor verify', max: 15, windowSeconds: minute },
};
const anonymousSignUps: RateLimit = { name: 'anonymous', max: 30, windowSeconds: hour };
const codes: RateLimit = { name: 'codes', max: 5, windowSeconds: quarterHour };
const passwords = thirty('passwords');
const accountChanges = thirty('changes');

/** Counts a request for its network, except with the service key: the functions of the admins all call from this machine. */
async function countRequest(
  auth: AuthParts,
  request: FastifyRequest,
  limit: RateLimit,
): Promise<void> {
  if (!auth.config.rateLimit || (await isService(auth, request.headers))) return;
  await countHit(auth, limit, networkOf(clientAddress(request.ip)));
}

/** Limits the routes by network, before a body is read. */
export function limitAuthNetworks(app: FastifyInstance, auth: AuthParts): void {
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions } = request;
    const limit = networkLimits[`${method} ${(routeOptions.url ?? '').slice(app.prefix.length)}`];
    if (limit !== undefined) await countRequest(auth, request, limit);
  });
}

/** Counts an anonymous sign-up for its network, which only the body tells from other sign-ups. */
export function countAnonymousSignUp(auth: AuthParts, request: FastifyRequest): Promise<void> {
  return countRequest(auth, request, anonymousSignUps);
}

/**
 * Counts an attempt at a code for an address or a factor before the code is checked, so that parallel attempts count too.
 * `RATE_LIMIT=off` does not lift it: six digits can be guessed, a link's token cannot.
 */
export function countCodeAttempt(auth: AuthParts, subject: string): Promise<void> {
  return countHit(auth, codes, subject);
}

/**
 * Counts an attempt at each mailed code of an address, and returns the codes that are still valid: five attempts void a
 * code for its lifetime. An address without codes counts one attempt too, so that timing does not reveal it.
 */
export async function countAttemptPerCode(
  auth: AuthParts,
  email: string,
  tokenHashes: readonly string[],
): Promise<readonly string[]> {
  const limit = { name: 'mailed code', max: 5, windowSeconds: auth.config.linkLifetimeSeconds };
  const subjects = tokenHashes.length === 0 ? [email] : tokenHashes;
  const hits = subjects.map((subject) => hitOf(auth, limit, subject));
  const [result] = await auth.database.asService([countHits(hits)]);
  return tokenHashes.filter((hash) => firstExceeded([hitOf(auth, limit, hash)], result) === null);
}

/** Resets the count after the right code, in the transaction that redeems it. */
export function resetCodeAttempts(auth: AuthParts, subject: string): Statement {
  return resetHits([hitOf(auth, codes, subject)]);
}

/** Counts an attempt at a password for an address, known or not, before the password is checked. */
export async function countPasswordAttempt(auth: AuthParts, email: string): Promise<void> {
  if (auth.config.rateLimit) await countHit(auth, passwords, email);
}

/** Resets the count after the right password, in the transaction that opens the session. */
export function resetPasswordAttempts(auth: AuthParts, email: string): Statement {
  return resetHits([hitOf(auth, passwords, email)]);
}

/** Counts a change of an account or its factors; each is an entry of the audit log. */
export async function countAccountChange(auth: AuthParts, userId: string): Promise<void> {
  if (!auth.config.rateLimit) return;
  await countHit(auth, accountChanges, userId);
}

type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** {@link checkMailLimits} for mails of this protocol. */
export async function checkMailWait(auth: AuthParts, kind: MailKind, to: string): Promise<void> {
  if (auth.config.rateLimit) await checkMailLimits(auth, { kind, to, waitSeconds: minute });
}

/** {@link countMail} for mails of this protocol. */
export async function startMailWait(
  transaction: Transaction,
  auth: AuthParts,
  kind: MailKind,
  to: string,
): Promise<void> {
  if (auth.config.rateLimit) await countMail(transaction, auth, { kind, to, waitSeconds: minute });
}
