import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { DayPicker as BuddhistDayPicker } from 'react-day-picker/buddhist';
import { useState, type RefObject } from 'react';
import './calendar-dialog.css';
import { Dialog, DialogClose, DialogTitle } from './dialog.tsx';

/** Noon of a local day: midnight does not exist on some days of daylight saving time. */
function toDate(day: string): Date | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date, 12);
}

/** Sets the value as typing does: React and scripts receive the event. */
function typeInto(input: HTMLInputElement, day: string): void {
  // React sees what is set on the element itself, and then ignores the event.
  Reflect.set(HTMLInputElement.prototype, 'value', day, input);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

interface CalendarTexts {
  readonly close: string;
  readonly previous: string;
  readonly next: string;
  readonly today: (day: string) => string;
  readonly chosen: (day: string) => string;
  /** The name of a day for screen readers. */
  readonly day: (day: string) => string;
}

export interface CalendarDialogProps {
  readonly title: string;
  /** The native date input: its value and `min` are read, and the chosen day is written into it. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** Thai shows the Buddhist era. */
  readonly language: 'en' | 'th';
  /** The first and last day of a trip, marked between; two months are shown where there is room. */
  readonly trip?: { readonly from: string; readonly to: string } | undefined;
  /** The day of a local time, as the input has it: `2026-12-05`. */
  readonly dayOf: (time: Date) => string;
  readonly texts: CalendarTexts;
  readonly onClose: () => void;
}

function labelsOf({ texts, dayOf }: CalendarDialogProps): NonNullable<DayPickerProps['labels']> {
  return {
    labelNext: () => texts.next,
    labelPrevious: () => texts.previous,
    labelDayButton: (date, { selected, today }) => {
      const day = texts.day(dayOf(date));
      if (selected) return texts.chosen(day);
      return today ? texts.today(day) : day;
    },
  };
}

/** The calendar of a date input; in the middle of the page, on phones a sheet at its lower edge. */
export function CalendarDialog(props: CalendarDialogProps) {
  const { title, input, opener, language, trip, dayOf, texts, onClose } = props;
  const [{ day, min, months }] = useState(() => ({
    day: toDate(input.current?.value ?? ''),
    min: toDate(input.current?.min ?? ''),
    months: trip && window.matchMedia('(min-width: 48rem)').matches ? 2 : 1,
  }));
  const [from, to] = [trip && toDate(trip.from), trip && toDate(trip.to)];
  const shownFirst = day ?? min;
  const Picker = language === 'th' ? BuddhistDayPicker : DayPicker;
  return (
    <Dialog open onClose={onClose} focusAfter={() => opener.current} className="calendar">
      <div className="flex items-center justify-between gap-4">
        <DialogTitle className="text-lg">{title}</DialogTitle>
        <DialogClose label={texts.close} />
      </div>
      <Picker
        mode="single"
        autoFocus
        numerals="latn"
        selected={day}
        {...(shownFirst && { defaultMonth: shownFirst })}
        {...(min && { startMonth: min, disabled: { before: min } })}
        numberOfMonths={months}
        {...(from && to && { modifiers: { trip: { from, to } } })}
        modifiersClassNames={{ trip: 'rdp-trip' }}
        labels={labelsOf(props)}
        onDayClick={(date, { disabled }) => {
          if (disabled || !input.current) return;
          typeInto(input.current, dayOf(date));
          onClose();
        }}
      />
    </Dialog>
  );
}
