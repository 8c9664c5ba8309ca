import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { topicKey } from './hub.ts';
import type { PresenceMeta, RealtimeSql } from './sql.ts';

/** Who is present, by key. */
type PresenceState = Readonly<Record<string, { readonly metas: readonly PresenceMeta[] }>>;

interface PresenceDiff {
  readonly joins: PresenceState;
  readonly leaves: PresenceState;
}

/** A channel as presence sees it. */
export interface PresentChannel {
  readonly id: number;
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly presenceKey: string;
}

interface Tracked {
  readonly payload: object;
  readonly bytes: number;
  readonly ref: string;
}

type Known = ReadonlyMap<string, { readonly key: string; readonly meta: PresenceMeta }>;

function stateOf(entries: Iterable<{ readonly key: string; readonly meta: PresenceMeta }>) {
  const state: Record<string, { metas: PresenceMeta[] }> = Object.create(null) as Record<
    string,
    { metas: PresenceMeta[] }
  >;
  for (const { key, meta } of entries) (state[key] ??= { metas: [] }).metas.push(meta);
  return state;
}

export interface PresenceOptions {
  readonly sql: RealtimeSql;
  readonly server: string;
  readonly batchMs: number;
  /** What all presences of a topic may say, in bytes of JSON. */
  readonly bytesOfTopic: number;
  /** The channels of the topic that are told of it. */
  readonly tell: (key: string, diff: PresenceDiff) => void;
  readonly hasListeners: (key: string) => boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Who is present in the channels of all servers. Rows hold it; what has changed in a topic is found by reading it again,
 * at most once in the time of a batch, and comparing.
 */
export class Presences {
  readonly #options: PresenceOptions;
  readonly #tracked = new Map<number, Tracked>();
  /** Bytes by topic of what is tracked here. */
  readonly #bytes = new Map<string, number>();
  readonly #known = new Map<string, Known>();
  readonly #changed = new Set<string>();
  readonly #gone = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  /** The last work with rows that nobody waits for; its parts run one after the other. */
  #work = Promise.resolve();
  /** The one that deletes what has gone. */
  #deletion = Promise.resolve();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Tracks the channel, or what it says now in so many bytes. Returns false without room in the topic. */
  async track(channel: PresentChannel, payload: object, bytes: number): Promise<boolean> {
    const { id, topic, isPrivate, presenceKey } = channel;
    const former = this.#tracked.get(id);
    if (former !== undefined && isDeepStrictEqual(former.payload, payload)) return true;
    const key = topicKey(topic, isPrivate);
    const added = bytes - (former?.bytes ?? 0);
    if ((this.#bytes.get(key) ?? 0) + added > this.#options.bytesOfTopic) return false;
    const ref = `F${randomBytes(9).toString('base64url')}`;
    const meta = { ...payload, phx_ref: ref, ...(former && { phx_ref_prev: former.ref }) };
    this.#tracked.set(id, { payload, bytes, ref });
    this.#count(key, added);
    try {
      await this.#options.sql.track(this.#options.server, id, topic, isPrivate, presenceKey, meta);
    } catch (error) {
      // The same payload is tried again.
      this.#tracked.delete(id);
      this.#count(key, -bytes);
      throw error;
    }
    return true;
  }

  /** Forgets the channel. Those that leave together, as with their socket, are deleted together. */
  async untrack({ id, topic, isPrivate }: PresentChannel): Promise<void> {
    const key = topicKey(topic, isPrivate);
    if (!this.#options.hasListeners(key)) this.#known.delete(key);
    const tracked = this.#tracked.get(id);
    if (tracked === undefined) return;
    this.#tracked.delete(id);
    this.#count(key, -tracked.bytes);
    this.#gone.add(id);
    if (this.#gone.size === 1)
      this.#deletion = this.#enqueue(() => {
        const ids = [...this.#gone];
        this.#gone.clear();
        return this.#options.sql.untrack(this.#options.server, ids);
      });
    await this.#deletion;
  }

  /** Everyone who is present in the channel's topic. */
  async stateOf({ topic, isPrivate }: PresentChannel): Promise<PresenceState> {
    const key = topicKey(topic, isPrivate);
    const known = this.#known.get(key) ?? (await this.#read(topic, isPrivate));
    if (!this.#known.has(key) && this.#options.hasListeners(key)) this.#known.set(key, known);
    return stateOf(known.values());
  }

  /** Notes that the topic has changed; all topics after a loss of notifications. */
  change(payload: string): void {
    for (const key of payload === '' ? this.#known.keys() : [payload])
      if (this.#known.has(key)) this.#changed.add(key);
    if (this.#changed.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const keys = [...this.#changed];
      this.#changed.clear();
      for (const key of keys)
        this.#enqueue(() => this.#compare(key)).catch(this.#options.onFailure);
    }, this.#options.batchMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #enqueue(work: () => Promise<unknown>): Promise<void> {
    this.#work = this.#work.then(work).then(
      () => undefined,
      (error: unknown) => this.#options.onFailure(error),
    );
    return this.#work;
  }

  #count(key: string, bytes: number): void {
    const sum = (this.#bytes.get(key) ?? 0) + bytes;
    if (sum === 0) this.#bytes.delete(key);
    else this.#bytes.set(key, sum);
  }

  async #compare(key: string): Promise<void> {
    const former = this.#known.get(key);
    if (former === undefined || !this.#options.hasListeners(key)) {
      this.#known.delete(key);
      return;
    }
    const end = key.indexOf(':');
    const present = await this.#read(key.slice(end + 1), key.startsWith('private:'));
    this.#known.set(key, present);
    const joins = [...present].filter(([ref]) => !former.has(ref)).map(([, entry]) => entry);
    const leaves = [...former].filter(([ref]) => !present.has(ref)).map(([, entry]) => entry);
    // Clients apply joins first, and then no longer know what leaves under the same key.
    if (leaves.length > 0) this.#options.tell(key, { joins: {}, leaves: stateOf(leaves) });
    if (joins.length > 0) this.#options.tell(key, { joins: stateOf(joins), leaves: {} });
  }

  async #read(topic: string, isPrivate: boolean): Promise<Known> {
    const rows = await this.#options.sql.presences(topic, isPrivate);
    return new Map(rows.map((row) => [row.meta.phx_ref, row]));
  }
}
