import { useEffect, useState } from 'react';
import { create } from 'zustand';

let unsaved = false;
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

interface LeaveQuestion {
  /** Undefined while nothing is asked. */
  readonly answer: ((may: boolean) => void) | undefined;
}

/** The question of `confirmLeave`, which `app/leave-guard` shows. */
export const useLeaveQuestion = create<LeaveQuestion>(() => ({ answer: undefined }));

/** Whether the page may be left; asks the user where changes would be lost. */
export function confirmLeave(): Promise<boolean> {
  if (!unsaved) return Promise.resolve(true);
  return new Promise((answer) => useLeaveQuestion.setState({ answer }));
}

export function answerLeaveQuestion(may: boolean): void {
  useLeaveQuestion.getState().answer?.(may);
  useLeaveQuestion.setState({ answer: undefined });
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
 * The state of a form, which marks the page while it is dirty. A dirty one is kept in memory when its page is left, as at
 * the end of a session, and restored after the next sign-in.
 *
 * @param key of the user and the form
 * @returns the value, its setter, and a function that deletes the draft once it was sent
 */
export function useDraft<Value>(
  key: string,
  initial: Value,
  isDirty: (value: Value) => boolean,
): readonly [Value, (next: Value) => void, () => void] {
  const [value, setValue] = useState(() => (drafts.get(key) as Value | undefined) ?? initial);
  useUnsavedChanges(isDirty(value));
  useEffect(() => {
    shown.add(key);
    return () => void shown.delete(key);
  }, [key]);
  function change(next: Value) {
    if (isDirty(next)) drafts.set(key, next);
    else drafts.delete(key);
    setValue(next);
  }
  function forget() {
    unsaved = false;
    drafts.delete(key);
  }
  return [value, change, forget];
}
