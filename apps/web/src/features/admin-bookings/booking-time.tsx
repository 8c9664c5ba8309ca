import { useTranslation } from 'react-i18next';
import { amountDue } from '@bkksiam/domain/amount-due';
import { paidShare } from '@bkksiam/domain/booking-status';
import { timeLeft } from '@bkksiam/domain/deadline';
import { clockText, inBangkok } from '@bkksiam/domain/date-text';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { serverNow } from '#platform/server-clock.ts';
import type { AdminBooking } from './bookings-data.ts';

const inks = {
  over: 'font-strong text-red',
  red: 'font-strong text-red',
  amber: 'font-strong text-gold-ink',
  calm: '',
};

/** What the next deadline of a booking is for. */
type Due = 'hold' | 'review' | 'all' | 'balance' | 'names';

/** Undefined for a booking without a deadline. A balance may have none of its own. */
export function dueOf(row: AdminBooking): Due | undefined {
  if (row.due_at === null) return undefined;
  if (row.status === 'HOLD') return 'hold';
  if (row.status === 'DEPOSIT_PENDING') return row.review_until === null ? 'hold' : 'review';
  const isNames = row.due_at === row.names_due_at && !row.has_all_names;
  if (isNames) return 'names';
  return amountDue(row)?.kind === 'all' ? 'all' : 'balance';
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
      {(due === 'all' || due === 'balance' || due === 'names') && `${t(`deadline.${due}`)} `}
      {/* The hours left say which day it is, after midnight too. */}
      {isNear ? clockText(inBangkok(new Date(row.due_at))) : farText}
      {isNear && ` · ${t(`requests:time.${unit}`, { hours: left.hours, minutes: left.minutes })}`}
      {isOver && ` · ${t('deadline.over')}`}
    </time>
  );
}
