import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { clientAddress, networkOf } from './network.ts';

/** Bytes of responses that clients have not read yet; they are in this process's memory. */
export interface UnreadLimits {
  /** Of one connection, whose requests may be pipelined. */
  readonly connection: number;
  readonly network: number;
  readonly all: number;
}

const mebibyte = 1024 * 1024;
const largeBytes = 64 * 1024;

/** A connection holds two of the largest responses of the data service, and a slow office six. */
export const unreadLimits: UnreadLimits = {
  connection: 16 * mebibyte,
  network: 48 * mebibyte,
  all: 128 * mebibyte,
};

interface Connection {
  readonly network: string;
  bytes: number;
}

/** The connections with unread bytes, those that have had some for the longest time first. */
class UnreadResponses {
  readonly #limits: UnreadLimits;
  readonly #connections = new Map<Socket, Connection>();
  readonly #networks = new Map<string, number>();
  #all = 0;

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  add(socket: Socket, network: string, bytes: number): void {
    let connection = this.#connections.get(socket);
    if (connection === undefined) {
      connection = { network, bytes: 0 };
      this.#connections.set(socket, connection);
    }
    this.#count(connection, bytes);
    if (connection.bytes > this.#limits.connection) this.#cut(socket);
    while (this.#bytesOf(network) > this.#limits.network) this.#cutSlowest(network);
    while (this.#all > this.#limits.all) this.#cutSlowest(this.#largestNetwork());
  }

  /** Forgets bytes that the client has read. */
  remove(socket: Socket, bytes: number): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#count(connection, -bytes);
    if (connection.bytes === 0) this.#connections.delete(socket);
  }

  /** Forgets a closed connection. */
  drop(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.remove(socket, connection.bytes);
  }

  #bytesOf(network: string): number {
    return this.#networks.get(network) ?? 0;
  }

  #count(connection: Connection, bytes: number): void {
    connection.bytes += bytes;
    this.#all += bytes;
    const ofNetwork = this.#bytesOf(connection.network) + bytes;
    if (ofNetwork === 0) this.#networks.delete(connection.network);
    else this.#networks.set(connection.network, ofNetwork);
  }

  #cut(socket: Socket): void {
    this.drop(socket);
    socket.destroy();
  }

  #cutSlowest(network: string): void {
    for (const [socket, connection] of this.#connections) {
      if (connection.network !== network) continue;
      this.#cut(socket);
      return;
    }
  }

  #largestNetwork(): string {
    const [largest] = [...this.#networks].toSorted(([, one], [, other]) => other - one);
    return largest?.[0] ?? '';
  }
}

/**
 * Limits the bytes of responses that wait for their clients, by connection, by network and in all. Beyond a limit the
 * connections that have waited the longest are closed, of the network with the most bytes first.
 */
export function limitUnreadResponses(app: FastifyInstance, limits: UnreadLimits): void {
  const unread = new UnreadResponses(limits);
  app.server.on('connection', (socket: Socket) => {
    // Node emits `close` only on the first of several pipelined responses.
    socket.once('close', () => unread.drop(socket));
  });
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const { socket } = request.raw;
    // A stream is read as fast as the client reads.
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || socket.destroyed) {
      done();
      return;
    }
    const bytes = Buffer.byteLength(payload);
    unread.add(socket, networkOf(clientAddress(request.ip)), bytes);
    raw.once('finish', () => unread.remove(socket, bytes));
    // Node reserves three bytes for each character of a text that waits.
    done(null, bytes < largeBytes ? payload : Buffer.from(payload));
  });
}
