import { act, fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { SearchChange } from '@bkksiam/domain/flight-search';
import { languages } from '@bkksiam/domain/languages';
import { dispatchSearch, useSearch } from '#entities/search/search-store.ts';
import { textsOf } from './texts.ts';

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
  useSearch.setState({ passengersByType: undefined });
}

/** What is looked for within: the form, or one leg of it (from 1). */
export async function formOnScreen() {
  const submit = await screen.findByRole('button', {
    name: (name) => languages.some((language) => name === textsOf(language)('nav.searchFlights')),
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
  // A count of turns would end before a busy machine has loaded the code of a page.
  for (const deadline = Date.now() + 20_000; !isDone() && Date.now() < deadline;) {
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
}
