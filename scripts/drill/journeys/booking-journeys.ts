import { pnr } from '../../../e2e/support/ticketing.ts';
import type { Journey, JourneyContext } from './context.ts';
import {
  bookingPane,
  chooseFlights,
  enterPassenger,
  issueTickets,
  openBookingAsAdmin,
  openNotification,
  openPayment,
  recordPayment,
  searchRoundTrip,
  signIn,
} from './steps.ts';
import type { JourneyUser } from './user.ts';

/** Opens the latest booking from the dashboard; gives its reference. */
async function openLatestBooking(member: JourneyUser): Promise<string> {
  const recent = member.find('region', 'dashboard.recent');
  await member.press(recent.locator('a[href*="/dashboard/bookings/BKK-"]').first());
  await member.see(member.page.locator('#due'));
  return new URL(member.page.url()).pathname.split('/').at(-1) ?? '';
}

/** Searches from the home page, chooses flights, signs in, and continues to the form of the booking. */
export async function searchAndSignIn(context: JourneyContext, name: string): Promise<JourneyUser> {
  const { site } = context;
  const member = await context.visitor();
  const account = await context.newMember(name);
  await member.open('/');
  await searchRoundTrip(member, ['BKK', 'CNX'], [site.dayIn(22), site.dayIn(26)]);
  await chooseFlights(member);
  await signIn(member, account);
  await member.press(member.link('hold:continue.open'));
  await member.see(member.find('heading', 'hold:flight.title'));
  await enterPassenger(member);
  return member;
}

/** Holds own seats after a search; the booking is open then. */
export async function holdOwnSeats(
  context: JourneyContext,
  name: string,
): Promise<{ readonly member: JourneyUser; readonly reference: string }> {
  const member = await searchAndSignIn(context, name);
  await member.press(member.button('hold:flight.submit'));
  return { member, reference: await openLatestBooking(member) };
}

/** Opens the documents of a ticketed booking. */
async function useTickets(member: JourneyUser): Promise<void> {
  await member.see(member.page.getByText(pnr).first());
  const download = member.page.waitForEvent('download');
  const named = (text: string) => member.page.getByRole('button', { name: text });
  await member.press(named(member.t('bookings:documents.calendar')));
  await download;
  await member.press(named(member.t('bookings:documents.print')));
}

/** From the search of a visitor to the tickets. */
async function bookOwnSeats(context: JourneyContext): Promise<void> {
  const { member, reference } = await holdOwnSeats(context, 'own-seats');
  await openPayment(member);
  await member.back();
  const admin = await context.admin();
  await member.meanwhile(async () => {
    await openBookingAsAdmin(admin, reference);
    await recordPayment(admin, '2612-0104');
    await admin.see(bookingPane(admin).getByText('CONFIRMED', { exact: true }));
  });
  await openNotification(member, 'notifications:event.booking.confirmed.title');
  await member.see(member.find('region', 'bookings:situation.paid'));
  await member.meanwhile(() => issueTickets(admin, 1));
  await openNotification(member, 'notifications:event.booking.ticketed.title');
  await useTickets(member);
}

/** The member cancels a booking that is not paid. */
async function cancelBooking(context: JourneyContext): Promise<void> {
  const { member } = await holdOwnSeats(context, 'cancelling');
  const cancel = member.button('bookings:cancel.action');
  await member.lookFor(cancel);
  await member.press(cancel);
  await member.press(member.button('bookings:cancel.confirm', {}, member.dialog));
  await member.see(member.find('region', 'bookings:situation.cancelled'));
}

export const bookingJourneys: readonly Journey[] = [
  { name: 'own seats, from the search to the tickets', run: bookOwnSeats },
  { name: 'a member cancels a booking', run: cancelBooking },
];
