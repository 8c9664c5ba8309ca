import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pathOf } from './request-path.ts';

/** A request to upgrade its connection to a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the client sent after the headers. */
  readonly head: Buffer;
}

/** Headers about the connection, which `serveAsHttp` replaces. */
const hopByHop = new Set(['connection', 'upgrade']);

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The pending upgrade of a routed request; the handler calls `reply.hijack()` before it uses the socket. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Gives the connection back to the HTTP server, once and for this request alone: a client that offers `h2c` sends an
 * ordinary request, whose body follows. With `Connection: close` Node parses nothing that comes after it.
 */
function serveAsHttp(app: FastifyInstance, { request, socket, head }: Upgrade): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, 'connection: close'];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!hopByHop.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`);
  }
  const start = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  // Pipelined requests are dropped: they would be answered 400 before this one is answered.
  const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
  socket.unshift(hasBody ? Buffer.concat([start, head]) : start);
  app.server.emit('connection', socket);
}

/**
 * Routes requests for a WebSocket at that path like any other; all other upgrades are served as plain HTTP. Either way the
 * connection closes after the response.
 */
export function routeUpgrades(app: FastifyInstance, path: string): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upgrade = { request, socket, head };
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const isHere = pathOf(request.url ?? '') === path && request.method === 'GET';
    if (!(socket instanceof Socket) || !isWebSocket || !isHere) {
      serveAsHttp(app, upgrade);
      return;
    }
    upgrades.set(request, upgrade);
    socket.once('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    app.routing(request, response);
  });
}
