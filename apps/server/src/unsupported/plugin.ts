import cors from '@fastify/cors';
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import { clientAddress, networkOf } from '../http/network.ts';
import { routeUpgrades, upgradeOf } from '../http/websocket-upgrades.ts';
import { NetworkBudget, type Allowance } from '../limits/network-budget.ts';
import { countRejection, RateLimitExceeded } from '../limits/rate-limits.ts';
import { notOffered } from './realtime-messages.ts';
import { defaultSocketLimits, RealtimeSockets, type SocketLimits } from './realtime-sockets.ts';

export interface UnsupportedOptions {
  /** Limits the WebSockets a network opens; default none. */
  readonly allowance?: Allowance | undefined;
  readonly socketLimits?: SocketLimits;
}

/** WebSockets per network: every page of an office may open one, and again after a lost connection. */
export const defaultSocketAllowance: Allowance = {
  name: 'websockets',
  requests: 300,
  bytes: Infinity,
  windowSeconds: 60,
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const socketPath = '/realtime/v1/websocket';

/** The error body of each service, in the format its client expects. */
const bodies: Readonly<Record<string, object>> = {
  '/storage/v1': { statusCode: '404', error: 'not_offered', message: notOffered('Storage') },
  '/graphql/v1': { errors: [{ message: notOffered('GraphQL') }] },
  '/realtime/v1': { error: notOffered('Realtime'), message: notOffered('Realtime') },
};

function sendError(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ error: message, message });
}

/**
 * The services of a Supabase project that this server does not offer. Every request gets 404 in the service's own error
 * format; Realtime's WebSocket is accepted, because a client only learns the reason from a message.
 */
export const unsupportedPlugin: FastifyPluginAsync<UnsupportedOptions> = async (app, options) => {
  const budget = options.allowance && new NetworkBudget(options.allowance);
  const sockets = new RealtimeSockets(options.socketLimits ?? defaultSocketLimits, app.log);
  routeUpgrades(app, socketPath);
  app.addHook('preClose', (done) => {
    sockets.closeAll();
    done();
  });
  await app.register(cors, { origin: '*', methods, maxAge: 86_400, strictPreflight: false });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  // Nothing reads a body; Node discards it after the response.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _stream, done) => done(null));
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (!(error instanceof RateLimitExceeded))
      return sendError(reply, error.statusCode ?? 500, error.message);
    countRejection(error);
    void reply.header('retry-after', String(error.retryAfterSeconds));
    return sendError(reply, 429, 'Too many connections');
  });

  for (const [prefix, body] of Object.entries(bodies)) {
    for (const url of [prefix, `${prefix}/*`]) {
      app.route({
        method: methods,
        url,
        exposeHeadRoute: false,
        handler: (_request, reply) => reply.code(404).send(body),
      });
    }
  }
  app.get(socketPath, { exposeHeadRoute: false }, (request, reply) => {
    const upgrade = upgradeOf(request.raw);
    if (upgrade === undefined) return reply.code(404).send(bodies['/realtime/v1']);
    budget?.countRequest(networkOf(clientAddress(request.ip)));
    if (sockets.isFull)
      return sendError(reply.header('retry-after', '5'), 503, 'Too many connections');
    reply.hijack();
    sockets.accept(upgrade);
    return reply;
  });
};
