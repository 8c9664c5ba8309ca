import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { transition, type SessionEvent, type SessionState } from './session.ts';

interface Account {
  readonly email?: string;
  readonly hasFactor?: boolean;
  /** The assurance level of the token. */
  readonly aal?: 'aal1' | 'aal2';
}

function sessionOf({ email = 'a@mail.example', hasFactor = false, aal = 'aal1' }: Account = {}) {
  return {
    access_token: `head.${btoa(JSON.stringify({ aal }))}.signature`,
    user: { id: email, email, factors: hasFactor ? [{ status: 'verified' }] : [] },
  } as unknown as Session;
}

const start: SessionState = { status: 'unknown', link: undefined };

function client(type: AuthChangeEvent, session: Session | null): SessionEvent {
  return { type, session };
}

function after(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(transition, start);
}

const signedIn = client('SIGNED_IN', sessionOf());
const signedOut = client('SIGNED_OUT', null);

describe('the session', () => {
  it('is unknown until the client or the saved session answers', () => {
    expect(after().status).toBe('unknown');
    expect(after({ type: 'NO_SESSION_FOUND' }).status).toBe('visitor');
    expect(after(client('INITIAL_SESSION', null)).status).toBe('visitor');
    expect(after(client('INITIAL_SESSION', sessionOf())).status).toBe('member');
  });

  it('of a member stays when it could not be read again', () => {
    expect(after(signedIn, { type: 'NO_SESSION_FOUND' }).status).toBe('member');
  });

  it.each<AuthChangeEvent>([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'PASSWORD_RECOVERY',
    'MFA_CHALLENGE_VERIFIED',
  ])('follows the user of %s', (type) => {
    const session = sessionOf({ email: 'b@mail.example' });
    expect(after(signedIn, client(type, session))).toMatchObject({
      status: 'member',
      user: session.user,
    });
  });

  it('awaits the code of an account with an authenticator', () => {
    const first = client('SIGNED_IN', sessionOf({ hasFactor: true }));
    const second = client('MFA_CHALLENGE_VERIFIED', sessionOf({ hasFactor: true, aal: 'aal2' }));
    expect(after(first).status).toBe('awaiting_code');
    expect(after(first, second).status).toBe('member');
    expect(after(first, signedOut).status).toBe('visitor');
  });

  it('keeps the object of a user who has not changed', () => {
    const before = after(signedIn);
    const again = transition(before, client('TOKEN_REFRESHED', sessionOf()));
    expect('user' in again && again.user).toBe('user' in before && before.user);
  });

  it('ends at the end of a sign-out, not with the event of the client', () => {
    const started = after(signedIn, { type: 'SIGN_OUT_STARTED' }, signedOut);
    expect(started).toMatchObject({ status: 'member', isSigningOut: true });
    expect(transition(started, { type: 'SIGN_OUT_FINISHED' }).status).toBe('visitor');
    const failed = transition(started, { type: 'SIGN_OUT_FAILED' });
    expect(failed).toMatchObject({ status: 'member', isSigningOut: false });
    expect(transition(failed, signedOut).status).toBe('visitor');
  });

  it('stays in a sign-out while its token is refreshed', () => {
    const refreshed = client('TOKEN_REFRESHED', sessionOf());
    expect(after(signedIn, { type: 'SIGN_OUT_STARTED' }, refreshed, signedOut).status).toBe(
      'member',
    );
  });

  it('knows the mailed link whatever follows', () => {
    const link = { kind: 'session', type: 'invite' } as const;
    const opened: SessionEvent = { type: 'LINK_OPENED', link };
    expect(after(opened)).toEqual({ status: 'unknown', link });
    expect(after(opened, signedIn, signedOut)).toEqual({ status: 'visitor', link });
  });
});
