import { useEffect, useState } from 'react';

type Ask = () => Promise<boolean>;

let unsent = false;
let asker: Ask | undefined;
const drafts = new Map<string, unknown>();
/** The keys of the drafts on screen. */
const shown = new Set<string>();

/** Whether something stands in a form that has not been sent. */
export function hasUnsentWork(): boolean {
  return unsent;
}

/** Forgets every draft, as when the user signs out. */
export function forgetUnsentWork(): void {
  unsent = false;
  drafts.clear();
}

/** Forgets the drafts on screen: the user has agreed to lose them. Those of other pages stay. */
export function discardShownWork(): void {
  unsent = false;
  for (const key of shown) drafts.delete(key);
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
 * is there again after the next sign-in.
 *
 * @param key whose it is and where: nobody else is shown it
 * @returns the value, how to change it, and how to forget this draft alone once it was sent
 */
export function useDraft<Value>(
  key: string,
  empty: Value,
  isDraft: (kept: unknown) => kept is Value,
): readonly [Value, (next: Value) => void, () => void] {
  const [value, setValue] = useState(() => {
    const kept = drafts.get(key);
    return isDraft(kept) ? kept : empty;
  });
  useEffect(() => {
    shown.add(key);
    return () => void shown.delete(key);
  }, [key]);
  function change(next: Value) {
    drafts.set(key, next);
    setValue(next);
  }
  function forget() {
    unsent = false;
    drafts.delete(key);
  }
  return [value, change, forget];
}
