import type { DayPickerProps } from 'react-day-picker';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { localDay } from '@bkksiam/domain/calendar-day';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { MonthPicker, toDate } from '#ui/day-picker.tsx';
import { Dialog, DialogClose, DialogTitle } from '#ui/dialog.tsx';
import './calendar-dialog.css';

/** The days from the first to the last of a trip; an empty text is a day not chosen yet. */
export interface CalendarTrip {
  readonly from: string;
  readonly to: string;
  /** Announced when it changes: which of the days is chosen now. */
  readonly hint: string;
  /** The last day is chosen now: the days up to the pointer or the focus are marked. */
  readonly choosesEnd: boolean;
}

export interface CalendarDialogProps {
  readonly title: string;
  /** A day such as `2026-12-05`, or empty. */
  readonly day: string;
  readonly earliest: string;
  readonly onDay: (day: string) => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** Two months are shown for it where there is room. */
  readonly trip?: CalendarTrip | undefined;
  readonly onClose: () => void;
}

/** What the days and buttons are for screen readers. */
function useLabels(trip: CalendarTrip | undefined): NonNullable<DayPickerProps['labels']> {
  const { t } = useTranslation();
  const language = useLanguage();
  return {
    labelNext: () => t('search.calendar.next'),
    labelPrevious: () => t('search.calendar.previous'),
    labelDayButton: (date, { selected, today }) => {
      const day = localDay(date);
      const name = weekdayText(day, language) ?? day;
      if (selected) return t('search.calendar.chosen', { day: name });
      if (day === trip?.from) return t('search.calendar.from', { day: name });
      if (day === trip?.to) return t('search.calendar.to', { day: name });
      return today ? t('search.calendar.today', { day: name }) : name;
    },
  };
}

/** The marks of a trip's days: its ends, and the days from the first to the last, or to the one pointed at. */
function tripMarks(trip: CalendarTrip, pointed: Date | undefined) {
  const [from, to] = [toDate(trip.from), toDate(trip.to)];
  const last = pointed ?? to;
  const isRange = from !== undefined && last !== undefined && from < last;
  return {
    modifiers: {
      ...(from && { from }),
      ...(to && { to }),
      ...(isRange && { start: from, end: last, between: { after: from, before: last } }),
    },
    modifiersClassNames: {
      from: 'rdp-trip-end',
      to: 'rdp-trip-end',
      start: 'rdp-range-start',
      between: 'rdp-range',
      end: 'rdp-range-end',
    },
  };
}

/** The months to begin with: those of the chosen day, and with two also the one before if the trip begins there. */
function firstMonths({ day, earliest, trip }: CalendarDialogProps) {
  const [chosen, start] = [toDate(day), toDate(earliest)];
  const isWide = trip !== undefined && window.matchMedia('(min-width: 48rem)').matches;
  const beforeChosen = chosen && new Date(chosen.getFullYear(), chosen.getMonth(), 0, 12);
  const beginsBefore = trip?.choosesEnd === true && start && beforeChosen && start <= beforeChosen;
  const shown = (isWide && beginsBefore ? beforeChosen : chosen) ?? start;
  return { shown, start, months: isWide ? 2 : 1 };
}

/** The day that is pointed at or has the focus while the end of a trip is chosen. */
function usePointedDay(isEnabled: boolean) {
  const [pointed, setPointed] = useState<Date>();
  const point = (date: Date) => setPointed(date);
  const leave = () => setPointed(undefined);
  return isEnabled
    ? {
        pointed,
        events: {
          onDayMouseEnter: point,
          onDayMouseLeave: leave,
          onDayFocus: point,
          onDayBlur: leave,
        },
      }
    : { pointed: undefined, events: {} };
}

/** The calendar of a date field; on phones a sheet at the lower edge of the screen. */
export function CalendarDialog(props: CalendarDialogProps) {
  const { title, day, earliest, onDay, opener, trip, onClose } = props;
  const { t } = useTranslation();
  const selected = toDate(day);
  const first = toDate(earliest);
  // Stays as it was when the return is chosen next, so that no month moves under the pointer.
  const [{ shown, start, months }] = useState(() => firstMonths(props));
  const { pointed, events } = usePointedDay(trip?.choosesEnd ?? false);
  return (
    <Dialog open onClose={onClose} focusAfter={() => opener.current} className="calendar">
      <div className="flex items-center justify-between gap-4">
        <DialogTitle className="text-lg">{title}</DialogTitle>
        <DialogClose label={t('action.close')} />
      </div>
      {trip && (
        <p aria-live="polite" className="mb-2 text-sm text-ink-2">
          {trip.hint}
        </p>
      )}
      <MonthPicker
        language={useLanguage()}
        autoFocus
        selected={selected}
        onSelect={(date) => onDay(localDay(date))}
        {...(shown && { defaultMonth: shown })}
        {...(start && { startMonth: start })}
        {...(first && { disabled: { before: first } })}
        numberOfMonths={months}
        fixedWeeks
        {...(trip && tripMarks(trip, pointed))}
        {...events}
        labels={useLabels(trip)}
      />
    </Dialog>
  );
}
