import { LRUCache } from 'lru-cache';
import { RateLimitExceeded } from '../limits/rate-limits.ts';
import type { Caller } from './caller-sql.ts';

interface BegunUpload {
  /** Null for a visitor. */
  readonly owner: string | null;
  readonly length: number;
  readonly begunAt: number;
}
type Uploads = Map<string, BegunUpload>;

/** An upload in parts ends after a day. */
export const uploadLifetimeMs = 24 * 60 * 60 * 1000;
const maxOwners = 10_000;
/** An upload takes a folder and a file, however short it is. */
const leastBytes = 64 * 1024;
const retryAfterSeconds = 60;

/** Who an upload counts for: its owner, or the network of a caller without one. */
const ownerKey = ({ owner }: BegunUpload, { identity }: Caller): string =>
  owner ?? `network ${identity.network ?? ''}`;

/**
 * The bytes that the unfinished uploads of each owner announce. Row policies see an upload only as a row, which it has once it
 * is finished. Counted in the memory of each process, for a bounded number of owners; the service key is not counted.
 */
export class UnfinishedBytes {
  readonly #limit: number;
  readonly #owners = new LRUCache<string, Uploads>({ max: maxOwners });

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts an upload once. @throws {RateLimitExceeded} */
  add(about: BegunUpload, id: string, caller: Caller): void {
    if (this.#limit === Infinity || caller.identity.role === 'service_role') return;
    const key = ownerKey(about, caller);
    const uploads: Uploads = this.#owners.get(key) ?? new Map();
    let bytes = 0;
    for (const [known, upload] of uploads) {
      if (upload.begunAt + uploadLifetimeMs <= Date.now()) uploads.delete(known);
      else if (known !== id) bytes += Math.max(leastBytes, upload.length);
    }
    if (bytes + Math.max(leastBytes, about.length) > this.#limit)
      throw new RateLimitExceeded('unfinished uploads', retryAfterSeconds);
    uploads.set(id, about);
    this.#owners.set(key, uploads);
  }

  delete(about: BegunUpload, id: string, caller: Caller): void {
    this.#owners.get(ownerKey(about, caller))?.delete(id);
  }
}
