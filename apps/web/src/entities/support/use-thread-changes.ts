import type { QueryKey } from '@tanstack/react-query';
import { useRowReload } from '#platform/use-row-reload.ts';

/** Reads queries again when messages are written and threads change: those of the filter, or all that the user may read. */
export function useThreadChanges(filter: string | undefined, queryKey: QueryKey): void {
  // Reload once for a message and the change of its thread.
  useRowReload(
    { table: 'bkk_support_threads', filter, withUpdates: true, gatherMs: 200 },
    queryKey,
  );
}
