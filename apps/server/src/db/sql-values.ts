import pg from 'pg';
import type { SqlValue } from './database.ts';

function arrayElement(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return arrayLiteral(value);
  const text = encodeValue(value);
  const plain = typeof text === 'string' ? text : `\\x${text?.toString('hex') ?? ''}`;
  return `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

function arrayLiteral(values: readonly SqlValue[]): string {
  return `{${values.map(arrayElement).join(',')}}`;
}

/** Encodes a bound value: text, bytes for bytea, or NULL. A Date becomes its UTC instant. */
export function encodeValue(value: SqlValue): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value === 'object') return arrayLiteral(value);
  return String(value);
}

type Decode = (text: string) => unknown;

/** `pg`'s text parser for a type. It accepts any OID, although its declaration lists only some. */
const parserOf = pg.types.getTypeParser as (oid: number, format: 'text') => Decode;
const asNumber: Decode = (text) => Number(text);
const asJson: Decode = (text) => JSON.parse(text) as unknown;

function asWholeNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** `2026-11-21 02:03:04.123456+00` -> `2026-11-21T02:03:04.123456Z`; `infinity` and years BC stay unchanged. */
function asTimestamp(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::(\d\d))?)?$/.exec(
    text,
  );
  if (match === null) return text;
  const [, date = '', time = '', hours, minutes = '00'] = match;
  if (hours === undefined) return `${date}T${time}`;
  const zone = hours === '+00' && minutes === '00' ? 'Z' : `${hours}:${minutes}`;
  return `${date}T${time}${zone}`;
}

/** The array types that `pg` parses: booleans, integers, text, OIDs, uuids; `name[]` is parsed as text. */
const arrays: readonly (readonly [oid: number, parsedAs: number])[] = [
  [1000, 1000],
  [1003, 1009],
  [1005, 1005],
  [1007, 1007],
  [1009, 1009],
  [1015, 1015],
  [1028, 1028],
  [2951, 2951],
];

const decoders = new Map<number, Decode>([
  [16, (text) => text === 't'],
  [17, parserOf(17, 'text')],
  [20, asWholeNumber],
  [21, asNumber],
  [23, asNumber],
  [26, asNumber],
  [700, asNumber],
  [701, asNumber],
  [114, asJson],
  [3802, asJson],
  [1114, asTimestamp],
  [1184, asTimestamp],
  ...arrays.map(([oid, parsedAs]) => [oid, parserOf(parsedAs, 'text')] as const),
]);

const asText: Decode = (text) => text;

/** The decoder of a type; see {@link Row} for its results. */
export function decoderFor(typeOid: number): Decode {
  return decoders.get(typeOid) ?? asText;
}
