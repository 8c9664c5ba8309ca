import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { flightSources } from '#entities/offer/flight-sources.ts';
import { forgetRequestSearch, requestSearch } from '#entities/search/request-search.ts';
import { dispatchSearch, useSearch } from '#entities/search/search-store.ts';
import { provideSettings, settings } from '#platform/env.ts';
import { withBackend } from '#testing/backend.ts';
import {
  addFlights,
  compactDay,
  flightDay,
  flightFeatures as features,
  withFlights,
} from '#testing/flights.ts';
import { renderApp } from '#testing/render-app.tsx';
import {
  chooseAirport,
  chooseDay,
  emptySearchForm,
  finish,
  formOnScreen,
} from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';
import { alertToast, toastRegion } from '#testing/toasts.ts';
import { useAllAirports } from './all-airports.ts';

const backend = withBackend();
withFlights(backend);

beforeEach(() => {
  emptySearchForm();
  useAllAirports.setState({}, true);
  localStorage.removeItem('bkksiam-recent-searches');
});
afterEach(() => {
  vi.useRealTimers();
});

async function openForm(language: 'en' | 'th' = 'en') {
  const hands = await renderApp({ path: '/search', language, features });
  await toastRegion();
  const form = await formOnScreen();
  const label = language === 'en' ? 'Passengers 1 adult' : 'ผู้โดยสาร ผู้ใหญ่ 1';
  const passengers = await form.findByRole('button', { name: (name) => name.startsWith(label) });
  return { ...hands, form, passengers };
}

async function choosePassengers(label: string, count: number) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: String(count) } });
}
const countsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => Number(value));

it('loads the airports when a field is used, and not with the page', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const requests = () =>
    asked.mock.calls.filter(([input]) => {
      const address = input instanceof Request ? input.url : String(input);
      return address.includes('/bkk_airports');
    });
  const { user, form } = await openForm();
  expect(requests()).toEqual([]);
  await user.click(form.getByLabelText('From'));
  await finish(() => requests().length > 0);
});

it('finds every airport by code, city and name in both languages, with and without spaces', async () => {
  onlyInWholeSuite();
  const { user, form } = await openForm();
  const box = form.getByLabelText('From');
  const found = {
    lhr: 'LHR',
    heathrow: 'LHR',
    ลอนดอน: 'LHR',
    'krung thep': 'BKK',
    ดอนเมือง: 'DMK',
    udonthani: 'UTH',
    โอซาก้า: 'KIX',
    มัลดีฟส์: 'MLE',
    vietnam: 'HAN',
    ญี่ปุ่น: 'KIX',
  };
  for (const [text, code] of Object.entries(found)) {
    await user.clear(box);
    await user.type(box, text);
    const airports = within(await screen.findByRole('listbox', { name: 'Airports' }));
    const options = airports.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options.join()).toContain(code);
  }
});

it('shows the name of an airport that the specification does not have', async () => {
  const { user, form } = await openForm('th');
  expect(await chooseAirport(user, form.getByLabelText('ต้นทาง'), 'UTH')).toBe('UTH');
  expect(await form.findByText('อุดรธานี')).toBeTruthy();
});

it('chooses what was typed before the airports came once they are there, and a known code at once', async () => {
  const original = globalThis.fetch;
  const typing = new EventTarget();
  const isTyped = new Promise((resolve) => typing.addEventListener('end', resolve));
  const held = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.includes('/bkk_airports')) await isTyped;
    return original(input, init);
  });
  const { user, form } = await openForm();
  expect(await chooseAirport(user, form.getByLabelText('To'), 'icn')).toBe('ICN');
  expect(form.getByText(/Seoul/)).toBeTruthy();
  // A name of the specified airports has these letters too.
  expect(await chooseAirport(user, form.getByLabelText('From'), 'uth')).toBe('uth');
  typing.dispatchEvent(new Event('end'));
  expect(await form.findByText('Udon Thani')).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('From').value).toBe('UTH');
  held.mockRestore();
});

it('shows the name of such an airport of a saved search before a field is used', async () => {
  const { form } = await openForm();
  act(() => dispatchSearch({ type: 'origin', index: 0, airport: 'UTH' }));
  expect(await form.findByText('Udon Thani')).toBeTruthy();
});

