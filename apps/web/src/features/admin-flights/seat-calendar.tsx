import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, weekdayOf } from '@bkksiam/domain/day-arithmetic';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { weekdays } from './flight-texts.ts';
import type { Departure } from './flights-data.ts';

/** The seats of a day, of all its fares. */
export interface DaySeats {
  readonly total: number;
  readonly held: number;
  readonly sold: number;
  readonly free: number;
  /** Whether none of its fares is sold. */
  readonly isClosed: boolean;
}

const none: DaySeats = { total: 0, held: 0, sold: 0, free: 0, isClosed: true };

/** Adds departures up. A closed one has no free seats. */
export function seatsOf(departures: readonly Departure[]): DaySeats {
  return departures.reduce<DaySeats>(
    (sum, { total, held, sold, is_closed: isClosed }) => ({
      total: sum.total + total,
      held: sum.held + held,
      sold: sum.sold + sold,
      free: sum.free + (isClosed ? 0 : total - held - sold),
      isClosed: sum.isClosed && isClosed,
    }),
    none,
  );
}

/** The month before or after another one. */
function monthBeside(month: string, step: 1 | -1): string {
  return addDays(`${month}-01`, step === 1 ? 31 : -1).slice(0, 7);
}

function useMonthText(): (month: string) => string {
  const language = useLanguage();
  const locale = language === 'th' ? 'th-TH-u-ca-buddhist-nu-latn' : 'en-GB';
  const format = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (month) =>
    format
      .formatToParts(new Date(`${month}-01T00:00:00Z`))
      // 'พ.ศ.' stands before the year in some engines.
      .filter(({ type }) => type !== 'era')
      .map(({ value }) => value)
      .join('')
      .trim();
}

/** What a day is for screen readers. */
function useDayName(): (day: string, seats: DaySeats | undefined) => string {
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  return (day, seats) => {
    const name = weekdayText(day, language) ?? day;
    if (seats === undefined) return t('calendar.dayNone', { day: name });
    const text = t('calendar.day', { day: name, ...seats, isClosed: '' });
    return seats.isClosed ? `${text}, ${t('calendar.closed')}` : text;
  };
}

function Bar({ seats: { total, held, sold, isClosed } }: { readonly seats: DaySeats }) {
  if (total === 0) return null;
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

interface DayProps {
  readonly day: string;
  readonly seats: DaySeats | undefined;
  readonly isSelected: boolean;
  readonly hasTabStop: boolean;
  readonly onSelect: (day: string) => void;
}

function Day({ day, seats, isSelected, hasTabStop, onSelect }: DayProps) {
  const { t } = useTranslation('adminFlights');
  const nameOf = useDayName();
  const isPast = day < bangkokToday();
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={hasTabStop ? 0 : -1}
      aria-label={nameOf(day, seats)}
      aria-pressed={isSelected}
      onClick={() => onSelect(day)}
      className={classNames(
        'grid h-15 w-full content-between rounded-sm py-1 text-center leading-tight hover:bg-sunken focus-visible:-outline-offset-3',
        isSelected && 'bg-teal-soft inset-ring-2 inset-ring-teal',
        day === bangkokToday() && !isSelected && 'inset-ring inset-ring-line-control',
      )}
    >
      <span className="num text-xs text-ink-2">{Number(day.slice(8))}</span>
      {seats === undefined ? (
        <span className="text-ink-3">–</span>
      ) : (
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
      )}
      {seats && <Bar seats={seats} />}
    </button>
  );
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** The day that a key leads to; undefined for another key. */
function dayOfKey(key: string, day: string): string | undefined {
  const step = steps[key];
  if (step !== undefined) return addDays(day, step);
  if (key === 'Home') return addDays(day, 1 - weekdayOf(day));
  if (key === 'End') return addDays(day, 7 - weekdayOf(day));
  if (key === 'PageUp' || key === 'PageDown') {
    const month = monthBeside(day.slice(0, 7), key === 'PageUp' ? -1 : 1);
    const last = Number(addDays(`${monthBeside(month, 1)}-01`, -1).slice(8));
    return `${month}-${String(Math.min(last, Number(day.slice(8)))).padStart(2, '0')}`;
  }
  return undefined;
}

/** The days of a month in weeks from Monday, with gaps before the first and after the last. */
function weeksOf(month: string): readonly (readonly (string | undefined)[])[] {
  const first = `${month}-01`;
  const start = addDays(first, 1 - weekdayOf(first));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => addDays(start, 7 * week + at)),
  )
    .filter((week) => week.some((day) => day.startsWith(month)))
    .map((week) => week.map((day) => (day.startsWith(month) ? day : undefined)));
}

