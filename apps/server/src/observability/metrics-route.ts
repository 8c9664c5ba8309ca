import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { requireExactPath } from '../http/fallback-errors.ts';
import { bearerToken } from '../http/identity.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** `GET /metrics` in Prometheus' text format, for the bearer of the token. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string): void {
  const expected = digest(token);
  const options = { logLevel: 'warn', onRequest: requireExactPath } as const;
  app.get('/metrics', options, async ({ headers }, reply) => {
    void reply.header('cache-control', 'no-store');
    // Digests have one length, which `timingSafeEqual` requires.
    if (!timingSafeEqual(digest(bearerToken(headers.authorization) ?? ''), expected)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'The token of METRICS_TOKEN is required' });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
