import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createContext, use, type ReactNode } from 'react';
import { DayButton, type DayButtonProps } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import { localDay } from '@bkksiam/domain/calendar-day';
import { seatsOf, type DaySeats, type Departure } from '@bkksiam/domain/departures';
import type { weekdays } from '@bkksiam/domain/own-flight';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { iconButtonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { MonthPicker, toDate } from '#ui/day-picker.tsx';

/** What a day is for screen readers. */
function useDayName(): (day: string, seats: DaySeats | undefined) => string {
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  return (day, seats) => {
    const name = weekdayText(day, language) ?? day;
    if (seats === undefined) return t('calendar.dayNone', { day: name });
    const { isClosed, ...numbers } = seats;
    return t(isClosed ? 'calendar.dayClosed' : 'calendar.day', { day: name, ...numbers });
  };
}

/** The seats sold and held; its place alone on a day without seats. */
function Bar({ seats }: { readonly seats: DaySeats | undefined }) {
  if (seats === undefined || seats.total === 0) return <span className="h-1" />;
  const { total, held, sold, isClosed } = seats;
  const width = (part: number) => `${String((100 * part) / total)}%`;
  return (
    <span
      className={classNames(
        'mx-1 flex h-1 overflow-hidden rounded-pill bg-line forced-colors:border',
        isClosed && 'opacity-50',
      )}
    >
      <span className="bg-teal" style={{ width: width(sold) }} />
      <span className="bg-gold" style={{ width: width(held) }} />
    </span>
  );
}

/** The seats by day of the month on screen, undefined while loading, and the day that the Tab key leads to. */
const ShownMonth = createContext<{
  readonly seatsOn: ReadonlyMap<string, DaySeats> | undefined;
  readonly stop: string;
}>({ seatsOn: undefined, stop: '' });

function DayNumber({ seats, isPast }: { readonly seats: DaySeats; readonly isPast: boolean }) {
  const { t } = useTranslation('adminFlights');
  return (
    <span
      className={classNames(
        'num',
        isPast ? 'text-ink-2' : 'font-strong',
        seats.isClosed && 'text-xs text-ink-2',
        !seats.isClosed && !isPast && seats.free === 0 && 'text-red',
      )}
    >
      {seats.isClosed ? t('calendar.closedShort') : seats.free}
    </span>
  );
}

function Day(props: DayButtonProps) {
  const { modifiers } = props;
  const { date } = props.day;
  const day = localDay(date);
  const { seatsOn, stop } = use(ShownMonth);
  const seats = seatsOn?.get(day);
  const nameOf = useDayName();
  const today = bangkokToday();
  const isPast = day < today;
  const isSelected = modifiers.selected === true;
  return (
    <DayButton
      {...props}
      tabIndex={day === stop ? 0 : -1}
      aria-label={nameOf(day, seats)}
      aria-pressed={isSelected}
      className={classNames(
        'grid h-15 w-full content-between rounded-sm py-1 text-center leading-tight hover:bg-sunken focus-visible:-outline-offset-3',
        isSelected && 'bg-teal-soft inset-ring-2 inset-ring-teal',
        day === today && !isSelected && 'inset-ring inset-ring-line-control',
      )}
    >
      <span className="num text-xs text-ink-2">{date.getDate()}</span>
      {seats && <DayNumber seats={seats} isPast={isPast} />}
      {seatsOn && !seats && <span className="text-ink-3">–</span>}
      <Bar seats={seats} />
    </DayButton>
  );
}

const components = {
  DayButton: Day,
  CaptionLabel: ({ children }: { readonly children?: ReactNode }) => (
    <h3 aria-live="polite" className="text-md font-head tracking-normal">
      {children}
    </h3>
  ),
  Chevron: ({ orientation }: { readonly orientation?: string }) =>
    orientation === 'left' ? (
      <ChevronLeft className="size-5" />
    ) : (
      <ChevronRight className="size-5" />
    ),
};

const partClasses = {
  month: 'grid grid-cols-[auto_1fr_auto] items-center',
  month_caption: 'text-center',
  button_previous: iconButtonClass('-ml-2 hover:bg-sunken'),
  button_next: iconButtonClass('-mr-2 hover:bg-sunken'),
  month_grid: 'col-span-3 w-full table-fixed border-collapse',
  weekday: 'py-1 text-center text-xs font-mid text-ink-2',
  day: 'p-px',
};

export interface SeatCalendarProps {
  /** Such as `2026-12`. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  /** Undefined while loading. */
  readonly departures: readonly Departure[] | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (day: string) => void;
}

/** A month of a flight: the free seats of each day, with a bar of what is sold and held. */
export function SeatCalendar(props: SeatCalendarProps) {
  const { month, onMonth, departures, selected = '', onSelect } = props;
  const { t } = useTranslation('adminFlights');
  const shown = toDate(`${month}-01`);
  const first = departures?.find(({ day }) => day >= bangkokToday())?.day ?? `${month}-01`;
  const stop = selected.startsWith(month) ? selected : first;
  const seatsOn =
    departures &&
    new Map(
      departures.map(({ day }) => [day, seatsOf(departures.filter((one) => one.day === day))]),
    );
  const weekdayOf = (date: Date) => (date.getDay() || 7) as (typeof weekdays)[number];
  return (
    <div aria-busy={departures === undefined || undefined}>
      <ShownMonth value={{ seatsOn, stop }}>
        <MonthPicker
          language={useLanguage()}
          selected={toDate(selected)}
          onSelect={(date) => onSelect(localDay(date))}
          {...(shown && { month: shown })}
          onMonthChange={(date) => onMonth(localDay(date).slice(0, 7))}
          navLayout="around"
          components={components}
          classNames={partClasses}
          formatters={{ formatWeekdayName: (date) => t(`weekday.${weekdayOf(date)}`) }}
          labels={{
            labelPrevious: () => t('calendar.previous'),
            labelNext: () => t('calendar.next'),
            labelWeekday: (date) => t(`weekdayLong.${weekdayOf(date)}`),
          }}
        />
      </ShownMonth>
    </div>
  );
}
