import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../db/database.ts';
import { searchOf } from '../http/request-path.ts';
import { MissingBlob, type Blobs, type ByteRange } from './blobs.ts';
import { textOf } from './caller-sql.ts';
import { isHarmless, servedType } from './content-type.ts';
import { storageErrors } from './errors.ts';
import { metadataOf } from './object-rows.ts';

/** How an object is handed out. */
export interface Delivery {
  readonly isPublic: boolean;
  /** Set for a signed link: when it expires, in seconds. */
  readonly expires?: number;
}

/** What a browser may do with an object of this origin: show it, and run nothing. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const extended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `attachment` with the name that `?download=` asks for; undefined where a browser may show the object. */
export function dispositionOf(
  { url }: Pick<FastifyRequest, 'url'>,
  type: string,
  { isPublic }: Pick<Delivery, 'isPublic'>,
): string | undefined {
  const download = new URLSearchParams(searchOf(url)).get('download');
  if (download === null) return isPublic && isHarmless(type) ? undefined : 'attachment';
  if (download === '') return 'attachment;';
  const name = extended(download);
  return `attachment; filename=${name}; filename*=UTF-8''${name}`;
}

/** Headers that every object is served with, whatever it is. */
export function guardHeaders(reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

export function cachingHeaders(
  reply: FastifyReply,
  cacheControl: string | undefined,
  { isPublic, expires }: Delivery,
): void {
  if (expires !== undefined) {
    reply.removeHeader('cache-control');
    reply.header('expires', new Date(expires * 1000).toUTCString());
    return;
  }
  const stored = cacheControl ?? 'no-cache';
  // Rows decide who may read it, so a shared cache may not hand it on.
  reply.header('cache-control', isPublic ? stored : `private, ${stored}`);
}

/** Whether the client has this version already (RFC 9110, section 13.2.2). */
export function isUnchanged(
  { headers }: Pick<FastifyRequest, 'headers'>,
  eTag: string,
  modified: Date | undefined,
): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined)
    return known.split(',').some((tag) => ['*', eTag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  if (Number.isNaN(since) || modified === undefined) return false;
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** The bytes that the request asks for; undefined for all of them. @throws {StorageError} InvalidRange */
function rangeOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  size: number,
  eTag: string,
): ByteRange | undefined {
  const { range } = headers;
  if (range === undefined) return undefined;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== eTag) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === '' && last === '') throw storageErrors.invalidRange();
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || start >= size) throw storageErrors.invalidRange();
  return { start, end };
}

/** Opens the bytes of a row; undefined when they are not there, as after it was replaced. */
export function openBytes(
  blobs: Blobs,
  row: Row,
  range?: ByteRange,
): Promise<Readable | undefined> {
  return blobs.read(textOf(row.version), range).catch((error: unknown) => {
    if (error instanceof MissingBlob) return undefined;
    throw error;
  });
}

/**
 * Sends an object, a part of it, or that it has not changed.
 *
 * @param readRow reads the row once more, because another write may have replaced the bytes meanwhile
 */
export async function sendObject(
  blobs: Blobs,
  request: FastifyRequest,
  reply: FastifyReply,
  row: Row,
  delivery: Delivery,
  readRow?: () => Promise<Row | undefined>,
): Promise<FastifyReply> {
  const {
    size = 0,
    eTag = '',
    mimetype = 'application/octet-stream',
    ...metadata
  } = metadataOf(row);
  const modified =
    metadata.lastModified === undefined ? undefined : new Date(metadata.lastModified);
  const range = rangeOf(request, size, eTag);
  const unchanged = isUnchanged(request, eTag, modified);
  const needsBytes = request.method !== 'HEAD' && !unchanged;
  const bytes = needsBytes ? await openBytes(blobs, row, range) : undefined;
  if (needsBytes && bytes === undefined) {
    const newer = await readRow?.();
    if (newer === undefined || newer.version === row.version) throw storageErrors.noSuchKey();
    return sendObject(blobs, request, reply, newer, delivery);
  }
  guardHeaders(reply);
  cachingHeaders(reply, metadata.cacheControl, delivery);
  reply.headers({ etag: eTag, 'accept-ranges': 'bytes' });
  if (modified !== undefined) reply.header('last-modified', modified.toUTCString());
  if (unchanged) return reply.code(304).send();
  const disposition = dispositionOf(request, mimetype, delivery);
  if (disposition !== undefined) reply.header('content-disposition', disposition);
  if (range !== undefined) {
    const { start, end } = range;
    reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  }
  const length = range === undefined ? size : range.end - range.start + 1;
  reply.headers({ 'content-type': servedType(mimetype), 'content-length': length });
  return reply.send(bytes);
}
