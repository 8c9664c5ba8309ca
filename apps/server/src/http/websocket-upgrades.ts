import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request to upgrade its connection to a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the client sent after the headers. */
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The pending upgrade of a routed request; the handler calls `reply.hijack()` before it uses the socket. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Gives the connection back to the HTTP server without the `Upgrade` header, as Node does without a listener: a client
 * that offers `h2c` sends an ordinary request, whose body follows.
 */
function serveAsHttp(app: FastifyInstance, { request, socket, head }: Upgrade): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  app.server.emit('connection', socket);
}

/** Routes requests for a WebSocket at that path like any other; all other upgrades are served as plain HTTP. */
export function routeUpgrades(app: FastifyInstance, path: string): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upgrade = { request, socket, head };
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const isHere = request.url?.split('?', 1)[0] === path && request.method === 'GET';
    if (!(socket instanceof Socket) || !isWebSocket || !isHere) {
      serveAsHttp(app, upgrade);
      return;
    }
    upgrades.set(request, upgrade);
    socket.once('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    app.routing(request, response);
  });
}
