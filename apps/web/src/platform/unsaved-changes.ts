import { useEffect, useState } from 'react';

type Confirm = () => Promise<boolean>;

let unsaved = false;
let confirmation: Confirm | undefined;
const drafts = new Map<string, unknown>();
/** The keys of the drafts on screen. */
const shown = new Set<string>();

/** Whether a form on screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return unsaved;
}

/** Deletes every draft, as on sign-out. */
export function forgetUnsavedChanges(): void {
  unsaved = false;
  drafts.clear();
}

/** Deletes the drafts on screen; those of other pages stay. */
export function discardShownChanges(): void {
  unsaved = false;
  for (const key of shown) drafts.delete(key);
}

/** Whether the page may be left; asks the user where changes would be lost. */
export function confirmLeave(): Promise<boolean> {
  return unsaved && confirmation !== undefined ? confirmation() : Promise.resolve(true);
}

/** Sets the confirmation; undefined when its page is gone. */
export function setLeaveConfirmation(confirm: Confirm | undefined): void {
  confirmation = confirm;
}

/** Marks the page as having unsaved changes: leaving it asks first (`app/leave-guard`). */
export function useUnsavedChanges(dirty: boolean): void {
  useEffect(() => {
    unsaved = dirty;
    return () => {
      unsaved = false;
    };
  }, [dirty]);
}

/**
 * The state of a form, kept in memory when its page is left unsaved, as at the end of a session, and restored after the
 * next sign-in.
 *
 * @param key of the user and the form
 * @returns the value, its setter, and a function that deletes the draft once it was sent
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
    unsaved = false;
    drafts.delete(key);
  }
  return [value, change, forget];
}
