import type { QueryKey } from '@tanstack/react-query';
import { useRowReload } from '#platform/use-row-reload.ts';

/** Reads queries again when an admin takes something on, hands it over or gives it back. */
export function useAssignmentChanges(
  table: 'bkk_booking_events' | 'bkk_quote_events',
  queryKey: QueryKey,
): void {
  const filter = 'event=in.(taken_on,handed_over,given_back)';
  // Reload once for several assignments.
  useRowReload({ table, filter, withUpdates: false, gatherMs: 300 }, queryKey);
}