it('asks for passengers by type: together nine, and no more infants than adults', async () => {
  const { user, passengers } = await openForm();
  await user.click(passengers);
  await screen.findByRole('dialog', { name: 'Passengers' });
  expect(countsOf('Adults, 12 and over')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(countsOf('Infants under 2, on a lap')).toEqual([0, 1]);
  await choosePassengers('Adults, 12 and over', 3);
  await choosePassengers('Infants under 2, on a lap', 3);
  await choosePassengers('Children, 2 to 11', 2);
  expect(countsOf('Children, 2 to 11')).toEqual([0, 1, 2, 3]);
  expect(passengers.textContent).toBe('3 adults, 2 children, 3 infants');
  await choosePassengers('Adults, 12 and over', 1);
  expect(useSearch.getState()).toMatchObject({
    passengers: '4',
    passengersByType: { adult: 1, child: 2, infant: 1 },
  });
  // The button closes what it opened, and so does Escape; both leave the focus on it.
  const dialog = () => screen.queryByRole('dialog', { name: 'Passengers' });
  await user.click(passengers);
  await waitFor(() => expect(dialog()).toBeNull());
  await user.click(passengers);
  await screen.findByRole('dialog', { name: 'Passengers' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(document.activeElement).toBe(passengers);
});

it('leads more than nine passengers to the form for groups, which a visitor can continue after the sign-in', async () => {
  const given = settings();
  provideSettings({ ...given, features: [...features, 'requests'] });
  onTestFinished(() => provideSettings(given));
  onTestFinished(forgetRequestSearch);
  const { user, passengers } = await openForm();
  await user.click(passengers);
  const link = await screen.findByRole('link', { name: 'More than 9? Ask for a group offer' });
  expect(link.getAttribute('href')).toBe('/dashboard/group-request');
  expect(requestSearch()).toBeUndefined();
  await user.click(link);
  expect(requestSearch()).toMatchObject({ tripType: 'roundtrip', passengers: '1' });
});

it('lists the passengers with commas in English and without in Thai', async () => {
  const texts = { en: '2 adults, 1 child, 1 infant', th: 'ผู้ใหญ่ 2 เด็ก 1 ทารก 1' };
  for (const language of ['en', 'th'] as const) {
    const { passengers, unmount } = await openForm(language);
    const byType = { adult: 2, child: 1, infant: 1 };
    act(() => useSearch.setState({ passengers: '4', passengersByType: byType }));
    expect(passengers.textContent).toBe(texts[language]);
    unmount();
    emptySearchForm();
  }
});

it.each(['en', 'th'] as const)('asks for the year that is meant, in %s', async (language) => {
  const { user, form, router } = await openForm(language);
  const t = textsOf(language);
  await user.click(form.getByRole('button', { name: t('search.type.oneway') }));
  await chooseAirport(user, form.getByLabelText(t('search.from')), 'BKK');
  await chooseAirport(user, form.getByLabelText(t('search.to')), 'CNX');
  const year = Number(flightDay.slice(0, 4));
  const field = form.getByLabelText<HTMLInputElement>(t('search.departure'));
  const search = () =>
    fireEvent.click(screen.getByRole('button', { name: t('nav.searchFlights') }));
  const described = () =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  chooseDay(field, `${String(year + 543)}${flightDay.slice(4)}`);
  search();
  const values = { leg: 1, year, buddhist: year + 543 };
  await waitFor(() => expect(described()).toContain(t('problem.search.other_year.hint', values)));
  expect(alertToast()).toContain(t('problem.search.other_year.title', values));
  chooseDay(field, `${String(year + 2)}${flightDay.slice(4)}`);
  search();
  await waitFor(() =>
    expect(described()).toContain(t('problem.search.too_late.hint', { days: 400 })),
  );
  expect(router.state.location.pathname).toBe('/search');
});

it('searches from the submit on, and is at the results of that search at once', async () => {
  await addFlights(backend(), [{ number: '302', times: 'BKK 08:00 UTH 09:10' }]);
  const { user, router, form, passengers } = await openForm();
  await user.click(form.getByRole('button', { name: 'One way' }));
  await chooseAirport(user, form.getByLabelText('From'), 'BKK');
  await chooseAirport(user, form.getByLabelText('To'), 'UTH');
  chooseDay(form.getByLabelText('Departure'), flightDay);
  await user.click(passengers);
  await choosePassengers('Children, 2 to 11', 1);
  await user.keyboard('{Escape}');
  const [source] = flightSources;
  if (source === undefined) throw new Error('nobody is asked for flights');
  const asked = vi.spyOn(source, 'query');
  const toasts = await toastRegion();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  fireEvent.click(screen.getByRole('button', { name: 'Search flights' }));
  expect(toasts.textContent).toBe('Searching for flights...');
  await finish(() => asked.mock.calls.length > 0);
  // No delay is simulated.
  await finish(() => router.state.location.pathname === '/results');
  expect(router.state.location.search).toBe(`?trip=BKK-UTH-${compactDay()}_1-1-0_economy`);
  // The notification of a result that has come meanwhile is a timer too.
  act(() => {
    vi.advanceTimersByTime(1);
  });
  vi.useRealTimers();
  const list = within(await screen.findByRole('region', { name: 'Flights found' }));
  expect(await list.findByRole('article', { name: 'Journey 1, THB 1,800' })).toBeTruthy();
});

it('a recent search restores the types of its passengers', async () => {
  useSearch.setState({ passengersByType: undefined });
  const trip = `BKK-UTH-${compactDay()}_2-1-1_economy`;
  const { router } = await renderApp({ path: `/results?trip=${trip}`, features });
  await screen.findByRole('heading', { level: 1 });
  emptySearchForm();
  await act(() => router.navigate('/search'));
  const recent = within(await screen.findByRole('region', { name: 'Recent searches' }));
  fireEvent.click(recent.getByRole('button', { name: /BKK – UTH/ }));
  const form = await formOnScreen();
  expect(
    await form.findByRole('button', { name: 'Passengers 2 adults, 1 child, 1 infant' }),
  ).toBeTruthy();
});
