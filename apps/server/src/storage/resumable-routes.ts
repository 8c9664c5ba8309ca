// `/upload/resumable`: the protocol TUS 1.0.0 with creation, creation with bytes, termination and expiration.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallerSql, ownerOf, textOf } from './caller-sql.ts';
import { sendTusError } from './error-response.ts';
import { storageErrors } from './errors.ts';
import { cacheControlOf, detached, readUserMetadata } from './incoming.ts';
import { sqlOf, visitorOf, type ObjectTarget, type StorageParts } from './parts.ts';
import {
  addressOf,
  beginUpload,
  checkOffset,
  deleteUpload,
  expiryOf,
  findUpload,
  idOf,
  takeBytes,
  type AboutUpload,
  type ResumableUpload,
} from './resumable-uploads.ts';
import { openLink } from './signed-links.ts';
import { checkUpload } from './store-object.ts';

const protocol = '1.0.0';
const bytesType = 'application/offset+octet-stream';
const route = '/upload/resumable';

const headerOf = ({ headers }: FastifyRequest, name: string): string => textOf(headers[name]);

function numberOf(request: FastifyRequest, name: string): number {
  const value = headerOf(request, name);
  if (!/^\d{1,15}$/.test(value)) throw storageErrors.tus(400, `${name} is not valid`);
  return Number(value);
}

/** The names of `Upload-Metadata` with their values, which are in base64. */
function readMetadata(header: string): ReadonlyMap<string, string> {
  return new Map(
    header.split(',').flatMap((pair) => {
      const [name = '', value = ''] = pair.trim().split(' ');
      return name === '' ? [] : [[name, Buffer.from(value, 'base64').toString('utf8')] as const];
    }),
  );
}

/** Who calls, and what a signed link adds. */
interface Right {
  readonly sql: CallerSql;
  readonly owner: string | null;
  /** Only a signed link says whether it may replace. */
  readonly upsert?: boolean;
}

/** The statements of a request: by its token, or where a signed link allows the upload, by that. */
async function rightOf(
  parts: StorageParts,
  request: FastifyRequest,
  target: ObjectTarget & { readonly isSigned: boolean },
  operation: string,
): Promise<Right> {
  const name = `storage.tus.upload.${operation}`;
  if (!target.isSigned) {
    const sql = await sqlOf(parts, request, name);
    return { sql, owner: ownerOf(sql.caller) };
  }
  const { owner, upsert } = await openLink(
    parts.tokens,
    headerOf(request, 'x-signature'),
    target,
    'upload',
  );
  const sql = new CallerSql(parts.database, visitorOf(request), name);
  return { sql, owner: textOf(owner) || null, upsert: upsert === true };
}

/** Asks the row policies of the whole upload, as every request of it does. */
async function checkRight(
  parts: StorageParts,
  sql: CallerSql,
  about: Omit<AboutUpload, 'begunAt'>,
): Promise<void> {
  const { mimetype, length: size, userMetadata, upsert, owner, isSigned } = about;
  const options = { upsert, ...(isSigned && { signedOwner: owner }) };
  await checkUpload(parts, sql, about, { mimetype, size, userMetadata }, options);
}

/** What the headers of a creation describe. */
function described(request: FastifyRequest, isSigned: boolean) {
  const metadata = readMetadata(headerOf(request, 'upload-metadata'));
  const [bucket = '', key = ''] = [metadata.get('bucketName'), metadata.get('objectName')];
  if (bucket === '' || key === '') throw storageErrors.tus(400, 'Upload-Metadata is not valid');
  return {
    ...{ bucket, key, isSigned, length: numberOf(request, 'upload-length') },
    mimetype: metadata.get('contentType') ?? 'application/octet-stream',
    cacheControl: cacheControlOf(metadata.get('cacheControl')),
    userMetadata: readUserMetadata(metadata.get('metadata')),
    upsert: headerOf(request, 'x-upsert') === 'true',
  };
}

/** The bytes of a request, which may not exceed the rest. */
function bytesOf(request: FastifyRequest, { about, offset }: ResumableUpload): Readable {
  if (Number(request.headers['content-length'] ?? 0) > about.length - offset)
    throw storageErrors.objectTooLarge();
  return request.body instanceof Readable ? detached(request.body) : Readable.from([]);
}

function sendProgress(reply: FastifyReply, about: AboutUpload, offset: number): void {
  reply.header('upload-offset', String(offset));
  reply.header('upload-expires', expiryOf(about).toUTCString());
  if (offset === about.length) reply.header('tus-complete', '1');
}

