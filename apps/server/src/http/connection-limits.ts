import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Limits on slow clients and on the number of connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived. */
  readonly headersMs: number;
  /** Until a request has arrived with its body. */
  readonly requestMs: number;
  /** Between two checks of both. */
  readonly checkMs: number;
  /** Until the client has read a response: a client that never reads holds the response in memory until then. */
  readonly responseMs: number;
  /** Open connections of the process; further ones are closed at once. */
  readonly connections: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 30_000,
  checkMs: 5_000,
  responseMs: 120_000,
  connections: 5_000,
};

/** Server options that limit how slowly a request arrives; Node answers 408 after the limit. */
export function requestLimits({ headersMs, requestMs, checkMs }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
  } satisfies FastifyServerOptions & { readonly http: object };
}

/** Limits how slowly a response is read, and how many connections are open. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.connections;
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    // If the client has disconnected, `close` was already emitted and would not clear a timer.
    if (!raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), limits.responseMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
