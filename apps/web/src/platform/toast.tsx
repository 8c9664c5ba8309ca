import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { toastDurations } from '@bkksiam/domain/constants';
import { ToastCard, ToastFrame } from '#ui/toast.tsx';
import type { TextKey, TextValues } from './i18n.ts';

/** Words of a toast: a text by key, or raw text such as a server's message. */
export type ToastText = TextKey | { readonly text: string };

export interface Toast {
  readonly title: ToastText;
  readonly description?: ToastText;
  /** What the placeholders of both texts stand for. */
  readonly values?: TextValues;
  /** `destructive` says that something failed, and is announced at once. */
  readonly tone?: 'default' | 'destructive';
  /** Milliseconds on screen; 5000 when left out. */
  readonly duration?: number;
}

interface Shown extends Toast {
  readonly id: number;
}

let shown: Shown | undefined;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Shown | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a toast in place of any other: there is one at a time (spec §4). It stays while pages change under it. */
export function showToast(toast: Toast): void {
  count += 1;
  show({ ...toast, id: count });
}

/** Takes the toast away, if there is one. */
export function dismissToast(): void {
  if (shown !== undefined) show(undefined);
}

/** True while a person points at the element, holds the focus in it, or looks at another tab. */
function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(() => document.visibilityState === 'hidden');
  useEffect(() => {
    const card = element.current;
    const stop = new AbortController();
    const { signal } = stop;
    const look = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', look, { signal });
    card?.addEventListener('pointerenter', () => setPointed(true), { signal });
    card?.addEventListener('pointerleave', () => setPointed(false), { signal });
    card?.addEventListener('focusin', () => setFocused(true), { signal });
    card?.addEventListener('focusout', () => setFocused(false), { signal });
    return () => stop.abort();
  }, [element]);
  return pointed || focused || hidden;
}

/** Counts a duration down while it is not held, then calls back. */
function useCountdown(duration: number, held: boolean, done: () => void): void {
  const left = useRef(duration);
  useEffect(() => {
    if (held) return undefined;
    const started = performance.now();
    const timer = setTimeout(done, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [held, done]);
}

function ToastOnScreen({ toast }: { readonly toast: Shown }) {
  const { t } = useTranslation();
  const leave = useCallback(() => {
    if (shown?.id === toast.id) dismissToast();
  }, [toast.id]);
  const card = useRef<HTMLDivElement>(null);
  useCountdown(toast.duration ?? toastDurations.standard, useHeld(card), leave);
  const words = (text: ToastText) =>
    typeof text === 'string' ? t(text, { ...toast.values }) : text.text;
  return (
    <ToastCard
      tone={toast.tone ?? 'default'}
      title={words(toast.title)}
      description={toast.description === undefined ? undefined : words(toast.description)}
      closeLabel={t('action.close')}
      onClose={leave}
      ref={card}
    />
  );
}

/** Where toasts appear; rendered once, outside the pages. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toast = useSyncExternalStore(subscribe, () => shown);
  const destructive = toast?.tone === 'destructive';
  const card = toast && <ToastOnScreen key={toast.id} toast={toast} />;
  return (
    <ToastFrame
      label={t('toast.region')}
      status={destructive ? undefined : card}
      alert={destructive ? card : undefined}
    />
  );
}
