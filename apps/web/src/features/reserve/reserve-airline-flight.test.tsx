import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { airlineDay, findAirlineOffer, withAirlines } from '#testing/airlines.ts';
import { withFeatures } from '#testing/backend.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { loseAnswer } from '#testing/network.ts';
import { fieldNamed, setField } from '#testing/fields.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/hold.json';
import thai from '../../../public/locales/th/hold.json';

const { backend, duffel } = await withAirlines();
const { features, sql } = withFeatures(['requests', 'bookings', 'flights'], backend);
const texts = { en: english, th: thai };

beforeEach(async () => {
  localStorage.removeItem('bkksiam-bookings');
  localStorage.removeItem('bkksiam-flight');
  duffel.orders.clear();
  duffel.received.length = 0;
  duffel.orderAnswer = 'ok';
  await sql(
    'delete from public.bkk_bookings; delete from public.bkk_flight_offers where quote_id is null',
  );
});

const findOffer = async (options: Parameters<typeof findAirlineOffer>[1] = {}) =>
  (await findAirlineOffer(backend(), options)).id;

async function open(id: string, language: 'en' | 'th' = 'en') {
  const app = await renderApp({ path: `/booking/${id}`, as: 'newMember', language, features });
  await screen.findByRole('heading', { level: 2, name: texts[language].flight.flights });
  return app;
}

async function openForm(id: string, language: 'en' | 'th' = 'en') {
  const app = await open(id, language);
  await waitFor(() => fieldNamed('contact.phone'));
  return app;
}

function fillIn(): void {
  setField('passengers.0.title', 'ms');
  setField('passengers.0.firstName', 'Malee');
  setField('passengers.0.lastName', 'Srisuk');
  setField('passengers.0.birthDate', '1/5/2533');
  setField('contact.phone', '081 234 5678');
}

// The button is also in the bar of phones, which a browser shows one of.
const button = (name: string | RegExp) =>
  screen.getAllByRole('button', { name })[0] ?? document.body;
const main = () => within(screen.getByRole('main'));
const orders = () => duffel.received.filter(({ call }) => call === 'POST /air/orders');

describe.each(languagesInTest('en'))('booking an offer of an airline in %s', (language) => {
  const text = texts[language];

  it('shows what is booked and holds it at the airline', async () => {
    const { router } = await openForm(await findOffer(), language);
    expect(main().getByText('23:45')).toBeTruthy();
    expect(main().getByText(text.airline.note)).toBeTruthy();
    expect(document.querySelector('input[type=file]')).toBeNull();
    fillIn();
    expect(fieldNamed('passengers.0.gender').value).toBe('f');
    const price = language === 'en' ? 'THB 24,690.10' : '฿24,690.10';
    fireEvent.click(button(text.flight.submit.replace('{{price}}', price)));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(
      await sql(`select booking.status, booking.origin, booking.destination, booking.total_satang::int, booking.contact_phone,
          passenger.first_name, passenger.birth_date::text, supplier.state
        from public.bkk_bookings as booking
          join public.bkk_booking_passengers as passenger using (booking_id)
          join public.bkk_supplier_orders as supplier using (booking_id)`),
    ).toEqual([
      {
        status: 'HOLD',
        origin: 'BKK',
        destination: 'NRT',
        total_satang: 2_469_010,
        contact_phone: '+66812345678',
        first_name: 'Malee',
        birth_date: '1990-05-01',
        state: 'held',
      },
    ]);
    expect(orders().at(-1)?.body.passengers).toEqual([
      expect.objectContaining({ title: 'ms', gender: 'f', born_on: '1990-05-01' }),
    ]);
  });

  it('asks the agency where the airline holds no seats', async () => {
    onlyInWholeSuite();
    const { user, router } = await open(await findOffer({ isHeld: false }), language);
    expect(main().getByText(text.ask.note)).toBeTruthy();
    expect(document.getElementsByName('passengers.0.firstName')).toHaveLength(0);
    await user.type(main().getByRole('textbox'), 'A window seat');
    fireEvent.click(button(text.ask.submit));
    await waitFor(() =>
      expect(router.state.location.pathname).toMatch(/^\/dashboard\/requests\/[0-9a-f-]{36}$/),
    );
    const [request] = await sql(
      `select origin, destination, notes from public.bkk_quote_requests join public.bkk_quote_details using (quote_id)
       order by created_at desc limit 1`,
    );
    expect(request).toMatchObject({ origin: 'BKK', destination: 'NRT' });
    expect(request?.notes).toMatch(/^A window seat[^]*ZZ 701 BKK[^]*THB 18,500\.00$/);
  });
});

