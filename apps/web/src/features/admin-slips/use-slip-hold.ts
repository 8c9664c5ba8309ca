import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { logRejection } from '#platform/log.ts';
import { leaveSlip, otherHolderOf, takeSlip, type AdminSlip } from './slips-data.ts';

const prolongMs = 4 * 60_000;
const retryMs = 15_000;

/**
 * Takes a slip that waits while it is on screen, and leaves it to other admins afterwards. Without a connection, or with the tab
 * in the background, it is free again after ten minutes. A component of its own shows each slip.
 */
export function useSlipHold(slip: AdminSlip) {
  const { slip_id: id, status } = slip;
  const isFree = status === 'WAITING' && otherHolderOf(slip) === null;
  const taking = useRef<Promise<unknown>>(undefined);
  const hold = useQuery({
    // Not below the key of the slips: taking one changes its row, by which the slips are read again.
    queryKey: ['slip-hold', id],
    queryFn: () => {
      const taken = takeSlip(id);
      taking.current = taken.catch(() => undefined);
      return taken;
    },
    enabled: isFree,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : prolongMs),
  });
  useEffect(() => {
    if (!isFree) return undefined;
    // After the call that takes it, which would otherwise come last.
    const leave = async () => {
      await taking.current;
      await leaveSlip(id);
    };
    return () => logRejection('the slip could not be left', leave());
  }, [id, isFree]);
  return {
    /** Whether the caller may decide: a lost connection leaves the slip with them for minutes. */
    isMine: isFree && hold.data !== undefined && !hold.error?.reason.startsWith('slip_'),
    heldUntil: hold.data?.held_until,
    twins: hold.data?.twins ?? [],
    error: isFree ? hold.error : null,
  };
}
