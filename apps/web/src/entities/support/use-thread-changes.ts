import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followRows } from '#platform/live-rows.ts';
import { logRejection } from '#platform/log.ts';

// Reload once for a message and the change of its thread.
const gatherMs = 200;

/** Reads queries again when messages are written and threads change: those of the filter, or all that the user may read. */
export function useThreadChanges(filter: string | undefined, queryKey: QueryKey): void {
  const queries = useQueryClient();
  const reload = useEffectEvent(() =>
    logRejection('the threads could not be read again', queries.invalidateQueries({ queryKey })),
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
    const rows = { ...(filter !== undefined && { filter }), onInsert: gather, onUpdate: gather };
    // The queries are also read again by the clock.
    const followed = followRows({ table: 'bkk_support_threads', ...rows }, stop.signal);
    logRejection('threads are not live', followed);
    return () => stop.abort();
  }, [filter]);
}
