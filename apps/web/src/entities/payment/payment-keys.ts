import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The prefixes of the query keys of what the member pays and has paid. */
export const paymentKeys = {
  slips: (userId: string) => ['slips', userId] as const,
  postings: (userId: string) => ['postings', userId] as const,
} as const;

/**
 * Reads again what a payment changes: slips, credit, movements, refunds, orders and the bookings.
 *
 * @param bookings the prefix of the query keys of the member's bookings
 */
export function reloadPayments(
  client: QueryClient,
  userId: string,
  bookings: QueryKey,
): Promise<unknown> {
  const keys = [
    paymentKeys.slips(userId),
    paymentKeys.postings(userId),
    ['credits', userId],
    ['refunds', userId],
    ['orders', userId],
    bookings,
  ];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
