import type { User } from '@supabase/supabase-js';
import { askAuth, type AuthFailure } from '#platform/auth-failure.ts';

// What one authenticator says need not hold for the next.
const ofOneFactor: readonly unknown[] = [
  'mfa_verification_failed',
  'mfa_factor_not_found',
  'over_request_rate_limit',
];

/** Proves the second factor. Which of several authenticators a code is from, only the server can tell: each is tried. */
export async function verifyCode(user: User, code: string): Promise<AuthFailure | null> {
  let failure: AuthFailure | null = null;
  for (const { id: factorId, status } of user.factors ?? []) {
    if (status !== 'verified') continue;
    failure = await askAuth(({ auth }) => auth.mfa.challengeAndVerify({ factorId, code }));
    if (!ofOneFactor.includes(failure?.code)) return failure;
  }
  return failure;
}

/** Gives up a sign-in before its code; sessions on other devices stay. */
export function giveUpSignIn(): Promise<AuthFailure | null> {
  return askAuth(({ auth }) => auth.signOut({ scope: 'local' }));
}
