import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptySearch, tieLegs, type FlightSearch } from '@bkksiam/domain/flight-search';
import { withBackend } from '#testing/backend.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { renderApp } from '#testing/render-app.tsx';
import { emptySearchForm, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';
import { useSearch } from '#entities/search/search-store.ts';

const key = 'bkksiam-recent-searches';

withBackend();
beforeEach(() => {
  emptySearchForm();
  localStorage.removeItem(key);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const search: FlightSearch = tieLegs({
  ...emptySearch,
  passengers: '2',
  cabin: 'business',
  legs: [
    { origin: 'BKK', destination: 'NRT', departure: '2026-12-05' },
    { origin: null, destination: null, departure: '2026-12-12' },
  ],
});

/** The search page on a day, with these recent searches. */
async function openWith(recent: unknown, language: 'en' | 'th' = 'en', today = '2026-12-01') {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00`) });
  localStorage.setItem(key, JSON.stringify(recent));
  const { user, router } = await renderApp({ path: '/search', language });
  const t = textsOf(language);
  const form = await formOnScreen();
  const popular = await screen.findByRole('region', { name: t('search.popular') });
  const findRecent = () => screen.queryByRole('region', { name: t('search.recent.title') });
  return { user, router, t, form, popular, findRecent };
}

const texts = (region: HTMLElement | null) =>
  region && [...region.querySelectorAll('li')].map(({ textContent }) => textContent);

describe('a recent search', () => {
  it('is saved once its results have opened', async () => {
    const { t, findRecent } = await openWith([]);
    expect(findRecent()).toBeNull();
    act(() => useSearch.setState(search));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: t('nav.searchFlights') }));
    await act(() => vi.advanceTimersByTimeAsync(1500));
    vi.useRealTimers();
    await screen.findByRole('heading', { level: 1, name: t('search.results.title') });
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual([search]);
  });

  it('is not kept where results are opened without a complete search', async () => {
    await renderApp({ path: '/results' });
    await screen.findByRole('heading', { level: 1 });
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each([
    ['en', 'BKK – NRT 5 Dec 2026 – 12 Dec 2026 2 passengers, Business'],
    ['th', 'BKK – NRT 5 ธ.ค. 2569 – 12 ธ.ค. 2569 ผู้โดยสาร 2 คน ชั้นธุรกิจ'],
  ] as const)('fills in the whole form in %s and leads to its button', async (language, text) => {
    const { user, t, form, findRecent } = await openWith([search], language);
    expect(texts(findRecent())).toEqual([text]);
    await user.click(screen.getByRole('button', { name: text }));
    expect(useSearch.getState()).toEqual(search);
    expect(form.getByLabelText(t('search.return'))).toHaveProperty('value', '2026-12-12');
    expect(document.activeElement).toBe(form.getByRole('button', { name: t('nav.searchFlights') }));
  });

  it('whose day has passed leaves the dates empty and leads to the departure', async () => {
    const { user, t, form, findRecent } = await openWith([search], 'en', '2026-12-06');
    expect(texts(findRecent())?.[0]).toContain(t('search.recent.newDays'));
    await user.click(within(findRecent() ?? document.body).getByRole('button', { name: /NRT/ }));
    expect(form.getByLabelText(t('field.passengers'))).toHaveProperty('value', '2');
    expect(form.getByLabelText(t('search.cabinLabel'))).toHaveProperty('value', 'business');
    expect(form.getByLabelText(t('search.to'))).toHaveProperty('value', 'NRT');
    expect(form.getByLabelText(t('search.return'))).toHaveProperty('value', '');
    const departure = form.getByLabelText(t('search.departure'));
    expect(departure).toHaveProperty('value', '');
    expect(document.activeElement).toBe(departure);
  });

  it('is gone with all others after one press', async () => {
    const other = { ...search, passengers: '9' };
    const { user, t, findRecent } = await openWith([search, other]);
    expect(texts(findRecent())).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: t('search.recent.clear') }));
    expect(findRecent()).toBeNull();
    expect(localStorage.getItem(key)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: t('search.popular') }));
  });

  it.each([{ ...search }, [{ ...search, cabin: 'sleeper' }], ['BKK']])(
    'is not offered where something else is saved: %j',
    async (stored) => {
      const { findRecent } = await openWith(stored);
      expect(findRecent()).toBeNull();
      expect(localStorage.getItem(`${key}-damaged`)).toBe(JSON.stringify(stored));
      expect(takeConsoleErrors()).toHaveLength(1);
    },
  );

  it('is not offered where the browser forbids storage, unlike popular routes', async () => {
    const { router, t, findRecent } = await openWith([search]);
    expect(findRecent()).not.toBeNull();
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await act(() => router.navigate('/nowhere'));
    await act(() => router.navigate('/search'));
    const popular = await screen.findByRole('region', { name: t('search.popular') });
    expect(findRecent()).toBeNull();
    expect(texts(popular)).toHaveLength(6);
  });
});

describe('popular routes', () => {
  it('fill in both ends and lead to the departure', async () => {
    const { user, t, form, popular } = await openWith([]);
    await user.click(within(popular).getByRole('button', { name: 'BKK SIN Singapore' }));
    expect(form.getByLabelText(t('search.from'))).toHaveProperty('value', 'BKK');
    expect(form.getByLabelText(t('search.to'))).toHaveProperty('value', 'SIN');
    expect(document.activeElement).toBe(form.getByLabelText(t('search.departure')));
  });

  it('are below the form of the search page, not at home', async () => {
    const t = textsOf('en');
    await renderApp({ path: '/' });
    await formOnScreen();
    expect(screen.queryByRole('region', { name: t('search.popular') })).toBeNull();
  });
});
