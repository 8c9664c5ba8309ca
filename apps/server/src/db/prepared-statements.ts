import { LRUCache } from 'lru-cache';

interface Entry {
  readonly name: string;
  prepared: boolean;
}

/** How a batch sends one statement: its name (empty for unnamed), and whether it must be parsed first. */
export interface Sending {
  readonly name: string;
  readonly parse: boolean;
}

/** A pattern's selectivity depends on its value, so a generic plan is bad for most patterns. */
const searchesText = / (?:like|ilike) /i;

/**
 * The prepared statements of one connection. A statement is named when it is seen the second time, unless it searches
 * by a pattern; the least recently used name is closed at the limit. A key is a role and a text, because a plan belongs
 * to the role that runs it.
 */
export class PreparedStatements {
  readonly #entries: LRUCache<string, Entry>;
  readonly #seenOnce: LRUCache<string, true>;
  #closing: string[] = [];
  #counter = 0;

  constructor(capacity: number) {
    this.#seenOnce = new LRUCache({ max: capacity * 2 });
    this.#entries = new LRUCache({
      max: capacity,
      dispose: ({ name, prepared }) => {
        if (prepared) this.#closing.push(name);
      },
    });
  }

  /** @param parsing the names that the current batch already parses */
  plan(key: string, parsing: ReadonlySet<string>): Sending {
    const known = this.#entries.get(key);
    if (known !== undefined)
      return { name: known.name, parse: !known.prepared && !parsing.has(known.name) };
    if (searchesText.test(key)) return { name: '', parse: true };
    if (!this.#seenOnce.has(key)) {
      this.#seenOnce.set(key, true);
      return { name: '', parse: true };
    }
    this.#seenOnce.delete(key);
    this.#counter += 1;
    const entry = { name: `s${String(this.#counter)}`, prepared: false };
    this.#entries.set(key, entry);
    return { name: entry.name, parse: true };
  }

  /** Marks the name as valid after the server has parsed the statement. */
  confirm(key: string, name: string): void {
    const entry = this.#entries.peek(key);
    if (entry?.name === name) entry.prepared = true;
    // Evicted before the server parsed it, so it still has to be closed.
    else this.#closing.push(name);
  }

  /** The names to close at the start of the next batch, where no earlier error makes the server skip the message. */
  takeClosing(): readonly string[] {
    const closing = this.#closing;
    this.#closing = [];
    return closing;
  }

  /** Discards every name after a schema change, because every plan may be stale. */
  forgetAll(): void {
    this.#entries.clear();
  }
}
