import type { Identity } from '@bkksiam/domain/identity';
import type { Share } from './connection-queue.ts';

const waitingVisitors = 500;
const waitingOfOne = 200;
const unlimited: readonly Share[] = [];

/**
 * What a caller may hold of a pool: visitors together half, members together all but one; one network of visitors or
 * one member one less than half (of eight three, which serve quick reads as fast as all do). The service role has no bound.
 */
export function callerShares(size: number): (identity: Identity) => readonly Share[] {
  const most = (part: number) => Math.max(1, Math.floor(part));
  const visitors: Share = { key: 'anon', connections: most(size / 2), waiting: waitingVisitors };
  const members: Share = {
    key: 'authenticated',
    connections: most(size - 1),
    waiting: 2 * waitingVisitors,
  };
  const own = (key: string): Share => ({
    key,
    connections: most(size / 2 - 1),
    waiting: waitingOfOne,
  });
  return ({ role, claims, network }) => {
    if (role === 'service_role') return unlimited;
    if (role === 'authenticated') return [members, own(`member ${String(claims.sub)}`)];
    return network === undefined ? [visitors] : [visitors, own(`network ${network}`)];
  };
}
