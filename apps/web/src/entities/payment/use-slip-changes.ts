import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { logRejection } from '#platform/log.ts';
import { useLiveRows } from '#platform/use-live-rows.ts';
import { reloadPayments } from './payment-keys.ts';

/**
 * Shows the review of the member's slips while the page is open.
 *
 * @param isWaiting whether a slip waits for its review
 * @param bookings the prefix of the query keys of the member's bookings
 */
export function useSlipChanges(userId: string, isWaiting: boolean, bookings: QueryKey): void {
  const client = useQueryClient();
  useLiveRows({ table: 'bkk_slips', filter: `user_id=eq.${userId}` }, isWaiting, () =>
    logRejection(
      'the payments could not be loaded again',
      reloadPayments(client, userId, bookings),
    ),
  );
}
