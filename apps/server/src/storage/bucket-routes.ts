import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseError, type Row, type SqlValue } from '../db/database.ts';
import { readByteSize } from '../http/byte-size.ts';
import { searchOf } from '../http/request-path.ts';
import { firstRow, ownerOf, type CallerSql } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import { checkBucketName } from './names.ts';
import { uuidOwner, withTimes } from './object-rows.ts';
import { discard, sqlOf, targetOf, type StorageParts } from './parts.ts';
import { parseAs, readJson } from './request-json.ts';

const columns =
  'id, name, public, owner, created_at, updated_at, file_size_limit, allowed_mime_types';

/** A bucket in a response; one without an owner has an empty text. */
const shown = (row: Row): Row => ({ ...withTimes(row), owner: row.owner ?? '' });

const mimeEntry = z.string().regex(/^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)(?:\s*;.*)?$/, {
  error: 'must be media types',
});

const settings = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(mimeEntry).nullish(),
});
const newBucket = settings.extend({ name: z.string(), id: z.string().optional() });

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().default(''),
});

/** Bytes of a limit as it may be given; null for none. @throws {StorageError} */
function limitBytes(
  { maxBytes }: StorageParts,
  given: string | number | null | undefined,
): number | null {
  if (given === null || given === undefined) return null;
  const bytes = typeof given === 'number' ? given : readByteSize(given);
  if (bytes === undefined) throw storageErrors.invalidRequest('file_size_limit is not a size');
  if (bytes > maxBytes) throw storageErrors.limitTooLarge();
  return bytes;
}

const emptyBatch = 1000;

/** Deletes all objects of a bucket, as the service. */
async function emptyBucket(parts: StorageParts, sql: CallerSql, bucket: string): Promise<void> {
  for (let deleted = emptyBatch; deleted === emptyBatch;) {
    const [result] = await sql.asService({
      text: `delete from storage.objects where id in (
          select id from storage.objects where bucket_id = $1 limit ${emptyBatch})
        returning version`,
      values: [bucket],
    });
    const versions = (result?.rows ?? []).map(({ version }) => String(version));
    discard(parts, versions);
    deleted = versions.length;
  }
}

async function createBucket(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.bucket.create');
  const given = await readJson(request, newBucket);
  const name = checkBucketName(given.name);
  const owner = ownerOf(sql.caller);
  const values: SqlValue[] = [
    ...[checkBucketName(given.id ?? name), name, uuidOwner(owner), owner, given.public ?? false],
    ...[limitBytes(parts, given.file_size_limit), given.allowed_mime_types ?? null],
  ];
  try {
    await sql.asCaller({
      text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3::uuid, $4, $5, $6::bigint, $7::text[])`,
      values,
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505')
      throw storageErrors.bucketExists();
    throw error;
  }
  return { name };
}

async function updateBucket(parts: StorageParts, request: FastifyRequest, id: string) {
  const sql = await sqlOf(parts, request, 'storage.bucket.update');
  const given = await readJson(request, settings);
  const changes: [string, SqlValue][] = [];
  if (typeof given.public === 'boolean') changes.push(['public', given.public]);
  if (given.file_size_limit !== undefined)
    changes.push(['file_size_limit', limitBytes(parts, given.file_size_limit)]);
  if (given.allowed_mime_types !== undefined)
    changes.push(['allowed_mime_types', given.allowed_mime_types]);
  if (changes.length === 0) throw storageErrors.invalidRequest('body must have a setting');
  const types: Record<string, string> = {
    file_size_limit: '::bigint',
    allowed_mime_types: '::text[]',
  };
  const set = changes.map(([name], index) => `${name} = $${String(index + 2)}${types[name] ?? ''}`);
  const [result] = await sql.asCaller({
    text: `update storage.buckets set ${set.join(', ')} where id = $1`,
    values: [id, ...changes.map(([, value]) => value)],
  });
  if (result?.rowCount !== 1) throw storageErrors.noSuchBucket();
  return { message: 'Successfully updated' };
}

/** The foreign key of its objects keeps a bucket that is not empty, and is asked only for who may delete it. */
async function deleteBucket(parts: StorageParts, request: FastifyRequest, id: string) {
  const sql = await sqlOf(parts, request, 'storage.bucket.delete');
  const [result] = await sql
    .asCaller({ text: 'delete from storage.buckets where id = $1', values: [id] })
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === '23503'
        ? storageErrors.bucketNotEmpty()
        : error;
    });
  if (result?.rowCount !== 1) throw storageErrors.noSuchBucket();
  return { message: 'Successfully deleted' };
}

async function listBuckets(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.bucket.list');
  const query = Object.fromEntries(new URLSearchParams(searchOf(request.url)));
  const { limit, offset, sortColumn, sortOrder, search } = parseAs(listQuery, query);
  const [result] = await sql.asCaller(
    {
      text: `select ${columns}, type from storage.buckets
        where strpos(lower(name), lower($1)) > 0
        order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
      values: [search, limit, offset],
    },
    { readOnly: true },
  );
  return (result?.rows ?? []).map(shown);
}

export function bucketRoutes(app: FastifyInstance, parts: StorageParts): void {
  const idOf = (request: FastifyRequest): string => targetOf(parts, request, '/bucket').bucket;

  app.get('/bucket', { exposeHeadRoute: false }, (request) => listBuckets(parts, request));
  app.post('/bucket', (request) => createBucket(parts, request));
  app.get('/bucket/:id', { exposeHeadRoute: false }, async (request) => {
    const sql = await sqlOf(parts, request, 'storage.bucket.get');
    const text = `select ${columns} from storage.buckets where id = $1`;
    const row = firstRow(await sql.asCaller({ text, values: [idOf(request)] }, { readOnly: true }));
    if (row === undefined) throw storageErrors.noSuchBucket();
    return shown(row);
  });
  app.put('/bucket/:id', (request) => updateBucket(parts, request, idOf(request)));
  app.delete('/bucket/:id', (request) => deleteBucket(parts, request, idOf(request)));
  app.post('/bucket/:id/empty', async (request) => {
    const sql = await sqlOf(parts, request, 'storage.bucket.empty');
    if (sql.caller.identity.role !== 'service_role')
      throw storageErrors.accessDenied('Access denied: Invalid role', 403);
    const id = idOf(request);
    const exists = await sql.asService({
      text: 'select from storage.buckets where id = $1',
      values: [id],
    });
    if (firstRow(exists) === undefined) throw storageErrors.noSuchBucket();
    await emptyBucket(parts, sql, id);
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' };
  });
}
