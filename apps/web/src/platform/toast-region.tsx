import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { toastDurations } from '@bkksiam/domain/constants';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { dismissToast, useShownToast, type ShownToast, type ToastText } from './toast.ts';

/** True while the element is pointed at or has the focus, and in a background tab. */
function usePaused(element: RefObject<HTMLElement | null>): boolean {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(() => document.visibilityState === 'hidden');
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const card = element.current;
    card?.addEventListener('pointerenter', () => setPointed(true), { signal });
    card?.addEventListener('pointerleave', () => setPointed(false), { signal });
    card?.addEventListener('focusin', () => setFocused(true), { signal });
    card?.addEventListener('focusout', () => setFocused(false), { signal });
    const onVisibility = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', onVisibility, { signal });
    return () => stop.abort();
  }, [element]);
  return isPointed || isFocused || isHidden;
}

/** Calls back after a duration, which does not run while it is paused. */
function useCountdown(duration: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(duration);
  useEffect(() => {
    if (isPaused) return undefined;
    const started = performance.now();
    const timer = setTimeout(onEnd, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [isPaused, onEnd]);
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const { t } = useTranslation();
  const { action } = toast;
  const dismiss = useCallback(() => dismissToast(toast.id), [toast.id]);
  const card = useRef<HTMLDivElement>(null);
  useCountdown(toast.duration ?? toastDurations.standard, usePaused(card), dismiss);
  const textOf = (text: ToastText) =>
    typeof text === 'string' ? t(text, { ...toast.values }) : text.text;
  const isError = toast.tone === 'destructive';
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <div
      ref={card}
      className={classNames(
        'rising pointer-events-auto flex items-start gap-3 rounded-md border border-line border-l-4 bg-surface py-3 pr-2 pl-4 text-ink shadow-3',
        isError ? 'border-l-red' : 'border-l-teal',
      )}
    >
      <Icon
        className={classNames('mt-2.5 size-5 flex-none', isError ? 'text-red' : 'text-teal')}
        strokeWidth={2}
      />
      <div className="min-w-0 flex-1 self-center py-1">
        <p className="font-head">{textOf(toast.title)}</p>
        {toast.description !== undefined && (
          <p className="text-sm text-ink-2">{textOf(toast.description)}</p>
        )}
        {action && (
          <Button
            tone="link"
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {t(action.text)}
          </Button>
        )}
      </div>
      <IconButton label={t('action.close')} onClick={dismiss}>
        <X className="size-5" />
      </IconButton>
    </div>
  );
}

/**
 * Shows the toast in a corner, on a low screen at the top so that it covers no buttons of a dialog. Both live regions stay
 * mounted: one that is added with its text is not announced.
 */
export function ToastRegion() {
  const { t } = useTranslation();
  const toast = useShownToast();
  const card = toast && <ToastCard key={toast.id} toast={toast} />;
  const isError = toast?.tone === 'destructive';
  return (
    <section
      aria-label={t('toast.region')}
      data-toasts
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md sm:right-6 sm:bottom-6 sm:left-auto sm:w-104 [@media(height<30rem)]:top-4 [@media(height<30rem)]:bottom-auto"
    >
      <div role="status" aria-live="polite">
        {!isError && card}
      </div>
      <div role="alert" aria-live="assertive">
        {isError && card}
      </div>
    </section>
  );
}
