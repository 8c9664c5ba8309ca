import { LRUCache } from 'lru-cache';

interface Entry {
  readonly name: string;
  prepared: boolean;
}

/** How a batch sends one statement: under which name (none: unnamed), and whether it must be parsed first. */
export interface Sending {
  readonly name: string;
  readonly parse: boolean;
}

/** How much a pattern finds depends on the pattern: a plan made for any of them is a bad one for most. */
const searchesText = / (?:like|ilike) /i;

/**
 * What one connection has prepared. A statement earns a name when it comes the second time, unless it searches text
 * by a pattern; the names are bounded, and the least recently used one is closed to make room. A key is a role and a
 * text, because a plan is made for the role that runs it.
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

  get size(): number {
    return this.#entries.size;
  }

  /** @param parsing the names that the batch being built already parses */
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

  /** The server has parsed the statement: only now does the name stand for anything. */
  confirm(key: string, name: string): void {
    const entry = this.#entries.peek(key);
    if (entry?.name === name) entry.prepared = true;
    // Evicted while it was on its way: it exists on the server all the same.
    else this.#closing.push(name);
  }

  /** The names to close at the head of the next batch, where no failure can make the server skip it. */
  takeClosing(): readonly string[] {
    const closing = this.#closing;
    this.#closing = [];
    return closing;
  }

  /** After a schema change: every plan may be stale. */
  forgetAll(): void {
    this.#entries.clear();
  }
}
