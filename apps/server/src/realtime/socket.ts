import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { TokenBucket } from '../limits/token-bucket.ts';
import { accessOf, AccessDenied, type Access } from './access-token.ts';
import { Channel, type ChannelSocket } from './channel.ts';
import {
  jsonBytes,
  maxNameBytes,
  readBinary,
  readText,
  toFrame,
  writeText,
  type Frame,
  type Message,
  type Version,
} from './frames.ts';
import { keptBytesOf, readJoin, type Join } from './join-config.ts';
import { workCosts } from './limits.ts';
import type { RealtimeService } from './service.ts';
import type { SocketAccount } from './traffic-budget.ts';

/** Who opened a socket, and how. */
interface OpenedSocket {
  readonly version: Version;
  readonly access: Access;
  readonly network: string;
}

const normal = 1000;
const tooMuch = 1008;
const tryLater = 1013;
/** Frames beyond what a client may send are ignored; of so many more the socket is closed. */
const burst = 4;
const excessSeconds = 5;

function bufferOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}

/** The WebSocket of one client, with its channels. */
export class RealtimeSocket implements ChannelSocket {
  readonly version: Version;
  readonly network: string;
  readonly account: SocketAccount;
  readonly #client: WebSocket;
  readonly #connection: Duplex;
  readonly #service: RealtimeService;
  /** Who the socket was opened by: channels without a token of their own speak for them. */
  readonly #access: Access;
  readonly #channels = new Map<string, Channel>();
  readonly #messages: TokenBucket;
  readonly #joins: TokenBucket;
  /** Messages of one topic are handled one after the other; heartbeats wait for none of them. */
  readonly #queues = new Map<string, Promise<void>>();
  #isCorked = false;
  #excess = 0;
  #heardAt = performance.now();
  #usedAt = performance.now();

