import { useEffect, useEffectEvent } from 'react';
import { followRows } from './live-rows.ts';
import { logRejection } from './log.ts';

const pollEveryMs = 30_000;

/**
 * Reads again what the rows of a published table change while the page is open: live, and every 30 s while a change is waited
 * for and the socket is not connected.
 *
 * @param rows the table, and which of its rows, as Realtime writes it
 * @param isWaiting whether a change is waited for
 */
export function useLiveRows(
  { table, filter }: { readonly table: string; readonly filter: string },
  isWaiting: boolean,
  onChange: () => void,
): void {
  const reload = useEffectEvent(onChange);
  useEffect(() => {
    const stop = new AbortController();
    let isLive = false;
    const timer = setInterval(() => {
      if (isWaiting && !isLive && document.visibilityState === 'visible') reload();
    }, pollEveryMs);
    const joined = followRows<Readonly<Record<string, unknown>>>(
      {
        table,
        filter,
        onInsert: () => reload(),
        onUpdate: () => reload(),
        onLive(now) {
          // What came while there was no connection.
          if (now && !isLive && isWaiting) reload();
          isLive = now;
        },
      },
      stop.signal,
    );
    logRejection(`${table} is not live`, joined);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [table, filter, isWaiting]);
}
