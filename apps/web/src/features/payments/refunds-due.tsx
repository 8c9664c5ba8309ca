import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RefundCard } from '#entities/refund/refund-card.tsx';
import { refundsQuery } from '#entities/refund/refund-data.ts';
import { hasRefundEnded } from '#entities/refund/refund-status.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { hasFailed, QueryFallback } from '#platform/query-fallback.tsx';

/** What the agency gives back to the member and has not paid yet, the nearest promised day first. */
export function RefundsDue({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('refunds');
  const query = useQuery(refundsQuery(userId));
  // The card of the due amounts has the placeholder of both.
  if (query.data === undefined) {
    return hasFailed(query) ? (
      <QueryFallback query={query} failed={t('loadFailed')} headingId="due" />
    ) : null;
  }
  return query.data
    .filter(({ status }) => !hasRefundEnded(status))
    .toSorted((one, other) => one.promised_on.localeCompare(other.promised_on))
    .map((refund) => (
      <RefundCard
        key={refund.refund_id}
        userId={userId}
        refund={refund}
        bookings={requestKeys.ofMember(userId)}
      />
    ));
}
