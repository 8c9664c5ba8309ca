import { CalendarDays } from 'lucide-react';
import { useRef, type ComponentType, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { classNames } from '#ui/class-names.ts';
import { useLanguage } from './i18n.ts';
import { useLazyPanel } from './lazy-components.ts';

/** The calendar of a date input, loaded when its button opens it. */
export function useCalendar<Props>(load: () => Promise<ComponentType<Props>>) {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useLazyPanel(load, {
    title: 'search.calendar.failed',
    description: 'search.calendar.failedText',
  });
  return { button, ...panel };
}

export interface DateOverlayProps {
  /** Of the date input. */
  readonly label: string;
  readonly day: string;
  /** Of `useCalendar`. */
  readonly calendar: {
    readonly button: RefObject<HTMLButtonElement | null>;
    /** Undefined while it is closed. */
    readonly Panel: unknown;
    readonly open: () => void;
  };
  /** By default the button reaches over the label inside the box of the search. */
  readonly buttonPlace?: string;
}

/**
 * Shows the day of a native date input in the page's language while the input has no focus, and a button for a calendar.
 * It follows the input, which has the class `peer`, in a positioned element.
 */
export function DateOverlay(props: DateOverlayProps) {
  const { label, day, calendar, buttonPlace = '-top-5 bottom-0' } = props;
  const { button, Panel, open } = calendar;
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'pointer-events-none absolute inset-0 flex items-center bg-surface leading-tight peer-focus:hidden',
          // Half a date is invalid and has no value: it stays visible.
          day === '' && 'text-md font-text text-ink-3 peer-invalid:hidden',
        )}
      >
        {weekdayText(day, language, true) ?? t('search.calendar.choose')}
      </span>
      <button
        type="button"
        ref={button}
        aria-label={t('search.calendar.open', { field: label })}
        aria-haspopup="dialog"
        aria-expanded={Panel !== undefined}
        onClick={open}
        className={`absolute right-0 flex w-11 justify-end text-teal pointer-coarse:w-full ${buttonPlace}`}
      >
        <CalendarDays className="size-4.5" />
      </button>
    </>
  );
}
