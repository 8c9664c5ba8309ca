import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { acceptedBooking, holdBooking } from '#testing/bookings.ts';
import { placeRequest } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/bookings.json';

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
    expect(second?.textContent).toContain('PENDING');
    expect(third?.textContent).toContain(booking.reference);
    const linkOf = (row: HTMLElement | undefined) =>
      row && within(row).getByRole('link').getAttribute('href');
    expect(linkOf(first)).toBe(`/dashboard/bookings/${hold.reference}`);
    expect(linkOf(second)).toBe(`/dashboard/requests/${request}`);
    expect(linkOf(third)).toBe(`/dashboard/bookings/${booking.reference}`);
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
