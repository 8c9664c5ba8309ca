import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AmountDue } from '@bkksiam/domain/amount-due';
import { timeLeft } from '@bkksiam/domain/deadline';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { slipsQuery, type Slip } from '#entities/payment/slip-data.ts';
import { useSlipStatus } from '#entities/payment/slip-status.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { Card } from '#ui/parts/card.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { payablesQuery } from './pay-data.ts';
import { hasEnded, payPages, type Payable } from './payable.ts';
import { payableOrdersQuery } from './payable-orders.ts';

interface DueRow {
  readonly payable: Payable;
  readonly due: AmountDue;
  /** A slip of it waits for its review. */
  readonly isWaiting: boolean;
}

/** What is due, the nearest deadline first; what has none comes last. */
function dueRows(payables: readonly Payable[], slips: readonly Slip[]): readonly DueRow[] {
  const waiting = new Set(
    slips
      .filter(({ status }) => status === 'WAITING')
      .map(({ booking_id: booking, order_id: order }) => booking ?? order),
  );
  const at = ({ payable: { deadline } }: DueRow) =>
    deadline === null ? Number.MAX_SAFE_INTEGER : Date.parse(deadline);
  return payables
    .flatMap((payable): DueRow[] => {
      const { due, id } = payable;
      if (due === null || hasEnded(payable)) return [];
      return [{ payable, due, isWaiting: waiting.has(id) }];
    })
    .toSorted((one, other) => at(one) - at(other));
}

function Deadline({ iso }: { readonly iso: string }) {
  const { t } = useTranslation(['payments', 'requests']);
  const timeText = useBangkokTime();
  const { urgency, days, hours, minutes } = timeLeft(Date.parse(iso), serverNow());
  const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : minutes > 0 ? 'minutes' : 'lastMinute';
  const left = t(`requests:time.${unit}`, { days, hours, minutes });
  const ink = urgency === 'amber' ? 'text-gold-ink' : urgency === 'calm' ? '' : 'text-red';
  return (
    <p className={classNames('num text-sm leading-snug', ink)}>
      <span className="block text-xs text-ink-2">{t('by')}</span>
      <span className="block font-strong">{timeText(iso)}</span>
      <span className="block text-xs font-strong">
        {urgency === 'over' ? t('overdue') : t('timeLeft', { time: left })}
      </span>
    </p>
  );
}

/** The route of a booking, or the pieces of an order. */
function Subject({ payable: { trip, pieces } }: { readonly payable: Payable }) {
  const { t } = useTranslation('payments');
  if (pieces !== null)
    return (
      <p className="num text-xl leading-snug font-strong">{t('order.pieces', { count: pieces })}</p>
    );
  const { origin = null, destination = null } = trip ?? {};
  if (origin === null || destination === null) return null;
  return <RouteCodes route={{ origin, destination }} className="text-xl leading-snug" />;
}

function Due({ row, isFirst }: { readonly row: DueRow; readonly isFirst: boolean }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const status = useSlipStatus();
  const { payable, due, isWaiting } = row;
  const { reference, deadline } = payable;
  const to = payPages[payable.kind].href(reference);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-4 first:border-t-0 lg:grid-cols-[minmax(0,1fr)_11.5rem_9rem_8.5rem]">
      <div>
        <Subject payable={payable} />
        <p className="text-sm leading-snug text-ink-2">
          {t(`kind.${due.kind}`)}{' '}
          <span className="num font-strong whitespace-nowrap text-ink">{reference}</span>
        </p>
      </div>
      <div className="col-start-1 lg:col-start-2">
        {deadline !== null && <Deadline iso={deadline} />}
      </div>
      <p className="num col-start-2 row-start-1 self-start text-right text-xl font-strong whitespace-nowrap lg:col-start-3 lg:self-center">
        {baht(due.satang)}
      </p>
      <div className="col-start-2 row-start-2 justify-self-end self-end lg:col-start-4 lg:row-start-1 lg:self-center lg:justify-self-stretch">
        {isWaiting ? (
          <Link to={to} className="inline-flex min-h-11 items-center lg:justify-end">
            <StatusChip {...status('WAITING')} show="hidden" />
            <span className="sr-only"> {reference}</span>
          </Link>
        ) : (
          <Link
            to={to}
            className={buttonClass({
              tone: isFirst ? 'primary' : 'secondary',
              className: 'w-full min-w-26',
            })}
          >
            {t('pay')} <span className="sr-only">{reference}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

/** What the member has to pay, with the one strong button for what is due first. */
export function DueList({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const bookings = useQuery(payablesQuery(userId));
  const orders = useQuery(payableOrdersQuery(userId));
  const slips = useQuery(slipsQuery(userId));
  // What failed is shown, and tried again.
  const query = bookings.data === undefined ? bookings : orders;
  const isReady = bookings.data !== undefined && orders.data !== undefined && !slips.isLoading;
  const rows = isReady ? dueRows([...bookings.data, ...orders.data], slips.data ?? []) : [];
  const first = rows.find(({ isWaiting }) => !isWaiting);
  const sum = rows.reduce((total, { due }) => total + due.satang, 0);
  return (
    <Card
      id="due"
      title={rows.length === 0 ? t('dueTitle') : t('dueCount', { count: rows.length })}
      action={
        rows.length > 1 && (
          <p className="num text-sm text-ink-2">{t('inAll', { amount: baht(sum) })}</p>
        )
      }
    >
      {!isReady && (
        <QueryFallback
          query={{ ...query, data: undefined }}
          failed={t('dueFailed')}
          headingId="due"
        >
          <Skeleton className="mt-3 h-16" count={2} />
        </QueryFallback>
      )}
      {isReady && rows.length === 0 && (
        <p className="text-ink-2">
          <Phrases text={t('nothingDue')} />
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <Due key={row.payable.id} row={row} isFirst={row === first} />
        ))}
      </ul>
    </Card>
  );
}
