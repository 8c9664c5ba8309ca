// The rows of objects and buckets, in SQL.
import type { Row, SqlValue, Statement, Transaction } from '../db/database.ts';
import { firstRow, ownerOf, textOf, type Caller, type CallerSql } from './caller-sql.ts';
import { storageErrors } from './errors.ts';

export interface BucketRow {
  readonly id: string;
  readonly isPublic: boolean;
  readonly fileSizeLimit: number | null;
  readonly allowedTypes: readonly string[] | null;
}

/** What the bytes of an object are, as its row has it. */
export interface ObjectMetadata {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
}

/** An object that is about to be written. */
export interface NewObject {
  readonly bucket: string;
  readonly key: string;
  readonly mimetype: string;
  readonly userMetadata: Readonly<Record<string, unknown>>;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The column `owner` has only subjects that are uuids. */
export const uuidOwner = (owner: string | null): string | null =>
  owner !== null && uuid.test(owner) ? owner : null;

/** Columns of an object that leave the server. */
export const objectColumns = `id, name, bucket_id, owner, owner_id, version, created_at, updated_at, last_accessed_at,
  metadata, user_metadata`;

/** @throws {StorageError} NoSuchBucket */
export async function findBucket(sql: CallerSql, id: string): Promise<BucketRow> {
  const row = firstRow(
    await sql.asService({
      text: 'select public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
      values: [id],
    }),
  );
  if (row === undefined) throw storageErrors.noSuchBucket();
  return {
    id,
    isPublic: row.public === true,
    fileSizeLimit: row.file_size_limit === null ? null : Number(row.file_size_limit),
    allowedTypes: row.allowed_mime_types as readonly string[] | null,
  };
}

export const selectObject = (bucket: string, key: string): Statement => ({
  text: `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`,
  values: [bucket, key],
});

/**
 * Tries whether the caller may insert the object, or also replace it. Without `returning`, because it would need a policy
 * for reading too.
 *
 * @throws {DatabaseError} of a row policy
 */
export async function tryInsert(
  transaction: Transaction,
  caller: Caller,
  { bucket, key, mimetype, userMetadata }: NewObject,
  options: { readonly upsert: boolean; readonly size: number | undefined },
): Promise<void> {
  const owner = ownerOf(caller);
  const metadata = { mimetype, contentLength: options.size };
  const values: SqlValue[] = [
    ...[bucket, key, uuidOwner(owner), owner],
    ...[JSON.stringify(metadata), JSON.stringify(userMetadata)],
  ];
  const insert = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1, $2, $3, $4, '1', $5::jsonb, $6::jsonb)`;
  const text = options.upsert
    ? `${insert} on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
        version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata
        returning id`
    : insert;
  await transaction.run({ text, values });
}

export interface WrittenRow {
  readonly id: string;
  /** Names the bytes that were replaced; empty without any. */
  readonly replaced: string;
  readonly row: Row;
}

/**
 * Writes the row as the service, after the caller's policies have allowed it and the bytes are kept.
 *
 * @throws {StorageError} KeyAlreadyExists without `upsert`
 */
export async function writeObject(
  sql: CallerSql,
  { bucket, key, userMetadata }: Omit<NewObject, 'mimetype'>,
  written: {
    readonly owner: string | null;
    readonly version: string;
    readonly metadata: ObjectMetadata;
    readonly upsert: boolean;
  },
): Promise<WrittenRow> {
  const { owner, version, metadata, upsert } = written;
  // The insert reads `previous`, so that its row is locked and read before it is replaced.
  const text = `
    with previous as materialized (
      select version from storage.objects where bucket_id = $1 and name = $2 for update),
    written as (
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      select $1, $2, $3::uuid, $4, $5, $6::jsonb, $7::jsonb from (select count(*) from previous) as earlier
      ${
        upsert
          ? `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
              version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
          : ''
      }
      returning ${objectColumns})
    select written.*, (select version from previous) as replaced from written`;
  const values: SqlValue[] = [
    ...[bucket, key, uuidOwner(owner), owner, version],
    ...[JSON.stringify(metadata), JSON.stringify(userMetadata)],
  ];
  const { replaced, ...row } = firstRow(await sql.asService({ text, values })) ?? {};
  return { id: textOf(row.id), replaced: textOf(replaced), row };
}

const isoTime = (value: unknown): string | null =>
  typeof value === 'string' ? new Date(value).toISOString() : null;

/** The times of a row as clients expect them, with milliseconds. */
export function withTimes(row: Row): Row {
  const times = Object.entries(row).flatMap(([name, value]) =>
    name.endsWith('_at') ? [[name, isoTime(value)] as const] : [],
  );
  return { ...row, ...Object.fromEntries(times) };
}

/** The metadata of a row; others may have written any. */
export function metadataOf({ metadata }: Row): Partial<ObjectMetadata> {
  return typeof metadata === 'object' && metadata !== null ? metadata : {};
}
