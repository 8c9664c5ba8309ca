import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi, type MockInstance } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { connectTo, networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import { supabase } from './supabase.ts';

interface Looked {
  readonly router: Awaited<ReturnType<typeof renderApp>>['router'];
  readonly timers: MockInstance<typeof setInterval>;
}

const backend = withBackend();
const member = credentialsOf('member');

const refocus = () => document.dispatchEvent(new Event('visibilitychange'));

/** What happens when half a minute has passed: every timer of that length rings. */
function ring(timers: Looked['timers']): void {
  const due = timers.mock.calls.filter(([, delay]) => delay === 30_000);
  expect(due).not.toEqual([]);
  for (const [callback] of due) callback();
}

const looks: readonly [string, (looked: Looked) => unknown][] = [
  ['the next focus', () => window.dispatchEvent(new Event('focus'))],
  ['the next page', ({ router }: Looked) => act(() => router.navigate('/'))],
  ['half a minute', ({ timers }: Looked) => ring(timers)],
];

describe('the session', () => {
  it.each(looks)(
    'ends with %s for a deactivated member, and shows a toast',
    async (_when, look) => {
      const { sql } = backend().database;
      const ban = (until: string | null) =>
        sql('update auth.users set banned_until = $1 where email = $2', [until, member.email]);
      const timers = vi.spyOn(globalThis, 'setInterval');
      const { router } = await renderApp({ path: '/dashboard', as: 'member' });
      await screen.findByRole('heading', { level: 1, name: /Nattaya/ });
      await networkQuiet();
      await ban('2999-01-01');
      await look({ router, timers });
      expect(
        await screen.findByText('This account has been closed. Please contact us.'),
      ).toBeTruthy();
      await ban(null);
      const { auth } = await supabase();
      expect((await auth.getSession()).data.session).toBeNull();
      await waitFor(() => expect(router.state.location.pathname).not.toBe('/dashboard'));
    },
  );

  it('ends with a toast where the storage of the browser was cleared', async () => {
    const { router } = await renderApp({ path: '/dashboard', as: 'member' });
    await screen.findByRole('heading', { level: 1, name: /Nattaya/ });
    await networkQuiet();
    localStorage.clear();
    refocus();
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/dashboard'));
  });

  it('stays without a response', async () => {
    const { router } = await renderApp({ path: '/dashboard', as: 'member' });
    await screen.findByRole('heading', { level: 1, name: /Nattaya/ });
    await networkQuiet();
    connectTo(undefined);
    refocus();
    await expectConsoleError('fetch failed');
    await networkQuiet();
    connectTo(backend().url);
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('shows a new address that was confirmed elsewhere after the next check', async () => {
    onlyInWholeSuite();
    await renderApp({ path: '/nowhere', as: 'newMember' });
    const account = await screen.findByRole('button', { name: 'Account menu' });
    await networkQuiet();
    const { sql } = backend().database;
    const move = (from: string, to: string) =>
      sql('update auth.users set email = $2 where email = $1', [from, to]);
    const { email } = credentialsOf('newMember');
    await move(email, 'malee@new.example');
    refocus();
    await networkQuiet();
    await userEvent.click(account);
    expect(await screen.findByText('malee@new.example')).toBeTruthy();
    await move('malee@new.example', email);
  });
});
