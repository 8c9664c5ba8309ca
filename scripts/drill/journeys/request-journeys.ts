import { placeRequest, sendOffer } from '../../../e2e/support/requests.ts';
import { pnr } from '../../../e2e/support/ticketing.ts';
import type { Journey, JourneyContext } from './context.ts';
import {
  bookingPane,
  issueTickets,
  openNotification,
  recordPayment,
  searchRoundTrip,
  signIn,
} from './steps.ts';
import type { JourneyUser } from './user.ts';

const groupSize = 12;

/** A list of names as it is pasted: a line for each of the group. */
const names = 'ABCDEFGHIJKL'
  .split('')
  .map((letter) => `Jaidee, Malai ${letter}, adult`)
  .join('\n');

/** Fills in the form of a group request and sends it. */
async function fillInRequest(member: JourneyUser, days: readonly [string, string]): Promise<void> {
  const form = member.page.getByRole('main').locator('form');
  const leg = (number: number) => member.find('group', 'search.leg', { leg: number }, form);
  const dayOf = (number: number) => {
    const field = member.t('search.departure');
    return member.button('search.calendar.open', { field }, leg(number));
  };
  await member.see(member.find('heading', 'requests:form.title'));
  if ((await member.find('combobox', 'search.to', {}, leg(1)).inputValue()) === '') {
    await member.chooseAirport(member.find('combobox', 'search.from', {}, leg(1)), 'BKK');
    await member.chooseAirport(member.find('combobox', 'search.to', {}, leg(1)), 'NRT');
    await member.chooseDays(dayOf(1), days[0]);
    await member.press(member.button('search.addLeg', {}, form));
    await member.chooseDays(dayOf(2), days[1]);
  }
  await member.type(member.field('requests:form.adult', form), String(groupSize));
  await member.type(member.field('requests:form.notes', form), 'Seats together');
  await member.press(member.button('requests:form.submit', {}, form));
  await member.see(member.find('heading', 'requests:state.PENDING.title'));
}

async function writeOffer(admin: JourneyUser, days: readonly [string, string]): Promise<void> {
  const drawer = admin.dialog;
  await admin.press(admin.button('offers:write', {}, drawer));
  const [there, back] = days;
  await admin.paste(
    admin.field('offers:flights.paste', drawer),
    `TG 682 BKK NRT ${there} 23:45 07:40+1\n  2  TG 677 Y ${back} NRTBKK HK2 1725 2235`,
  );
  await admin.press(admin.button('offers:flights.add', {}, drawer));
  // On a phone the fields of two flights are before it.
  const price = admin.field('offers:price.priceSatang', drawer);
  await admin.lookFor(price);
  await admin.type(price, '21,900');
  await admin.type(admin.field('offers:price.taxSatang', drawer), '4850');
  await previewAndSend(admin, 1);
}

async function previewAndSend(admin: JourneyUser, number: number): Promise<void> {
  await admin.press(admin.button('offers:preview', {}, admin.dialog));
  await admin.press(admin.button('offers:send', { number }, admin.dialog));
  await admin.see(admin.dialog.getByText(admin.t('offers:state.open')));
}

async function askForChange(member: JourneyUser): Promise<void> {
  await openNotification(member, 'notifications:event.request.offer_sent.title');
  await member.press(member.button('requests:offer.change'));
  await member.type(member.field('requests:change.message', member.dialog), 'A day later');
  await member.press(member.button('requests:change.confirm', {}, member.dialog));
  await member.see(member.find('heading', 'requests:state.PENDING.title'));
}

/** Accepts the offer that has come, and opens its booking. */
async function acceptOffer(member: JourneyUser): Promise<void> {
  await openNotification(member, 'notifications:event.request.offer_sent.title');
  const accept = member.isPhone
    ? member.button('requests:offer.acceptShort')
    : member.button('requests:offer.accept');
  await member.press(accept);
  await member.press(member.button('requests:accept.confirm', {}, member.dialog));
  await member.press(member.link('requests:state.booking'));
  await member.see(member.find('region', 'bookings:situation.deposit'));
}

