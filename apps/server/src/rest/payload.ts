import { StringDecoder } from 'node:string_decoder';
import { bodyLimits, checkBound } from './body-limits.ts';
import { readCsv } from './csv-body.ts';
import { restErrors } from './errors.ts';
import { readJson, type JsonBody, type RowNames } from './json-body.ts';
import type { RequestBody } from './request-body.ts';

/** A parsed request body: none, JSON, or the raw argument of a function. */
export type Payload =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'json' } & JsonBody)
  | { readonly kind: 'raw'; readonly type: 'text'; readonly value: string }
  | { readonly kind: 'raw'; readonly type: 'bytea'; readonly value: Buffer };

export const nothing: Payload = { kind: 'none' };

/** A body of rows. */
export interface RowsPayload {
  readonly text: string;
  readonly isArray: boolean;
  readonly rows: RowNames;
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Decodes chunk by chunk: 4 MB at once would block the event loop for 25 ms. */
function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new StringDecoder('utf8');
  const parts = chunks.map((chunk) =>
    decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)),
  );
  return parts.join('') + decoder.end();
}

async function readForm(text: string): Promise<JsonBody> {
  if (text.length > bodyLimits.formBytes) throw restErrors.bodyTooLarge();
  checkBound('keys', text.split('&', bodyLimits.keys + 1).length);
  return readJson(JSON.stringify(Object.fromEntries(new URLSearchParams(text))));
}

/**
 * Parses a body by its content type.
 *
 * @throws {RestError} PGRST102 for an invalid body, 413 for one that is too large
 */
export async function readPayload(
  body: RequestBody,
  contentType: string | undefined,
  target: 'relation' | 'function',
  maxBytes: number = bodyLimits.bytes,
): Promise<Payload> {
  const type = mediaType(contentType);
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
    case '': {
      const text = decode(await body.read(maxBytes));
      return text === '' ? nothing : { kind: 'json', ...(await readJson(text)) };
    }
    case 'application/x-www-form-urlencoded':
      return { kind: 'json', ...(await readForm(decode(await body.read(maxBytes)))) };
    case 'text/csv':
      return { kind: 'json', ...(await readCsv(await body.read(maxBytes))) };
  }
  if (target === 'function' && type === 'text/plain')
    return { kind: 'raw', type: 'text', value: decode(await body.read(maxBytes)) };
  if (target === 'function' && type === 'application/octet-stream')
    return { kind: 'raw', type: 'bytea', value: Buffer.concat(await body.read(maxBytes)) };
  throw restErrors.badBody(`Content-Type not acceptable: ${type}`);
}

/** @throws {RestError} PGRST102 when the body is neither an object nor an array of objects */
export function rowsOf(payload: Payload): RowsPayload {
  if (payload.kind !== 'json' || payload.rows === null)
    throw restErrors.badBody('Empty or invalid json');
  const { text, isArray, rows } = payload;
  return { text, isArray, rows };
}

/** The arguments of a call; `names` is null for a body that is not an object and can only be an unnamed argument. */
export interface CallPayload {
  readonly text: string;
  readonly names: readonly string[] | null;
}

export function argumentsOf(payload: Payload): CallPayload {
  if (payload.kind !== 'json') return { text: '{}', names: [] };
  const { text, isArray, rows } = payload;
  return { text, names: isArray ? null : rows && [...rows.occurrences.keys()] };
}

/**
 * The columns of the rows, which must be the same in every row.
 *
 * @throws {RestError} PGRST102 when a row has other keys than the first
 */
export function columnsOf({ rows }: RowsPayload): readonly string[] {
  const { count, occurrences } = rows;
  if ([...occurrences.values()].some((having) => having !== count))
    throw restErrors.badBody('All object keys must match');
  return [...occurrences.keys()];
}
