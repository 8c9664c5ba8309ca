import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TFunction } from 'i18next';
import type { SearchChange } from '@bkksiam/domain/flight-search';
import { currentLanguage } from '#platform/i18n.ts';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { emptySearchForm, finish, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';
import { toastRegion } from '#testing/toasts.ts';
import { dispatchSearch } from '#entities/search/search-store.ts';

withBackend();
beforeEach(emptySearchForm);
afterEach(() => {
  vi.useRealTimers();
});

function fill(...changes: SearchChange[]): void {
  changes.forEach(dispatchSearch);
}

const ends: SearchChange[] = [
  { type: 'origin', index: 0, airport: 'BKK' },
  { type: 'destination', index: 0, airport: 'NRT' },
];
const leaves = (day: string, index = 0): SearchChange => ({ type: 'departure', index, day });
const oneWay: SearchChange = { type: 'tripType', tripType: 'oneway' };
const cities: SearchChange = { type: 'tripType', tripType: 'multicity' };

async function open(language: 'en' | 'th', path = '/search') {
  const hands = await renderApp({ path, language });
  await toastRegion();
  return { ...hands, form: await formOnScreen(), t: textsOf(language) };
}

/** From now on time passes only when advanced. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

function submit(t: TFunction): void {
  fireEvent.click(screen.getByRole('button', { name: t('nav.searchFlights') }));
}

const errors = () =>
  within(
    screen.getByRole('region', { name: textsOf(currentLanguage())('toast.region') }),
  ).getByRole('alert').textContent;
const errorMessages = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join('');

describe.each(languagesInTest('en'))('a search in %s', (language) => {
  const t = textsOf(language);
  const missing = (leg: number) =>
    t('problem.search.missing_leg.title', { leg }) + t('problem.search.missing_leg.text');

  const invalidSearches: [
    what: string,
    changes: SearchChange[],
    toast: string,
    field: string,
    at: number,
    message: string,
  ][] = [
    ['with nothing chosen', [], missing(1), t('search.from'), 0, t('search.missing.origin')],
    [
      'without a destination',
      [ends[0] ?? cities],
      missing(1),
      t('search.to'),
      0,
      t('search.missing.destination'),
    ],
    [
      'without a day',
      [...ends, oneWay],
      missing(1),
      t('search.departure'),
      0,
      t('search.missing.departure'),
    ],
    [
      'without a return',
      [...ends, leaves('2026-12-12')],
      t('problem.search.missing_return.title') + t('problem.search.missing_return.text'),
      t('search.return'),
      0,
      t('problem.search.missing_return.hint'),
    ],
    [
      'back before it begins',
      [...ends, leaves('2026-12-12'), leaves('2026-12-11', 1)],
      t('problem.search.return_order.title') + t('problem.search.return_order.text'),
      t('search.return'),
      0,
      t('problem.search.return_order.hint'),
    ],
    [
      'of several cities, one of them missing',
      [
        ...ends,
        cities,
        { type: 'destination', index: 1, airport: null },
        leaves('2026-12-12'),
        leaves('2026-12-14', 1),
      ],
      missing(2),
      t('search.to'),
      1,
      t('search.missing.destination'),
    ],
    [
      'of several cities, out of order',
      [...ends, cities, leaves('2026-12-12'), leaves('2026-12-11', 1)],
      t('problem.search.leg_order.title') +
        t('problem.search.leg_order.text', { leg: 2, previous: 1 }),
      t('search.departure'),
      1,
      t('problem.search.leg_order.hint', { previous: 1 }),
    ],
  ];

  it.each(invalidSearches)(
    '%s is shown in one toast of three seconds and beside the field, which has the focus',
    async (_, changes, toast, label, at, message) => {
      fill(...changes);
      const { form, router } = await open(language);
      holdTime();
      submit(t);
      expect(errors()).toBe(toast);
      const field = form.getAllByLabelText(label, { exact: true })[at];
      if (field === undefined) throw new Error(`there is no ${label}`);
      expect(document.activeElement).toBe(field);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(errorMessages(field)).toContain(message);
      pass(2999);
      expect(errors()).toBe(toast);
      pass(1);
      expect(errors()).toBe('');
      pass(5000);
      expect(router.state.location.pathname).toBe('/search');
    },
  );

  it('with more than one thing missing marks each field, without a summary', async () => {
    const { form } = await open(language);
    submit(t);
    expect(form.queryByRole('navigation')).toBeNull();
    const messageAt = (label: string) => errorMessages(form.getByLabelText(label));
    expect(messageAt(t('search.from'))).toContain(t('search.missing.origin'));
    expect(messageAt(t('search.to'))).toContain(t('search.missing.destination'));
    expect(messageAt(t('search.departure'))).toContain(t('search.missing.departure'));
    expect(messageAt(t('search.return'))).toContain(t('problem.search.missing_return.hint'));
    act(() => fill(...ends));
    expect(form.getByLabelText(t('search.from')).getAttribute('aria-invalid')).toBeNull();
    expect(form.getByLabelText(t('search.departure')).getAttribute('aria-invalid')).toBe('true');
  });

  it('of several cities marks the gaps of every leg at once', async () => {
    fill(cities);
    const { form } = await open(language);
    submit(t);
    expect(errors()).toBe(missing(1));
    for (const label of [t('search.to'), t('search.departure')]) {
      const marked = form
        .getAllByLabelText(label)
        .map((field) => field.getAttribute('aria-invalid'));
      expect(marked).toEqual(['true', 'true']);
    }
  });

  it('shows that it searches for two seconds, and is at the results after one and a half', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { router } = await open(language);
    const toasts = await toastRegion();
    holdTime();
    submit(t);
    expect(toasts.textContent).toBe(t('search.searching'));
    pass(1499);
    expect(router.state.location.pathname).toBe('/search');
    pass(1);
    await finish(() => router.state.location.pathname === '/results');
    expect(router.state.location.pathname).toBe('/results');
    expect(toasts.textContent).toBe(t('search.searching'));
    pass(499);
    expect(toasts.textContent).toBe(t('search.searching'));
    pass(1);
    expect(toasts.textContent).toBe('');
  });
});

describe('while a search waits', () => {
  it('is not sent again while it is busy', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { form, router, t } = await open('en');
    const toasts = await toastRegion();
    const before = window.history.length;
    holdTime();
    submit(t);
    const button = form.getByRole('button', { name: t('search.busy') });
    expect(button.getAttribute('aria-busy')).toBe('true');
    const sendAgain = () => {
      fireEvent.click(button);
      fireEvent.submit(button.closest('form') ?? button);
    };
    sendAgain();
    pass(1000);
    sendAgain();
    pass(500);
    await finish(() => router.state.location.pathname === '/results');
    expect(router.state.location.pathname).toBe('/results');
    expect(window.history.length).toBe(before + 1);
    // Said once: two seconds after the first time it is gone.
    pass(500);
    expect(toasts.textContent).toBe('');
  });

  it('can be sent again after a departure that was given up', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { form, router, t } = await open('en');
    router.patchRoutes(null, [{ path: '/slow', loader: () => new Promise(() => undefined) }]);
    holdTime();
    submit(t);
    pass(1000);
    await act(() => {
      Promise.resolve(router.navigate('/slow')).catch(() => undefined);
      // A navigation begins in a microtask.
      return Promise.resolve();
    });
    expect(router.state.navigation.state).toBe('loading');
    await act(() => router.navigate('/search'));
    pass(5000);
    expect(router.state.location.pathname).toBe('/search');
    expect(form.queryByRole('button', { name: t('search.busy') })).toBeNull();
    submit(t);
    pass(1500);
    await finish(() => router.state.location.pathname === '/results');
    expect(router.state.location.pathname).toBe('/results');
  });

  it('going elsewhere calls it off', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { router, t } = await open('en');
    holdTime();
    submit(t);
    pass(1400);
    await act(() => router.navigate('/nowhere'));
    pass(5000);
    expect(router.state.navigation.state).toBe('idle');
    expect(router.state.location.pathname).toBe('/nowhere');
  });
});
