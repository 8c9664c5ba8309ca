import { StringDecoder } from 'node:string_decoder';
import { bodyLimits, checkBound } from './body-limits.ts';
import { readCsv } from './csv-body.ts';
import { restErrors } from './errors.ts';
import { readJson, type JsonBody, type RowNames } from './json-body.ts';
import type { RequestBody } from './request-body.ts';

/** The body of a request, read: nothing, JSON, or one argument of a function as it came. */
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

/** Decodes chunk by chunk: 4 MB at once would hold the event loop for 25 ms. */
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
 * Reads a body as its content type says.
 *
 * @throws {RestError} PGRST102 for what cannot be read, 413 for what is too large
 */
export async function readPayload(
  body: RequestBody,
  contentType: string | undefined,
  target: 'relation' | 'function',
  mostBytes: number = bodyLimits.bytes,
): Promise<Payload> {
  const type = mediaType(contentType);
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
    case '': {
      const text = decode(await body.read(mostBytes));
      return text === '' ? nothing : { kind: 'json', ...(await readJson(text)) };
    }
    case 'application/x-www-form-urlencoded':
      return { kind: 'json', ...(await readForm(decode(await body.read(mostBytes)))) };
    case 'text/csv':
      return { kind: 'json', ...(await readCsv(await body.read(mostBytes))) };
  }
  if (target === 'function' && type === 'text/plain')
    return { kind: 'raw', type: 'text', value: decode(await body.read(mostBytes)) };
  if (target === 'function' && type === 'application/octet-stream')
    return { kind: 'raw', type: 'bytea', value: Buffer.concat(await body.read(mostBytes)) };
  throw restErrors.badBody(`Content-Type not acceptable: ${type}`);
}

/** @throws {RestError} PGRST102 when the body is no object and no array of objects */
export function rowsOf(payload: Payload): RowsPayload {
  if (payload.kind !== 'json' || payload.rows === null)
    throw restErrors.badBody('Empty or invalid json');
  const { text, isArray, rows } = payload;
  return { text, isArray, rows };
}

/** The arguments of a call; `names` is null for a body that is no object and can only be one unnamed argument. */
export interface CallPayload {
  readonly text: string;
  readonly names: readonly string[] | null;
}

export function argumentsOf(payload: Payload): CallPayload {
  if (payload.kind !== 'json') return { text: '{}', names: [] };
  const { text, isArray, rows } = payload;
  return { text, names: isArray ? null : (rows?.first ?? null) };
}

/**
 * The columns that the rows name, all the same ones.
 *
 * @throws {RestError} PGRST102 when a row names others than the first
 */
export function columnsOf({ rows }: RowsPayload): readonly string[] {
  if (!rows.alike) throw restErrors.badBody('All object keys must match');
  return rows.first;
}