it('wants of each passenger what the airline wants, and keeps what was typed', async () => {
  await openForm(await findOffer({ child: 1 }));
  fillIn();
  setField('passengers.0.title', 'dr');
  setField('passengers.1.firstName', 'Ploy Kanchanaporn Siri');
  setField('passengers.1.lastName', 'Srisuk');
  setField('passengers.1.birthDate', '1/5/1990');
  setField('contact.phone', '20 5551 2345');
  fireEvent.click(button('Hold at THB 24,690.10'));
  expect(await screen.findByText(english.problem.airline.not_child)).toBeTruthy();
  expect(fieldNamed('passengers.0.title').getAttribute('aria-invalid')).toBeNull();
  expect(fieldNamed('contact.phone').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText(english.problem.booking.phone)).toHaveLength(2);
  expect(screen.getByText('Please use at most 20 characters.')).toBeTruthy();
  expect(fieldNamed('passengers.1.title').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(fieldNamed('passengers.1.title'));
  expect(fieldNamed('passengers.0.firstName').value).toBe('Malee');
  expect(await sql('select from public.bkk_bookings')).toEqual([]);
});

describe('an offer that changes while its form is filled in', () => {
  it('shows the old and the new price, keeps what was typed, and holds at the new one', async () => {
    const { router } = await openForm(await findOffer({ route: 'LHR-STN' }));
    fillIn();
    fireEvent.click(button('Hold at THB 24,690.10'));
    const change = await screen.findByText(english.flight.price.up);
    const banner = within(change.closest<HTMLElement>('[role=status]') ?? document.body);
    expect(banner.getByText('THB 24,690.10')).toBeTruthy();
    expect(banner.getByText('THB 24,790.10')).toBeTruthy();
    expect(banner.getByText('THB 100 more')).toBeTruthy();
    expect(fieldNamed('passengers.0.firstName').value).toBe('Malee');
    expect(orders()).toHaveLength(0);
    // The airline raises its price at every look.
    for (const offer of duffel.offers.values()) Object.assign(offer, { route: 'BKK-NRT' });
    fireEvent.click(button('Hold at THB 24,790.10'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await sql('select total_satang::int from public.bkk_bookings')).toEqual([
      { total_satang: 2_479_010 },
    ]);
  });

  it('that has expired is asked for again and held at the same price by the same press', async () => {
    onlyInWholeSuite();
    const id = await findOffer();
    const { router } = await openForm(id);
    fillIn();
    await sql(`delete from public.bkk_flight_searches`);
    for (const offer of duffel.offers.values()) Object.assign(offer, { route: 'LGW-LHR' });
    fireEvent.click(button('Hold at THB 24,690.10'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await sql('select flight_id from public.bkk_bookings')).not.toEqual([{ flight_id: id }]);
  });

  it('that no airline has any more is said so, with everything typed still there', async () => {
    await openForm(await findOffer());
    fillIn();
    for (const offer of duffel.offers.values()) Object.assign(offer, { route: 'LGW-LHR' });
    fireEvent.click(button('Hold at THB 24,690.10'));
    expect(await screen.findByText(english.flight.gone.title)).toBeTruthy();
    expect(fieldNamed('passengers.0.lastName').value).toBe('Srisuk');
    expect(screen.queryByRole('button', { name: /^Hold/ })).toBeNull();
    expect(screen.getAllByRole('link', { name: english.flight.others })).toHaveLength(1);
  });

  it('for children of other ages is priced for theirs', async () => {
    onlyInWholeSuite();
    const { router } = await openForm(await findOffer({ child: 1 }));
    fillIn();
    setField('passengers.1.title', 'mr');
    setField('passengers.1.firstName', 'Ton');
    setField('passengers.1.lastName', 'Srisuk');
    setField('passengers.1.birthDate', `1/5/${String(Number(airlineDay.slice(0, 4)) - 5)}`);
    fireEvent.click(button('Hold at THB 24,690.10'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    const searches = duffel.received.filter(({ call }) => call === 'POST /air/offer_requests');
    expect(searches.at(-1)?.body.passengers).toEqual([{ type: 'adult' }, { age: 5 }]);
  });
});

it('an offer that expired before its form opened is asked for again, and the price compared with the one seen', async () => {
  onlyInWholeSuite();
  const id = await findOffer();
  localStorage.setItem(
    'bkksiam-flight',
    JSON.stringify({ id, totalSatang: 2_400_000, chosenAt: '2026-12-01T03:31:00.000Z' }),
  );
  await sql(`delete from public.bkk_flight_searches;
    update public.bkk_flight_offers set expires_at = now() - interval '1 minute',
      offer = offer || '{"priceExpiresAt": "2026-01-01T00:00:00.000Z"}'`);
  await openForm(id);
  expect(screen.getByText(english.flight.price.up)).toBeTruthy();
  expect(screen.getByText('THB 690.10 more')).toBeTruthy();
  expect(button('Hold at THB 24,690.10')).toBeTruthy();
});

it.each([
  ['refuses the order', 'refused', english.airline.refused],
  ['does not answer', 'unknown', english.airline.unclear],
] as const)('an airline that %s leaves everything typed', async (_, answer, text) => {
  await openForm(await findOffer());
  fillIn();
  duffel.orderAnswer = answer;
  fireEvent.click(button('Hold at THB 24,690.10'));
  expect((await main().findByRole('alert')).textContent).toContain(text);
  expect(fieldNamed('passengers.0.firstName').value).toBe('Malee');
});

it('an answer that was lost is asked for again by the same press, and stays one booking', async () => {
  const { router } = await openForm(await findOffer());
  fillIn();
  loseAnswer('/functions/v1/hold-flight');
  fireEvent.click(button('Hold at THB 24,690.10'));
  expect((await main().findByRole('alert')).textContent).toContain(english.unreachable);
  fireEvent.click(button('Hold at THB 24,690.10'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(duffel.orders.size).toBe(1);
});

it('without requests nobody is asked for seats that cannot be held', async () => {
  const given = settings();
  provideSettings({ ...given, features: ['bookings', 'flights'] });
  onTestFinished(() => provideSettings(given));
  await open(await findOffer({ isHeld: false }));
  expect(main().getByText(english.airline.notHoldable)).toBeTruthy();
  expect(screen.queryByRole('button', { name: english.ask.submit })).toBeNull();
});

it('airlines that cannot be asked again say so, and the page tries again', async () => {
  const id = await findOffer();
  await sql(`delete from public.bkk_flight_searches;
    update public.bkk_flight_offers set offer = offer || '{"priceExpiresAt": "2026-01-01T00:00:00.000Z"}'`);
  duffel.beforeSearch = () => Promise.reject(new Error('out of order'));
  const { user } = await renderApp({ path: `/booking/${id}`, as: 'newMember', features });
  const alert = await main().findByRole('alert');
  expect(alert.textContent).toContain(english.flight.failed);
  expect(takeConsoleErrors()).toHaveLength(1);
  duffel.beforeSearch = () => Promise.resolve();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => fieldNamed('contact.phone'));
});

it('a visitor who chose an offer of an airline finds it on the dashboard', async () => {
  const id = await findOffer();
  localStorage.setItem(
    'bkksiam-flight',
    JSON.stringify({ id, totalSatang: 2_469_010, chosenAt: '2026-12-01T03:31:00.000Z' }),
  );
  await renderApp({ path: '/dashboard', as: 'newMember', features });
  const card = within(await screen.findByRole('region', { name: english.continue.title }));
  expect(await card.findByText('23:45')).toBeTruthy();
  expect(card.getByRole('link', { name: english.continue.open }).getAttribute('href')).toBe(
    `/booking/${id}`,
  );
});
