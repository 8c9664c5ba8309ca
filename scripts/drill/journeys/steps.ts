import { baht, type AnyTextKey } from '../../../e2e/support/texts.ts';
import type { Credentials } from '../../../e2e/support/site.ts';
import { pnr } from '../../../e2e/support/ticketing.ts';
import type { JourneyUser } from './user.ts';

/** A ticket number for each passenger; a group of another size has others. */
const ticketNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `217240345${String(1000 + 100 * count + index)}`);

/** Fills in the search form of a page for a round trip, and sends it. */
export async function searchRoundTrip(
  user: JourneyUser,
  route: readonly [from: string, to: string],
  days: readonly [there: string, back: string],
): Promise<void> {
  const form = user.page.getByRole('main').locator('form').first();
  await user.chooseAirport(user.find('combobox', 'search.from', {}, form), route[0]);
  await user.chooseAirport(user.find('combobox', 'search.to', {}, form), route[1]);
  const field = user.t('search.departure');
  await user.chooseDays(user.button('search.calendar.open', { field }, form), ...days);
  await user.press(user.button('nav.searchFlights', {}, form));
}

/** Chooses the first flight there and the first one back. */
export async function chooseFlights(user: JourneyUser): Promise<void> {
  await user.press(user.button('flights:card.choose'));
  await user.see(user.find('heading', 'flights:legs.back'));
  await user.press(user.button('flights:card.choose'));
}

/** Signs in by the form that is open. */
export async function signIn(user: JourneyUser, account: Credentials): Promise<void> {
  await user.type(user.field('field.email'), account.email);
  await user.type(user.field('auth.password'), account.password);
  await user.press(user.button('nav.signIn', {}, user.page.locator('form')));
}

/** Enters the passenger of a flight and the contact. */
export async function enterPassenger(user: JourneyUser): Promise<void> {
  await user.type(user.field('members.booking.firstName'), 'Malai');
  await user.type(user.field('members.booking.lastName'), 'Jaidee');
  await user.type(user.field('members.booking.phone'), '081 234 5678');
}

/** Opens a notification by its title from the bell. */
export async function openNotification(user: JourneyUser, title: AnyTextKey): Promise<void> {
  const bell = user.button('notifications:bell');
  await user.lookFor(bell);
  await user.press(bell);
  await user.press(
    user.dialog
      .getByRole('link')
      .filter({ hasText: user.t(title) })
      .first(),
  );
}

/** Opens the payment of the booking that is open. */
export async function openPayment(member: JourneyUser): Promise<void> {
  await member.press(member.link('bookings:list.pay'));
  await member.see(member.find('img', 'payments:qrLabel'));
}

/** The pane of the booking that is open. */
export const bookingPane = (user: JourneyUser) =>
  user.page.getByRole('region', { name: user.t('adminBookings:one'), exact: true });

/** Opens a booking from the overview of admins. */
export async function openBookingAsAdmin(user: JourneyUser, reference: string): Promise<void> {
  await user.open('/admin');
  await user.goTo('sidebar.bookings');
  await user.press(user.named('link', new RegExp(reference)));
  await user.see(bookingPane(user));
}

/** Records the payment that is due for the booking that is open. */
export async function recordPayment(user: JourneyUser, bankReference: string): Promise<void> {
  const pane = bookingPane(user);
  await user.type(user.field('adminBookings:payment.bankReference', pane), bankReference);
  await user.press(user.button('adminBookings:payment.submit', {}, pane));
}

/** Issues the tickets of the booking that is open and paid. */
export async function issueTickets(user: JourneyUser, count: number): Promise<void> {
  const pane = bookingPane(user);
  const submit = user.button('adminBookings:tickets.submit', { count }, pane);
  // The form of the tickets changes once the total is paid.
  await user.see(pane.getByText(baht(user.language, '0'), { exact: true }));
  await user.type(user.field('adminBookings:tickets.pnr', pane), pnr);
  const first = pane.getByPlaceholder(user.t('adminBookings:tickets.placeholder')).first();
  await user.paste(first, ticketNumbers(count).join('\n'));
  await user.press(submit);
  await user.see(pane.getByText('TICKETED', { exact: true }));
}
