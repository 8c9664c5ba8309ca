import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { clientAddress, isLoopback, networkOf } from '../http/network.ts';
import { TokenBucket } from './token-bucket.ts';

/** How fast the requests of one network are begun. */
export interface RequestPace {
  readonly perSecond: number;
  /** How many are begun at once after a pause. */
  readonly burst: number;
  /** So many received bytes count as one more request. */
  readonly bytesPerRequest: number;
  readonly longestWaitMs: number;
}

/** An office behind one address opens eight pages in each second, with all their files and data, or uploads 200 Mbit/s. */
export const requestPace: RequestPace = {
  perSecond: 200,
  burst: 500,
  bytesPerRequest: 128 * 1024,
  longestWaitMs: 10_000,
};

const maxNetworks = 10_000;

/**
 * Lets the requests of a network wait, unread, while it sends more than its pace. Refusing them would not do: a client that
 * repeats what is refused at once keeps the event loop busy with refusals. What this machine asks never waits, as functions and rendered pages do. Register it before all other hooks.
 */
export function paceNetworks(app: FastifyInstance, pace: RequestPace): void {
  const { perSecond, burst, bytesPerRequest, longestWaitMs } = pace;
  const buckets = new LRUCache<string, TokenBucket>({ max: maxNetworks });
  const bucketOf = (network: string): TokenBucket => {
    const known = buckets.get(network);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(perSecond, burst);
    buckets.set(network, bucket);
    return bucket;
  };
  app.addHook('onRequest', ({ ip, raw }, _reply, done) => {
    const network = networkOf(clientAddress(ip));
    if (isLoopback(network)) {
      done();
      return;
    }
    const bucket = bucketOf(network);
    // A debt of more would only last longer.
    const charge = (requests: number) => {
      if (bucket.debtMs < longestWaitMs) bucket.charge(requests);
    };
    const { socket } = raw;
    const before = socket.bytesRead;
    // Bytes that are discarded after a refusal cost the same.
    raw.once('close', () => charge((socket.bytesRead - before) / bytesPerRequest));
    charge(1);
    const waitMs = Math.min(bucket.debtMs, longestWaitMs);
    if (waitMs === 0) done();
    else setTimeout(done, waitMs);
  });
}
