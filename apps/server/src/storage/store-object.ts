import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DatabaseBusy, DatabaseUnavailable } from '../db/database.ts';
import type { WrittenBlob } from './blobs.ts';
import { ownerOf, type CallerSql } from './caller-sql.ts';
import { isRecognisable, KindCheck } from './content-type.ts';
import { storageErrors } from './errors.ts';
import type { IncomingObject } from './incoming.ts';
import { checkKey, checkType, isPlaceholder } from './names.ts';
import {
  findBucket,
  tryInsert,
  writeObject,
  type BucketRow,
  type ObjectMetadata,
  type WrittenRow,
} from './object-rows.ts';
import { discard, type ObjectTarget, type StorageParts } from './parts.ts';

export interface StoreOptions {
  readonly upsert: boolean;
  /** Set for a signed link, which has been allowed already and names the owner. */
  readonly signedOwner?: string | null;
  /** Told the version of the bytes before they are written. */
  readonly announce?: (version: string) => Promise<void>;
}

/** The largest object that the bucket takes. */
export const limitOf = ({ maxBytes }: StorageParts, { fileSizeLimit }: BucketRow): number =>
  Math.min(maxBytes, fileSizeLimit ?? Infinity);

/**
 * Checks everything that does not need the bytes.
 *
 * @throws {StorageError} of the type, the size, the key or a row policy
 */
export async function checkUpload(
  parts: StorageParts,
  sql: CallerSql,
  { bucket, key }: ObjectTarget,
  incoming: Pick<IncomingObject, 'mimetype' | 'size' | 'userMetadata'>,
  { upsert, signedOwner }: StoreOptions,
): Promise<BucketRow> {
  const found = await findBucket(sql, bucket);
  const { mimetype, size, userMetadata } = incoming;
  checkType(mimetype, isPlaceholder(key) ? null : found.allowedTypes);
  if (size !== undefined && size > limitOf(parts, found)) throw storageErrors.objectTooLarge();
  checkKey(key);
  if (signedOwner === undefined)
    await sql.tryAsCaller((transaction) =>
      tryInsert(transaction, sql.caller, { bucket, key, mimetype, userMetadata }, { upsert, size }),
    );
  return found;
}

/** What a row says about bytes that were written. */
function metadataFor(
  { size, eTag }: WrittenBlob,
  { mimetype, cacheControl }: Pick<ObjectMetadata, 'mimetype' | 'cacheControl'>,
): ObjectMetadata {
  const lastModified = new Date().toISOString();
  return {
    ...{ eTag, size, mimetype, cacheControl, lastModified },
    ...{ contentLength: size, httpStatusCode: 200 },
  };
}

function checkedBytes(bytes: Readable, type: string, { allowedTypes }: BucketRow): Readable {
  const isLimited = allowedTypes !== null && allowedTypes.length > 0;
  if (!isLimited || !isRecognisable(type)) return bytes;
  const check = new KindCheck(type);
  // It may fail before anything reads from it.
  check.on('error', () => undefined);
  bytes.on('error', (error) => check.destroy(error));
  check.on('close', () => bytes.destroy());
  return bytes.pipe(check);
}

/**
 * Writes bytes under a new version, and the row with `write`; removes them again if that fails. After a lost answer the row
 * may be there, so the sweep decides.
 */
export async function withBlob<T>(
  { blobs }: Pick<StorageParts, 'blobs'>,
  fill: (version: string) => Promise<WrittenBlob>,
  write: (version: string, blob: WrittenBlob) => Promise<T>,
): Promise<T> {
  const version = randomUUID();
  const blob = await fill(version);
  try {
    return await write(version, blob);
  } catch (error) {
    const mayBeWritten = error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy);
    if (!mayBeWritten) await blobs.remove([version]);
    throw error;
  }
}

/** Stores an object that arrives: bytes first, then its row. */
export async function storeObject(
  parts: StorageParts,
  sql: CallerSql,
  target: ObjectTarget,
  incoming: IncomingObject,
  options: StoreOptions,
): Promise<WrittenRow> {
  const { mimetype, cacheControl, userMetadata } = incoming;
  try {
    const bucket = await checkUpload(parts, sql, target, incoming, options);
    const isEmpty = isPlaceholder(target.key);
    const limit = isEmpty ? 0 : limitOf(parts, bucket);
    const bytes = isEmpty ? incoming.bytes : checkedBytes(incoming.bytes, mimetype, bucket);
    const owner = options.signedOwner === undefined ? ownerOf(sql.caller) : options.signedOwner;
    const written = await withBlob(
      parts,
      async (version) => {
        await options.announce?.(version);
        const blob = await parts.blobs.write(version, bytes, limit);
        await incoming.whole.catch(async (error: unknown) => {
          await parts.blobs.remove([version]);
          throw error;
        });
        return blob;
      },
      (version, blob) =>
        writeObject(
          sql,
          { ...target, userMetadata },
          {
            ...{ owner, version, upsert: options.upsert },
            metadata: metadataFor(blob, { mimetype, cacheControl }),
          },
        ),
    );
    discard(parts, [written.replaced]);
    return written;
  } finally {
    incoming.bytes.destroy();
  }
}
