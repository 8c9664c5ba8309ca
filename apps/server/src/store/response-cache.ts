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

/** Responses built from the catalogue, cached until it changes. Concurrent requests for one key share one query. */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Promise<CachedResponse | null>>({
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

  /** @param load loads the response; null (not found) is cached too */
  get(key: string, load: () => Promise<object | null>): Promise<CachedResponse | null> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#hits += 1;
      return known;
    }
    this.#misses += 1;
    const loading = load().then((data) => {
      if (data === null) return null;
      const response = toCachedResponse(data);
      const size = response.body.length;
      if (this.#entries.peek(key) === loading) this.#entries.set(key, loading, { size });
      return response;
    });
    this.#entries.set(key, loading, { size: 1 });
    loading.catch(() => {
      if (this.#entries.peek(key) === loading) this.#entries.delete(key);
    });
    return loading;
  }
}
