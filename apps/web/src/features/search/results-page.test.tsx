import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SearchChange } from '@bkksiam/domain/flight-search';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { contactAbout } from '#pages.ts';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { emptySearchForm, finish, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';
import { dispatchSearch } from '#entities/search/search-store.ts';

withBackend();
beforeEach(emptySearchForm);
afterEach(() => {
  vi.useRealTimers();
});

const roundTrip: SearchChange[] = [
  { type: 'origin', index: 0, airport: 'BKK' },
  { type: 'destination', index: 0, airport: 'NRT' },
  { type: 'departure', index: 0, day: '2026-12-12' },
  { type: 'departure', index: 1, day: '2026-12-17' },
];

it.each(['en', 'th'] as const)(
  'a search in %s waits, then finds no flight, and offers three links',
  async (language) => {
    const t = textsOf(language);
    roundTrip.forEach(dispatchSearch);
    const { router } = await renderApp({ path: '/search', language });
    await formOnScreen();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await act(() => router.navigate('/results'));
    await finish(() => screen.queryAllByTestId('flight-skeleton').length > 0);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('status').textContent).toBe(t('search.results.loading'));
    expect(main.getAllByTestId('flight-skeleton')).toHaveLength(3);
    expect(main.queryByText(t('search.results.none'))).toBeNull();
    expect(main.getByText('BKK – NRT')).toBeTruthy();
    const region = main.getByRole('status');
    act(() => {
      vi.advanceTimersByTime(1499);
    });
    expect(region.textContent).toBe(t('search.results.loading'));
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(main.getByRole('status')).toBe(region);
    expect(
      within(region).getByRole('heading', { level: 2, name: t('search.results.none') }),
    ).toBeTruthy();
    expect(main.queryByTestId('flight-skeleton')).toBeNull();
    const links = main.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      t('search.results.change'),
      t('search.results.packages'),
      t('nav.contactUs'),
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/search',
      '/packages',
      contactAbout(t('search.results.subject', { route: 'BKK – NRT' })),
    ]);
  },
);

it('Back from the results brings the filled form back', async () => {
  roundTrip.forEach(dispatchSearch);
  const { router } = await renderApp({ path: '/' });
  await formOnScreen();
  await act(() => router.navigate('/results'));
  await screen.findByText('BKK – NRT');
  expect(screen.getByText(/12 Dec 2026 – 17 Dec 2026/)).toBeTruthy();
  await act(() => router.navigate(-1));
  const form = await formOnScreen();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(form.getByLabelText('From')).toHaveProperty('value', 'BKK');
  expect(form.getByLabelText('To')).toHaveProperty('value', 'NRT');
  expect(form.getByLabelText('Departure')).toHaveProperty('value', '2026-12-12');
  expect(form.getByLabelText('Return')).toHaveProperty('value', '2026-12-17');
});

it('the results opened without a search show the same, about nothing in particular', async () => {
  onlyInWholeSuite();
  await renderApp({ path: '/results' });
  expect(await screen.findByText('No Flights Available')).toBeTruthy();
  expect(screen.queryByText(/–/)).toBeNull();
});
