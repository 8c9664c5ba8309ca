import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests, networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import { savedSession, supabase } from './supabase.ts';

const backend = withBackend();

afterEach(() => {
  vi.useRealTimers();
});

const focus = () => window.dispatchEvent(new Event('focus'));

async function accessToken(): Promise<string | undefined> {
  const { auth } = await supabase();
  return (await auth.getSession()).data.session?.access_token;
}

/**
 * Page and server share one clock here. A device that is slow by some seconds finds its session to last that much
 * longer than the server does.
 */
function shiftDevice(slowSeconds: number): void {
  const session = JSON.parse(localStorage.getItem(savedSession.key) ?? '') as {
    expires_at: number;
  };
  const seen = { ...session, expires_at: session.expires_at + slowSeconds };
  localStorage.setItem(savedSession.key, JSON.stringify(seen));
}

/** The member's dashboard, a minute after the server has found its access token expired. */
async function openExpired(slowSeconds: number) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { router } = await renderApp({ path: '/dashboard', as: 'member' });
  await screen.findByRole('heading', { level: 1, name: /Nattaya/ });
  await networkQuiet();
  const token = await accessToken();
  shiftDevice(slowSeconds);
  vi.setSystemTime(Date.now() + 3_660_000);
  return { router, token };
}

function requestsTo(path: string, spy: { mock: { calls: readonly (readonly unknown[])[] } }) {
  return spy.mock.calls.filter(([input]) => String(input).includes(path));
}

describe('a session whose access token has expired', () => {
  it.each([
    ['slow', 180],
    ['fast', -180],
  ])('goes on where the clock of the device is three minutes %s', async (_clock, slowSeconds) => {
    const { router, token } = await openExpired(slowSeconds);
    focus();
    await networkQuiet();
    await waitFor(async () => expect(await accessToken()).not.toBe(token));
    await act(() => router.navigate('/dashboard/bookings'));
    await screen.findByRole('table');
    await networkQuiet();
    expect(router.state.location.pathname).toBe('/dashboard/bookings');
    expect(await accessToken()).toBeDefined();
  });

  it('answers data calls after one refresh for all of them', async () => {
    const { token } = await openExpired(180);
    const client = await supabase();
    const fetched = vi.spyOn(globalThis, 'fetch');
    const read = () => client.from('bkk_credit_accounts').select();
    const answers = await Promise.all([read(), read(), client.rpc('bkk_is_admin')]);
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
    expect(requestsTo('grant_type=refresh_token', fetched)).toHaveLength(1);
    expect(await accessToken()).not.toBe(token);
    await read();
    expect(requestsTo('grant_type=refresh_token', fetched)).toHaveLength(1);
  });

  it('ends on the server too when its user signs out', async () => {
    await openExpired(180);
    const { auth } = await supabase();
    const { error } = await auth.signOut();
    expect(error).toBeNull();
    const sessions = await backend().database.sql(
      `select s.id from auth.sessions s join auth.users u on u.id = s.user_id
       where u.email = 'nattaya@bkksiam.example'`,
    );
    expect(sessions).toEqual([]);
  });

  it('ends with a message when the refresh is rejected', async () => {
    const { router } = await openExpired(180);
    await backend().database.sql('delete from auth.sessions');
    focus();
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(await accessToken()).toBeUndefined();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('stays when the refresh gets no answer', async () => {
    const { router } = await openExpired(180);
    const unblock = blockRequests('/auth/v1/token');
    const fetched = vi.spyOn(globalThis, 'fetch');
    focus();
    await waitFor(() => expect(requestsTo('/auth/v1/token', fetched)).not.toEqual([]));
    // The client tries for 30 s.
    vi.setSystemTime(Date.now() + 30_000);
    await expectConsoleError('TypeError: fetch failed');
    unblock();
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(await accessToken()).toBeDefined();
  });
});

describe('a token that was never the session’s', () => {
  it('is rejected without a refresh', async () => {
    await renderApp({ path: '/about' });
    const client = await supabase();
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { error } = await client.auth.getUser('not.a.token');
    expect(error?.code).toBe('bad_jwt');
    expect(requestsTo('grant_type=refresh_token', fetched)).toEqual([]);
  });
});
