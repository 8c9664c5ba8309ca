import { pnr } from '../../../e2e/support/ticketing.ts';
import type { Journey, JourneyContext } from './context.ts';
import {
  bookingPane,
  chooseFlights,
  enterPassenger,
  issueTickets,
  openBookingAsAdmin,
  openNotification,
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
async function searchAndSignIn(context: JourneyContext, name: string): Promise<JourneyUser> {
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

async function seeHowToPay(member: JourneyUser): Promise<void> {
  await member.see(member.text('bookings:due.deposit'));
  const pay = member.page
    .getByRole('link', { name: member.t('bookings:pay'), exact: true })
    .or(member.page.getByRole('link', { name: member.t('bookings:payShort'), exact: true }));
  await member.press(pay.filter({ visible: true }).first());
  await member.see(member.find('heading', 'pages.contact.heading'));
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
  const member = await searchAndSignIn(context, 'own-seats');
  await member.press(member.button('hold:flight.submit'));
  const reference = await openLatestBooking(member);
  await seeHowToPay(member);
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

async function refuseAsAdmin(admin: JourneyUser, reference: string): Promise<void> {
  await openBookingAsAdmin(admin, reference);
  await admin.press(admin.button('adminBookings:refuse.action', {}, bookingPane(admin)));
  await admin.type(admin.field('adminBookings:refuse.reasonTh', admin.dialog), 'อ่านสลิปไม่ออก');
  await admin.type(admin.field('adminBookings:refuse.reasonEn', admin.dialog), 'Unreadable');
  await admin.press(admin.button('adminBookings:refuse.confirm', {}, admin.dialog));
  await admin.see(bookingPane(admin).getByText('HOLD', { exact: true }));
}

/** The slip is refused; the member reads why, and answers. */
async function refuseSlip(context: JourneyContext): Promise<void> {
  const member = await searchAndSignIn(context, 'slip');
  await member.chooseFile(member.field('members.booking.slip'), 'slip.pdf', '%PDF-1.7');
  await member.see(member.page.getByText('slip.pdf', { exact: true }));
  await member.press(member.button('hold:flight.submit'));
  const reference = await openLatestBooking(member);
  await member.see(member.find('region', 'bookings:situation.review'));
  const admin = await context.admin();
  await member.meanwhile(() => refuseAsAdmin(admin, reference));
  await openNotification(member, 'notifications:event.booking.deposit_refused.title');
  const reason = member.language === 'th' ? 'อ่านสลิปไม่ออก' : 'Unreadable';
  await member.see(member.page.getByRole('alert').filter({ hasText: reason }));
  await seeHowToPay(member);
  await member.type(member.field('pages.contact.name'), 'Malai Jaidee');
  await member.type(member.field('pages.contact.email'), 'malai@mail.example');
  await member.type(member.field('pages.contact.message'), 'Here is another slip.');
  await member.press(member.button('pages.contact.submit'));
  await member.see(member.text('pages.contact.submitted'));
}

/** The member cancels a booking that is not paid. */
async function cancelBooking(context: JourneyContext): Promise<void> {
  const member = await searchAndSignIn(context, 'cancelling');
  await member.press(member.button('hold:flight.submit'));
  await openLatestBooking(member);
  const cancel = member.button('bookings:cancel.action');
  await member.lookFor(cancel);
  await member.press(cancel);
  await member.press(member.button('bookings:cancel.confirm', {}, member.dialog));
  await member.see(member.find('region', 'bookings:situation.cancelled'));
}

export const bookingJourneys: readonly Journey[] = [
  { name: 'own seats, from the search to the tickets', run: bookOwnSeats },
  { name: 'a slip is refused', run: refuseSlip },
  { name: 'a member cancels a booking', run: cancelBooking },
];
