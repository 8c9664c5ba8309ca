import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { followRows } from '#platform/live-rows.ts';
import { logRejection } from '#platform/log.ts';
import { slipKey } from './slips-data.ts';

// Reload once for several changes.
const gatherMs = 300;

/**
 * Reads the slips again when one is sent, taken or reviewed. They are also read again every half minute.
 *
 * @returns whether changes arrive at once
 */
export function useSlipChanges(): boolean {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const reload = useEffectEvent(() =>
    logRejection('the slips could not be read', queries.invalidateQueries({ queryKey: slipKey })),
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
    const onLive = (live: boolean) => !stop.signal.aborted && setIsLive(live);
    const changes = { table: 'bkk_slips', onInsert: gather, onUpdate: gather, onLive };
    logRejection('slips are not live', followRows(changes, stop.signal));
    return () => stop.abort();
  }, []);
  return isLive;
}
