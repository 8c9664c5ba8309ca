import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CallerDatabase } from '../db/database.ts';
import { bearerToken, identify, visitor } from '../http/identity.ts';
import { TokenError, type Tokens } from '../http/jwt.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import { pathOf } from '../http/request-path.ts';
import type { Blobs } from './blobs.ts';
import { CallerSql, type Caller } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import type { PictureCache } from './picture-cache.ts';
import type { ResumableFiles } from './resumable-files.ts';
import type { UnfinishedBytes } from './unfinished-bytes.ts';

/** What the modules of this service share. */
export interface StorageParts {
  readonly database: CallerDatabase;
  readonly tokens: Tokens;
  readonly blobs: Blobs;
  readonly resumable: ResumableFiles;
  readonly pictures: PictureCache;
  readonly unfinished: UnfinishedBytes;
  /** The largest object of any bucket. */
  readonly maxBytes: number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** The prefix of the service, `/storage/v1`. */
  readonly prefix: string;
}

const callerFrom = (
  request: FastifyRequest,
  identity: Caller['identity'],
  token: string,
): Caller => ({
  identity: { ...identity, network: networkOf(clientAddress(request.ip)) },
  token,
  method: request.method,
  path: pathOf(request.url),
  headers: request.headers,
});

/**
 * The caller by the bearer token.
 *
 * @throws {TokenError} without a valid one
 */
async function callerOf({ tokens }: StorageParts, request: FastifyRequest): Promise<Caller> {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new TokenError('malformed', 'there is no bearer token');
  const { authorization } = request.headers;
  return callerFrom(request, await identify(tokens, { authorization }), token);
}

/** A caller whose request proves itself in another way, such as by a signed link. */
export const visitorOf = (request: FastifyRequest): Caller => callerFrom(request, visitor, '');

/** The caller by the bearer token, else a visitor. */
export async function callerOrVisitor(
  parts: StorageParts,
  request: FastifyRequest,
): Promise<{ readonly caller: Caller; readonly isKnown: boolean }> {
  try {
    return { caller: await callerOf(parts, request), isKnown: true };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return { caller: visitorOf(request), isKnown: false };
  }
}

/** The statements of a request that needs a valid token. */
export async function sqlOf(
  parts: StorageParts,
  request: FastifyRequest,
  operation: string,
): Promise<CallerSql> {
  return new CallerSql(parts.database, await callerOf(parts, request), operation);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw storageErrors.invalidKey(text);
  }
}

export interface ObjectTarget {
  readonly bucket: string;
  readonly key: string;
}

/** The bucket and key of a path, decoded once, which a router's parameters are not in every case. */
export function targetOf(
  { prefix }: StorageParts,
  { url }: FastifyRequest,
  route: string,
): ObjectTarget {
  const path = pathOf(url).slice(prefix.length + route.length + 1);
  const [bucket = '', ...key] = path.split('/');
  return { bucket: decoded(bucket), key: decoded(key.join('/')) };
}

/** Removes bytes that no row names any more; what fails is found by the job. */
export function discard({ blobs, log }: StorageParts, versions: readonly string[]): void {
  const given = versions.filter(Boolean);
  if (given.length === 0) return;
  blobs.remove(given).catch((error: unknown) => {
    log.warn({ err: error }, 'the bytes of deleted objects could not be removed yet');
  });
}
