import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';

withBackend();

const orders = {
  en: {
    title: 'My Orders',
    text: 'Your history of merchandise and product purchases.',
    empty: 'No Orders Found',
    emptyText: "You haven't made any purchases from our store yet.",
    store: 'Browse the store',
  },
  th: {
    title: 'คำสั่งซื้อของฉัน',
    text: 'ประวัติการสั่งซื้อสินค้าของคุณ',
    empty: 'ไม่พบคำสั่งซื้อ',
    emptyText: 'คุณยังไม่เคยสั่งซื้อสินค้าจากร้านของเรา',
    store: 'ดูสินค้าในร้าน',
  },
};

const announced = {
  '/dashboard/group-request': {
    en: ['Group Ticket Request', 'Request a group ticket'],
    th: ['ขอตั๋วหมู่คณะ', 'ขอตั๋วหมู่คณะ'],
  },
  '/dashboard/payments': {
    en: ['Payments', 'Top up by QR'],
    th: ['การชำระเงิน', 'เติมเครดิตด้วย QR'],
  },
  '/dashboard/support': {
    en: ['Support Center', 'Ask for support'],
    th: ['ศูนย์ช่วยเหลือ', 'ขอความช่วยเหลือ'],
  },
} as const;

const soon = { en: 'Coming Soon!', th: 'เร็ว ๆ นี้!' };

describe.each(languagesInTest('en'))('in %s', (language) => {
  it('My Orders are none, below the top bar', async () => {
    const text = orders[language];
    await renderApp({ path: '/orders', as: 'member', language });
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    const main = within(screen.getByRole('main'));
    for (const paragraph of [text.text, text.empty, text.emptyText]) {
      expect(
        main.getByText((_, element) => element?.textContent === paragraph, { selector: 'p' }),
      ).toBeTruthy();
    }
    expect(main.getByRole('link', { name: text.store }).getAttribute('href')).toBe('/store');
    expect(screen.getByRole('banner')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${text.title} | BKK Siam`));
  });

  it.each(Object.entries(announced))('%s is announced as coming', async (path, texts) => {
    const [title, action] = texts[language];
    const { user } = await renderApp({ path, as: 'member', language });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: action }));
    expect(await toastText()).toBe(soon[language]);
    await waitFor(() => expect(document.title).toBe(`${title} | BKK Siam`));
  });
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
