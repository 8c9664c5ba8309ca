import { parse as parseCsv, CsvError } from 'csv-parse/sync';
import { restErrors } from './errors.ts';

/** A request's body: text, or the bytes of an `application/octet-stream`; undefined for none. */
export type Body = string | Buffer | undefined;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A body of rows. PostgreSQL gets the text as it came; the parsed rows tell which columns it names. */
export interface Payload {
  readonly text: string;
  readonly isArray: boolean;
  readonly rows: readonly JsonObject[];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The lines of a table as objects of text; `NULL` is no text. */
function csvToJsonText(body: string): string {
  try {
    const rows = parseCsv(body, {
      bom: true,
      columns: true,
      cast: (value, { header }) => (value === 'NULL' && !header ? null : value),
    });
    return JSON.stringify(rows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw restErrors.badBody(error.message);
  }
}

/** The body as JSON text, whatever it came as. */
function toJsonText(body: Body, contentType: string | undefined): string {
  const type = mediaType(contentType);
  if (typeof body === 'object') throw restErrors.badBody(`Content-Type not acceptable: ${type}`);
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
    case '':
      return body ?? '';
    case 'application/x-www-form-urlencoded':
      return JSON.stringify(Object.fromEntries(new URLSearchParams(body)));
    case 'text/csv':
      return csvToJsonText(body ?? '');
    default:
      throw restErrors.badBody(`Content-Type not acceptable: ${type}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw restErrors.badBody('Empty or invalid json');
  }
}

/** @throws {RestError} PGRST102 when the body is no object and no array of objects */
export function readRows(body: Body, contentType: string | undefined): Payload {
  const text = toJsonText(body, contentType);
  const value = parse(text);
  const isArray = Array.isArray(value);
  const rows: readonly unknown[] = isArray ? value : [value];
  if (!rows.every(isObject)) throw restErrors.badBody('Empty or invalid json');
  return { text, isArray, rows };
}

/** The arguments of a call; `names` is null for a body that is no object and can only be one unnamed argument. */
export interface CallPayload {
  readonly text: string;
  readonly names: readonly string[] | null;
}

/** The whole body as one argument of a type that is not JSON; undefined for a body that holds named ones. */
export function readRawArgument(
  body: Body,
  contentType: string | undefined,
): { readonly type: 'text' | 'bytea'; readonly value: string | Buffer } | undefined {
  const type = mediaType(contentType);
  if (type === 'text/plain' && typeof body === 'string') return { type: 'text', value: body };
  if (type === 'application/octet-stream' && typeof body === 'object')
    return { type: 'bytea', value: body };
  return undefined;
}

/** @throws {RestError} PGRST102 when the body is not JSON */
export function readArguments(body: Body, contentType: string | undefined): CallPayload {
  if (body === undefined || body === '') return { text: '{}', names: [] };
  const text = toJsonText(body, contentType);
  const value = parse(text);
  return { text, names: isObject(value) ? Object.keys(value) : null };
}

/**
 * The columns that the rows name, all the same ones.
 *
 * @throws {RestError} PGRST102 when a row names others than the first
 */
export function columnsOf({ rows }: Payload): readonly string[] {
  const columns = Object.keys(rows[0] ?? {});
  const expected = new Set(columns);
  for (const row of rows) {
    const keys = Object.keys(row);
    if (keys.length !== expected.size || !keys.every((key) => expected.has(key)))
      throw restErrors.badBody('All object keys must match');
  }
  return columns;
}
