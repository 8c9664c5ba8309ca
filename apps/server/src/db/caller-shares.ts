import type { Identity } from '@bkksiam/domain/identity';
import type { Share } from './connection-queue.ts';

const waitingVisitors = 300;
const waitingOfOne = 200;
const unlimited: readonly Share[] = [];

/**
 * The shares of a pool a caller may use: all visitors half of it, all members all but one connection, and one network
 * or one member one less than half (3 of 8, which serve quick reads as fast as all 8). The service role is not limited.
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
