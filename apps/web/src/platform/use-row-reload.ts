import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followRows } from './live-rows.ts';
import { logRejection } from './log.ts';

/** Rows of a published table whose changes make queries out of date. */
interface WatchedRows {
  readonly table: string;
  /** As Realtime writes it; all that the user may read when left out. */
  readonly filter?: string | undefined;
  /** Whether changed rows count too, not only new ones. */
  readonly withUpdates: boolean;
  /** What follows within this time is read again once, in milliseconds. */
  readonly gatherMs: number;
}

/** Reads queries again when rows come or change while the page is open; the queries are also read again by the clock. */
export function useRowReload(
  { table, filter, withUpdates, gatherMs }: WatchedRows,
  queryKey: QueryKey,
): void {
  const queries = useQueryClient();
  const reload = useEffectEvent(() =>
    logRejection(`${table} could not be read again`, queries.invalidateQueries({ queryKey })),
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
    const rows = {
      table,
      ...(filter !== undefined && { filter }),
      onInsert: gather,
      ...(withUpdates && { onUpdate: gather }),
      // What came between the first read, or the last connection, and this one.
      onLive: (isLive: boolean) => isLive && gather(),
    };
    logRejection(`${table} is not live`, followRows(rows, stop.signal));
    return () => stop.abort();
  }, [table, filter, withUpdates, gatherMs]);
}
