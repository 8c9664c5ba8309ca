import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from '../http/network.ts';
import { searchOf } from '../http/request-path.ts';
import { CallerSql, textOf } from './caller-sql.ts';
import { lookups, serviceObject, type ReadableObject } from './download-routes.ts';
import { storageErrors } from './errors.ts';
import { metadataOf } from './object-rows.ts';
import { targetOf, visitorOf, type StorageParts } from './parts.ts';
import {
  describe,
  maxSourceBytes,
  refuseWaiting,
  transformation,
  transformPicture,
  type Transformation,
} from './picture.ts';
import { parseAs } from './request-json.ts';
import {
  cachingHeaders,
  dispositionOf,
  guardHeaders,
  isUnchanged,
  openBytes,
  type Delivery,
} from './send-object.ts';
import { openLink, readTransformations } from './signed-links.ts';

async function readAll(parts: StorageParts, { row }: ReadableObject): Promise<Buffer> {
  const { size = 0 } = metadataOf(row);
  if (size > maxSourceBytes) throw storageErrors.objectTooLarge();
  const stream = await openBytes(parts.blobs, row);
  if (stream === undefined) throw storageErrors.noSuchKey();
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The type in front of the bytes, as the cache keeps them. */
const packed = ({ bytes, type }: { readonly bytes: Buffer; readonly type: string }): Buffer =>
  Buffer.concat([Buffer.from(`${type}\n`), bytes]);

function unpacked(file: Buffer): { readonly bytes: Buffer; readonly type: string } {
  const end = file.indexOf('\n');
  return { type: file.subarray(0, end).toString(), bytes: file.subarray(end + 1) };
}

const networkOfClient = ({ ip }: FastifyRequest): string => networkOf(clientAddress(ip));

async function sendPicture(
  parts: StorageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  found: ReadableObject,
  given: Transformation,
  delivery: Delivery,
): Promise<FastifyReply> {
  const { pictures } = parts;
  const acceptsWebp = request.headers.accept?.includes('image/webp') === true;
  const recipe = JSON.stringify([textOf(found.row.version), given, acceptsWebp]);
  const hash = createHash('sha256').update(recipe).digest('hex');
  const eTag = `"${hash}"`;
  guardHeaders(reply);
  cachingHeaders(reply, metadataOf(found.row).cacheControl, delivery);
  reply.headers({ etag: eTag, vary: 'accept', 'x-transformations': describe(given) });
  if (isUnchanged(request, eTag, undefined)) return reply.code(304).send();
  const cached = await pictures.get(hash);
  const picture =
    cached === undefined
      ? await transformPicture(
          networkOfClient(request),
          () => readAll(parts, found),
          given,
          acceptsWebp,
        )
      : unpacked(cached);
  if (cached === undefined) await pictures.put(hash, packed(picture));
  const disposition = dispositionOf(request, picture.type, delivery);
  if (disposition !== undefined) reply.header('content-disposition', disposition);
  return reply.type(picture.type).send(picture.bytes);
}

const asked = ({ url }: FastifyRequest): Transformation =>
  parseAs(transformation, Object.fromEntries(new URLSearchParams(searchOf(url))));

/** `/render/image`: pictures made smaller, for those who may read the object. */
export function renderRoutes(app: FastifyInstance, parts: StorageParts): void {
  const { known, everyone } = lookups(parts);
  const route = '/render/image';
  const routes = {
    public: everyone(`${route}/public`, 'storage.render.image_public'),
    authenticated: known(`${route}/authenticated`, 'storage.render.image_authenticated'),
  };
  for (const [name, lookup] of Object.entries(routes)) {
    app.get(`${route}/${name}/:bucket/*`, { exposeHeadRoute: false }, async (request, reply) => {
      refuseWaiting(networkOfClient(request));
      const given = asked(request);
      const found = await lookup(request);
      return sendPicture(parts, request, reply, found, given, found);
    });
  }
  app.get(`${route}/sign/:bucket/*`, { exposeHeadRoute: false }, async (request, reply) => {
    refuseWaiting(networkOfClient(request));
    const target = targetOf(parts, request, `${route}/sign`);
    const token = new URLSearchParams(searchOf(request.url)).get('token') ?? '';
    const claims = await openLink(parts.tokens, token, target, 'download');
    const sql = new CallerSql(parts.database, visitorOf(request), 'storage.render.image_sign');
    const found = await serviceObject(sql, target);
    const given = parseAs(transformation, readTransformations(textOf(claims.transformations)));
    const delivery = { isPublic: false, expires: Number(claims.exp) };
    return sendPicture(parts, request, reply, found, given, delivery);
  });
}
