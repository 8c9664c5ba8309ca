import { useQueryClient } from '@tanstack/react-query';
import { logRejection } from '#platform/log.ts';
import { useLiveRows } from '#platform/use-live-rows.ts';
import { orderKey } from './order-key.ts';

/**
 * Shows the changes of the member's orders while the page is open.
 *
 * @param isWaiting whether an order is still under way
 */
export function useOrderChanges(userId: string, isWaiting: boolean): void {
  const client = useQueryClient();
  useLiveRows({ table: 'bkk_orders', filter: `user_id=eq.${userId}` }, isWaiting, () => {
    const keys = [orderKey(userId), ['refunds', userId]];
    const reloads = keys.map((queryKey) => client.invalidateQueries({ queryKey }));
    logRejection('the orders could not be loaded again', Promise.all(reloads));
  });
}
