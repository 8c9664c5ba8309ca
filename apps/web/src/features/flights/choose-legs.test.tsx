import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
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

const open = (trip: string, view = '') =>
  renderApp({ path: `/results?trip=${trip}${view}`, language: 'en', features });
const cards = () =>
  within(screen.getByRole('region', { name: 'Flights found' })).queryAllByRole('article');

async function found(count: number) {
  await waitFor(() => expect(cards()).toHaveLength(count));
}

const morning = { number: '108', times: 'BKK 08:05 CNX 09:25', baht: 2690 };
const noon = { number: '104', times: 'BKK 12:30 CNX 13:40', baht: 3500 };

const headings = () => screen.getAllByRole('heading', { level: 2 });
const labels = () => cards().map((card) => card.getAttribute('aria-label'));
const press = (index: number) =>
  within(cards()[index] ?? document.body).getByRole('button', { name: 'Choose' });

describe('a round trip', () => {
  const trip = `BKK-CNX-${compactDay()}-${compactDay(4)}_1-0-0_economy`;
  const back = { number: '119', times: 'CNX 17:40 BKK 19:00', on: dayAfter(4) };

  beforeEach(() =>
    addFlights(backend(), [
      morning,
      noon,
      back,
      { ...back, number: '121', times: 'CNX 20:40 BKK 22:00', baht: 1200, airline: 'TG' },
    ]),
  );

  it('is chosen leg by leg, each flight once with the total of the trip', async () => {
    const { user, router } = await open(trip);
    await found(2);
    expect(headings()[0]?.textContent).toBe(`Choose your flight out, ${shortDay()}`);
    expect(labels()).toEqual(['Flight 1, from THB 3,690', 'Flight 2, from THB 4,500']);
    expect(screen.getByText('2 flights to choose from')).toBeTruthy();
    await user.click(press(1));
    await waitFor(() => expect(labels()).toEqual(['Flight 1, THB 4,500', 'Flight 2, THB 4,700']));
    const [heading] = headings();
    expect(heading?.textContent).toBe(`Choose your flight back, ${shortDay(4)}`);
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('THB 200 more than the lowest')).toBeTruthy();
    expect(router.state.location.search).toBe(`?trip=${trip}&legs=FD104.${compactDay()}1230`);
    const chosen = screen.getByRole('list', { name: 'Flights chosen so far' });
    expect(chosen.textContent).toContain(`Out, ${shortDay()}FD 104 · BKK 12:30 – CNX 13:40`);

    await act(() => router.navigate(-1));
    await waitFor(() => expect(labels()[0]).toBe('Flight 1, from THB 3,690'));
    expect(document.activeElement).toBe(headings()[0]);
    await user.click(press(0));
    await user.click(await screen.findByRole('link', { name: `Change: Out, ${shortDay()}` }));
    await waitFor(() => expect(router.state.location.search).toBe(`?trip=${trip}`));
    await waitFor(() => expect(labels()[0]).toBe('Flight 1, from THB 3,690'));
    await user.click(press(0));
    await waitFor(() => expect(labels()[0]).toBe('Flight 1, THB 3,690'));
    // A visitor is led on to the sign-in.
    const visited: string[] = [];
    router.subscribe(({ location }) => visited.push(location.pathname));
    await user.click(press(0));
    const booking = /^\/booking\/own-1-0-0_\d+\.\d+_\d+\.\d+$/;
    await waitFor(() => expect(visited).toContainEqual(expect.stringMatching(booking)));
  });

  it('is filtered by the departure of the leg that is shown, and by airlines of the whole trip', async () => {
    onlyInWholeSuite();
    const { user } = await open(trip, `&legs=FD108.${compactDay()}0805&depart=evening`);
    await found(2);
    expect(screen.queryByRole('group', { name: `Leaves Bangkok, ${shortDay()}` })).toBeNull();
    const leaves = within(screen.getByRole('group', { name: `Leaves Chiang Mai, ${shortDay(4)}` }));
    expect(leaves.getByRole('checkbox', { name: 'Afternoon 12–18 1' })).toBeTruthy();
    const airlines = within(screen.getByRole('group', { name: 'Airlines' }));
    expect(airlines.getByRole('checkbox', { name: 'Thai AirAsia 2' })).toBeTruthy();
    await user.click(airlines.getByRole('checkbox', { name: 'Thai Airways 1' }));
    await waitFor(() => expect(labels()).toEqual(['Flight 1, THB 3,890']));
    expect(screen.getByText('1 of 2 match the filters')).toBeTruthy();
  });

  it('begins anew where a chosen leg flies no more', async () => {
    onlyInWholeSuite();
    await open(trip, `&legs=FD999.${compactDay()}0805`);
    await found(2);
    expect(headings()[0]?.textContent).toContain('Choose your flight out');
  });
});

it('a multi-city trip is chosen flight by flight', async () => {
  await addFlights(backend(), [
    morning,
    { number: '5', times: 'CNX 12:00 HKT 14:00', on: dayAfter(2) },
    { number: '6', times: 'HKT 12:00 SIN 15:00', on: dayAfter(4) },
  ]);
  const { user } = await open(
    `BKK-CNX-${compactDay()}_CNX-HKT-${compactDay(2)}_HKT-SIN-${compactDay(4)}_1-0-1_economy`,
  );
  await found(1);
  const name = 'Bangkok Suvarnabhumi – Chiang Mai – Phuket – Singapore Changi, multi-city';
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  for (const number of [1, 2]) {
    await screen.findByRole('heading', { name: new RegExp(`flight ${String(number)} of 3`) });
    expect(labels()).toEqual(['Flight 1, from THB 4,690']);
    await user.click(press(0));
  }
  await waitFor(() => expect(labels()).toEqual(['Flight 1, THB 4,690']));
  expect(headings()[0]?.textContent).toBe(`Choose flight 3 of 3, ${shortDay(4)}`);
  const chosen = within(screen.getByRole('list', { name: 'Flights chosen so far' }));
  expect(chosen.getAllByRole('link')).toHaveLength(2);
});
