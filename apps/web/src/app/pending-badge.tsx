import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { waitingApprovalsQuery } from '#features/admin-approvals/approvals-data.ts';
import { dueBookingsQuery } from '#features/admin-bookings/bookings-data.ts';
import { countQuery } from '#features/admin-overview/overview-data.ts';
import { waitingOrdersQuery } from '#features/admin-orders/orders-data.ts';
import { waitingRefundsQuery } from '#features/admin-refunds/refunds-data.ts';
import { waitingSlipsQuery } from '#features/admin-slips/slips-data.ts';
import { useAgencyArrivals } from '#entities/notification/use-agency-arrivals.ts';
import { openThreadsQuery } from '#entities/support/thread-data.ts';

const max = 99;

/** A number beside a link; nothing for 0. */
function Badge({ count, text }: { readonly count: number; readonly text: string }) {
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="num pointer-events-none absolute top-1/2 right-3 min-w-6 -translate-y-1/2 rounded-pill bg-gold px-1.5 text-center text-xs leading-6 font-strong text-on-gold"
      >
        {count > max ? `${String(max)}+` : count}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}

/** The number of pending requests; nothing if they could not be counted. */
export function PendingBadge() {
  const { t } = useTranslation();
  const query = countQuery('requests');
  const { data: count = 0 } = useQuery(query);
  useAgencyArrivals(query.queryKey);
  return <Badge count={count} text={t('sidebar.pending', { count })} />;
}

/** The number of bookings that are due today or overdue. */
export function DueBadge() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery(dueBookingsQuery);
  useAgencyArrivals(dueBookingsQuery.queryKey);
  return <Badge count={count} text={t('sidebar.due', { count })} />;
}

/** The number of slips that wait for a review. */
export function SlipsBadge() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery(waitingSlipsQuery);
  useAgencyArrivals(waitingSlipsQuery.queryKey);
  return <Badge count={count} text={t('sidebar.waitingSlips', { count })} />;
}

/** The number of refunds that the agency has to decide or to pay. */
export function RefundsBadge() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery(waitingRefundsQuery);
  useAgencyArrivals(waitingRefundsQuery.queryKey);
  return <Badge count={count} text={t('sidebar.waitingRefunds', { count })} />;
}

/** The number of amounts that wait for this admin. */
export function ApprovalsBadge() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery(waitingApprovalsQuery);
  useAgencyArrivals(waitingApprovalsQuery.queryKey);
  return <Badge count={count} text={t('sidebar.waitingApprovals', { count })} />;
}

/** The number of orders that have to be packed or sent, or come back. */
export function OrdersBadge() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery(waitingOrdersQuery);
  useAgencyArrivals(waitingOrdersQuery.queryKey);
  return <Badge count={count} text={t('sidebar.waitingOrders', { count })} />;
}

/** The number of questions that wait for an answer. */
export function ThreadsBadge() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery(openThreadsQuery);
  useAgencyArrivals(openThreadsQuery.queryKey);
  return <Badge count={count} text={t('sidebar.openThreads', { count })} />;
}
