import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followRows } from '#platform/live-rows.ts';
import { logRejection } from '#platform/log.ts';

// Reload once for several assignments.
const gatherMs = 300;

/** Reads queries again when an admin takes something on, hands it over or gives it back. */
export function useAssignmentChanges(
  table: 'bkk_booking_events' | 'bkk_quote_events',
  queryKey: QueryKey,
): void {
  const queries = useQueryClient();
  const reload = useEffectEvent(() =>
    logRejection('the list could not be read again', queries.invalidateQueries({ queryKey })),
  );
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function gather() {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, gatherMs);
    }
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
    const filter = 'event=in.(taken_on,handed_over,given_back)';
    const followed = followRows({ table, filter, onInsert: gather }, stop.signal);
    // The list is also read again every half minute.
    logRejection('assignments are not live', followed);
    return () => stop.abort();
  }, [table]);
}
