import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `speed`: a body may take longer the more of it has arrived, as those of uploads do. */
    readonly bodyTime?: 'speed';
  }
}

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

/** The slowest client whose uploads are waited for, and whose downloads are not cut off: 128 kbit/s. */
const slowestBytesPerMs = 16;

/** Server options that limit how slowly headers arrive; Node answers 408 after the limit. */
export function requestLimits({ headersMs, checkMs }: ConnectionLimits) {
  return {
    requestTimeout: 0,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
  } satisfies FastifyServerOptions & { readonly http: object };
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a body that arrives too slowly, after a 408 where nothing has been answered yet. */
function limitBodyTime(app: FastifyInstance, { requestMs, checkMs }: ConnectionLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const { raw, routeOptions } = request;
      const { socket } = raw;
      const perByte = routeOptions.config.bodyTime === 'speed' ? 1 / slowestBytesPerMs : 0;
      const start = { at: performance.now(), bytes: socket.bytesRead };
      const timer = setInterval(() => {
        if (raw.complete) clearInterval(timer);
        const allowedMs = requestMs + perByte * (socket.bytesRead - start.bytes);
        if (raw.complete || performance.now() - start.at < allowedMs) return;
        clearInterval(timer);
        if (!reply.raw.headersSent)
          socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
        socket.destroySoon();
      }, checkMs);
      reply.raw.once('close', () => clearInterval(timer));
    }
    done();
  });
}

/** How long a client may read a response: one that is streamed, and so not held in memory, by its length. */
function responseMs(limits: ConnectionLimits, reply: FastifyReply, payload: unknown): number {
  const length = payload instanceof Readable ? Number(reply.getHeader('content-length') ?? 0) : 0;
  return limits.responseMs + length / slowestBytesPerMs;
}

/** Limits how slowly a body arrives and a response is read, and how many connections are open. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.connections;
  limitBodyTime(app, limits);
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { raw } = reply;
    // If the client has disconnected, `close` was already emitted and would not clear a timer.
    if (!raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), responseMs(limits, reply, payload));
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
