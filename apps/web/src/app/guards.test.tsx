import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite, sampleOf } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests, holdAnswers } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import { pages, type Page } from '#pages.ts';

withBackend();

const adminPages = Object.values<Page>(pages)
  .filter(({ access }) => access === 'admins')
  .map(({ pattern, feature }) => ({
    path: pattern,
    features: feature === undefined ? [] : [feature === 'any' ? ('support' as const) : feature],
  }));

describe.each(sampleOf(adminPages))('$path', ({ path, features }) => {
  it('sends a visitor to the sign-in', async () => {
    const { router } = await renderApp({ path, features });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.historyAction).toBe('REPLACE');
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

describe.each(adminPages)('$path', ({ path, features }) => {
  it('sends a member to the dashboard, and asks for nothing of the admins', async () => {
    const { router } = await renderApp({ path, as: 'member', features });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(router.state.historyAction).toBe('REPLACE');
    expect(await screen.findByText('THB 12,450.00')).toBeTruthy();
  });

  it('lets an admin in', async () => {
    onlyInWholeSuite();
    const { router } = await renderApp({ path, as: 'admin', features });
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(router.state.location.pathname).toBe(path);
  });
});

describe('an admin page', () => {
  it('redirects to the dashboard where the check fails, and logs the error', async () => {
    const unblock = blockRequests('/rpc/bkk_is_admin');
    onTestFinished(unblock);
    const { router } = await renderApp({ path: '/admin/users', as: 'admin' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    await expectConsoleError(/query \["users","is-admin".*fetch failed/s);
    unblock();
    await router.navigate('/admin/users');
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy();
  });

  it('shows neither itself nor another page while the server is asked', async () => {
    const { router } = await renderApp({ path: '/about', as: 'admin' });
    await screen.findByRole('heading', { level: 1 });
    const release = holdAnswers();
    onTestFinished(release);
    await router.navigate('/admin/users');
    const waiting = await screen.findByText('Loading the page...');
    expect(waiting.closest('[aria-busy=true]')).not.toBeNull();
    expect(router.state.location.pathname).toBe('/admin/users');
    release();
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy();
  });
});
