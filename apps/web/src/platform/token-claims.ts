import type { Session, User } from '@supabase/supabase-js';

/** A claim of an access token, unverified: it decides what is shown, never what is allowed. */
export function tokenClaim(token: string, name: string): unknown {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Reflect.get(Object(claims), name);
  } catch {
    return undefined;
  }
}

/** Whether the account asks for the code of an authenticator at sign-in. */
export function hasVerifiedFactor({ factors = [] }: User): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * Whether the session still needs the code. The client tells it too (`getAuthenticatorAssuranceLevel`), but not inside
 * the handler of its events, where it would wait for itself.
 */
export function awaitsCode(session: Session): boolean {
  return hasVerifiedFactor(session.user) && tokenClaim(session.access_token, 'aal') !== 'aal2';
}
