import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { WrittenBlob } from './blobs.ts';
import { storageErrors } from './errors.ts';

/** Passes bytes on, counts and hashes them, and fails beyond the limit. */
export class Metered extends Transform {
  readonly #hash = createHash('md5');
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** After the end. */
  summary(): WrittenBlob {
    return { size: this.#size, eTag: `"${this.#hash.digest('hex')}"` };
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
