import { setTimeout } from 'node:timers/promises';
import type { Broadcast } from './frames.ts';
import { topicKey } from './hub.ts';
import { NoticeQueue, SeenIds } from './notices.ts';
import type { RealtimeSql, SentMessage } from './sql.ts';

const batchMs = 10;
/** What may wait to be relayed, in bytes of payload; more is not relayed. */
const maxWaitingBytes = 16 * 1024 * 1024;

interface Relayed {
  readonly key: string;
  readonly event: string;
  readonly type: string;
  readonly payload: unknown;
  readonly bytes: string | null;
  readonly meta: Readonly<Record<string, unknown>> | null;
}

/** A message of SQL as its subscribers get it. */
export function toBroadcast(
  { id, event, payload, bytes }: SentMessage,
  isReplayed = false,
): Broadcast {
  const meta = isReplayed ? { id, replayed: true } : { id };
  return { type: 'broadcast', event, payload, ...(bytes && { bytes }), meta };
}

export interface RelayOptions {
  readonly sql: RealtimeSql;
  /** The id of this process. */
  readonly server: string;
  readonly deliver: (key: string, broadcast: Broadcast) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Carries broadcasts to the other servers, and delivers theirs and those that SQL sends. Rows carry the messages, and
 * notifications their ids; a server that is alone writes nothing.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #seen = new SeenIds();
  readonly relayed: NoticeQueue;
  readonly sent: NoticeQueue;
  #others = 0;
  /** Servers met since the process began. */
  #met = 0;
  #batch: Relayed[] = [];
  #waitingBytes = 0;
  #isRelaying = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.relayed = new NoticeQueue((payloads) => this.#readRelayed(payloads), options.onFailure);
    this.sent = new NoticeQueue((ids) => this.#readSent(ids), options.onFailure);
  }

  /** Says that this server runs, and learns of the others. */
  async sayAlive(): Promise<void> {
    const met = this.#met;
    const others = await this.#options.sql.alive(this.#options.server);
    // A server met during the query may be missing in its count. Counting it twice costs one relay at most.
    this.#others = others + this.#met - met;
    this.#seen.prune();
  }

  /** Takes what was sent so far as known. */
  async skipPresent(): Promise<void> {
    const { sql, server } = this.#options;
    for (const { id } of await sql.relayed(server, null)) this.#seen.add(`relay ${id}`);
    for (const { id } of await sql.messages(null)) this.#seen.add(id);
  }

  /** Learns of a server that has started. */
  meet(server: string): void {
    if (server === this.#options.server) return;
    this.#met += 1;
    this.#others += 1;
  }

  /** Whether there is another server that broadcasts have to reach. */
  get isNeeded(): boolean {
    return this.#others > 0;
  }

  /** @param size of the payload, in bytes */
  send(key: string, { event, type, payload, bytes, meta }: Broadcast, size: number): void {
    if (!this.isNeeded) return;
    if (this.#waitingBytes + size > maxWaitingBytes) {
      this.#options.onFailure(new Error('a broadcast was not relayed: too many bytes wait'));
      return;
    }
    this.#waitingBytes += size;
    this.#batch.push({
      key,
      event,
      type,
      payload,
      bytes: bytes?.toString('base64') ?? null,
      meta: meta ?? null,
    });
    if (this.#isRelaying) return;
    this.#isRelaying = true;
    this.#relayBatches()
      .catch(this.#options.onFailure)
      .finally(() => (this.#isRelaying = false));
  }

  /** Relays what waits, one batch after the other. */
  async #relayBatches(): Promise<void> {
    const { sql, server, onFailure } = this.#options;
    while (this.#batch.length > 0) {
      await setTimeout(batchMs);
      const batch = this.#batch.splice(0);
      this.#waitingBytes = 0;
      await sql.relay(server, batch).catch(onFailure);
    }
  }

  async #readRelayed(payloads: readonly string[] | null): Promise<void> {
    const { sql, server, deliver } = this.#options;
    // A notification is the id of the row and that of its server.
    const ids = payloads
      ?.filter((text) => !text.endsWith(server))
      .map((text) => text.split(' ')[0] ?? '');
    if (ids?.length === 0) return;
    for (const { id, messages } of await sql.relayed(server, ids ?? null)) {
      if (!this.#seen.add(`relay ${id}`)) continue;
      for (const { key, bytes, meta, ...rest } of messages as readonly Relayed[])
        deliver(key, {
          ...rest,
          ...(bytes !== null && { bytes: Buffer.from(bytes, 'base64') }),
          ...(meta !== null && { meta }),
        });
    }
  }

  async #readSent(ids: readonly string[] | null): Promise<void> {
    for (const message of await this.#options.sql.messages(ids))
      if (this.#seen.add(message.id))
        this.#options.deliver(topicKey(message.topic, message.isPrivate), toBroadcast(message));
  }
}
