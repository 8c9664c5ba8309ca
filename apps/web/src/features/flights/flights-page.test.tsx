import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { useSearch } from '#entities/search/search-store.ts';
import { contactAbout } from '#pages.ts';
import { provideSettings, settings } from '#platform/env.ts';
import { withBackend } from '#testing/backend.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import {
  addFlights,
  compactDay,
  dayAfter,
  flightFeatures as features,
  shortDay,
  withFlights,
} from '#testing/flights.ts';
import { renderApp } from '#testing/render-app.tsx';

const backend = withBackend();
withFlights(backend);

beforeEach(() => backend().database.sql('delete from public.bkk_flights'));

const oneWay = `BKK-CNX-${compactDay()}_2-1-0_economy`;
const open = (trip: string, view = '', language: 'en' | 'th' = 'en') =>
  renderApp({ path: `/results?trip=${trip}${view}`, language, features });
const cards = () =>
  within(screen.getByRole('region', { name: 'Flights found' })).queryAllByRole('article');
const numbers = () => cards().map(({ textContent }) => /(?:FD|TG) \d{3}/.exec(textContent)?.[0]);

async function found(count: number) {
  await waitFor(() => expect(cards()).toHaveLength(count));
}

const morning = { number: '108', times: 'BKK 08:05 CNX 09:25', baht: 2690 };
const evening = { number: '110', times: 'BKK 18:55 CNX 20:35', baht: 2000, seats: 4 };
const other = { number: '104', times: 'BKK 12:30 CNX 13:40', baht: 3500, airline: 'TG' };

