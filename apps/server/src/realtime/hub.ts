import type { Broadcast } from './frames.ts';

/** What receives the broadcasts and the presence of a topic. */
export interface Receiver {
  receive(broadcast: Broadcast): void;
  /** @param diff who has joined and left */
  receivePresence(diff: object): void;
}

/** Public and private channels of one name are apart. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}

/** The channels of this process by topic. */
export class Hub {
  readonly #channels = new Map<string, Set<Receiver>>();

  add(key: string, channel: Receiver): void {
    const channels = this.#channels.get(key) ?? new Set();
    this.#channels.set(key, channels.add(channel));
  }

  remove(key: string, channel: Receiver): void {
    const channels = this.#channels.get(key);
    channels?.delete(channel);
    if (channels?.size === 0) this.#channels.delete(key);
  }

  of(key: string): ReadonlySet<Receiver> {
    return this.#channels.get(key) ?? new Set();
  }

  deliver(key: string, broadcast: Broadcast, except?: Receiver): void {
    for (const channel of this.of(key)) if (channel !== except) channel.receive(broadcast);
  }
}
