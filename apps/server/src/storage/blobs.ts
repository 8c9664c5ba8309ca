import type { Readable } from 'node:stream';

/** What was written: the size, and an entity tag with its quotes. */
export interface WrittenBlob {
  readonly size: number;
  readonly eTag: string;
}

export interface ByteRange {
  readonly start: number;
  /** The last byte. */
  readonly end: number;
}

export interface StoredBlob {
  readonly version: string;
  readonly writtenAt: Date;
}

/** The bytes are not there, although a row names them. */
export class MissingBlob extends Error {
  override readonly name = 'MissingBlob';
}

/** The bytes of objects by the version of their row, a uuid; no text of a caller is ever in a path. */
export interface Blobs {
  /**
   * Keeps the bytes for good before it resolves; a failure leaves nothing.
   *
   * @throws {StorageError} EntityTooLarge beyond the limit, while it reads
   */
  write(version: string, bytes: Readable, limit: number): Promise<WrittenBlob>;
  /** @throws {MissingBlob} */
  read(version: string, range?: ByteRange): Promise<Readable>;
  /** @throws {MissingBlob} */
  copy(version: string, to: string): Promise<void>;
  /** Those that are not there are no error. */
  remove(versions: readonly string[]): Promise<void>;
  /** In any order, in groups of at most a thousand. */
  list(): AsyncIterable<readonly StoredBlob[]>;
  /** Removes what writes that ended with their process have left. */
  removeUnfinished(before: Date): Promise<void>;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether it may be part of a path; rows that others wrote may have any text. */
export const isVersion = (version: unknown): version is string =>
  typeof version === 'string' && uuid.test(version);
