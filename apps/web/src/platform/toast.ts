import { useSyncExternalStore } from 'react';
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

/** A toast on screen; the same words shown again are another toast. */
export interface ShownToast extends Toast {
  readonly id: number;
}

let shown: ShownToast | undefined;
let count = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | undefined): void {
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

/** Takes that toast away, if it is still the one on screen; whichever it is when no id is given. */
export function dismissToast(id = shown?.id): void {
  if (shown?.id === id) show(undefined);
}

/** The toast on screen. */
export function useShownToast(): ShownToast | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}
