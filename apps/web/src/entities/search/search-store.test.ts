import { beforeEach, expect, it, vi } from 'vitest';
import { emptySearch, type FlightSearch } from '@bkksiam/domain/flight-search';
import { takeConsoleErrors } from '#testing/console-errors.ts';

const key = 'bkksiam-search';

/** The form as a page opens with it in a tab that has kept this. */
async function openWith(stored: unknown): Promise<FlightSearch> {
  sessionStorage.setItem(key, JSON.stringify(stored));
  vi.resetModules();
  const { useSearch } = await import('./search-store.ts');
  return useSearch.getState();
}

beforeEach(() => sessionStorage.clear());

const [empty] = emptySearch.legs;
const filled: FlightSearch = {
  tripType: 'multicity',
  cabin: 'first',
  passengers: '9',
  legs: [
    { origin: 'BKK', destination: 'NRT', departure: '2026-12-05' },
    { origin: 'NRT', destination: 'SIN', departure: '2026-12-07' },
    { origin: 'SIN', destination: null, departure: '' },
  ],
};

it('is as it was when the page is opened again in the tab', async () => {
  expect(await openWith(filled)).toEqual(filled);
});

it('is kept at every change', async () => {
  await openWith(filled);
  const { dispatchSearch } = await import('./search-store.ts');
  dispatchSearch({ type: 'cabin', cabin: 'business' });
  expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toEqual({ ...filled, cabin: 'business' });
});

it('follows its own rules whatever was stored', async () => {
  const untied = { origin: 'SIN', destination: 'KUL', departure: '' };
  const { legs } = await openWith({ ...emptySearch, legs: [untied, untied, untied] });
  expect(legs).toEqual([untied, { origin: 'KUL', destination: 'SIN', departure: '' }]);
});

it.each([
  'a search',
  { ...emptySearch, legs: [] },
  { ...emptySearch, legs: [empty] },
  { ...emptySearch, legs: Array.from({ length: 7 }, () => empty) },
  { ...emptySearch, legs: [{ ...empty, origin: 'LHR' }, empty] },
  { ...emptySearch, legs: [{ ...empty, departure: '2026-02-30' }, empty] },
  { ...emptySearch, legs: [null, empty] },
  { ...emptySearch, tripType: 'return' },
  { ...emptySearch, cabin: 'sleeper' },
  { ...emptySearch, passengers: 1 },
  { ...emptySearch, passengers: '10' },
])('starts empty where %j is stored, which is set aside', async (stored) => {
  expect(await openWith(stored)).toEqual(emptySearch);
  expect(sessionStorage.getItem(`${key}-damaged`)).toBe(JSON.stringify(stored));
  expect(takeConsoleErrors()).toHaveLength(1);
});
