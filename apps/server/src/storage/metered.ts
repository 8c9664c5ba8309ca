import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { WrittenBlob } from './blobs.ts';
import { storageErrors } from './errors.ts';

/** Passes bytes on, counts and hashes them, and fails beyond the limit. The ETag is opaque: SHA-256 is twice as fast as MD5. */
export class Metered extends Transform {
  readonly #hash = createHash('sha256');
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    super({ highWaterMark: 1024 * 1024 });
    this.#limit = limit;
  }

  /** After the end. */
  summary(): WrittenBlob {
    return { size: this.#size, eTag: `"${this.#hash.digest('hex').slice(0, 32)}"` };
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit) {
      done(storageErrors.objectTooLarge());
      return;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }
}
