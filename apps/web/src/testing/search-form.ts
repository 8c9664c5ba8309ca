import { act, fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { SearchChange } from '@bkksiam/domain/flight-search';
import { dispatchSearch } from '#features/search/search-store.ts';

/** Puts the form back to its start: it is kept for the tab, and all tests of a file share one. */
export function emptySearchForm(): void {
  const changes: SearchChange[] = [
    { type: 'tripType', tripType: 'roundtrip' },
    { type: 'cabin', cabin: 'economy' },
    { type: 'passengers', passengers: '1' },
    { type: 'origin', index: 0, airport: null },
    { type: 'destination', index: 0, airport: null },
    { type: 'departure', index: 0, day: '' },
    { type: 'departure', index: 1, day: '' },
  ];
  changes.forEach(dispatchSearch);
}

/** The texts of the form that tests look for. */
export const searchTexts = {
  en: {
    types: { roundtrip: 'Round trip', oneway: 'One way', multicity: 'Multi-city' },
    from: 'From',
    to: 'To',
    departure: 'Departure',
    back: 'Return',
    passengers: 'Passengers',
    cabin: 'Cabin class',
    leg: (leg: number) => `Leg ${String(leg)}`,
    remove: (leg: number) => `Remove leg ${String(leg)}`,
    add: 'Add a leg',
    swap: 'Swap From and To',
    submit: 'Search flights',
    busy: 'Searching...',
    searching: 'Searching for flights...',
  },
  th: {
    types: { roundtrip: 'ไป-กลับ', oneway: 'เที่ยวเดียว', multicity: 'หลายเมือง' },
    from: 'ต้นทาง',
    to: 'ปลายทาง',
    departure: 'วันออกเดินทาง',
    back: 'วันเดินทางกลับ',
    passengers: 'ผู้โดยสาร',
    cabin: 'ชั้นโดยสาร',
    leg: (leg: number) => `เที่ยวบินที่ ${String(leg)}`,
    remove: (leg: number) => `ลบเที่ยวบินที่ ${String(leg)}`,
    add: 'เพิ่มเที่ยวบิน',
    swap: 'สลับต้นทางกับปลายทาง',
    submit: 'ค้นหาเที่ยวบิน',
    busy: 'กำลังค้นหา...',
    searching: 'กำลังค้นหาเที่ยวบิน...',
  },
};

/** What is looked for within: the form, or one leg of it (from 1). */
export async function formOnScreen() {
  const submit = await screen.findByRole('button', {
    name: new RegExp(`^(${searchTexts.en.submit}|${searchTexts.th.submit})$`),
  });
  const form = submit.closest('form');
  if (form === null) throw new Error('the button searches nothing');
  return within(form);
}

/** Chooses an airport by typing it and going on, and says which one it was. */
export async function chooseAirport(user: UserEvent, box: HTMLElement, text: string) {
  await user.clear(box);
  await user.type(box, text);
  await user.tab();
  return (box as HTMLInputElement).value;
}

/** Chooses a day. */
export function chooseDay(box: HTMLElement, day: string): void {
  fireEvent.change(box, { target: { value: day } });
}

/** Lets what has been started come to its end while no time passes: for tests that hold the timers. */
export async function finish(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !isDone(); turn += 1) {
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
}
