import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';

withBackend();

const announced = {
  '/dashboard/group-request': 'group',
  '/dashboard/payments': 'payments',
  '/dashboard/support': 'support',
} as const;

describe.each(languagesInTest('en'))('in %s', (language) => {
  const t = textsOf(language);

  it('My Orders are none, below the top bar', async () => {
    const title = t('nav.orders');
    await renderApp({ path: '/orders', as: 'member', language });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    const main = within(screen.getByRole('main'));
    for (const paragraph of [
      t('members.orders.text'),
      t('members.orders.empty'),
      t('members.orders.emptyText'),
    ]) {
      expect(
        main.getByText((_, element) => element?.textContent === paragraph, { selector: 'p' }),
      ).toBeTruthy();
    }
    expect(main.getByRole('link', { name: t('nav.browseStore') }).getAttribute('href')).toBe(
      '/store',
    );
    expect(screen.getByRole('banner')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${title} | BKK Siam`));
  });

  it.each(Object.entries(announced))('%s is announced as coming', async (path, page) => {
    const title = t(`members.soon.${page}.title`);
    const action = t(`members.soon.${page}.action`);
    const { user } = await renderApp({ path, as: 'member', language });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: action }));
    expect(await toastText()).toBe(t('toast.comingSoon'));
    const contact = { name: t(`members.soon.${page}.contact`) };
    const link = within(screen.getByRole('main')).getByRole<HTMLAnchorElement>('link', contact);
    const { pathname, searchParams } = new URL(link.href);
    expect(pathname).toBe('/contact');
    expect(searchParams.get('subject')).toBe(t(`members.soon.${page}.subject`));
    await waitFor(() => expect(document.title).toBe(`${title} | BKK Siam`));
  });
});

it('Payments show the credit of the member', async () => {
  await renderApp({ path: '/dashboard/payments', as: 'member' });
  const title = textsOf('en')('dashboard.tile.credit');
  const credit = (await screen.findByRole('heading', { level: 2, name: title })).parentElement;
  await waitFor(() => expect(credit?.textContent).toContain('THB 12,450.00'));
});

it.each([
  '/dashboard/bookings',
  '/dashboard/group-request',
  '/dashboard/payments',
  '/dashboard/profile',
  '/dashboard/support',
  '/profile',
  '/orders',
  '/booking/TG600',
])('a visitor of %s is sent to sign in, and Back does not lead there again', async (path) => {
  const { router } = await renderApp({ path });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.historyAction).toBe('REPLACE');
});
