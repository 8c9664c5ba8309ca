import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { airlineDay, holdAirlines, withAirlines } from '#testing/airlines.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { addFlights, flightFeatures as features, withFlights } from '#testing/flights.ts';
import { networkQuiet } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/flights.json';
import thai from '../../../public/locales/th/flights.json';

const { backend, duffel } = await withAirlines();
withFlights(backend);
const texts = { en: english, th: thai };

beforeEach(async () => {
  await backend().database.sql('delete from public.bkk_flights');
  await backend().database.sql('delete from public.bkk_flight_search_counts');
});

const open = (route: string, language: 'en' | 'th' = 'en') =>
  renderApp({
    path: `/results?trip=${route}-${airlineDay.replaceAll('-', '')}_1-0-0_economy`,
    language,
    features,
  });
const main = () => within(screen.getByRole('main'));
const cards = () => main().queryAllByRole('article');
const labels = () => cards().map((card) => card.getAttribute('aria-label'));

const addOwn = () =>
  addFlights(backend(), [
    { number: '680', times: 'BKK 10:00 NRT 18:10', baht: 20_000, on: airlineDay },
  ]);

it.each(languagesInTest('en'))(
  'what airlines answer late is counted, and moves nothing until it is asked for, in %s',
  async (language) => {
    await addOwn();
    const answer = holdAirlines(duffel);
    const text = texts[language].source;
    const { user } = await open('BKK-NRT', language);
    await waitFor(() => expect(cards()).toHaveLength(1));
    const status = main().getByRole('status');
    expect(status.textContent).toContain(text.waiting.replace('{{source}}', text.duffel));
    const [own] = cards();
    const before = labels();
    answer();
    const more = await main().findByRole('button', {
      name: texts[language].results.more.replace('{{count}}', '2'),
    });
    expect(status.textContent).toContain(
      text.answered_other.replace('{{source}}', text.duffel).replace('{{count}}', '2'),
    );
    expect(cards()).toEqual([own]);
    expect(labels()).toEqual(before);
    await user.click(more);
    expect(cards()).toHaveLength(3);
    expect(main().queryByRole('button', { name: /^(Show|ดูอีก) \d/ })).toBeNull();
  },
);

it('shows what airlines say and leaves out what they do not', async () => {
  await open('BKK-NRT');
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(labels()).toEqual(['Journey 1, THB 18,500', 'Journey 2, THB 24,690.10']);
  const [second, first] = cards().map((card) => within(card));
  expect(first?.getByText('Change THB 3,000')).toBeTruthy();
  expect(first?.getByText('No refund')).toBeTruthy();
  expect(first?.getByText('1 bag cabin + 1 bag checked')).toBeTruthy();
  expect(first?.getByText(/^Hold 7[12] h, pay later$/)).toBeTruthy();
  expect(first?.queryByText(/seats/)).toBeNull();
  expect(first?.queryByText('1 adult')).toBeNull();
  expect(second?.queryByText(/Change THB|Hold \d/)).toBeNull();
  expect(second?.getByText('1 stop')).toBeTruthy();
});

it('airlines that fail leave own seats on screen, and are asked again', async () => {
  await addOwn();
  duffel.beforeSearch = () => Promise.reject(new Error('out of order'));
  const { user } = await open('BKK-NRT');
  const alert = await main().findByRole('alert');
  expect(alert.textContent).toContain('The airlines could not be searched');
  // Own seats are another source, which may answer later.
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(takeConsoleErrors()).toHaveLength(1);
  duffel.beforeSearch = () => Promise.resolve();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await user.click(await main().findByRole('button', { name: 'Show 2 more' }));
  expect(cards()).toHaveLength(3);
  expect(main().queryByRole('alert')).toBeNull();
});

it('says that airlines are not asked any more today', async () => {
  onlyInWholeSuite();
  await addOwn();
  await backend().database.sql(
    `insert into public.bkk_flight_search_counts (day, network, searches)
     values ((now() at time zone 'Asia/Bangkok')::date, '', 5000)`,
  );
  await open('BKK-NRT');
  const alert = await main().findByRole('alert');
  expect(alert.textContent).toContain(english.source.limited);
  expect(within(alert).queryByRole('button')).toBeNull();
  expect(takeConsoleErrors()).toHaveLength(1);
});

it('a newer search replaces offers in their places, though their ids are others', async () => {
  onlyInWholeSuite();
  const { user, router } = await open('BKK-NRT');
  await waitFor(() => expect(cards()).toHaveLength(2));
  await act(() => router.navigate('/contact'));
  await backend().database.sql('delete from public.bkk_flight_searches');
  const { length } = duffel.received;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 660_000 });
  onTestFinished(() => void vi.useRealTimers());
  await act(() => router.navigate(-1));
  await waitFor(() => expect(duffel.received.length).toBeGreaterThan(length));
  // A press on a card that is being replaced is lost.
  await act(networkQuiet);
  expect(cards()).toHaveLength(2);
  expect(main().queryByRole('button', { name: /^Show \d/ })).toBeNull();
  await user.click(within(cards()[0] ?? document.body).getByRole('button', { name: 'Choose' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/(?:booking|login)/));
});
