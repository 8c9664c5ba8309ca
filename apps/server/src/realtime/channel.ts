import { TokenBucket } from '../limits/token-bucket.ts';
import { accessOf, AccessDenied, expiredText, type Access } from './access-token.ts';
import {
  fitsFrame,
  jsonBytes,
  SharedFrame,
  toFrame,
  writeText,
  type Broadcast,
  type Frame,
  type Message,
  type Version,
} from './frames.ts';
import { topicKey, type Receiver } from './hub.ts';
import type { JoinConfig } from './join-config.ts';
import { workCosts } from './limits.ts';
import type { ChangesReceiver, WantedChange } from './postgres-changes.ts';
import type { PresentChannel } from './presence.ts';
import { toBroadcast } from './relay.ts';
import type { RealtimeService } from './service.ts';
import type { ChannelPermissions } from './sql.ts';
import type { SocketAccount } from './traffic-budget.ts';

/** The socket as its channels see it. */
export interface ChannelSocket {
  readonly version: Version;
  readonly network: string;
  readonly account: SocketAccount;
  write(frame: Frame): void;
  /** Forgets a channel that has ended. */
  forget(channel: Channel): void;
}

const all: ChannelPermissions = {
  broadcast: { reads: true, writes: true },
  presence: { reads: true, writes: true },
};

let lastId = 0;

export interface ChannelOptions {
  readonly service: RealtimeService;
  readonly socket: ChannelSocket;
  /** As the client names it, with `realtime:`. */
  readonly fullTopic: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  readonly access: Access;
}

/** One joined topic of a socket. */
export class Channel implements Receiver, ChangesReceiver, PresentChannel {
  readonly id = (lastId += 1);
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly presenceKey: string;
  readonly joinRef: string | null;
  readonly #options: ChannelOptions;
  readonly #key: string;
  readonly #presenceMessages: TokenBucket;
  #access: Access;
  #permissions = all;
  #permittedAt = performance.now();
  #keptBytes = 0;
  #presenceBytes = 0;
  #hasEnded = false;

  constructor(options: ChannelOptions) {
    const { fullTopic, config, access, joinRef, service } = options;
    this.#options = options;
    this.topic = fullTopic.slice('realtime:'.length);
    this.isPrivate = config.isPrivate;
    this.presenceKey = config.presenceKey;
    this.joinRef = joinRef;
    this.#access = access;
    this.#key = topicKey(this.topic, this.isPrivate);
    const { presenceMessages } = service.limits;
    this.#presenceMessages = new TokenBucket(presenceMessages / 30, presenceMessages);
  }

  get access(): Access {
    return this.#access;
  }

