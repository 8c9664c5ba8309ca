import type { Statement } from '../db/database.ts';
import { authErrors } from './errors.ts';
import { countUses, firstExceeded, forgetUses, type Limit, type Use } from './limits.ts';
import type { AuthParts } from './settings.ts';

const codes: Limit = { name: 'codes', most: 5, windowSeconds: 900 };
const passwords: Limit = { name: 'passwords', most: 30, windowSeconds: 300 };
const changes: Limit = { name: 'changes', most: 30, windowSeconds: 300 };

async function count(auth: AuthParts, use: Use): Promise<void> {
  const [result] = await auth.database.asService([countUses([use])]);
  const exceeded = firstExceeded([use], result);
  if (exceeded !== null) throw authErrors.tooManyTries(exceeded.seconds);
}

/**
 * Counts a try of a code for this address or factor before it is looked at, so that tries at once count too. Five in a
 * quarter of an hour are answered, whatever the operator says about limits; links are not counted, they cannot be guessed.
 *
 * @throws over_request_rate_limit, for known and unknown addresses alike
 */
export function countCodeTry(auth: AuthParts, subject: string): Promise<void> {
  return count(auth, { limit: codes, subject });
}

/** After the right code the count starts anew; part of the transaction that used the code up. */
export function forgetCodeTries(subject: string): Statement {
  return forgetUses([{ limit: codes, subject }]);
}

/**
 * Counts a try of a password for this address, from wherever it comes, before it is looked at.
 *
 * @throws over_request_rate_limit, for known and unknown addresses alike
 */
export async function countPasswordTry(auth: AuthParts, email: string): Promise<void> {
  if (auth.config.rateLimit) await count(auth, { limit: passwords, subject: email });
}

/** After the right password the count starts anew; part of the transaction that opens the session. */
export function forgetPasswordTries(email: string): Statement {
  return forgetUses([{ limit: passwords, subject: email }]);
}

/**
 * Counts a change of an account, from wherever it comes.
 *
 * @throws over_request_rate_limit
 */
export async function countAccountChange(auth: AuthParts, userId: string): Promise<void> {
  if (auth.config.rateLimit) await count(auth, { limit: changes, subject: userId });
}
