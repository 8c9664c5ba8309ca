import type { FastifyBaseLogger } from 'fastify';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Upgrade } from '../http/websocket-upgrades.ts';
import { replyTo } from './realtime-messages.ts';

export interface SocketLimits {
  /** Time for the first subscription, and after a refused one of version 1, ms. */
  readonly shortMs: number;
  /**
   * Time after a refused subscription of version 2, ms. Clients of that version close a connection without channels after
   * 50 s; if the server closes it earlier, they reconnect.
   */
  readonly longMs: number;
  readonly connections: number;
}

export const defaultSocketLimits: SocketLimits = {
  shortMs: 5000,
  longMs: 60_000,
  connections: 1000,
};

/** A subscription carries the caller's token. */
const maxMessageBytes = 64 * 1024;
const maxMessages = 100;
const closeTimeoutMs = 2000;
const normal = 1000;
const goingAway = 1001;
const invalid = 1007;
const tooMany = 1008;

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString();
}

/** The WebSockets of Realtime clients, with bounded time and bounded number and size of messages. */
export class RealtimeSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // Not in the types yet; the default is 30 s.
    ...{ closeTimeout: closeTimeoutMs },
  });
  readonly #limits: SocketLimits;
  readonly #log: FastifyBaseLogger;

  constructor(limits: SocketLimits, log: FastifyBaseLogger) {
    this.#limits = limits;
    this.#log = log;
  }

  get isFull(): boolean {
    return this.#server.clients.size >= this.#limits.connections;
  }

  accept({ request, socket, head }: Upgrade): void {
    this.#server.handleUpgrade(request, socket, head, (client) => this.#serve(client));
  }

  closeAll(): void {
    for (const client of this.#server.clients) {
      client.close(goingAway);
      client.terminate();
    }
  }

  #serve(client: WebSocket): void {
    const { shortMs, longMs } = this.#limits;
    let messages = 0;
    let refused = false;
    let timer = setTimeout(() => client.close(normal), shortMs);
    client.on('close', () => clearTimeout(timer));
    client.on('error', (error) => this.#log.debug({ err: error }, 'a realtime socket failed'));
    client.on('message', (data, isBinary) => {
      messages += 1;
      if (messages > maxMessages) {
        client.close(tooMany);
        return;
      }
      // Only broadcasts on a joined channel are binary.
      if (isBinary) return;
      const reply = replyTo(textOf(data));
      if (reply === null) {
        client.close(invalid);
        return;
      }
      for (const message of reply.messages) client.send(message);
      if (!reply.refused || refused) return;
      refused = true;
      clearTimeout(timer);
      const leftMs = reply.version === 1 ? shortMs : longMs;
      timer = setTimeout(() => client.close(normal), leftMs);
    });
  }
}
