import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encodeBody, type ContentEncoding } from '../http/content-encoding.ts';

/** A cached response body. */
export interface CachedResponse {
  readonly body: string;
  readonly etag: string;
  /** The body in that encoding, compressed once. */
  encoded(encoding: ContentEncoding): Promise<Buffer>;
}

function toCachedResponse(data: object): CachedResponse {
  const body = JSON.stringify(data);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const compressed = new Map<ContentEncoding, Promise<Buffer>>();
  return {
    body,
    etag,
    encoded(encoding) {
      const known = compressed.get(encoding);
      if (known !== undefined) return known;
      const encoded = encodeBody(body, encoding);
      compressed.set(encoding, encoded);
      return encoded;
    },
  };
}

const maxEntries = 200;
const maxCharacters = 50_000_000;
/** Upper bound while notifications may be lost; otherwise a notification clears the cache at once. */
const maxAgeMs = 30_000;

/** A response, and the only products it may have; without ids it may have any. */
interface Entry {
  readonly response: Promise<CachedResponse | null>;
  readonly ids: readonly string[] | undefined;
}

/** What is cached: its key, the only products it may have, and how it is loaded; null (not found) is cached too. */
export interface Cacheable {
  readonly key: string;
  readonly ids: readonly string[] | undefined;
  readonly load: () => Promise<object | null>;
}

/** Responses built from the catalogue, cached until it changes. Concurrent requests for one key share one query. */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxCharacters,
    ttl: maxAgeMs,
  });

  #hits = 0;
  #misses = 0;

  /** Lookups since the start. */
  get stats() {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** Clears the cache, responses in progress included. */
  clear(): void {
    this.#entries.clear();
  }

  /** Deletes the responses that may have the product, those in progress included. */
  deleteProduct(id: string): void {
    const mayHaveIt = [...this.#entries.entries()].filter(
      ([, { ids }]) => ids === undefined || ids.includes(id),
    );
    for (const [key] of mayHaveIt) this.#entries.delete(key);
  }

  get({ key, ids, load }: Cacheable): Promise<CachedResponse | null> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#hits += 1;
      return known.response;
    }
    this.#misses += 1;
    const response = load().then((data) => {
      if (data === null) return null;
      const cached = toCachedResponse(data);
      const size = cached.body.length;
      if (this.#entries.peek(key) === entry) this.#entries.set(key, entry, { size });
      return cached;
    });
    const entry: Entry = { response, ids };
    this.#entries.set(key, entry, { size: 1 });
    response.catch(() => {
      if (this.#entries.peek(key) === entry) this.#entries.delete(key);
    });
    return response;
  }
}
