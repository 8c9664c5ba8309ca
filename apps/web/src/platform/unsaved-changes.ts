import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { create } from 'zustand';
import { localValue } from './local-store.ts';

/** Of each form on screen: whether it is dirty. */
const openForms = new Set<RefObject<boolean>>();
/** The unsent input of forms that are not on screen. */
const drafts = new Map<string, unknown>();

interface StoredDraft {
  readonly savedAt: number;
  readonly values: unknown;
}

/** The unsent input that outlives the page, by the user and the form. */
const storedDrafts = localValue('drafts', (stored) =>
  stored instanceof Object ? (stored as Readonly<Record<string, StoredDraft>>) : undefined,
);
const storedForMs = 7 * 24 * 60 * 60_000;

function recentDrafts(): readonly (readonly [string, StoredDraft])[] {
  const oldest = Date.now() - storedForMs;
  return Object.entries(storedDrafts.read() ?? {}).filter(([, { savedAt }]) => savedAt > oldest);
}

/** Stores the input of a form; none for undefined. */
function storeDraft(key: string, values: unknown): void {
  const others = recentDrafts().filter(([name]) => name !== key);
  const draft = { savedAt: Date.now(), values };
  const all = values === undefined ? others : [...others, [key, draft] as const];
  storedDrafts.write(all.length > 0 ? Object.fromEntries(all) : undefined);
}

function storedDraft(key: string): unknown {
  return recentDrafts().find(([name]) => name === key)?.[1].values;
}

function forgetDraft(key: string, isStored: boolean): void {
  drafts.delete(key);
  if (isStored && storedDraft(key) !== undefined) storeDraft(key, undefined);
}

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
  storedDrafts.write(undefined);
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

/** The input of a form that is kept while it is unsent. */
export interface DraftOptions<Values> {
  /** Of the user and the form. */
  readonly key: string;
  readonly read: () => Values;
  /** What of the input is stored when the page is hidden, which is the last that a closed tab hears; undefined for none. */
  readonly storable?: ((values: Values) => unknown) | undefined;
}

/**
 * Has the page ask before it is left while the form is dirty. With a key, a dirty form that leaves the screen without the
 * question, as at the end of a session, is kept in memory for the next time it opens. What may be stored outlives the page.
 *
 * @returns the draft of last time, and a function to call once the input was sent
 */
export function useUnsavedChanges<Values>(isDirty: boolean, options?: DraftOptions<Values>) {
  const key = options?.key;
  const form = useRef(false);
  const [draft] = useState(() => {
    if (key === undefined) return undefined;
    return drafts.get(key) ?? (options?.storable && storedDraft(key));
  });
  const isStored = options?.storable !== undefined;
  const read = useEffectEvent(() => options?.read());
  const store = useEffectEvent(() => {
    if (options?.storable && form.current)
      storeDraft(options.key, options.storable(options.read()));
    else if (key !== undefined) forgetDraft(key, isStored);
  });
  useEffect(() => {
    form.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    openForms.add(form);
    return () => {
      openForms.delete(form);
      if (key === undefined) return;
      if (form.current) drafts.set(key, read());
      else forgetDraft(key, isStored);
    };
  }, [key, isStored]);
  useEffect(() => {
    if (!isStored) return undefined;
    // The last event of a page whose tab is closed, or ended by the system.
    const storeIfHidden = () => {
      if (document.visibilityState === 'hidden') store();
    };
    document.addEventListener('visibilitychange', storeIfHidden);
    return () => document.removeEventListener('visibilitychange', storeIfHidden);
  }, [isStored]);
  function forget() {
    form.current = false;
    if (key !== undefined) forgetDraft(key, isStored);
  }
  return { draft: draft as Values | undefined, forget };
}
