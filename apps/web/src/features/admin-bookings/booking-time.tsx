import { useTranslation } from 'react-i18next';
import { paidShare } from '@bkksiam/domain/booking-status';
import { timeLeft } from '@bkksiam/domain/deadline';
import {
  clockText,
  dayAndClockText,
  dayAndMonthText,
  dayText,
  inBangkok,
} from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { serverNow } from '#platform/server-clock.ts';
import type { AdminBooking } from './bookings-data.ts';

const halfYearMs = 182 * 86_400_000;

/** Days and times of a list, without the year within half a year: no other year has them as near. */
export function useShortTime() {
  const language = useLanguage();
  const now = inBangkok(new Date(serverNow()));
  const isNear = (time: Date) => Math.abs(time.getTime() - now.getTime()) < halfYearMs;
  const dayOf = (time: Date) => (isNear(time) ? dayAndMonthText : dayText)(time, language);
  const isToday = (time: Date) => dayText(time, language) === dayText(now, language);
  const inBangkokTime = (textOf: (time: Date) => string) => (iso: string) => {
    const time = inBangkok(new Date(iso));
    return isToday(time) ? clockText(time) : textOf(time);
  };
  return {
    day: (day: string) => dayOf(new Date(`${day}T00:00:00Z`)),
    /** The clock alone, for a time of today. */
    time: inBangkokTime((time) => dayAndClockText(dayOf(time), time, language)),
    /** The clock for a time of today, else the day. */
    past: inBangkokTime(dayOf),
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
const isReady = (row: AdminBooking) =>
  row.status === 'CONFIRMED' && paidShare(row) === 'all' && row.has_all_names;

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
