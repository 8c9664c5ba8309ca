import cors from '@fastify/cors';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { WebSocketServer } from 'ws';
import { isUnavailable, type CallerDatabase } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import { routeUpgrades, upgradeOf } from '../http/websocket-upgrades.ts';
import { NetworkBudget } from '../limits/network-budget.ts';
import { countRejection, RateLimitExceeded } from '../limits/rate-limits.ts';
import { accessOf, AccessDenied, type Access } from './access-token.ts';
import { refusalOf, serveBroadcasts } from './broadcast-route.ts';
import {
  broadcastAllowance,
  defaultLimits,
  socketAllowance,
  type RealtimeLimits,
} from './limits.ts';
import { RealtimeService } from './service.ts';
import { RealtimeSocket } from './socket.ts';

export interface RealtimeOptions {
  readonly database: Pick<CallerDatabase, 'asIdentity' | 'listen'>;
  readonly tokens: Tokens;
  /** Limits requests, sockets and their work per network. */
  readonly isRateLimited: boolean;
  readonly limits?: Partial<RealtimeLimits>;
}

const socketPath = '/websocket';
const goingAway = 1001;
const closeTimeoutMs = 2000;
const versions = { '1.0.0': 1, '2.0.0': 2 } as const;

function sendError(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ error: message, message });
}

/** Formats every error as the service's clients expect. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof RateLimitExceeded) {
      countRejection(error);
      void reply.header('retry-after', String(error.retryAfterSeconds));
      return sendError(reply, 429, 'Too many requests');
    }
    const refused = refusalOf(error);
    if (refused !== undefined) return sendError(reply, refused.status, refused.message);
    if (isUnavailable(error))
      return sendError(reply.header('retry-after', '1'), 503, 'Realtime is unavailable, try again');
    const { statusCode = 500 } = error;
    if (statusCode < 500) return sendError(reply, statusCode, error.message);
    request.log.error({ err: error }, 'a realtime request failed');
    return sendError(reply, 500, 'Something went wrong');
  });
}

/** The sockets of this process. */
class Sockets {
  readonly #server: WebSocketServer;
  readonly #service: RealtimeService;
  readonly #sockets = new Set<RealtimeSocket>();
  readonly #clock: NodeJS.Timeout;

  constructor(service: RealtimeService) {
    this.#service = service;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: service.limits.frameBytes,
      // Not in the types yet; the default is 30 s.
      ...{ closeTimeout: closeTimeoutMs },
    });
    this.#clock = setInterval(() => {
      for (const socket of this.#sockets) socket.check();
    }, service.limits.clockMs).unref();
  }

  accept(
    { request, socket, head }: NonNullable<ReturnType<typeof upgradeOf>>,
    opened: { readonly version: 1 | 2; readonly access: Access },
    network: string,
  ): void {
    this.#server.handleUpgrade(request, socket, head, (client) => {
      const accepted = new RealtimeSocket(client, socket, { ...opened, network }, this.#service);
      this.#sockets.add(accepted);
      client.on('close', () => this.#sockets.delete(accepted));
    });
  }

  closeAll(): void {
    clearInterval(this.#clock);
    for (const socket of this.#sockets) {
      socket.close(goingAway);
      socket.terminate();
    }
  }
}

/** The version, and who opens the socket; else the status and text of the refusal. */
async function readUpgrade(url: string, key: unknown, tokens: Tokens) {
  const query = new URL(url, 'http://x').searchParams;
  const version = versions[(query.get('vsn') ?? '1.0.0') as keyof typeof versions] as
    | 1
    | 2
    | undefined;
  if (version === undefined) return { status: 403, text: 'The version is not supported' };
  const token = query.get('apikey') ?? (typeof key === 'string' ? key : '');
  if (token === '') return { status: 401, text: 'API key is missing' };
  try {
    return { version, access: await accessOf(tokens, token) };
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw error;
    const isExpired = error.message.startsWith('Token has expired');
    return { status: 401, text: isExpired ? 'Token has expired' : error.message };
  }
}

/**
 * `/realtime/v1`, the protocol of Supabase Realtime over Phoenix channels: broadcasts, presence and the changes of published
 * tables. Row policies decide what each subscriber gets.
 */
export const realtimePlugin: FastifyPluginAsync<RealtimeOptions> = async (app, options) => {
  const { database, tokens, isRateLimited } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const budgetOf = (allowance: typeof socketAllowance) =>
    isRateLimited ? new NetworkBudget(allowance) : undefined;
  const socketBudget = budgetOf(socketAllowance);
  const service = new RealtimeService({
    database,
    tokens,
    limits,
    isRateLimited,
    onFailure: (error) => app.log.warn({ err: error }, 'realtime could not do a part of its work'),
  });
  const sockets = new Sockets(service);
  routeUpgrades(app, app.prefix + socketPath);
  app.addHook('preClose', (done) => {
    sockets.closeAll();
    done();
  });
  app.addHook('onClose', () => service.stop());
  await app.register(cors, { origin: '*', maxAge: 86_400, strictPreflight: false });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  answerErrors(app);
  serveBroadcasts(app, service, budgetOf(broadcastAllowance));

  app.get(socketPath, { exposeHeadRoute: false }, async (request, reply) => {
    const upgrade = upgradeOf(request.raw);
    if (upgrade === undefined) return sendError(reply, 400, 'A WebSocket is expected');
    const network = networkOf(clientAddress(request.ip));
    socketBudget?.countRequest(network);
    const read = await readUpgrade(request.url, request.headers['x-api-key'], tokens);
    if (read.access === undefined) return sendError(reply, read.status, read.text);
    if (service.traffic.isFull(network))
      return sendError(reply.header('retry-after', '5'), 429, 'Too many connected users');
    await service.start();
    reply.hijack();
    sockets.accept(upgrade, read, network);
    return reply;
  });
  app.all('/*', (_request, reply) => sendError(reply, 404, 'Not found'));
};
