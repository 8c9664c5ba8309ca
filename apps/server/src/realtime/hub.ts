import { SharedFrame, writeText, type Broadcast } from './frames.ts';

/** What receives the broadcasts and the presence of a topic. */
export interface Receiver {
  receive(broadcast: SharedFrame): void;
  /** @param diff who has joined and left */
  receivePresence(diff: SharedFrame): void;
}

/** Public and private channels of one name are apart. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}

/** The topic of a key as clients name it. */
function fullTopicOf(key: string): string {
  return `realtime:${key.slice(key.indexOf(':') + 1)}`;
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
    const frame = SharedFrame.ofBroadcast(fullTopicOf(key), broadcast);
    for (const channel of this.of(key)) if (channel !== except) channel.receive(frame);
  }

  /** @param diff who has joined and left */
  tellPresence(key: string, diff: object): void {
    const message = { joinRef: null, ref: null, topic: fullTopicOf(key), payload: diff };
    const frame = new SharedFrame((version) =>
      writeText(version, { ...message, event: 'presence_diff' }),
    );
    for (const channel of this.of(key)) channel.receivePresence(frame);
  }
}
