import { CalendarDays } from 'lucide-react';
import type { RefObject } from 'react';
import { classNames } from './class-names.ts';

export interface DateOverlayProps {
  /** The day in the language of the page; a placeholder while there is none. */
  readonly text: string;
  readonly isEmpty: boolean;
  readonly calendarLabel: string;
  /** Whether the calendar is open. */
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onOpenCalendar: () => void;
  /** By default the button reaches over the label inside the box of the search. */
  readonly buttonPlace?: string;
}

/**
 * Shows the day of a native date input in the page's language while the input has no focus, and a button for a calendar.
 * It follows the input, which has the class `peer`, in a positioned element.
 */
export function DateOverlay(props: DateOverlayProps) {
  const { text, isEmpty, calendarLabel, isOpen, button, onOpenCalendar } = props;
  const { buttonPlace = '-top-5 bottom-0' } = props;
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'pointer-events-none absolute inset-0 flex items-center bg-surface leading-tight peer-focus:hidden',
          // Half a date is invalid and has no value: it stays visible.
          isEmpty && 'text-md font-text text-ink-3 peer-invalid:hidden',
        )}
      >
        {text}
      </span>
      <button
        type="button"
        ref={button}
        aria-label={calendarLabel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpenCalendar}
        className={`absolute right-0 flex w-11 justify-end text-teal pointer-coarse:w-full ${buttonPlace}`}
      >
        <CalendarDays className="size-4.5" />
      </button>
    </>
  );
}
