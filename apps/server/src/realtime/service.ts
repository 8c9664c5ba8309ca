import { randomUUID } from 'node:crypto';
import type { CallerDatabase } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';
import { NetworkQueue } from '../limits/network-queue.ts';
import { Hub, type Receiver } from './hub.ts';
import type { Broadcast } from './frames.ts';
import { workCosts, type RealtimeLimits } from './limits.ts';
import { PostgresChanges } from './postgres-changes.ts';
import { Presences } from './presence.ts';
import { Relay } from './relay.ts';
import { RealtimeSql } from './sql.ts';
import { TrafficBudget } from './traffic-budget.ts';

export interface ServiceOptions {
  readonly database: Pick<CallerDatabase, 'asIdentity' | 'listen'>;
  readonly tokens: Tokens;
  readonly limits: RealtimeLimits;
  /** Whether the work of a network has a rate. */
  readonly isRateLimited: boolean;
  readonly onFailure: (error: unknown) => void;
}

/** Connections for what sockets ask for, such as joins, so that other requests find theirs. */
const askedLimits = {
  running: 2,
  runningOfNetwork: 1,
  waiting: 10_000,
  waitingOfNetwork: 2000,
};

/** Prunes what was delivered once in so many ticks of the clock. */
const prunedEvery = 12;

/** What the sockets of one process share: topics, changes, presence, and the way to the other servers. */
export class RealtimeService {
  readonly tokens: Tokens;
  readonly limits: RealtimeLimits;
  readonly sql: RealtimeSql;
  readonly hub = new Hub();
  readonly changes: PostgresChanges;
  readonly presences: Presences;
  readonly traffic: TrafficBudget;
  readonly onFailure: (error: unknown) => void;
  readonly #database: ServiceOptions['database'];
  readonly #relay: Relay;
  readonly #server = randomUUID();
  readonly #queue = new NetworkQueue(askedLimits);
  #starting: Promise<void> | undefined;
  #clock: NodeJS.Timeout | undefined;
  #ticks = 0;
  #stops: (() => Promise<void>)[] = [];

  constructor({ database, tokens, limits, isRateLimited, onFailure }: ServiceOptions) {
    this.tokens = tokens;
    this.limits = limits;
    this.onFailure = onFailure;
    this.#database = database;
    this.traffic = new TrafficBudget(limits, isRateLimited);
    this.sql = new RealtimeSql(database);
    this.changes = new PostgresChanges(this.sql, onFailure);
    const shared = { sql: this.sql, server: this.#server, onFailure };
    this.presences = new Presences({
      ...shared,
      batchMs: limits.presenceMs,
      bytesOfTopic: limits.presenceBytesOfTopic,
      hasListeners: (key) => this.hub.of(key).size > 0,
      tell: (key, diff) => this.hub.tellPresence(key, diff),
    });
    this.#relay = new Relay({
      ...shared,
      deliver: (key, broadcast) => this.hub.deliver(key, broadcast),
    });
  }

  /** Listens, with the first socket; a later call does nothing. A failed one is tried again by the next. */
  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /**
   * Runs work with the database that a socket asks for: little of it at once, and of one network one after the other.
   *
   * @throws {QueueFull} when too much waits
   */
  ask<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(network, work);
  }

  /**
   * Sends to the channels of this process but one, and to those of the others.
   *
   * @param size of the payload, in bytes
   * @returns what it costs its sender, in bytes
   */
  broadcast(key: string, broadcast: Broadcast, size: number, except?: Receiver): number {
    this.hub.deliver(key, broadcast, except);
    this.#relay.send(key, broadcast, size);
    const relayed = this.#relay.isNeeded ? size * workCosts.relayed : 0;
    return this.deliveryCost(key, size) + relayed;
  }

  /** What it costs to deliver so many bytes to the topic. */
  deliveryCost(key: string, size: number): number {
    const { delivered, leastDelivered } = workCosts;
    return this.hub.of(key).size * Math.max(size, leastDelivered) * delivered;
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    this.presences.stop();
    if (this.#starting === undefined) return;
    await Promise.allSettled(this.#stops.map((stop) => stop()));
    await this.sql.stops(this.#server).catch(() => undefined);
  }

  async #start(): Promise<void> {
    const listeners: readonly (readonly [string, (payload: string) => void])[] = [
      ['realtime_changes', (payload) => this.changes.notices.push(payload)],
      ['realtime_messages', (payload) => this.#relay.sent.push(payload)],
      ['realtime_relays', (payload) => this.#relay.relayed.push(payload)],
      ['realtime_presences', (payload) => this.presences.change(payload)],
      ['realtime_servers', (payload) => this.#meet(payload)],
    ];
    for (const [channel, onNotification] of listeners)
      this.#stops.push(await this.#database.listen(channel, onNotification));
    await this.#relay.sayAlive();
    await Promise.all([this.changes.skipPresent(), this.#relay.skipPresent()]);
    this.#clock ??= setInterval(() => this.#tick(), this.limits.clockMs).unref();
  }

  #meet(server: string): void {
    if (server === '') this.#relay.sayAlive().catch(this.onFailure);
    else this.#relay.meet(server);
  }

  #tick(): void {
    this.#ticks += 1;
    this.#relay.sayAlive().catch(this.onFailure);
    this.changes.prune();
    if (this.#ticks % prunedEvery === 0) this.sql.prune().catch(this.onFailure);
  }
}
