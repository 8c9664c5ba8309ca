import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withBackend, withFeatures } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';

const backend = withBackend();

describe('a new page', () => {
  it('has its own title in the language on screen, at once when that changes', async () => {
    const { user } = await renderApp({ path: '/nowhere' });
    await waitFor(() => expect(document.title).toBe('Page not found | BKK Siam'));
    await user.click(await screen.findByRole('button', { name: 'ไทย' }));
    await waitFor(() => expect(document.documentElement.lang).toBe('th'));
    expect(document.title).toMatch(/^[ก-๙ ]+ \| BKK Siam$/);
    expect(localStorage.getItem('bkksiam-language')).toBe('th');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 - Not Found');
  });

  it('is read from its heading', async () => {
    const { user } = await renderApp({ path: '/nowhere' });
    await user.click(await screen.findByRole('link', { name: 'Back to the home page' }));
    await waitFor(() => expect(document.title).toContain('Flights'));
    // The title changes with the render, the focus in an effect after it.
    const heading = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('lets the keyboard skip the menus', async () => {
    const { user } = await renderApp({ path: '/nowhere' });
    await screen.findByRole('heading', { level: 1 });
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Skip to main content');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(window.location.hash).toBe('');
  });
});

it.each(['/%0A', '/a%0Db/c', '/dashboard/%E2%80%A8'])(
  '%s says that there is no page',
  async (path) => {
    await renderApp({ path });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 - Not Found');
    expect(screen.getByRole('banner')).toBeTruthy();
  },
);

describe('the language', () => {
  it('keeps what is typed, and the page', async () => {
    const { user, router } = await renderApp({ path: '/nowhere' });
    const box = await screen.findByRole('textbox', { name: 'Your email' });
    await user.type(box, 'half@an.addr');
    await user.click(screen.getByRole('button', { name: 'ไทย' }));
    await screen.findByRole('button', { name: 'English' });
    expect(box).toHaveProperty('value', 'half@an.addr');
    expect(router.state.location.pathname).toBe('/nowhere');
  });
});

describe('the search of all flights', () => {
  const { features } = withFeatures(['requests', 'bookings', 'flights'], backend);
  const addresses = (name: string) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

  it('is linked where a member reserves', async () => {
    await renderApp({ path: '/dashboard', as: 'member', features });
    const tile = await screen.findByRole('link', { name: /^Reserve a flight/ });
    expect(tile.getAttribute('href')).toBe('/search');
    expect(addresses('Search flights')).toContain('/search');
  });

  it('is linked from the form for groups', async () => {
    await renderApp({ path: '/dashboard/group-request', as: 'member', features });
    const text = await screen.findByText('Groups of up to 9 can book right away.');
    const link = within(text).getByRole('link', { name: 'Search flights' });
    expect(link.getAttribute('href')).toBe('/search');
  });

  it('is the first link of the bar', async () => {
    await renderApp({ path: '/terms', features });
    await screen.findByRole('heading', { level: 1 });
    expect(addresses('Search flights')).toContain('/search');
  });
});

describe('the theme', () => {
  it('follows the system until one is chosen, and remembers the choice', async () => {
    const { user } = await renderApp({ path: '/nowhere' });
    expect(document.documentElement.dataset.theme).toBeUndefined();
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('bkksiam-theme')).toBe('"dark"');
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});

describe('the guard', () => {
  it('shows a skeleton, then redirects a visitor to the sign-in', async () => {
    const { router } = await renderApp({ path: '/nowhere' });
    await screen.findByRole('heading', { level: 1 });
    await act(() => router.navigate('/dashboard'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/nowhere'));
  });

  it('waits for the session before it decides', async () => {
    const { router, releaseSession } = await renderApp({
      path: '/dashboard',
      as: 'member',
      holdsSession: true,
    });
    expect(await screen.findByText('Loading the page...')).toBeTruthy();
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
    expect(router.state.location.pathname).toBe('/dashboard');
    releaseSession();
    await screen.findByRole('heading', { level: 1, name: /Nattaya/ });
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});
