import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import { supabase } from './supabase.ts';

const backend = withBackend();
const member = credentialsOf('member');

async function logins(): Promise<number> {
  const rows = await backend().database.sql('select from public.bkk_login_logs where email = $1', [
    member.email,
  ]);
  return rows.length;
}

async function signInByForm(): Promise<Awaited<ReturnType<typeof renderApp>>> {
  const app = await renderApp({ path: '/login' });
  await app.user.type(await screen.findByLabelText('Email'), member.email);
  await app.user.type(screen.getByLabelText('Password'), member.password);
  await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('heading', { level: 1, name: /Nattaya/ });
  return app;
}

const refocus = () => document.dispatchEvent(new Event('visibilitychange'));

describe('a sign-in', () => {
  it('is recorded once: not again on focus, on a refresh or when the page comes anew', async () => {
    const before = await logins();
    await signInByForm();
    await waitFor(async () => expect(await logins()).toBe(before + 1));
    const { auth } = await supabase();
    refocus();
    expect((await auth.refreshSession()).error).toBeNull();
    const again = await auth.getSession();
    expect(again.data.session?.user.email).toBe(member.email);
    refocus();
    await networkQuiet();
    expect(await logins()).toBe(before + 1);
  });

  it('of another tab is followed, and recorded by that tab only', async () => {
    const before = await logins();
    await renderApp({ path: '/nowhere' });
    await screen.findByRole('link', { name: 'Sign In' });
    const { auth } = await supabase();
    // What the client tells this tab when another one has signed in: the event without a call of this page.
    await act(() => auth.signInWithPassword(member));
    await screen.findByRole('button', { name: 'Account menu' });
    expect(await logins()).toBe(before);
  });

  it('goes on when it cannot be recorded', async () => {
    const { sql } = backend().database;
    await sql('alter table public.bkk_login_logs rename to hidden_logs');
    await signInByForm();
    await expectConsoleError('the login could not be logged');
    await sql('alter table public.hidden_logs rename to bkk_login_logs');
    await waitFor(async () => {
      const client = await supabase();
      const { error } = await client.from('bkk_login_logs').insert({
        user_id: (await client.auth.getUser()).data.user?.id ?? '',
        email: member.email,
        event: 'login',
        success: true,
      });
      expect(error).toBeNull();
    });
  });
});

describe('the session', () => {
  it('ends at the next check after the server rejects its user', async () => {
    const { router } = await renderApp({ path: '/dashboard', as: 'newMember' });
    await screen.findByRole('heading', { level: 1, name: /Malee/ });
    await backend().database.sql(
      `delete from auth.sessions where user_id = (select id from auth.users where email = $1)`,
      [credentialsOf('newMember').email],
    );
    // A check in progress may have read the session before, and the next is skipped meanwhile.
    await networkQuiet();
    refocus();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.getByText('Your session has ended. Please sign in again.')).toBeTruthy();
  });

  it('ends with a sign-out: the home page, a toast, and no user', async () => {
    const { user, router } = await renderApp({ path: '/dashboard', as: 'member' });
    const visited: string[] = [];
    router.subscribe(({ location }) => visited.push(location.pathname));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    const toast = await screen.findByText('You have been successfully signed out.');
    expect(toast.closest('[role=status]')?.textContent).toContain('Signed Out');
    expect(router.state.location.pathname).toBe('/');
    expect(visited).not.toContain('/login');
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
    const { auth } = await supabase();
    expect((await auth.getSession()).data.session).toBeNull();
  });
});
