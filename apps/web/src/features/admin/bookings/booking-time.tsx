import { useTranslation } from 'react-i18next';
import { timeLeft } from '@bkksiam/domain/deadline';
import {
  bangkokDayText,
  bangkokTimeText,
  calendarDayText,
  clockText,
  inBangkok,
} from '@bkksiam/domain/date-text';
import { deadlineZone } from '@bkksiam/domain/offer-defaults';
import { toInstant, toZonedTime } from '@bkksiam/domain/zoned-time';
import { DayField } from '#entities/calendar/day-field.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { serverNow } from '#platform/server-clock.ts';
import { ClockField } from '../offers/clock-field.tsx';
import { classNames } from '#ui/class-names.ts';
import type { AdminBooking } from './bookings-data.ts';

/** A typed Bangkok time as a stored one; undefined for another text. */
export function isoOf(local: string): string | undefined {
  const instant = toInstant({ local, zone: deadlineZone });
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** A stored time as a field has it. */
export function localOf(iso: string): string {
  return toZonedTime(Date.parse(iso), deadlineZone)?.local ?? '';
}

export const localNow = () => localOf(new Date(serverNow()).toISOString());

/** The product has no earlier booking or payment. */
const firstDay = '2020-01-01';

export interface BangkokTimeFieldProps {
  readonly label: string;
  readonly name: string;
  /** `2026-12-05T18:00`; empty while neither day nor time is written. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string;
  readonly className?: string;
}

/** A Bangkok time, as a day in the language on screen and a time. */
export function BangkokTimeField(props: BangkokTimeFieldProps) {
  const { label, name, value, onValue, error, className } = props;
  const { t } = useTranslation('adminBookings');
  const [day = '', clock = ''] = value.split('T');
  const set = (nextDay: string, nextClock: string) =>
    onValue(nextDay === '' && nextClock === '' ? '' : `${nextDay}T${nextClock}`);
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-2 gap-y-1.5',
        className,
      )}
    >
      <DayField
        label={label}
        name={name}
        day={day}
        earliest={firstDay}
        onDay={(next) => set(next, clock)}
        error={error}
      />
      <ClockField
        label={t('bangkok')}
        name={`${name}.time`}
        clock={clock}
        onClock={(next) => set(day, next)}
      />
    </div>
  );
}

/** Days and times of a list, without the year while it is the present one. */
export function useShortTime() {
  const language = useLanguage();
  const today = bangkokDayText(new Date(serverNow()).toISOString(), language) ?? '';
  const year = today.split(' ').at(-1) ?? '';
  const short = (text: string | undefined) => text?.replace(` ${year}`, '') ?? '';
  const clockOr = (text: typeof bangkokTimeText) => (iso: string) =>
    bangkokDayText(iso, language) === today
      ? clockText(inBangkok(new Date(iso)))
      : short(text(iso, language));
  return {
    day: (day: string) => short(calendarDayText(day, language)),
    /** The clock alone, for a time of today. */
    time: clockOr(bangkokTimeText),
    /** The clock for a time of today, else the day. */
    past: clockOr(bangkokDayText),
  };
}

const inks = {
  over: 'font-strong text-red',
  red: 'font-strong text-red',
  amber: 'font-strong text-gold-ink',
  calm: '',
};

/** What the next deadline of a booking is for; undefined for one without a deadline. A balance may have none of its own. */
export function dueOf(row: AdminBooking): 'hold' | 'review' | 'balance' | 'names' | undefined {
  if (row.due_at === null) return undefined;
  if (row.status === 'HOLD') return 'hold';
  if (row.status === 'DEPOSIT_PENDING') return row.review_until === null ? 'hold' : 'review';
  const isNames = row.due_at === row.names_due_at && !row.has_all_names;
  return isNames ? 'names' : 'balance';
}

/** Whether nothing is missing for the tickets. */
function isReady(row: AdminBooking): boolean {
  const isPaid = row.total_satang !== null && row.paid_satang >= row.total_satang;
  return row.status === 'CONFIRMED' && isPaid && row.has_all_names;
}

/** The next deadline of a booking in a row. */
export function Deadline({ row }: { readonly row: AdminBooking }) {
  const { t } = useTranslation(['adminBookings', 'requests']);
  const short = useShortTime();
  const due = dueOf(row);
  if (isReady(row)) return t('deadline.ready');
  if (due === undefined || row.due_at === null) return '—';
  const left = timeLeft(Date.parse(row.due_at), serverNow());
  const unit = left.hours > 0 ? 'hours' : 'minutes';
  const isNear = left.urgency === 'red' || left.urgency === 'amber';
  const isOver = left.urgency === 'over';
  const farText = isOver ? short.past(row.due_at) : short.time(row.due_at);
  return (
    <time dateTime={row.due_at} className={inks[left.urgency]}>
      {(due === 'balance' || due === 'names') && `${t(`deadline.${due}`)} `}
      {/* The hours left say which day it is, after midnight too. */}
      {isNear ? clockText(inBangkok(new Date(row.due_at))) : farText}
      {isNear && ` · ${t(`requests:time.${unit}`, { hours: left.hours, minutes: left.minutes })}`}
      {isOver && ` · ${t('deadline.over')}`}
    </time>
  );
}
