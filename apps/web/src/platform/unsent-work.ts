import { useEffect, useState } from 'react';

type Ask = () => Promise<boolean>;

let unsent = false;
let asker: Ask | undefined;
const drafts = new Map<string, unknown>();

/** Whether something stands in a form that has not been sent. */
export function hasUnsentWork(): boolean {
  return unsent;
}

/** Nothing is missed from now on: it was sent, or the person has agreed to lose it. */
export function forgetUnsentWork(): void {
  unsent = false;
  drafts.clear();
}

/** Whether the person may be taken away from the page; asks where something would be lost. */
export function mayLeave(): Promise<boolean> {
  return unsent && asker !== undefined ? asker() : Promise.resolve(true);
}

/** Sets who asks; undefined when nobody can. */
export function askLeaversBy(ask: Ask | undefined): void {
  asker = ask;
}

/** Tells the page whether it holds something that has not been sent; leaving it asks first (`app/leave-guard`). */
export function useUnsentWork(dirty: boolean): void {
  useEffect(() => {
    unsent = dirty;
    return () => {
      unsent = false;
    };
  }, [dirty]);
}

/**
 * What is typed on a page, kept in memory where the page is taken away with it unsent, as when the session ends: it
 * is there again after the next sign-in. `forgetUnsentWork` forgets it.
 *
 * @param key whose it is and where: nobody else is shown it
 */
export function useDraft<Value>(
  key: string,
  empty: Value,
  isDraft: (kept: unknown) => kept is Value,
): readonly [Value, (next: Value) => void] {
  const [value, setValue] = useState(() => {
    const kept = drafts.get(key);
    return isDraft(kept) ? kept : empty;
  });
  function change(next: Value) {
    drafts.set(key, next);
    setValue(next);
  }
  return [value, change];
}
