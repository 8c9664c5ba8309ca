import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { acceptedBooking, bookingAction, holdBooking } from '#testing/bookings.ts';
import { placeRequest } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/bookings.json';
import thai from '../../../public/locales/th/bookings.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);

/** Each test has rows of its own, and the limits of an hour count none of earlier ones. */
beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    delete from public.bkk_bookings; delete from public.bkk_quote_requests;
    update public.bkk_quote_events set created_at = created_at - interval '1 day'; commit`);
});

const open = (search = '', language: 'en' | 'th' = 'en') =>
  renderApp({ path: `/dashboard/bookings${search}`, as: 'member', language, features });

const rows = async () => (await screen.findAllByRole('row')).slice(1);

it.each(languagesInTest('en'))(
  'lists requests and bookings together in %s, an accepted request as its booking',
  async (language) => {
    const booking = await acceptedBooking(backend());
    const request = await placeRequest(backend(), 'member');
    const hold = await holdBooking(backend());
    await open('', language);
    const [first, second, third, ...others] = await rows();
    expect(others).toEqual([]);
    expect(first?.textContent).toContain(hold.reference);
    expect(first?.textContent).toContain('—');
    // The unknown day is left out below the route, where no header names it.
    expect(first?.textContent).not.toContain('— ·');
    expect(second?.textContent).toContain('PENDING');
    expect(third?.textContent).toContain(booking.reference);
    const linkOf = (row: HTMLElement | undefined) =>
      row && within(row).getAllByRole('link')[0]?.getAttribute('href');
    expect(linkOf(first)).toBe(`/dashboard/bookings/${hold.reference}`);
    expect(linkOf(second)).toBe(`/dashboard/requests/${request}`);
    expect(linkOf(third)).toBe(`/dashboard/bookings/${booking.reference}`);
  },
);

it.each(languagesInTest('th'))(
  'the dashboard lists open bookings first in %s, with their deadline and where to pay',
  async (language) => {
    const texts = { en: english, th: thai }[language];
    const booking = await acceptedBooking(backend());
    const hold = await holdBooking(backend());
    const ended = await holdBooking(backend());
    await bookingAction(backend(), 'member', 'bkk_cancel_booking', ended);
    const request = await placeRequest(backend(), 'member');
    await renderApp({ path: '/dashboard', as: 'member', language, features });
    const listed = await rows();
    expect(listed.map((row) => within(row).getAllByRole('link')[0]?.getAttribute('href'))).toEqual([
      `/dashboard/bookings/${hold.reference}`,
      `/dashboard/bookings/${booking.reference}`,
      `/dashboard/requests/${request}`,
      `/dashboard/bookings/${ended.reference}`,
    ]);
    const [held, priced] = listed;
    const deadline = texts.by.replace('{{time}}', '').trim();
    expect([held, priced].map((row) => row?.textContent.includes(deadline))).toEqual([true, true]);
    const pay = screen.getAllByRole('link', { name: `${texts.list.pay} ${booking.reference}` });
    expect(pay[0]?.getAttribute('href')).toBe(`/dashboard/bookings/${booking.reference}`);
    // A hold without a price is not paid yet.
    expect(screen.getAllByRole('link', { name: new RegExp(`^${texts.list.pay} `) })).toEqual(pay);
  },
);

it('opens a booking and leads back to the list', async () => {
  await holdBooking(backend());
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: english.title }));
  expect(await screen.findByRole('region', { name: english.situation.unpriced })).toBeTruthy();
  const [back] = screen.getAllByRole('link', { name: 'My Bookings' }).slice(-1);
  if (back) await user.click(back);
  expect(await rows()).toHaveLength(1);
});

it('lists pages of 20, and says where it has stopped counting', async () => {
  await sql(`begin; set local session_replication_role = replica;
    insert into public.bkk_quote_requests (user_id, origin, destination, pax_adt, status, dep_date, created_at)
      select id, 'BKK', 'NRT', 2, 'PENDING', '2030-01-01', now() - n * interval '1 minute'
      from auth.users, generate_series(1, 1005) as n where email = 'nattaya@bkksiam.example'; commit`);
  await open();
  expect(await rows()).toHaveLength(20);
  expect(screen.getByText('1–20 of 1,000+')).toBeTruthy();
});

it('says that there is nothing yet', async () => {
  await open();
  expect(await screen.findByText('No bookings found.')).toBeTruthy();
});
