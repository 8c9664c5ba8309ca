import { useEffect, useRef, useState, type RefObject } from 'react';
import { create } from 'zustand';

/** Of each form on screen: whether it is dirty. */
const openForms = new Set<RefObject<boolean>>();
/** The unsent input of forms that are not on screen. */
const drafts = new Map<string, unknown>();

/** Whether a form on screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return [...openForms].some(({ current: isDirty }) => isDirty);
}

/** Discards the changes on screen; the drafts of other pages stay. */
export function discardShownChanges(): void {
  for (const form of openForms) form.current = false;
}

/** Discards the changes on screen and every draft, as on sign-out. */
export function forgetUnsavedChanges(): void {
  discardShownChanges();
  drafts.clear();
}

interface LeaveQuestion {
  /** Undefined while nothing is asked. */
  readonly answer: ((may: boolean) => void) | undefined;
}

/** The question of `confirmLeave`, which `app/leave-guard` shows. */
export const useLeaveQuestion = create<LeaveQuestion>(() => ({ answer: undefined }));

/** Whether the page may be left; asks the user if changes would be lost. */
export function confirmLeave(): Promise<boolean> {
  if (!hasUnsavedChanges()) return Promise.resolve(true);
  return new Promise((answer) => useLeaveQuestion.setState({ answer }));
}

export function answerLeaveQuestion(may: boolean): void {
  useLeaveQuestion.getState().answer?.(may);
  useLeaveQuestion.setState({ answer: undefined });
}

/**
 * Has the page ask before it is left while the form is dirty. With a key, a dirty form that leaves the screen without the
 * question, as at the end of a session, is kept in memory for the next time it opens.
 *
 * @param key of the user and the form
 * @returns the draft of last time, and a function to call once the input was sent
 */
export function useUnsavedChanges<Values>(isDirty: boolean, key?: string, read?: () => Values) {
  const form = useRef(false);
  const [draft] = useState(() => (key === undefined ? undefined : drafts.get(key)));
  useEffect(() => {
    form.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    openForms.add(form);
    return () => {
      openForms.delete(form);
      if (key === undefined) return;
      if (form.current) drafts.set(key, read?.());
      else drafts.delete(key);
    };
  }, [key, read]);
  function forget() {
    form.current = false;
  }
  return { draft: draft as Values | undefined, forget };
}