async function create(
  parts: StorageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  isSigned: boolean,
) {
  const given = described(request, isSigned);
  const { sql, owner, upsert = given.upsert } = await rightOf(parts, request, given, 'create');
  const about = { ...given, owner, upsert };
  await checkRight(parts, sql, about);
  const upload = await beginUpload(parts, sql, about);
  const hasBytes = headerOf(request, 'content-type') === bytesType;
  const bytes = hasBytes ? bytesOf(request, upload) : Readable.from([]);
  const offset = await takeBytes(parts, sql, upload, bytes);
  // Relative: behind a proxy the server may not know its host and port.
  const path = `${parts.prefix}${route}${isSigned ? '/sign' : ''}`;
  reply.header('location', `${path}/${addressOf(about, upload.id)}`);
  sendProgress(reply, upload.about, offset);
  return reply.code(201).send();
}

/** The upload that an address names, if it is the caller's and its right has not ended. */
async function openUpload(
  parts: StorageParts,
  request: FastifyRequest,
  isSigned: boolean,
  operation: string,
) {
  const { '*': address } = request.params as { readonly '*': string };
  const path = Buffer.from(address, 'base64url').toString('utf8').split('/').slice(0, -1);
  const [bucket = '', ...key] = path;
  const target = { bucket, key: key.join('/'), isSigned };
  const { sql, owner } = await rightOf(parts, request, target, operation);
  const upload = await findUpload(parts, sql, idOf(address));
  const { about } = upload;
  const isTheirs = about.owner === owner || sql.caller.identity.role === 'service_role';
  const isNamed = addressOf(about, upload.id) === address && about.isSigned === isSigned;
  if (!isTheirs || !isNamed) throw storageErrors.tus(404, 'The upload does not exist');
  return { sql, upload };
}

async function append(
  parts: StorageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  isSigned: boolean,
) {
  if (headerOf(request, 'content-type') !== bytesType)
    throw storageErrors.tus(415, `The content type has to be ${bytesType}`);
  const { sql, upload } = await openUpload(parts, request, isSigned, 'part');
  checkOffset(upload, numberOf(request, 'upload-offset'));
  const { about } = upload;
  if (!upload.isFinished) await checkRight(parts, sql, about);
  const offset = await takeBytes(parts, sql, upload, bytesOf(request, upload));
  sendProgress(reply, about, offset);
  return reply.code(204).send();
}

async function tell(
  parts: StorageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  isSigned: boolean,
) {
  const { upload } = await openUpload(parts, request, isSigned, 'get');
  sendProgress(reply, upload.about, upload.offset);
  reply.header('upload-length', String(upload.about.length));
  return reply.code(200).send();
}

async function terminate(
  parts: StorageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  isSigned: boolean,
) {
  const { sql, upload } = await openUpload(parts, request, isSigned, 'delete');
  if (upload.isFinished) throw storageErrors.tus(400, 'The upload is finished');
  await checkRight(parts, sql, upload.about);
  await deleteUpload(parts, sql, upload);
  return reply.code(204).send();
}

/** Headers that tell what is offered, before the answer to a preflight is made. */
export function describeTus(app: FastifyInstance, maxBytes: number): void {
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    if (url.startsWith(`${app.prefix}${route}`)) {
      reply.header('tus-resumable', protocol);
      reply.header('tus-version', protocol);
      if (method === 'OPTIONS') {
        reply.header('tus-extension', 'creation,creation-with-upload,termination,expiration');
        reply.header('tus-max-size', String(maxBytes));
      }
    }
    done();
  });
}

export function resumableRoutes(app: FastifyInstance, parts: StorageParts): void {
  void app.register((tus, _options, registered) => {
    tus.setErrorHandler(sendTusError);
    tus.addHook('onRequest', (request, _reply, done) => {
      const fits = headerOf(request, 'tus-resumable') === protocol;
      done(fits ? undefined : storageErrors.tus(412, 'Tus-Resumable is required'));
    });
    const slow = { config: { bodyTime: 'speed' as const } };
    // Addresses are longer than named parameters may be.
    for (const isSigned of [false, true]) {
      const path = isSigned ? `${route}/sign` : route;
      tus.post(path, slow, (request, reply) => create(parts, request, reply, isSigned));
      tus.patch(`${path}/*`, slow, (request, reply) => append(parts, request, reply, isSigned));
      tus.head(`${path}/*`, (request, reply) => tell(parts, request, reply, isSigned));
      tus.delete(`${path}/*`, (request, reply) => terminate(parts, request, reply, isSigned));
    }
    registered();
  });
}
