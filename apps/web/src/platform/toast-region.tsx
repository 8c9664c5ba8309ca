import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { toastDurations } from '@bkksiam/domain/constants';
import { ToastCard, ToastFrame } from '#ui/toast.tsx';
import { dismissToast, useShownToast, type ShownToast, type ToastText } from './toast.ts';

/** True while a person points at the element, holds the focus in it, or looks at another tab. */
function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(() => document.visibilityState === 'hidden');
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    const card = element.current;
    const hears: [string, () => void][] = [
      ['pointerenter', () => setPointed(true)],
      ['pointerleave', () => setPointed(false)],
      ['focusin', () => setFocused(true)],
      ['focusout', () => setFocused(false)],
    ];
    for (const [event, listener] of hears) card?.addEventListener(event, listener);
    return () => {
      for (const [event, listener] of hears) card?.removeEventListener(event, listener);
    };
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

function ToastOnScreen({ toast }: { readonly toast: ShownToast }) {
  const { t } = useTranslation();
  const leave = useCallback(() => {
    dismissToast(toast.id);
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

/** Where toasts appear, in both live regions' place. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toast = useShownToast();
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
