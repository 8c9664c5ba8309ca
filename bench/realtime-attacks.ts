// Attacks on Realtime by the sockets of one network, as fast as its limits allow.
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { CpuPace } from './cpu-pace.ts';

/** An attack by WebSockets of version 2 of the protocol. */
export interface SocketAttack {
  readonly run: (attacker: SocketAttacker) => Promise<void>;
}

const kib = 1024;
/** What waits in the attacker before it sends more. */
const maxWaiting = 512 * kib;
/** The sockets of an attack. */
export class SocketAttacker {
  readonly #addresses: readonly string[];
  readonly #pace: CpuPace;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #count: (what: string) => void;
  readonly #sockets = new Set<WebSocket>();
  #opened = 0;

  constructor(
    addresses: readonly string[],
    from: string,
    pace: CpuPace,
    count: (what: string) => void,
  ) {
    this.#addresses = addresses;
    this.#pace = pace;
    this.#headers = { 'x-forwarded-for': from };
    this.#count = count;
  }

  get isStopped(): boolean {
    return this.#pace.isStopped;
  }

  /** Opens a socket at each server in turn; undefined once the server refuses it or the attack has stopped. */
  async open(): Promise<WebSocket | undefined> {
    await this.#pace.wait();
    if (this.isStopped) return undefined;
    const address = this.#addresses[this.#opened % this.#addresses.length] ?? '';
    this.#opened += 1;
    const socket = new WebSocket(address, { headers: this.#headers });
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.#sockets.delete(socket);
      this.#count(`closed ${String(code)}`);
    });
    return new Promise((resolve) => {
      socket.once('open', () => {
        this.#count('opened');
        resolve(socket);
      });
      socket.once('close', () => resolve(undefined));
    });
  }

  /** Opens so many sockets, or as many as the server takes. */
  async openMany(count: number): Promise<readonly WebSocket[]> {
    const opened: WebSocket[] = [];
    for (let n = 0; n < count; n += 1) {
      const socket = await this.open();
      if (socket === undefined) break;
      opened.push(socket);
    }
    return opened;
  }

  /** Sends a frame once the former ones have left. */
  async send(socket: WebSocket, topic: string, event: string, payload: unknown): Promise<void> {
    await this.#pace.wait();
    while (!this.isStopped && socket.bufferedAmount > maxWaiting) await sleep(5);
    if (this.isStopped || socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, event, payload]));
    this.#count('sent');
  }

  /** Repeats work with every socket until the attack stops; one that the server has closed is replaced. */
  async repeat(
    sockets: readonly WebSocket[],
    work: (socket: WebSocket, n: number) => Promise<void>,
  ): Promise<void> {
    await Promise.all(
      sockets.map(async (first) => {
        let socket: WebSocket | undefined = first;
        for (let n = 0; !this.isStopped; n += 1) {
          if (socket?.readyState !== WebSocket.OPEN) socket = await this.open();
          if (socket === undefined) await sleep(1000);
          else await work(socket, n);
          await sleep(0);
        }
      }),
    );
  }

  stop(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

const manySockets = 299;
const text = (bytes: number): string => 'x'.repeat(bytes);

const joinOf = (config: object, more?: string) => ({ config, ...(more && { more }) });
const changesOf = (filter?: string) => ({
  postgres_changes: [
    { event: '*', schema: 'public', table: 'bench_notes', ...(filter && { filter }) },
  ],
});

async function joinAll(
  attacker: SocketAttacker,
  sockets: readonly WebSocket[],
  topic: string,
  config: object = {},
): Promise<void> {
  for (const socket of sockets) await attacker.send(socket, topic, 'phx_join', joinOf(config));
}

/** Broadcasts of so many bytes by the first socket to all. */
async function fanOut(attacker: SocketAttacker, sockets: readonly WebSocket[], bytes: number) {
  await joinAll(attacker, sockets, 'crowd');
  const payload = { event: 'x', payload: { text: text(bytes) } };
  await attacker.repeat(sockets.slice(0, 1), async (socket, n) => {
    if (n > 0) await attacker.send(socket, 'crowd', 'phx_join', joinOf({}));
    await attacker.send(socket, 'crowd', 'broadcast', payload);
  });
}

export const realtimeAttacks = {
  'realtime: presences': {
    async run(attacker) {
      const sockets = await attacker.openMany(manySockets);
      await joinAll(attacker, sockets, 'crowd', { presence: { enabled: true } });
      await attacker.repeat(sockets, (socket, n) => {
        const payload = { n, text: text(15 * kib) };
        return attacker.send(socket, 'crowd', 'presence', { event: 'track', payload });
      });
    },
  },
  'realtime: kept joins': {
    async run(attacker) {
      const sockets = await attacker.openMany(60);
      await attacker.repeat(sockets, (socket, n) =>
        attacker.send(socket, String(n), 'phx_join', joinOf(changesOf(), text(30 * kib))),
      );
    },
  },
  'realtime: joins and leaves': {
    async run(attacker) {
      const sockets = await attacker.openMany(3);
      await attacker.repeat(sockets, async (socket, n) => {
        await attacker.send(socket, String(n % 80), 'phx_join', joinOf(changesOf()));
        await attacker.send(socket, String(n % 80), 'phx_leave', {});
        await sleep(15);
      });
    },
  },
  'realtime: fan-out': {
    async run(attacker) {
      await fanOut(attacker, await attacker.openMany(manySockets), 250 * kib);
    },
  },
  'realtime: slow readers': {
    async run(attacker) {
      const sockets = await attacker.openMany(manySockets);
      for (const socket of sockets.slice(1)) socket.pause();
      await fanOut(attacker, sockets, 200 * kib);
    },
  },
  'realtime: relays': {
    async run(attacker) {
      const sockets = await attacker.openMany(5);
      const payload = { event: 'x', payload: { text: text(250 * kib) } };
      await attacker.repeat(sockets, async (socket, n) => {
        const topic = `alone ${String(n % 80)}`;
        await attacker.send(socket, topic, 'phx_join', joinOf({}));
        await attacker.send(socket, topic, 'broadcast', payload);
      });
    },
  },
  'realtime: large frames': {
    async run(attacker) {
      const sockets = await attacker.openMany(4);
      const payload = { text: text(500 * kib) };
      await attacker.repeat(sockets, (socket) => attacker.send(socket, 'a', 'broadcast', payload));
    },
  },
  'realtime: filters': {
    async run(attacker) {
      const sockets = await attacker.openMany(manySockets);
      await attacker.repeat(sockets, (socket, n) =>
        attacker.send(
          socket,
          String(n % 100),
          'phx_join',
          joinOf(changesOf(`body=neq.${String(n)}`)),
        ),
      );
    },
  },
  'realtime: slow patterns': {
    async run(attacker) {
      const sockets = await attacker.openMany(50);
      await attacker.repeat(sockets, (socket, n) =>
        attacker.send(
          socket,
          String(n % 100),
          'phx_join',
          joinOf(changesOf(`body=match.x(?=.*z${String(n)})`)),
        ),
      );
    },
  },
} as const satisfies Record<string, SocketAttack>;
