import { create } from 'zustand';
import type { BookingProblem, SlipProblem } from '@bkksiam/domain/booking';
import { toastDurations } from '@bkksiam/domain/constants';
import type { SearchProblem } from '@bkksiam/domain/flight-search-check';
import type { Problem } from '@bkksiam/domain/problem';
import { toAppError } from './app-error.ts';
import { settings } from './env.ts';
import type { Namespace, NamespacedKey, TextValues } from './i18n.ts';

export interface FormProblem {
  readonly code: (BookingProblem | SlipProblem | SearchProblem)['code'];
  readonly values?: TextValues;
}

/** Text of a toast: a key, or raw text such as a server's message. */
export type ToastText = NamespacedKey | { readonly text: string };

export interface Toast {
  readonly title: ToastText;
  readonly description?: ToastText;
  /** What the placeholders of both texts stand for. */
  readonly values?: TextValues;
  /** Success by default. `info` is neutral; `destructive` is for errors, which are announced at once. */
  readonly tone?: 'success' | 'info' | 'destructive';
  /** A button, which also dismisses the toast. */
  readonly action?: { readonly text: NamespacedKey; readonly run: () => void };
  /** Milliseconds on screen; 5000 when left out. */
  readonly duration?: number;
}

/** A toast on screen; the same text shown again is another toast. */
export interface ShownToast extends Toast {
  readonly id: number;
}

const useStore = create<{ readonly shown: ShownToast | undefined }>(() => ({ shown: undefined }));
let count = 0;

/** Shows a toast and dismisses the last one (spec §4). It stays during navigations. */
export function showToast(toast: Toast): void {
  count += 1;
  useStore.setState({ shown: { ...toast, id: count } });
}

/**
 * Shows a failure with the message of its error (spec §8). With a feature, a request without a response is described in the
 * language of the page: its message is the browser's own.
 */
export function toastError(title: NamespacedKey, error: unknown): void {
  const { code, message: text } = toAppError(error);
  const isTranslated = code === 'network' && settings().features.length > 0;
  const description = isTranslated ? 'authError.network' : { text };
  showToast({ title, description, tone: 'destructive' });
}

/**
 * Shows why a form was not sent.
 *
 * @param texts the namespace of the feature whose rule it is
 */
export function toastProblem(problem: FormProblem): void;
export function toastProblem(problem: Problem, texts: Namespace): void;
export function toastProblem({ code, values }: Problem, texts = 'common'): void {
  const key = `${texts}:problem.${code}`;
  showToast({
    title: `${key}.title` as NamespacedKey,
    description: `${key}.text` as NamespacedKey,
    ...(values && { values }),
    tone: 'destructive',
    duration: toastDurations.formError,
  });
}

/** Takes that toast away if it is still on screen; any toast without an id. */
export function dismissToast(id?: number): void {
  const { shown } = useStore.getState();
  if (id === undefined || shown?.id === id) useStore.setState({ shown: undefined });
}

/** The toast on screen. */
export function useShownToast(): ShownToast | undefined {
  return useStore((state) => state.shown);
}
