import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { toastDurations } from '@bkksiam/domain/constants';
import { Button, CrossButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { TextKey } from './i18n.ts';
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

/** Whether the element covers the control that has the focus, such as the button just pressed or the first bad field. */
function coversFocus(element: Element): boolean {
  const focused = document.activeElement?.matches('body, main') ? null : document.activeElement;
  if (!focused) return false;
  const [card, control] = [element.getBoundingClientRect(), focused.getBoundingClientRect()];
  return (
    card.top < control.bottom &&
    control.top < card.bottom &&
    card.left < control.right &&
    control.left < card.right
  );
}

/** On a phone the way back and the heading are below the top bar. */
const isPhone = () => !window.matchMedia('(min-width: 40rem)').matches;

const tones = {
  success: { Icon: CircleCheck, edge: 'border-l-teal', color: 'text-teal' },
  info: { Icon: Info, edge: 'border-l-line-control', color: 'text-ink-2' },
  destructive: { Icon: CircleAlert, edge: 'border-l-red', color: 'text-red' },
};

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const { t } = useTranslation();
  const { action } = toast;
  const dismiss = useCallback(() => dismissToast(toast.id), [toast.id]);
  const card = useRef<HTMLDivElement>(null);
  const [isLow, setLow] = useState(isPhone);
  useLayoutEffect(() => {
    if (card.current !== null && coversFocus(card.current)) setLow((low) => !low);
  }, []);
  useCountdown(toast.duration ?? toastDurations.standard, usePaused(card), dismiss);
  const textOf = (text: ToastText) =>
    typeof text === 'string' ? t(text as TextKey, { ...toast.values }) : text.text;
  const { Icon, edge, color } = tones[toast.tone ?? 'success'];
  return (
    <div
      ref={card}
      data-toast
      className={classNames(
        'rising pointer-events-auto fixed inset-x-4 z-50 mx-auto flex max-w-md items-start gap-3 rounded-md border border-line border-l-4 bg-surface py-3 pr-2 pl-4 text-ink shadow-3',
        isLow ? 'bottom-24' : 'top-[calc(var(--bar)+0.5rem)]',
        edge,
      )}
    >
      <Icon className={classNames('mt-2.5 size-5 flex-none', color)} strokeWidth={2} />
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
            {textOf(action.text)}
          </Button>
        )}
      </div>
      <CrossButton label={t('action.close')} onClick={dismiss} />
    </div>
  );
}

/**
 * Shows the toast below the top bar, where it covers no button that ends a form, on phones above the bar at the bottom, or
 * in the other place if it would cover the focus. Both live regions stay mounted: one that is added with its text is not announced.
 */
export function ToastRegion() {
  const { t } = useTranslation();
  const toast = useShownToast();
  const card = toast && <ToastCard key={toast.id} toast={toast} />;
  const isError = toast?.tone === 'destructive';
  return (
    <section aria-label={t('toast.region')} data-toasts>
      <div role="status" aria-live="polite">
        {!isError && card}
      </div>
      <div role="alert" aria-live="assertive">
        {isError && card}
      </div>
    </section>
  );
}
