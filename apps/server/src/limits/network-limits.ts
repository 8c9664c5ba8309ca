import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from '../http/network.ts';
import { countHit, type HitCounters, type RateLimit } from './rate-limits.ts';

/** Counts a request for its network. @throws {RateLimitExceeded} */
export function countNetworkRequest(
  counters: HitCounters,
  request: FastifyRequest,
  limit: RateLimit,
): Promise<void> {
  return countHit(counters, limit, networkOf(clientAddress(request.ip)));
}

/**
 * Limits the routes of `app` by network, before a body is read. `trustProxy` decides whose address counts.
 *
 * @param limits by method and path below the prefix, such as `POST /token`
 * @param isExempt whether a request is not counted
 */
export function limitNetworks(
  app: FastifyInstance,
  counters: HitCounters,
  limits: Readonly<Record<string, RateLimit>>,
  isExempt: (request: FastifyRequest) => Promise<boolean>,
): void {
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions } = request;
    const limit = limits[`${method} ${(routeOptions.url ?? '').slice(app.prefix.length)}`];
    if (limit === undefined || (await isExempt(request))) return;
    await countNetworkRequest(counters, request, limit);
  });
}
