import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseError, type Row, type Statement } from '../db/database.ts';
import { NetworkQueue } from '../limits/network-queue.ts';
import { firstRow, ownerOf, textOf, type CallerSql } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import { cacheControlOf, decodedMetadata } from './incoming.ts';
import { checkKey, checkType } from './names.ts';
import {
  findBucket,
  metadataOf,
  objectColumns,
  selectObject,
  tryInsert,
  withTimes,
  writeObject,
  type ObjectMetadata,
} from './object-rows.ts';
import { discard, sqlOf, targetOf, type ObjectTarget, type StorageParts } from './parts.ts';
import { readJson } from './request-json.ts';
import { limitOf, withBlob } from './store-object.ts';
import { MissingBlob } from './blobs.ts';

const names = z.object({
  bucketId: z.string().min(1),
  sourceKey: z.string().min(1),
  destinationKey: z.string(),
  destinationBucket: z.string().optional(),
});
const copyBody = names.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().optional(), mimetype: z.string().optional() })
    .optional(),
});
const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

function endsOf(given: z.infer<typeof names>): [source: ObjectTarget, target: ObjectTarget] {
  const source = { bucket: given.bucketId, key: given.sourceKey };
  const bucket = given.destinationBucket ?? given.bucketId;
  return [source, { bucket, key: checkKey(given.destinationKey) }];
}

/** The bytes of a row are not there any more: neither is the object. */
function withoutBytes(error: unknown): never {
  throw error instanceof MissingBlob ? storageErrors.noSuchKey() : error;
}

const taken = (error: unknown): never => {
  throw error instanceof DatabaseError && error.code === '23505'
    ? storageErrors.resourceExists()
    : error;
};

/** Checks an object that exists against what another bucket takes. */
async function checkBucket(parts: StorageParts, sql: CallerSql, bucket: string, row: Row) {
  const found = await findBucket(sql, bucket);
  const { mimetype, size = 0 } = metadataOf(row);
  if (mimetype !== undefined) checkType(mimetype, found.allowedTypes);
  if (size > limitOf(parts, found)) throw storageErrors.objectTooLarge();
}

/** The bytes are named by the version, which stays: a move touches the row alone. */
const rename = `update storage.objects set bucket_id = $3, name = $4
  where bucket_id = $1 and name = $2 and version is not distinct from $5 returning version`;

async function moveObject(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.object.move');
  const [source, target] = endsOf(await readJson(request, names));
  const move = ({ version }: Row): Statement => ({
    text: rename,
    values: [source.bucket, source.key, target.bucket, target.key, textOf(version) || null],
  });
  const row = await sql.tryAsCaller(async (transaction) => {
    const found = firstRow([await transaction.run(selectObject(source.bucket, source.key))]);
    if (found === undefined) throw storageErrors.noSuchKey();
    const { rowCount } = await transaction.run(move(found)).catch(taken);
    if (rowCount === 0) throw storageErrors.accessDenied('Access denied');
    return found;
  });
  if (source.bucket !== target.bucket) await checkBucket(parts, sql, target.bucket, row);
  if (firstRow(await sql.asService(move(row)).catch(taken)) === undefined)
    throw storageErrors.noSuchKey();
  return { message: 'Successfully moved' };
}

function copiedMetadata(
  row: Row,
  given: z.infer<typeof copyBody>,
  request: FastifyRequest,
): [metadata: ObjectMetadata, userMetadata: Record<string, unknown>] {
  const stored = metadataOf(row);
  const lastModified = new Date().toISOString();
  const metadata: ObjectMetadata = {
    ...{ eTag: '', size: 0, contentLength: 0, httpStatusCode: 200 },
    ...{ mimetype: 'application/octet-stream', cacheControl: 'no-cache' },
    ...stored,
    lastModified,
  };
  if (given.copyMetadata) return [metadata, (row.user_metadata ?? {}) as Record<string, unknown>];
  const header = request.headers['x-metadata'];
  const { cacheControl, mimetype = metadata.mimetype } = given.metadata ?? {};
  return [
    { ...metadata, mimetype, cacheControl: cacheControlOf(cacheControl?.replace(/^max-age=/, '')) },
    { ...decodedMetadata(typeof header === 'string' ? header : undefined) },
  ];
}

