import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followRows } from '#platform/live-rows.ts';
import { logRejection } from '#platform/log.ts';
import { reloadPayments } from './payment-keys.ts';
import type { Slip } from './slip-data.ts';

const pollEveryMs = 30_000;

/**
 * Shows the review of the member's slips while the page is open: live, and every 30 s while one waits and the socket is not
 * connected.
 *
 * @param isWaiting whether a slip waits for its review
 * @param bookings the prefix of the query keys of the member's bookings
 */
export function useSlipChanges(userId: string, isWaiting: boolean, bookings: QueryKey): void {
  const client = useQueryClient();
  const reload = useEffectEvent(() =>
    logRejection(
      'the payments could not be loaded again',
      reloadPayments(client, userId, bookings),
    ),
  );
  useEffect(() => {
    const stop = new AbortController();
    let isLive = false;
    const timer = setInterval(() => {
      if (isWaiting && !isLive && document.visibilityState === 'visible') reload();
    }, pollEveryMs);
    const joined = followRows<Slip>(
      {
        table: 'bkk_slips',
        filter: `user_id=eq.${userId}`,
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
    logRejection('slips are not live', joined);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [userId, isWaiting]);
}
