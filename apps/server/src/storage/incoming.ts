// Reads the body of an upload: a form whose first file is the object, or any other body as it is.
import { finished, PassThrough, Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { RateLimitExceeded } from '../limits/rate-limits.ts';
import { storageErrors } from './errors.ts';

/** An object that arrives. Its bytes are read to their end, or destroyed. */
export interface IncomingObject {
  readonly bytes: Readable;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: Readonly<Record<string, unknown>>;
  /** As the client announces it; undefined where it does not. */
  readonly size: number | undefined;
  /** Rejects when the body ends before its own end; awaited after the bytes. */
  readonly whole: Promise<void>;
}

const maxUserMetadataBytes = 1024 * 1024;
const maxFields = 10;
const defaultType = 'text/plain;charset=UTF-8';
const noCache = 'no-cache';

/** The header of seconds; anything else is not repeated to readers. */
export const cacheControlOf = (seconds: string | undefined): string =>
  seconds !== undefined && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : noCache;

/** An object of JSON text; an empty one for any other text, as the original ignores it. */
export function readUserMetadata(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  if (Buffer.byteLength(text) > maxUserMetadataBytes) throw storageErrors.userMetadataTooLarge();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Ignored like other values.
  }
  return {};
}

/** A list of a thousand rows repeats every value. */
const maxCacheControlLength = 255;

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The value of an `x-metadata` header: JSON in base64. */
export const decodedMetadata = (header: string | undefined) =>
  readUserMetadata(header && Buffer.from(header, 'base64').toString('utf8'));

const ignored = (): undefined => undefined;
const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));
const endedEarly = () => storageErrors.invalidRequest('The body ended early');
/** Why a body ended before its end: its sender, or the limit of a network. */
const endOf = (error: Error): Error => (error instanceof RateLimitExceeded ? error : endedEarly());

/** The bytes of a stream as one of their own: destroying the request's would close the connection before the response. */
export function detached(source: Readable): Readable {
  const bytes = new PassThrough({ highWaterMark: 256 * 1024 });
  finished(source, { writable: false }, (error) => {
    if (error) bytes.destroy(endOf(error));
  });
  bytes.on('error', ignored);
  return source.pipe(bytes);
}

function readRaw(request: FastifyRequest, body: Readable): IncomingObject {
  const length = headerOf(request, 'content-length');
  const cacheControl = headerOf(request, 'cache-control') ?? noCache;
  return {
    bytes: detached(body),
    mimetype: headerOf(request, 'content-type') ?? defaultType,
    cacheControl: cacheControl.length > maxCacheControlLength ? noCache : cacheControl,
    userMetadata: decodedMetadata(headerOf(request, 'x-metadata')),
    size: length === undefined ? undefined : Number(length),
    whole: Promise.resolve(),
  };
}

/** Resolves when the form has been read to its end. */
function wholeForm(body: Readable, form: BusboyInstance): Promise<void> {
  const whole = new Promise<void>((resolve, reject) => {
    form.once('finish', resolve);
    form.once('error', () => reject(endedEarly()));
    finished(body, { writable: false }, (error) => {
      if (error) reject(endOf(error));
    });
  });
  whole.catch(ignored);
  return whole;
}

/** Starts to read a form and resolves with its first file; later fields are not seen. */
function readForm(request: FastifyRequest, body: Readable): Promise<IncomingObject> {
  const fields = new Map<string, string>();
  const form = new Busboy({
    headers: { ...request.headers, 'content-type': headerOf(request, 'content-type') ?? '' },
    limits: {
      ...{ fields: maxFields, files: 1, parts: maxFields + 1, headerPairs: 20 },
      fieldSize: maxUserMetadataBytes + 1,
    },
    // A file has a name; the client's own file part has an empty field name.
    isPartAFile: (name, _type, fileName) => fileName !== undefined || name === '',
  });
  const whole = wholeForm(body, form);
  return new Promise((resolve, reject) => {
    form.on('field', (name: string, value: string) => fields.set(name, value));
    form.on('file', (_name: string, file, _fileName: string, _encoding: string, type: string) => {
      const bytes = detached(file);
      whole.catch((error: unknown) => bytes.destroy(toError(error)));
      bytes.once('close', () => {
        if (!bytes.readableEnded) body.unpipe(form);
      });
      try {
        resolve({
          ...{ bytes, whole, size: undefined },
          mimetype: fields.get('contentType') ?? type,
          cacheControl: cacheControlOf(fields.get('cacheControl')),
          userMetadata: readUserMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
        });
      } catch (error) {
        bytes.destroy();
        reject(toError(error));
      }
    });
    whole.then(() => reject(storageErrors.noContent()), reject);
    body.pipe(form);
  });
}

const noBody = (): Readable => Readable.from([]);

/** @throws {StorageError} for a form without a file */
export async function readIncoming(request: FastifyRequest): Promise<IncomingObject> {
  const body = request.body instanceof Readable ? request.body : noBody();
  const isForm = /^multipart\/form-data\b/i.test(headerOf(request, 'content-type') ?? '');
  if (!isForm) return readRaw(request, body);
  try {
    return await readForm(request, body);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Multipart:'))
      throw storageErrors.invalidRequest(error.message);
    throw error;
  }
}
