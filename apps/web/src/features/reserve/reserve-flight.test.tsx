import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { addFlights, compactDay, flightDay } from '#testing/flights.ts';
import { fieldNamed, setField } from '#testing/fields.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/hold.json';
import thai from '../../../public/locales/th/hold.json';

const { backend, features, sql } = withFeatures(['bookings', 'flights']);
const texts = { en: english, th: thai };

beforeEach(async () => {
  localStorage.removeItem('bkksiam-bookings');
  localStorage.removeItem('bkksiam-flight');
  await sql('delete from public.bkk_bookings');
  await sql('delete from public.bkk_flights');
});

/** The id of an offer of an adult, a child and an infant on the one flight there is. */
async function addOffer(): Promise<string> {
  await addFlights(backend(), [
    { number: '108', times: 'BKK 08:05 CNX 09:25', baht: 2000, seats: 2 },
  ]);
  const [fare] = await sql('select fare_id from public.bkk_flight_fares');
  return `own-1-1-1_${String(fare?.fare_id)}.${flightDay.replaceAll('-', '')}`;
}

async function open(id: string, language: 'en' | 'th' = 'en') {
  const app = await renderApp({
    path: `/booking/${id}`,
    as: 'newMember',
    language,
    features,
  });
  await screen.findByRole('heading', { level: 2, name: texts[language].flight.who });
  await waitFor(() => fieldNamed('contact.phone'));
  return app;
}

function fillIn(): void {
  const people = [
    ['Malee', 'Srisuk', ''],
    ['Ploy', 'Srisuk', '1/5/2091'],
    ['Nam', 'Srisuk', ''],
  ];
  for (const [index, [first = '', last = '', birth = '']] of people.entries()) {
    setField(`passengers.${String(index)}.firstName`, first);
    setField(`passengers.${String(index)}.lastName`, last);
    setField(`passengers.${String(index)}.birthDate`, birth);
  }
  setField('contact.phone', '081 234 5678');
}

// The button is also in the bar of phones, which a browser shows one of.
const button = (name: string) => screen.getAllByRole('button', { name })[0] ?? document.body;