function Head(props: Pick<SeatCalendarProps, 'month' | 'onMonth'>) {
  const { month, onMonth } = props;
  const { t } = useTranslation('adminFlights');
  const monthText = useMonthText();
  return (
    <div className="flex items-center justify-between">
      <IconButton
        label={t('calendar.previous')}
        onClick={() => onMonth(monthBeside(month, -1))}
        className="-ml-2 hover:bg-sunken"
      >
        <ChevronLeft className="size-5" />
      </IconButton>
      <h3 id="month" aria-live="polite" className="text-md font-head tracking-normal">
        {monthText(month)}
      </h3>
      <IconButton
        label={t('calendar.next')}
        onClick={() => onMonth(monthBeside(month, 1))}
        className="-mr-2 hover:bg-sunken"
      >
        <ChevronRight className="size-5" />
      </IconButton>
    </div>
  );
}

export interface SeatCalendarProps {
  /** Such as `2026-12`. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  /** Undefined while loading. */
  readonly departures: readonly Departure[] | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (day: string) => void;
}

/** Moves the focus by arrow keys, also into another month. */
function useDayKeys({ month, onMonth }: SeatCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const focus = (day: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  useEffect(() => {
    if (wanted.current !== undefined) focus(wanted.current);
    wanted.current = undefined;
  }, [month]);
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const { day } = (event.target as HTMLElement).dataset;
    const next = day === undefined ? undefined : dayOfKey(event.key, day);
    if (next === undefined) return;
    event.preventDefault();
    if (next.startsWith(month)) focus(next);
    else {
      wanted.current = next;
      onMonth(next.slice(0, 7));
    }
  }
  return { grid, press };
}

/** A month of a flight: the free seats of each day, with a bar of what is sold and held. */
export function SeatCalendar(props: SeatCalendarProps) {
  const { month, departures, selected, onSelect } = props;
  const { t } = useTranslation('adminFlights');
  const { grid, press } = useDayKeys(props);
  const first = departures?.find(({ day }) => day >= bangkokToday())?.day ?? `${month}-01`;
  const stop = selected?.startsWith(month) === true ? selected : first;
  const seats = (day: string) => {
    const own = departures?.filter((departure) => departure.day === day) ?? [];
    return own.length === 0 ? undefined : seatsOf(own);
  };
  return (
    <div aria-busy={departures === undefined || undefined}>
      <Head {...props} />
      <div
        ref={grid}
        role="grid"
        aria-labelledby="month"
        tabIndex={-1}
        onKeyDown={press}
        className="outline-0"
      >
        <div role="row" className="grid grid-cols-7">
          {weekdays.map((day) => (
            <span
              key={day}
              role="columnheader"
              aria-label={t(`weekdayLong.${day}`)}
              className="py-1 text-center text-xs font-mid text-ink-2"
            >
              {t(`weekday.${day}`)}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week, index) => (
          <div key={index} role="row" className="grid grid-cols-7">
            {week.map((day, at) => (
              <div key={day ?? at} role="gridcell" className="p-px">
                {day !== undefined && (
                  <Day
                    day={day}
                    seats={seats(day)}
                    isSelected={day === selected}
                    hasTabStop={day === stop}
                    onSelect={onSelect}
                  />
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