  constructor(
    client: WebSocket,
    connection: Duplex,
    { version, access, network }: OpenedSocket,
    service: RealtimeService,
  ) {
    this.#connection = connection;
    this.version = version;
    this.network = network;
    this.account = service.traffic.open(network, client);
    this.account.speaksFor(access.identity.role);
    this.#client = client;
    this.#access = access;
    this.#service = service;
    const { messagesPerSecond, joinsPerSecond } = service.limits;
    this.#messages = new TokenBucket(messagesPerSecond, burst * messagesPerSecond);
    this.#joins = new TokenBucket(joinsPerSecond, burst * joinsPerSecond);
    connection.prependListener('data', (chunk: Buffer) => this.account.charge(chunk.length));
    connection.prependListener('close', () => {
      // Of a socket that was left unread something remains, which `ws` would read without a pause for hundreds at once.
      connection.removeAllListeners('data');
      connection.read();
    });
    client.on('message', (data, isBinary) => this.#receive(bufferOf(data), isBinary));
    client.on('close', () => this.#end());
    client.on('error', () => undefined);
  }

  get isOpen(): boolean {
    return this.#client.readyState === this.#client.OPEN;
  }

  write({ data, isBinary }: Frame): void {
    if (!this.isOpen) return;
    if (this.account.isTooSlow) {
      this.#client.close(tryLater, 'Too slow');
      this.#client.terminate();
      return;
    }
    // What is written in one turn leaves in one packet.
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#connection.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.#connection.uncork();
      });
    }
    this.account.queue(data.length);
    this.#client.send(data, { binary: isBinary }, () => this.account.sent(data.length));
  }

  forget(channel: Channel): void {
    const topic = `realtime:${channel.topic}`;
    if (this.#channels.get(topic) === channel) this.#channels.delete(topic);
    this.#usedAt = performance.now();
  }

  close(code: number): void {
    this.#client.close(code);
  }

  terminate(): void {
    this.#client.terminate();
  }

  /** Closes the socket if it is unused, and its channels whose time is over. */
  check(): void {
    const { idleMs, withoutChannelMs } = this.#service.limits;
    const now = performance.now();
    const isUnused = this.#channels.size === 0 && now - this.#usedAt > withoutChannelMs;
    if (isUnused || now - this.#heardAt > idleMs) {
      this.#client.close(normal);
      return;
    }
    for (const channel of this.#channels.values()) channel.check().catch(this.#service.onFailure);
  }

  #end(): void {
    for (const channel of this.#channels.values()) channel.end();
    this.#channels.clear();
    this.account.close();
  }

  #receive(frame: Buffer, isBinary: boolean): void {
    this.#heardAt = performance.now();
    const isAllowed = this.#messages.take();
    if (!isAllowed) {
      this.#excess += 1;
      if (this.#excess > excessSeconds * this.#service.limits.messagesPerSecond)
        this.#client.close(tooMuch);
    }
    const message = isBinary
      ? this.version === 2
        ? readBinary(frame)
        : undefined
      : readText(this.version, frame.toString());
    if (message === undefined) return;
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.#reply(message, 'ok', {});
      return;
    }
    if (!isAllowed) {
      this.#channels.get(message.topic)?.refuseMessages();
      return;
    }
    this.#enqueue(message);
  }

  #enqueue(message: Message): void {
    const { topic } = message;
    const before = this.#queues.get(topic) ?? Promise.resolve();
    const handled = before
      .then(() => this.#handle(message))
      .catch((error: unknown) => {
        this.#service.onFailure(error);
        if (message.ref !== null)
          this.#reply(message, 'error', { reason: 'Unable to handle the message, try again' });
      })
      .finally(() => {
        if (this.#queues.get(topic) === handled) this.#queues.delete(topic);
      });
    this.#queues.set(topic, handled);
  }

  async #handle(message: Message): Promise<void> {
    if (!this.isOpen) return;
    const channel = this.#channels.get(message.topic);
    if (message.event === 'phx_join') return this.#join(message, channel);
    if (message.event === 'phx_leave') {
      if (channel === undefined) this.#reply(message, 'ok', {});
      else {
        channel.reply(message, 'ok', {});
        channel.close();
      }
      return;
    }
    if (channel === undefined) {
      this.#reply(message, 'error', { reason: 'unmatched topic' });
      return;
    }
    return channel.handle(message);
  }

  async #join(message: Message, former: Channel | undefined): Promise<void> {
    former?.close();
    const join = readJoin(message.payload);
    const channel = await this.#admit(message, join);
    if (typeof channel === 'string') {
      this.#reply(message, 'error', { reason: channel });
      return;
    }
    // The socket may have closed meanwhile.
    if (!this.isOpen) return;
    this.#channels.set(message.topic, channel);
    channel.reply(message, 'ok', { postgres_changes: join?.echoed ?? [] });
    await channel.open();
  }

  /** The channel of a join, or why there is none. */
  async #admit({ topic: fullTopic, joinRef, payload }: Message, join: Join | undefined) {
    const service = this.#service;
    if (!/^realtime:./.test(fullTopic)) return 'unmatched topic';
    if (Buffer.byteLength(fullTopic) > maxNameBytes)
      return `InvalidJoinPayload: the topic has more than ${String(maxNameBytes)} bytes`;
    if (join === undefined || jsonBytes(payload) > service.limits.joinBytes)
      return 'InvalidJoinPayload: the payload is not a configuration';
    const { config } = join;
    if (this.#channels.size >= service.limits.channelsPerSocket)
      return 'ChannelRateLimitReached: Too many channels';
    if (!this.#joins.take()) return 'ClientJoinRateLimitReached: Too many joins per second';
    const { accessToken: token, changes } = config;
    this.account.charge(workCosts.join + changes.length * workCosts.subscription);
    try {
      const access =
        token === undefined || token.startsWith('sb_')
          ? this.#access
          : await accessOf(service.tokens, token);
      const channel = new Channel({ service, socket: this, fullTopic, joinRef, config, access });
      this.account.speaksFor(access.identity.role);
      if (!channel.keep(keptBytesOf(config)))
        return 'ChannelRateLimitReached: Too much is kept for the channels';
      return await this.#permitted(channel);
    } catch (error) {
      if (error instanceof AccessDenied) return `${error.code}: ${error.message}`;
      throw error;
    }
  }

  /** The channel, if it permits anything. @throws */
  async #permitted(channel: Channel): Promise<Channel> {
    try {
      await channel.permit();
      return channel;
    } catch (error) {
      channel.end();
      throw error;
    }
  }

  #reply({ ref, joinRef, topic }: Message, status: 'ok' | 'error', response: object): void {
    const payload = { status, response };
    const message = { ref, joinRef, topic, event: 'phx_reply', payload };
    this.write(toFrame(writeText(this.version, message)));
  }
}