  /** Whether there was room for so many bytes more; they are released at the end of the channel. */
  keep(bytes: number): boolean {
    if (!this.#options.socket.account.keep(bytes)) return false;
    this.#keptBytes += bytes;
    return true;
  }

  /** Asks what the channel permits. @throws {AccessDenied} when that is nothing */
  async permit(): Promise<void> {
    if (!this.isPrivate) return;
    const { service } = this.#options;
    this.#permissions = await this.#ask(() =>
      service.sql.permissions(this.topic, this.#access.identity),
    );
    this.#permittedAt = performance.now();
    const { broadcast, presence } = this.#permissions;
    if (broadcast.reads || (this.#options.config.hasPresence && presence.reads)) return;
    throw new AccessDenied(
      `You do not have permissions to read from this Channel topic: ${this.topic}`,
      'Unauthorized',
    );
  }

  /** Begins to receive, and sends what a channel gets first. */
  async open(): Promise<void> {
    const { service, config } = this.#options;
    if (this.#hasEnded) return;
    service.hub.add(this.#key, this);
    if (config.hasPresence && this.#permissions.presence.reads)
      this.#pushState(await this.#ask(() => service.presences.stateOf(this)));
    if (config.replay !== undefined && this.isPrivate && this.#permissions.broadcast.reads) {
      const { since, limit } = config.replay;
      const messages = await this.#ask(() => service.sql.replay(this.topic, since, limit));
      for (const message of messages)
        this.receive(SharedFrame.ofBroadcast(this.#options.fullTopic, toBroadcast(message, true)));
    }
    this.#subscribe();
  }

  receive(broadcast: SharedFrame): void {
    if (!this.#hasEnded && this.#permissions.broadcast.reads) this.#writeShared(broadcast);
  }

  receivePresence(diff: SharedFrame): void {
    const { hasPresence } = this.#options.config;
    if (!this.#hasEnded && hasPresence && this.#permissions.presence.reads) this.#writeShared(diff);
  }

  receiveChange(ids: readonly number[], data: string): void {
    if (this.#hasEnded) return;
    const { socket, fullTopic } = this.#options;
    const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`;
    const topic = JSON.stringify(fullTopic);
    const text =
      socket.version === 1
        ? `{"topic":${topic},"event":"postgres_changes","payload":${payload},"ref":null}`
        : `[null,null,${topic},"postgres_changes",${payload}]`;
    socket.write(toFrame(text));
  }

  refuseChanges({ table }: WantedChange): void {
    this.#system(
      'postgres_changes',
      'error',
      `The subscription to ${table} has ended: its filter fails or takes too long`,
    );
  }

  /** Handles a message of the client on this channel; unknown events are ignored. */
  async handle(message: Message): Promise<void> {
    if (this.#hasEnded) return;
    if (message.event === 'broadcast') this.#broadcast(message);
    else if (message.event === 'presence') await this.#presence(message);
    else if (message.event === 'access_token') await this.#renew(message.payload);
  }

  reply({ ref }: Message, status: 'ok' | 'error', response: object): void {
    this.#write({ ref, joinRef: this.joinRef, event: 'phx_reply', payload: { status, response } });
  }

  /** Ends a channel whose token has expired, and asks again what a private one permits. */
  async check(): Promise<void> {
    if (this.#hasEnded) return;
    if (this.#access.expiresAt <= Date.now()) this.#refuse(expiredText(this.#access.expiresAt));
    else if (performance.now() - this.#permittedAt > this.#options.service.limits.permissionMs)
      await this.#permitAgain();
  }

  /** Says why the channel ends, and ends it. */
  #refuse(message: string): void {
    this.#system('system', 'error', message);
    this.close();
  }

  refuseMessages(): void {
    this.#refuse('Too many messages per second');
  }

  /** Ends the channel, and tells the client. */
  close(): void {
    if (this.#hasEnded) return;
    this.#write({ ref: this.joinRef, joinRef: this.joinRef, event: 'phx_close', payload: {} });
    this.end();
  }

  /** Ends the channel without a word. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { service, socket } = this.#options;
    service.hub.remove(this.#key, this);
    service.changes.remove(this);
    service.presences.untrack(this).catch(service.onFailure);
    socket.account.release(this.#keptBytes);
    socket.forget(this);
  }

  #write(message: Omit<Message, 'topic'>): void {
    const { socket, fullTopic } = this.#options;
    socket.write(toFrame(writeText(socket.version, { ...message, topic: fullTopic })));
  }

  #writeShared(shared: SharedFrame): void {
    const { socket } = this.#options;
    const frame = shared.for(socket.version);
    if (frame !== undefined) socket.write(frame);
  }

  #pushState(state: object): void {
    if (this.#hasEnded) return;
    const { socket, fullTopic: topic } = this.#options;
    const message = { joinRef: null, ref: null, topic, event: 'presence_state', payload: state };
    const frame = toFrame(writeText(socket.version, message));
    socket.account.charge(frame.data.length * workCosts.delivered);
    socket.write(frame);
  }

  #ask<T>(work: () => Promise<T>): Promise<T> {
    return this.#options.service.ask(this.#options.socket.network, work);
  }

  #push(event: string, payload: object): void {
    if (!this.#hasEnded) this.#write({ ref: null, joinRef: null, event, payload });
  }

  #system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.#push('system', { extension, status, message, channel: this.topic });
  }

  /** Subscribes to the changes. Nobody waits for the locks of a table that is watched from now on. */
  #subscribe(): void {
    const { changes, filterProblem } = this.#options.config;
    if (changes.length === 0 && filterProblem === undefined) return;
    this.#subscribeTo(changes, filterProblem).catch((error: unknown) => {
      this.#options.service.onFailure(error);
      this.#system('postgres_changes', 'error', 'Unable to subscribe to changes, try again');
    });
  }

  async #subscribeTo(changes: readonly WantedChange[], filterProblem: string | undefined) {
    const { service } = this.#options;
    const problem =
      filterProblem ??
      (await this.#ask(async () =>
        this.#hasEnded ? undefined : service.changes.subscribe(this, changes),
      ));
    if (this.#hasEnded || problem !== undefined) service.changes.remove(this);
    if (problem === undefined) this.#system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
    else
      this.#system(
        'postgres_changes',
        'error',
        filterProblem ?? `Unable to subscribe to changes with given parameters. ${problem}`,
      );
  }

  #broadcast(message: Message): void {
    const { service, config, socket, fullTopic } = this.#options;
    const { event, type, payload, bytes, meta } = (message.payload ?? {}) as Partial<Broadcast>;
    // The original is silent too, so that nobody learns whether a topic exists.
    if (!this.#permissions.broadcast.writes || typeof event !== 'string') return;
    const size = bytes?.length ?? jsonBytes(payload);
    if (size > service.limits.payloadBytes) {
      this.reply(message, 'error', { reason: 'Payload size exceeds the limit' });
      return;
    }
    const broadcast: Broadcast = {
      event: event.slice(0, 100),
      type: typeof type === 'string' ? type : 'broadcast',
      payload: payload ?? {},
      ...(Buffer.isBuffer(bytes) && { bytes }),
      ...(typeof meta === 'object' && { meta }),
    };
    if (!fitsFrame(fullTopic, broadcast)) {
      this.reply(message, 'error', { reason: 'The topic, event and meta exceed 255 bytes' });
      return;
    }
    const except = config.self ? undefined : this;
    socket.account.charge(service.broadcast(this.#key, broadcast, size, except));
    if (config.ack) this.reply(message, 'ok', {});
  }

  async #presence(message: Message): Promise<void> {
    const { service, socket } = this.#options;
    const { event, payload } = (message.payload ?? {}) as { event?: unknown; payload?: unknown };
    if (!this.#presenceMessages.take()) {
      this.#refuse('Client presence rate limit exceeded');
      return;
    }
    if (!this.#permissions.presence.writes) {
      this.reply(message, 'error', {});
      return;
    }
    const verb = typeof event === 'string' ? event.toLowerCase() : '';
    if (verb === 'track') {
      if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
        this.reply(message, 'error', { reason: 'Presence track payload must be a map' });
        return;
      }
      const size = jsonBytes(payload);
      if (size > service.limits.presenceBytes) {
        this.#refuse('Track message size exceeded');
        return;
      }
      socket.account.charge(workCosts.presence + service.deliveryCost(this.#key, size));
      if (!(await this.#track(payload, size))) {
        this.reply(message, 'error', { reason: 'There is no room for this presence' });
        return;
      }
    } else if (verb === 'untrack') await service.presences.untrack(this);
    this.reply(message, 'ok', {});
  }

  /** Returns false without room for it. */
  async #track(payload: object, size: number): Promise<boolean> {
    const added = size - this.#presenceBytes;
    if (added > 0) {
      if (!this.keep(added)) return false;
      this.#presenceBytes = size;
    }
    return this.#ask(() => this.#options.service.presences.track(this, payload, size));
  }

  async #renew(payload: unknown): Promise<void> {
    const { service, socket } = this.#options;
    const { access_token: token } = (payload ?? {}) as { access_token?: unknown };
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.#access.token)
      return;
    socket.account.charge(workCosts.join);
    try {
      this.#access = await accessOf(service.tokens, token);
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error;
      this.#refuse(error.message);
      return;
    }
    socket.account.speaksFor(this.#access.identity.role);
    await this.#permitAgain();
    // What the filters may be asked depends on the role.
    if (!this.#hasEnded) this.#subscribe();
  }

  async #permitAgain(): Promise<void> {
    try {
      await this.permit();
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error;
      this.#refuse(`You no longer have permission to read from this Channel topic: ${this.topic}`);
    }
  }
}