describe.each(languagesInTest('en'))('booking an offer of own seats in %s', (language) => {
  const text = texts[language].flight;

  it('shows what is booked and holds it with the passengers of the search', async () => {
    const { router } = await open(await addOffer(), language);
    const main = within(screen.getByRole('main'));
    expect(main.getAllByText('08:05')).toHaveLength(1);
    expect(main.getAllByRole('group').filter((group) => group.tagName === 'FIELDSET')).toHaveLength(
      3,
    );
    expect(main.getByText(text.type.child)).toBeTruthy();
    fillIn();
    setField('passengers.1.birthDate', '');
    fireEvent.click(
      button(text.submit.replace('{{price}}', language === 'en' ? 'THB 3,600' : '฿3,600')),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(
      await sql(`select status, origin, destination, departs_on::text, total_satang::int, pax_adt, pax_chd, pax_inf,
        (select string_agg(type || ' ' || first_name, ', ' order by position)
         from bkk_booking_passengers as passenger where passenger.booking_id = booking.booking_id) as people,
        (select sum(held)::int from bkk_flight_seats) as held from bkk_bookings as booking`),
    ).toEqual([
      {
        status: 'HOLD',
        origin: 'BKK',
        destination: 'CNX',
        departs_on: flightDay,
        total_satang: 360_000,
        pax_adt: 1,
        pax_chd: 1,
        pax_inf: 1,
        people: 'adult Malee, child Ploy, infant Nam',
        held: 2,
      },
    ]);
  });
});

describe('an offer that changes while its form is filled in', () => {
  it('shows the old and the new price, keeps what was typed, and holds at the new one', async () => {
    const { router } = await open(await addOffer());
    fillIn();
    setField('passengers.1.birthDate', '');
    await sql('update public.bkk_flight_fares set adult_satang = adult_satang + 12000');
    fireEvent.click(button('Hold at THB 3,600'));
    const change = await screen.findByText(english.flight.price.up);
    const banner = within(change.closest<HTMLElement>('[role=status]') ?? document.body);
    expect(banner.getByText('THB 3,600')).toBeTruthy();
    expect(banner.getByText('THB 3,720')).toBeTruthy();
    expect(banner.getByText('THB 120 more')).toBeTruthy();
    expect(banner.getByRole('link', { name: english.flight.others }).getAttribute('href')).toBe(
      `/results?trip=BKK-CNX-${compactDay()}_1-1-1_economy`,
    );
    expect(fieldNamed('passengers.0.firstName').value).toBe('Malee');
    expect(await sql('select from public.bkk_bookings')).toEqual([]);
    fireEvent.click(button('Hold at THB 3,720'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await sql('select total_satang::int from public.bkk_bookings')).toEqual([
      { total_satang: 372_000 },
    ]);
  });

  it('says that the seats are gone, keeps what was typed, and offers other flights', async () => {
    await open(await addOffer());
    fillIn();
    setField('passengers.1.birthDate', '');
    await sql('update public.bkk_flight_seats set is_closed = true');
    fireEvent.click(button('Hold at THB 3,600'));
    expect(await screen.findByText(english.flight.gone.title)).toBeTruthy();
    expect(fieldNamed('passengers.2.firstName').value).toBe('Nam');
    expect(screen.queryByRole('button', { name: /^Hold/ })).toBeNull();
    expect(screen.getByRole('link', { name: english.flight.others })).toBeTruthy();
  });

  it('compares with the price that was seen in the results', async () => {
    onlyInWholeSuite();
    const id = await addOffer();
    localStorage.setItem(
      'bkksiam-flight',
      JSON.stringify({ id, totalSatang: 400_000, chosenAt: '2026-12-01T03:31:00.000Z' }),
    );
    await open(id);
    expect(screen.getByText(english.flight.price.down)).toBeTruthy();
    expect(screen.getByText(/^Price you saw, 1 Dec.* 2026.*10:31$/)).toBeTruthy();
    expect(screen.getByText('THB 400 less')).toBeTruthy();
  });
});

it('a birth date that is none or still to come is refused beside its field', async () => {
  await open(await addOffer());
  fillIn();
  setField('passengers.2.birthDate', 'soon');
  fireEvent.click(button('Hold at THB 3,600'));
  await screen.findByText('This date is in the future.');
  expect(screen.getByText('Please enter a date, such as 31/5/1990.')).toBeTruthy();
  expect(await sql('select from public.bkk_bookings')).toEqual([]);
});

it('seats that are gone before the form opens are said so', async () => {
  const id = await addOffer();
  await sql('update public.bkk_flight_seats set is_closed = true');
  await renderApp({ path: `/booking/${id}`, as: 'newMember', features });
  expect(await screen.findByText(english.flight.gone.first, { exact: false })).toBeTruthy();
});

it('any other flight has the form without a price', async () => {
  await renderApp({ path: '/booking/TG%20600', as: 'newMember', features });
  expect(await screen.findByText('TG 600')).toBeTruthy();
  expect(screen.queryByText(english.flight.who)).toBeNull();
});

describe('the dashboard', () => {
  const keep = (id: string) =>
    localStorage.setItem(
      'bkksiam-flight',
      JSON.stringify({ id, totalSatang: 360_000, chosenAt: '2026-12-01T03:31:00.000Z' }),
    );

  it('leads back to the flight that was chosen, until it is dismissed', async () => {
    const id = await addOffer();
    keep(id);
    const { user } = await renderApp({ path: '/dashboard', as: 'newMember', features });
    const card = within(await screen.findByRole('region', { name: english.continue.title }));
    expect(await card.findByText('08:05')).toBeTruthy();
    expect(card.getByText('Total for 3 THB 3,600')).toBeTruthy();
    expect(card.getByRole('link', { name: english.continue.open }).getAttribute('href')).toBe(
      `/booking/${id}`,
    );
    await user.click(card.getByRole('button', { name: english.continue.drop }));
    expect(screen.queryByRole('region', { name: english.continue.title })).toBeNull();
    expect(localStorage.getItem('bkksiam-flight')).toBeNull();
  });

  it('says that a chosen flight has no free seats any more', async () => {
    const id = await addOffer();
    await sql('update public.bkk_flight_seats set is_closed = true');
    keep(id);
    await renderApp({ path: '/dashboard', as: 'newMember', features });
    expect(await screen.findByText(english.continue.gone)).toBeTruthy();
  });
});
