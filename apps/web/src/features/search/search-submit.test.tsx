import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchChange } from '@bkksiam/domain/flight-search';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { emptySearchForm, finish, formOnScreen, searchTexts } from '#testing/search-form.ts';
import { toastRegion } from '#testing/toasts.ts';
import { dispatchSearch } from './search-store.ts';

withBackend();
beforeEach(emptySearchForm);
afterEach(() => {
  vi.useRealTimers();
});

type Texts = (typeof searchTexts)['en'];

const sentences = {
  en: {
    missing: (leg: number) =>
      `Missing Information in Leg ${String(leg)}Please fill all fields for each segment.`,
    order: 'Invalid DatesDeparture date for leg 2 cannot be before leg 1.',
    noReturn: 'Missing Return DatePlease select a return date for your round trip.',
    returnOrder: 'Invalid DatesReturn date cannot be before the departure date.',
    origin: 'Choose the airport you leave from.',
    destination: 'Choose the airport you fly to.',
    departure: 'Choose a day to leave.',
    comeBack: 'Choose a day to come back.',
    laterDay: 'Choose the day of leg 1 or a later one.',
    laterReturn: 'Choose the day of departure or a later one.',
    summary: 'Still missing:',
  },
  th: {
    missing: (leg: number) => `ข้อมูลเที่ยวบินที่ ${String(leg)} ยังไม่ครบโปรดกรอกข้อมูลของทุกเที่ยวบินให้ครบทุกช่อง`,
    order: 'วันที่ไม่ถูกต้องวันออกเดินทางของเที่ยวบินที่ 2 ต้องไม่ก่อนเที่ยวบินที่ 1',
    noReturn: 'ยังไม่ได้เลือกวันเดินทางกลับโปรดเลือกวันเดินทางกลับสำหรับเที่ยวบินไป-กลับ',
    returnOrder: 'วันที่ไม่ถูกต้องวันเดินทางกลับต้องไม่ก่อนวันออกเดินทาง',
    origin: 'โปรดเลือกสนามบินต้นทาง',
    destination: 'โปรดเลือกสนามบินปลายทาง',
    departure: 'โปรดเลือกวันออกเดินทาง',
    comeBack: 'โปรดเลือกวันที่จะเดินทางกลับ',
    laterDay: 'โปรดเลือกวันเดียวกับเที่ยวบินที่ 1 หรือหลังจากนั้น',
    laterReturn: 'โปรดเลือกวันเดียวกับวันออกเดินทางหรือหลังจากนั้น',
    summary: 'ยังขาดข้อมูลต่อไปนี้',
  },
};

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
  return { ...hands, form: await formOnScreen(), text: searchTexts[language] };
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

function submit(text: Texts): void {
  fireEvent.click(screen.getByRole('button', { name: text.submit }));
}

const errors = () =>
  within(screen.getByRole('region', { name: /Notifications|การแจ้งเตือน/ })).getByRole('alert')
    .textContent;
const errorMessages = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join('');

describe.each(languagesInTest('en'))('a search in %s', (language) => {
  const sentence = sentences[language];
  const text = searchTexts[language];

  const invalidSearches: [
    what: string,
    changes: SearchChange[],
    toast: string,
    field: string,
    at: number,
    message: string,
  ][] = [
    ['with nothing chosen', [], sentence.missing(1), text.from, 0, sentence.origin],
    [
      'without a destination',
      [ends[0] ?? cities],
      sentence.missing(1),
      text.to,
      0,
      sentence.destination,
    ],
    [
      'without a day',
      [...ends, oneWay],
      sentence.missing(1),
      text.departure,
      0,
      sentence.departure,
    ],
    [
      'without a return',
      [...ends, leaves('2026-12-12')],
      sentence.noReturn,
      text.back,
      0,
      sentence.comeBack,
    ],
    [
      'back before it begins',
      [...ends, leaves('2026-12-12'), leaves('2026-12-11', 1)],
      sentence.returnOrder,
      text.back,
      0,
      sentence.laterReturn,
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
      sentence.missing(2),
      text.to,
      1,
      sentence.destination,
    ],
    [
      'of several cities, out of order',
      [...ends, cities, leaves('2026-12-12'), leaves('2026-12-11', 1)],
      sentence.order,
      text.departure,
      1,
      sentence.laterDay,
    ],
  ];

  it.each(invalidSearches)(
    '%s is shown in one toast of three seconds and beside the field, which has the focus',
    async (_, changes, toast, label, at, message) => {
      fill(...changes);
      const { form, router } = await open(language);
      holdTime();
      submit(text);
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

  it('with more than one thing missing lists them, each a way to its field', async () => {
    const { form, user } = await open(language);
    submit(text);
    const list = within(form.getByRole('navigation', { name: sentence.summary }));
    const entries = list.getAllByRole('button');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      sentence.origin,
      sentence.destination,
      sentence.departure,
    ]);
    await user.click(list.getByRole('button', { name: sentence.departure }));
    expect(document.activeElement).toBe(form.getByLabelText(text.departure));
    act(() => fill(...ends));
    expect(form.queryByRole('navigation')).toBeNull();
    expect(form.getByLabelText(text.from).getAttribute('aria-invalid')).toBeNull();
    expect(form.getByLabelText(text.departure).getAttribute('aria-invalid')).toBe('true');
  });

  it('shows that it searches for two seconds, and is at the results after one and a half', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { router } = await open(language);
    const toasts = await toastRegion();
    holdTime();
    submit(text);
    expect(toasts.textContent).toBe(text.searching);
    pass(1499);
    expect(router.state.location.pathname).toBe('/search');
    pass(1);
    await finish(() => router.state.location.pathname === '/results');
    expect(router.state.location.pathname).toBe('/results');
    expect(toasts.textContent).toBe(text.searching);
    pass(499);
    expect(toasts.textContent).toBe(text.searching);
    pass(1);
    expect(toasts.textContent).toBe('');
  });
});

describe('while a search waits', () => {
  it('is not sent again while it is busy', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { form, router, text } = await open('en');
    const toasts = await toastRegion();
    const before = window.history.length;
    holdTime();
    submit(text);
    const button = form.getByRole('button', { name: text.busy });
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
    const { form, router, text } = await open('en');
    router.patchRoutes(null, [{ path: '/slow', loader: () => new Promise(() => undefined) }]);
    holdTime();
    submit(text);
    pass(1000);
    act(() => {
      Promise.resolve(router.navigate('/slow')).catch(() => undefined);
    });
    expect(router.state.navigation.state).toBe('loading');
    await act(() => router.navigate('/search'));
    pass(5000);
    expect(router.state.location.pathname).toBe('/search');
    expect(form.queryByRole('button', { name: text.busy })).toBeNull();
    submit(text);
    pass(1500);
    await finish(() => router.state.location.pathname === '/results');
    expect(router.state.location.pathname).toBe('/results');
  });

  it('going elsewhere calls it off', async () => {
    fill(...ends, oneWay, leaves('2026-12-12'));
    const { router, text } = await open('en');
    holdTime();
    submit(text);
    pass(1400);
    await act(() => router.navigate('/nowhere'));
    pass(5000);
    expect(router.state.navigation.state).toBe('idle');
    expect(router.state.location.pathname).toBe('/nowhere');
  });
});