async function enterNames(member: JourneyUser): Promise<void> {
  const passengers = member.find('region', 'bookings:passengers');
  await member.press(member.button('bookings:names.enter', {}, passengers));
  await member.press(passengers.locator('summary').first());
  await member.paste(member.field('bookings:import.text', passengers), names);
  await member.press(member.button('bookings:import.use', { count: groupSize }, passengers));
  await member.press(member.button('bookings:form.save'));
  await member.see(member.button('bookings:names.correct', {}, passengers));
}

/** Records deposit and balance of the booking of the request that is open, and issues the tickets. */
async function payAndTicket(admin: JourneyUser): Promise<void> {
  await admin.press(admin.named('link', /BKK-\w{8}/, admin.dialog));
  await recordPayment(admin, '2612-0201');
  await admin.see(bookingPane(admin).getByText('CONFIRMED', { exact: true }));
  await recordPayment(admin, '2612-0202');
  await issueTickets(admin, groupSize);
}

/** From a visitor's wish for more seats than a search gives to the tickets of the group. */
async function bookGroup(context: JourneyContext): Promise<void> {
  const { site } = context;
  const days = [site.dayIn(40), site.dayIn(45)] as const;
  const member = await context.visitor();
  await member.open('/');
  await member.press(member.page.locator('form button[aria-haspopup=dialog][id$=button]'));
  await member.press(member.link('flights:passengers.group'));
  await signIn(member, await context.newMember('group'));
  await member.press(member.link('requests:continue.open'));
  await fillInRequest(member, days);
  const admin = await context.admin();
  await member.meanwhile(async () => {
    await admin.open('/admin');
    await openNotification(admin, 'notifications:event.admin.request_received.title');
    await writeOffer(admin, days);
  });
  await admin.meanwhile(() => askForChange(member));
  await member.meanwhile(async () => {
    await admin.press(admin.button('offers:writeAnother', {}, admin.dialog));
    await previewAndSend(admin, 2);
  });
  await admin.meanwhile(async () => {
    await acceptOffer(member);
    await enterNames(member);
  });
  await member.meanwhile(() => payAndTicket(admin));
  await openNotification(member, 'notifications:event.booking.ticketed.title');
  await member.see(member.page.getByText(pnr).first());
}

/** Opens the request of a member from the dashboard. */
async function openFromDashboard(member: JourneyUser, id: string): Promise<void> {
  await member.open('/dashboard');
  await member.press(member.page.locator(`main a[href="/dashboard/requests/${id}"]`).first());
}

async function declineOffer(context: JourneyContext): Promise<void> {
  const account = await context.newMember('declining');
  const id = await placeRequest(context.request, context.site, account);
  await sendOffer(context.request, context.site, id);
  const member = await context.member(account);
  await openFromDashboard(member, id);
  await member.press(member.button('requests:offer.decline'));
  await member.type(member.field('requests:decline.message', member.dialog), 'Too late');
  await member.press(member.button('requests:decline.confirm', {}, member.dialog));
  await member.see(member.find('heading', 'requests:state.DECLINED.title'));
}

async function cancelRequest(context: JourneyContext): Promise<void> {
  const account = await context.newMember('withdrawing');
  const id = await placeRequest(context.request, context.site, account);
  const member = await context.member(account);
  await openFromDashboard(member, id);
  await member.press(member.button('requests:cancel.action'));
  await member.press(member.button('requests:cancel.confirm', {}, member.dialog));
  await member.see(member.find('heading', 'requests:state.CANCELLED.title'));
}

/** A visitor finds no flight, and asks for a quote with what was searched. */
async function askWithoutFlights(context: JourneyContext): Promise<void> {
  const { site } = context;
  const member = await context.visitor();
  await member.open('/search');
  await searchRoundTrip(member, ['BKK', 'CDG'], [site.dayIn(22), site.dayIn(26)]);
  await member.press(member.link('search.results.quote'));
  await signIn(member, await context.newMember('asking'));
  await member.press(member.link('requests:continue.open'));
  await fillInRequest(member, [site.dayIn(22), site.dayIn(26)]);
}

export const requestJourneys: readonly Journey[] = [
  { name: 'a group, from the request to the tickets', run: bookGroup },
  { name: 'a member declines an offer', run: declineOffer },
  { name: 'a member cancels a request', run: cancelRequest },
  { name: 'no flights, so a visitor asks for a quote', run: askWithoutFlights },
];
