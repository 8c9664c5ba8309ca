import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { createStore, useStore } from 'zustand';
import type { MailedLink } from './mailed-link.ts';

interface WithLink {
  /** The mailed link that opened this page, or whose code was typed here. */
  readonly link: MailedLink | undefined;
}

/**
 * The user of the page: `unknown` until the saved session is read, `awaiting_code` while the sign-in still needs the
 * code of the account's authenticator.
 */
export type SessionState = WithLink &
  (
    | { readonly status: 'unknown' | 'visitor' }
    | { readonly status: 'member'; readonly user: User; readonly isSigningOut: boolean }
    | { readonly status: 'awaiting_code'; readonly user: User }
  );

type PageEvent = 'NO_SESSION_FOUND' | 'SIGN_OUT_STARTED' | 'SIGN_OUT_FAILED' | 'SIGN_OUT_FINISHED';

/** An event of the Supabase client, those of other tabs included, or of the page. */
export type SessionEvent =
  | { readonly type: AuthChangeEvent; readonly session: Session | null }
  | { readonly type: 'LINK_OPENED'; readonly link: MailedLink }
  | { readonly type: PageEvent };

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

/** Whether the account has an authenticator, whose code every sign-in needs. */
export function hasVerifiedFactor({ factors = [] }: User): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/** The client's own `getAuthenticatorAssuranceLevel` would deadlock in a handler of its events. */
function needsCode({ user, access_token: token }: Session): boolean {
  return hasVerifiedFactor(user) && tokenClaim(token, 'aal') !== 'aal2';
}

/** Keeps the object of an unchanged user: the client emits an event whenever the page gets the focus. */
function sameUser(state: SessionState, user: User): User {
  const isSame = 'user' in state && JSON.stringify(state.user) === JSON.stringify(user);
  return isSame ? state.user : user;
}

export const isSigningOut = (state: SessionState) =>
  state.status === 'member' && state.isSigningOut;

function withSession(state: SessionState, session: Session | null): SessionState {
  const { link } = state;
  if (session === null) return { status: 'visitor', link };
  const user = sameUser(state, session.user);
  if (needsCode(session)) return { status: 'awaiting_code', link, user };
  return { status: 'member', link, user, isSigningOut: isSigningOut(state) };
}

/** The state after an event. */
export function transition(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'LINK_OPENED':
      return { ...state, link: event.link };
    case 'NO_SESSION_FOUND':
      return state.status === 'unknown' ? withSession(state, null) : state;
    case 'SIGN_OUT_STARTED':
    case 'SIGN_OUT_FAILED':
      if (state.status !== 'member') return state;
      return { ...state, isSigningOut: event.type === 'SIGN_OUT_STARTED' };
    case 'SIGN_OUT_FINISHED':
      return withSession(state, null);
    case 'SIGNED_OUT':
      // `signOut` leaves the page first: its guard would redirect to the sign-in.
      return isSigningOut(state) ? state : withSession(state, null);
    case 'INITIAL_SESSION':
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'PASSWORD_RECOVERY':
    case 'MFA_CHALLENGE_VERIFIED':
      return withSession(state, event.session);
  }
}

/** The session of the page; components read it by `useUser` and `useSession`. */
export const sessionStore = createStore<SessionState>(() => ({
  status: 'unknown',
  link: undefined,
}));

export function dispatch(event: SessionEvent): void {
  sessionStore.setState((state) => transition(state, event), true);
}

/** A part of the session; the component renders again only when that part changes. */
export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useStore(sessionStore, select);
}

export const isUnknown = ({ status }: SessionState) => status === 'unknown';
export const memberOf = (state: SessionState) => (state.status === 'member' ? state.user : null);
export const awaitingCodeOf = (state: SessionState) =>
  state.status === 'awaiting_code' ? state.user : null;

/** The signed-in user; null for a visitor, and before the session is known. */
export function useUser(): User | null {
  return useSession(memberOf);
}

/** The full name given at sign-up, if there is one. */
export function fullNameOf({ user_metadata: { full_name: name } }: User): string | undefined {
  return typeof name === 'string' ? name : undefined;
}
