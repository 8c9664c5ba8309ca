import { restErrors } from './errors.ts';

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

/** The body as JSON text, whatever it came as. */
function toJsonText(body: string, contentType: string | undefined): string {
  const type = mediaType(contentType);
  if (type === 'application/json' || type === '') return body;
  if (type === 'application/x-www-form-urlencoded')
    return JSON.stringify(Object.fromEntries(new URLSearchParams(body)));
  throw restErrors.badBody(`Content-Type not acceptable: ${type}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw restErrors.badBody('Empty or invalid json');
  }
}

/** @throws {RestError} PGRST102 when the body is no object and no array of objects */
export function readRows(body: string | undefined, contentType: string | undefined): Payload {
  const text = toJsonText(body ?? '', contentType);
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

/** @throws {RestError} PGRST102 when the body is not JSON */
export function readArguments(
  body: string | undefined,
  contentType: string | undefined,
): CallPayload {
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
