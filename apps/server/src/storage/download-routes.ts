import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Row } from '../db/database.ts';
import { searchOf } from '../http/request-path.ts';
import { CallerSql, firstRow } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import { findBucket, metadataOf, selectObject, withTimes } from './object-rows.ts';
import {
  callerOrVisitor,
  sqlOf,
  targetOf,
  visitorOf,
  type ObjectTarget,
  type StorageParts,
} from './parts.ts';
import { sendObject } from './send-object.ts';
import { openLink } from './signed-links.ts';

export interface ReadableObject {
  readonly row: Row;
  readonly isPublic: boolean;
  readonly readRow: () => Promise<Row | undefined>;
}

/** The object as its caller may read it: of a public bucket everyone. @throws {StorageError} */
async function readableObject(
  sql: CallerSql,
  { bucket, key }: ObjectTarget,
  isKnown: boolean,
): Promise<ReadableObject> {
  const { isPublic } = await findBucket(sql, bucket);
  const select = selectObject(bucket, key);
  const readRow = async () =>
    firstRow(
      isPublic ? await sql.asService(select) : await sql.asCaller(select, { readOnly: true }),
    );
  const row = await readRow();
  if (row !== undefined) return { row, isPublic, readRow };
  throw isPublic || isKnown ? storageErrors.noSuchKey() : storageErrors.noSuchBucket();
}

/** The object of a public bucket. @throws {StorageError} NoSuchBucket also for a private one */
async function publicObject(sql: CallerSql, target: ObjectTarget): Promise<ReadableObject> {
  const { isPublic } = await findBucket(sql, target.bucket);
  if (!isPublic) throw storageErrors.noSuchBucket();
  return serviceObject(sql, target, isPublic);
}

/** The object without regard to policies, where a link has proved the right to it. */
export async function serviceObject(
  sql: CallerSql,
  { bucket, key }: ObjectTarget,
  isPublic = false,
): Promise<ReadableObject> {
  const readRow = async () => firstRow(await sql.asService(selectObject(bucket, key)));
  const row = await readRow();
  if (row === undefined) throw storageErrors.noSuchKey();
  return { row, isPublic, readRow };
}

/** What `info` tells of an object. */
function infoOf(row: Row) {
  const { id, name, version, bucket_id, user_metadata, created_at } = withTimes(row);
  const { size, mimetype, cacheControl, eTag, lastModified } = metadataOf(row);
  return {
    ...{ id, name, version, bucket_id, size },
    ...{ content_type: mimetype, cache_control: cacheControl, etag: eTag },
    ...{ metadata: user_metadata ?? {}, last_modified: lastModified, created_at },
  };
}

export type Lookup = (request: FastifyRequest) => Promise<ReadableObject>;

/** How the routes find their object: as any caller, as one with a valid token, or as everyone. */
export function lookups(parts: StorageParts) {
  const { database } = parts;
  return {
    /** Without a valid token as a visitor. */
    open:
      (route: string, operation: (request: FastifyRequest) => string): Lookup =>
      async (request) => {
        const { caller, isKnown } = await callerOrVisitor(parts, request);
        const sql = new CallerSql(database, caller, operation(request));
        return readableObject(sql, targetOf(parts, request, route), isKnown);
      },
    known:
      (route: string, operation: string): Lookup =>
      async (request) => {
        const sql = await sqlOf(parts, request, operation);
        return readableObject(sql, targetOf(parts, request, route), true);
      },
    everyone:
      (route: string, operation: string): Lookup =>
      (request) =>
        publicObject(
          new CallerSql(database, visitorOf(request), operation),
          targetOf(parts, request, route),
        ),
  };
}

export function downloadRoutes(app: FastifyInstance, parts: StorageParts): void {
  const { database, tokens, blobs } = parts;
  const { open, known, everyone } = lookups(parts);
  const read = (url: string, handler: RouteHandlerMethod) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: `${url}/:bucket/*`,
      exposeHeadRoute: false,
      handler,
    });
  const objects = (url: string, lookup: Lookup) =>
    read(url, async (request, reply) => {
      const found = await lookup(request);
      return sendObject(blobs, request, reply, found.row, found, found.readRow);
    });
  const infos = (url: string, lookup: Lookup) =>
    read(url, async (request, reply) => {
      const info = infoOf((await lookup(request)).row);
      return request.method === 'HEAD' ? reply.send() : reply.send(info);
    });

  const infoOperation = ({ method }: FastifyRequest) =>
    `object.${method.toLowerCase()}_authenticated_info`;
  const authenticated = 'storage.object.get_authenticated';
  objects(
    '/object',
    open('/object', () => authenticated),
  );
  objects('/object/authenticated', known('/object/authenticated', authenticated));
  objects('/object/public', everyone('/object/public', 'storage.object.get_public'));
  infos('/object/info', open('/object/info', infoOperation));
  const knownInfo = known('/object/info/authenticated', 'object.get_authenticated_info');
  infos('/object/info/authenticated', knownInfo);
  infos('/object/info/public', everyone('/object/info/public', 'storage.object.info_public'));

  read('/object/sign', async (request, reply) => {
    const target = targetOf(parts, request, '/object/sign');
    const token = new URLSearchParams(searchOf(request.url)).get('token') ?? '';
    const { exp } = await openLink(tokens, token, target, 'download');
    const sql = new CallerSql(database, visitorOf(request), 'storage.object.get_signed');
    const { row, readRow } = await serviceObject(sql, target);
    const delivery = { isPublic: false, expires: Number(exp) };
    return sendObject(blobs, request, reply, row, delivery, readRow);
  });
}
