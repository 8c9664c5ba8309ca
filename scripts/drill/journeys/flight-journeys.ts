import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import type { Journey, JourneyContext } from './context.ts';
import type { JourneyUser } from './user.ts';

const flightPane = (admin: JourneyUser) =>
  admin.page.getByRole('region', { name: admin.t('adminFlights:one'), exact: true });

async function openFlights(context: JourneyContext): Promise<JourneyUser> {
  const admin = await context.admin();
  await admin.open('/admin');
  await admin.goTo('sidebar.flights');
  return admin;
}

async function fillInFlight(admin: JourneyUser, pane: Locator, lastDay: string): Promise<void> {
  const field = (key: Parameters<JourneyUser['field']>[0]) => admin.field(key, pane);
  await admin.type(field('adminFlights:field.airline'), 'FD');
  await admin.type(field('adminFlights:field.flight_number'), '7108');
  await admin.chooseAirport(admin.find('combobox', 'adminFlights:field.origin', {}, pane), 'DMK');
  await admin.chooseAirport(
    admin.find('combobox', 'adminFlights:field.destination', {}, pane),
    'HKT',
  );
  await admin.type(field('adminFlights:field.departs_at'), '0805');
  await admin.type(field('adminFlights:field.arrives_at'), '0930');
  const last = admin.t('adminFlights:field.last_day');
  await admin.chooseDays(admin.button('search.calendar.open', { field: last }, pane), lastDay);
  await admin.type(field('adminFlights:field.name'), 'Saver');
  await admin.type(field('adminFlights:field.seats'), '12');
  await admin.type(field('adminFlights:field.adult_satang'), '1290');
}

/** A flight is added, and its fare gets another price. */
async function addFlight(context: JourneyContext): Promise<void> {
  const admin = await openFlights(context);
  await admin.press(admin.link('adminFlights:new'));
  const pane = flightPane(admin);
  await fillInFlight(admin, pane, context.site.dayIn(40));
  await admin.press(admin.button('adminFlights:add', {}, pane));
  await admin.see(admin.text('adminFlights:saved'));
  await admin.press(admin.button('adminFlights:view.flight', {}, pane));
  await admin.press(pane.locator('summary').filter({ hasText: 'Saver' }));
  await admin.type(admin.field('adminFlights:field.adult_satang', pane), '1490');
  await admin.press(admin.button('adminFlights:save', {}, pane));
  await admin.see(admin.text('adminFlights:saved'));
}

/** The flights are saved as CSV, and loaded again with another aircraft. */
async function importFlights(context: JourneyContext): Promise<void> {
  const admin = await openFlights(context);
  const download = admin.page.waitForEvent('download');
  await admin.press(admin.button('tableImport:export'));
  const exported = await readFile(await (await download).path(), 'utf8');
  await admin.press(admin.button('tableImport:import'));
  const file = admin.button('tableImport:file', {}, admin.dialog);
  await admin.chooseFile(file, 'flights.csv', exported.replaceAll('Airbus A319', 'Airbus A318'));
  await admin.press(admin.button('adminFlights:import.confirm', {}, admin.dialog));
  await admin.see(admin.text('adminFlights:import.done'));
}

/** A departure gets other seats and is closed; its passengers are listed with their bookings. */
async function closeDeparture(context: JourneyContext): Promise<void> {
  const admin = await openFlights(context);
  await admin.type(admin.field('adminFlights:search'), 'TG 102');
  await admin.press(admin.named('link', 'TG 102'));
  const pane = flightPane(admin);
  const day = pane.locator(`[data-day$="${context.site.dayIn(22).slice(4)}"] button`);
  await admin.see(admin.button('adminFlights:calendar.next', {}, pane));
  if ((await day.count()) === 0) {
    await admin.press(admin.button('adminFlights:calendar.next', {}, pane));
  }
  await admin.press(day.first());
  const section = pane.getByRole('region').filter({ has: admin.page.locator('#departure') });
  await admin.press(section.locator('summary'));
  await admin.type(admin.field('adminFlights:departure.seats', section), '14');
  await admin.press(admin.button('adminFlights:departure.changeOne', {}, section));
  await admin.see(admin.text('adminFlights:departure.done'));
  await admin.press(admin.button('adminFlights:day.close', {}, section));
  await admin.see(admin.button('adminFlights:day.open', {}, section));
  await admin.press(admin.named('link', /BKK-\w{8}/, section));
  await admin.see(admin.page.locator('#record-payment'));
}

export const flightJourneys: readonly Journey[] = [
  { name: 'an admin adds a flight and changes its price', run: addFlight },
  { name: 'an admin saves flights as CSV and loads them', run: importFlights },
  { name: 'an admin closes a departure', run: closeDeparture },
];