describe('one way', () => {
  beforeEach(() => addFlights(backend(), [morning, evening, other]));

  it('shows what is found with its total for all, the first opened', async () => {
    await open(oneWay);
    expect(
      await screen.findByRole('heading', {
        level: 1,
        name: 'Bangkok Suvarnabhumi to Chiang Mai, one way',
      }),
    ).toBeTruthy();
    await found(3);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('status').textContent).toBe('Our own seats: 3 journeys');
    expect(cards().map((card) => card.getAttribute('aria-label'))).toEqual([
      'Journey 1, THB 5,600',
      'Journey 2, THB 7,532',
      'Journey 3, THB 9,800',
    ]);
    const bar = screen.getByRole('group', { name: 'Opened flight' });
    expect(bar.textContent).toBe('FD 110, for 3THB 5,600Choose');
    const [first] = cards();
    const card = within(first ?? document.body);
    expect(card.getByText('Best, Cheapest')).toBeTruthy();
    expect(card.getByText('4 seats left')).toBeTruthy();
    expect(card.getByText('2 adults')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Choose' })).toBeTruthy();
    expect(
      screen.getByText(/Best weighs the total price \(60%\) and the travel time \(40%\)/),
    ).toBeTruthy();
  });

  it('chosen goes to the booking of that offer', async () => {
    const { user, router } = await open(oneWay);
    await found(3);
    await user.click(within(cards()[0] ?? document.body).getByRole('button', { name: 'Choose' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toMatch(
        new RegExp(`^/booking/own-2-1-0_\\d+\\.${compactDay()}$`),
      ),
    );
  });

  it('is ordered and filtered by the address, with counts, and keeps it there', async () => {
    const { user, router } = await open(oneWay);
    await found(3);
    await user.click(screen.getByRole('radio', { name: /Fastest/ }));
    await waitFor(() => expect(numbers()).toEqual(['TG 104', 'FD 108', 'FD 110']));
    expect(screen.getByRole('radio', { name: 'Fastest THB 9,800' })).toBeTruthy();
    const airlines = within(screen.getByRole('group', { name: 'Airlines' }));
    expect(airlines.getByRole('checkbox', { name: 'Thai AirAsia 2' })).toBeTruthy();
    await user.click(airlines.getByRole('checkbox', { name: 'Thai AirAsia 2' }));
    await found(2);
    expect(router.state.location.search).toBe(`?trip=${oneWay}&sort=fastest&airlines=FD`);
    expect(screen.getByText('2 of 3 match the filters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filters, 1 chosen' })).toBeTruthy();
    const leaves = within(screen.getByRole('group', { name: `Leaves Bangkok, ${shortDay()}` }));
    expect(leaves.getByRole('checkbox', { name: 'Afternoon 12–18 0' })).toBeTruthy();
    await user.click(leaves.getByRole('checkbox', { name: 'Evening 18–24 1' }));
    await waitFor(() => expect(numbers()).toEqual(['FD 110']));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await found(3);
    expect(router.state.location.search).toBe(`?trip=${oneWay}&sort=fastest`);
  });

  it('says so when no flight is left by the filters', async () => {
    onlyInWholeSuite();
    const { user } = await open(oneWay, '&max=100');
    await user.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await found(3);
  });

  it('opened from a shared address is as it was shared, and fills the form', async () => {
    onlyInWholeSuite();
    const { user, router } = await open(oneWay, '&sort=cheapest&depart=morning');
    await found(1);
    expect(numbers()).toEqual(['FD 108']);
    expect(useSearch.getState()).toMatchObject({
      tripType: 'oneway',
      passengers: '3',
      passengersByType: { adult: 2, child: 1, infant: 0 },
    });
    const [edit] = screen.getAllByRole('link', { name: 'Edit search' });
    await user.click(edit ?? document.body);
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    await act(() => router.navigate(-1));
    await found(1);
    expect(numbers()).toEqual(['FD 108']);
  });

  it('closed and opened cards are in the address', async () => {
    const { user, router } = await open(oneWay);
    await found(3);
    await user.click(screen.getByRole('button', { name: 'Fewer details' }));
    await waitFor(() => expect(router.state.location.search).toBe(`?trip=${oneWay}&open=`));
    await user.click(screen.getAllByRole('button', { name: 'See details' })[2] ?? document.body);
    const third = within(cards()[2] ?? document.body);
    await expect(third.findByRole('button', { name: 'Choose' })).resolves.toBeTruthy();
    expect(router.state.location.search).toContain('&open=own-2-1-0_');
  });
});

it('nothing found says why, and offers another airport of the city and other ways on', async () => {
  await open(oneWay);
  expect(
    await screen.findByRole('heading', { level: 2, name: 'No Flights Available' }),
  ).toBeTruthy();
  const near = await screen.findByRole('link', { name: 'Bangkok Don Mueang – Chiang Mai' });
  expect(near.getAttribute('href')).toBe(`/results?trip=DMK-CNX-${compactDay()}_2-1-0_economy`);
  expect(screen.getByRole('link', { name: 'Change search' }).getAttribute('href')).toBe('/search');
  const contact = within(screen.getByRole('main')).getByRole('link', { name: 'Contact us' });
  expect(contact.getAttribute('href')).toBe(
    contactAbout('Flights Bangkok Suvarnabhumi to Chiang Mai'),
  );
});

it('nothing found for several flights names the whole way by another airport', async () => {
  onlyInWholeSuite();
  await open(`CNX-HKT-${compactDay()}_HKT-BKK-${compactDay(2)}_1-0-0_economy`);
  const name = 'Chiang Mai – Phuket – Bangkok Don Mueang';
  expect(await screen.findByRole('link', { name })).toBeTruthy();
});

it('a source that fails says so, and is asked again', async () => {
  await addFlights(backend(), [morning]);
  const setFeatures = (names: string) =>
    backend().database.sql(`select bkk_internal.set_features('{${names}}')`);
  await setFeatures('bookings');
  onTestFinished(async () => {
    await setFeatures('bookings,flights');
  });
  const { user } = await open(oneWay);
  const main = within(await screen.findByRole('main'));
  const alert = await main.findByRole('alert');
  expect(alert.textContent).toContain('Our own seats could not be searched');
  await setFeatures('bookings,flights');
  // The flights and the days around.
  const errors: string[] = [];
  await waitFor(() => {
    errors.push(...takeConsoleErrors());
    expect(errors).toHaveLength(2);
  });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await found(1);
  expect(main.queryByRole('alert')).toBeNull();
});

it('airlines of which the search says that there are none are not mentioned', async () => {
  onlyInWholeSuite();
  await addFlights(backend(), [morning]);
  const given = settings();
  const { hasFlightSupplier: _, ...unknown } = given;
  provideSettings(unknown);
  onTestFinished(() => provideSettings(given));
  await open(oneWay);
  await found(1);
  await waitFor(() =>
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe(
      'Our own seats: 1 journey',
    ),
  );
});

it('a long list begins with a page of flights and goes on when asked', async () => {
  onlyInWholeSuite();
  await addFlights(
    backend(),
    Array.from({ length: 30 }, (_, index) => ({
      number: String(index + 1),
      times: `BKK 08:${String(index + 10)} CNX 09:${String(index + 20)}`,
      baht: 1000 + index,
    })),
  );
  const { user, router } = await open(oneWay);
  await found(24);
  await user.click(screen.getByRole('button', { name: 'Next 6 flights' }));
  await found(30);
  expect(router.state.location.search).toContain('shown=48');
});

it.each([
  ['', 'Where to, and when?'],
  ['?trip=BKK-CNX', 'This link is incomplete'],
  ['?trip=BKK-CNX-20200101_1-0-0_economy', 'This date has passed'],
  ['?trip=BKK-CNX-25691201_1-0-0_economy', 'This date is too far ahead'],
  [
    `?trip=BKK-BKK-${compactDay()}_1-0-0_economy`,
    'This flight starts and ends at the same airport',
  ],
])('an address that cannot be searched says what to do: %j', async (search, title) => {
  await renderApp({ path: `/results${search}`, features });
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Change search' })).toBeTruthy();
});

it('is written in Thai', async () => {
  await addFlights(backend(), [morning]);
  await open(oneWay, '', 'th');
  const list = await screen.findByRole('region', { name: 'ตัวเลือกเที่ยวบิน' });
  const card = await within(list).findByRole('article', { name: 'ตัวเลือกที่ 1 ฿7,532' });
  expect(card.textContent).toContain('รวม 3 คน รวมภาษีแล้ว');
  expect(within(card).getByRole('button', { name: 'เลือกเที่ยวบินนี้' })).toBeTruthy();
});

/** `Mon 2`. */
const dateOf = (days: number) => shortDay(days).split(' ').slice(0, 2).join(' ');

it('has the days around with their lowest totals, which keep order and filters', async () => {
  onlyInWholeSuite();
  await addFlights(backend(), [
    morning,
    { ...evening, on: dayAfter(1) },
    { ...other, on: dayAfter(-1) },
  ]);
  const { user, router } = await open(oneWay, '&sort=fastest&open=');
  await found(1);
  const days = within(screen.getByRole('navigation', { name: 'Nearby days, lowest total' }));
  const next = await days.findByRole('link', { name: `${dateOf(1)} 5,600 lowest of these days` });
  expect(days.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    `${dateOf(-2)} –no price known`,
    `${dateOf(-1)} 9,800`,
    `${dateOf(0)} 7,532`,
    `${dateOf(1)} 5,600 lowest of these days`,
    `${dateOf(2)} –no price known`,
  ]);
  await user.click(next);
  await waitFor(() => expect(numbers()).toEqual(['FD 110']));
  expect(router.state.location.search).toBe(
    `?trip=BKK-CNX-${compactDay(1)}_2-1-0_economy&sort=fastest`,
  );
});

it('nothing found on the day offers the days that have flights', async () => {
  onlyInWholeSuite();
  await addFlights(backend(), [{ ...morning, on: dayAfter(2) }]);
  await open(oneWay);
  const near = await screen.findByRole('link', { name: `${shortDay(2)} · THB 7,532` });
  expect(near.getAttribute('href')).toBe(`/results?trip=BKK-CNX-${compactDay(2)}_2-1-0_economy`);
});