async function copyObject(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.object.copy');
  const given = await readJson(request, copyBody);
  const [source, target] = endsOf(given);
  const upsert = request.headers['x-upsert'] === 'true';
  const row = firstRow(
    await sql.asCaller(selectObject(source.bucket, source.key), { readOnly: true }),
  );
  if (row === undefined) throw storageErrors.noSuchKey();
  const [metadata, userMetadata] = copiedMetadata(row, given, request);
  await checkBucket(parts, sql, target.bucket, { ...row, metadata });
  const { mimetype, size } = metadata;
  await sql.tryAsCaller((transaction) =>
    tryInsert(transaction, sql.caller, { ...target, mimetype, userMetadata }, { upsert, size }),
  );
  const written = await withBlob(
    parts,
    async (version) => {
      await parts.blobs.copy(textOf(row.version), version).catch(withoutBytes);
      return metadata;
    },
    (version) =>
      writeObject(
        sql,
        { ...target, userMetadata },
        { owner: ownerOf(sql.caller), version, metadata, upsert },
      ),
  );
  discard(parts, [written.replaced]);
  return {
    Id: written.id,
    Key: `${target.bucket}/${target.key}`,
    ...withTimes(written.row),
  };
}

const deleteNames = `delete from storage.objects where bucket_id = $1 and name = any ($2::text[])
  returning ${objectColumns}`;

/** So many rows, each with up to a mebibyte of metadata, are in memory at once. */
const removePage = 10;
const answerAheadBytes = 1024 * 1024;
/** Large rows keep the event loop busy: each network removes one page at a time. */
const removals = new NetworkQueue({
  ...{ running: 4, runningOfNetwork: 1 },
  // As many as there are connections.
  ...{ waiting: Infinity, waitingOfNetwork: Infinity },
});

/** Deletes objects a page at a time and their bytes; gives the rows that the caller may delete. */
async function* removedRows(
  parts: StorageParts,
  sql: CallerSql,
  bucket: string,
  keys: readonly string[],
): AsyncGenerator<readonly Row[], void> {
  const { network = 'unknown' } = sql.caller.identity;
  for (let first = 0; first < keys.length; first += removePage) {
    const page = keys.slice(first, first + removePage);
    const [result] = await removals.run(network, () =>
      sql.asCaller({ text: deleteNames, values: [bucket, page] }),
    );
    const rows = result?.rows ?? [];
    discard(
      parts,
      rows.map(({ version }) => textOf(version)),
    );
    yield rows;
  }
}

/** A JSON array of the rows of pages, the first of which has been read. */
async function* jsonOf(
  first: readonly Row[],
  others: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let separator = '[';
  const texts = function* (rows: readonly Row[]) {
    for (const row of rows) {
      yield separator + JSON.stringify(withTimes(row));
      separator = ',';
    }
  };
  yield* texts(first);
  for await (const rows of others) yield* texts(rows);
  yield separator === '[' ? '[]' : ']';
}

async function removeMany(parts: StorageParts, request: FastifyRequest, reply: FastifyReply) {
  const sql = await sqlOf(parts, request, 'storage.object.delete_many');
  const { bucket } = targetOf(parts, request, '/object');
  const { prefixes } = await readJson(request, removeBody);
  const pages = removedRows(parts, sql, bucket, prefixes);
  // An error of the first page is still answered as one.
  const first = await pages.next();
  const options = { objectMode: false, highWaterMark: answerAheadBytes };
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(jsonOf(first.value ?? [], pages), options));
}

/** One answer for an object that is not there and for one that the caller may not delete. */
async function removeOne(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.object.delete');
  const { bucket, key } = targetOf(parts, request, '/object');
  const row = firstRow(await sql.asCaller({ text: deleteNames, values: [bucket, [key]] }));
  if (row === undefined) throw storageErrors.noSuchKey();
  discard(parts, [textOf(row.version)]);
  return { message: 'Successfully deleted' };
}

export function objectRoutes(app: FastifyInstance, parts: StorageParts): void {
  app.post('/object/move', (request) => moveObject(parts, request));
  app.post('/object/copy', (request) => copyObject(parts, request));
  app.delete('/object/:bucket', (request, reply) => removeMany(parts, request, reply));
  app.delete('/object/:bucket/*', (request) => removeOne(parts, request));
  app.delete('/cdn/*', async (request) => {
    const { caller } = await sqlOf(parts, request, 'storage.object.purge');
    if (caller.identity.role !== 'service_role')
      throw storageErrors.accessDenied('Access denied: Invalid role', 403);
    return { message: 'success' };
  });
}
