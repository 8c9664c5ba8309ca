import { authErrors } from './errors.ts';
import { signUpMetadata } from './user-object.ts';

type Metadata = Readonly<Record<string, unknown>>;
type MetadataName = 'user_metadata' | 'app_metadata';

/** Both kinds are in every access token, which is sent as a header: 16 kB of headers are refused with 431. */
const maxBytes = 4096;
const maxDepth = 8;
const maxKeys = 100;

/** Leaves room for what the server itself adds to stored metadata: a longer address, `email_verified`. */
const maxClaimBytes = maxBytes + 1024;

function bytesOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

/** Counts keys on every level; infinite where the value is nested deeper than `depth` levels. */
function keysOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return Infinity;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, inner) => sum + keysOf(inner, depth - 1), own);
}

/** @throws validation_failed for metadata that is too large to be carried by every token */
export function checkMetadata(name: MetadataName, metadata: Metadata): void {
  if (bytesOf(metadata) > maxBytes) {
    throw authErrors.validationFailed(`${name} cannot be larger than ${maxBytes} bytes as JSON`);
  }
  const keys = keysOf(metadata, maxDepth);
  if (keys === Infinity) {
    throw authErrors.validationFailed(`${name} cannot be nested deeper than ${maxDepth} levels`);
  }
  if (keys > maxKeys) {
    throw authErrors.validationFailed(`${name} cannot have more than ${maxKeys} keys`);
  }
}

const anyId = '00000000-0000-0000-0000-000000000000';

/** {@link checkMetadata} of what a new account of that address will have. */
export function checkSignUpData(email: string, data: Metadata): void {
  checkMetadata('user_metadata', signUpMetadata(anyId, email, data, false));
}

/** The metadata in a token: empty where it was stored before there was a limit, so that its owner can sign in and fix it. */
export function metadataClaim(metadata: Metadata): Metadata {
  return bytesOf(metadata) > maxClaimBytes ? {} : metadata;
}

/** A change of a JSON object by key: what is set, and the keys that a null removes. */
export interface MetadataPatch {
  readonly name: MetadataName;
  readonly set: string;
  readonly removed: readonly string[];
}

/**
 * Reads a patch of the protocol; undefined and an empty object change nothing.
 *
 * @throws validation_failed
 */
export function metadataPatch(name: MetadataName, patch: Metadata = {}): MetadataPatch {
  const entries = Object.entries(patch);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  checkMetadata(name, set);
  return {
    name,
    set: JSON.stringify(set),
    removed: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}

/** SQL of the patched object; `set` and `removed` are the numbers of the bound values. */
export function patched(column: string, set: number, removed: number): string {
  return `(coalesce(${column}, '{}') || $${set}::jsonb) - $${removed}::text[]`;
}

/**
 * Checks the merged result in the transaction that wrote it; an empty patch passes, whatever the account has.
 *
 * @throws validation_failed
 */
export function checkPatched({ name, set, removed }: MetadataPatch, result: Metadata): void {
  if (set !== '{}' || removed.length > 0) checkMetadata(name, result);
}
