import { restErrors } from './errors.ts';

/** The requested page of rows; a null `limit` means all rows from `offset` on. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/** Parses a whole number; anything else is undefined. */
function wholeNumber(text: string | null): number | undefined {
  if (text === null || !/^-?\d+$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

function readHeader(header: string | undefined): RowRange {
  const match = /^(?:items=)?(\d+)-(\d*)$/.exec(header ?? '');
  if (match === null) return { offset: 0, limit: null };
  const first = Number(match[1]);
  if (match[2] === undefined || match[2] === '') return { offset: first, limit: null };
  const last = Number(match[2]);
  if (last < first)
    throw restErrors.badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  return { offset: first, limit: last - first + 1 };
}

/**
 * The page asked for by `limit` and `offset`.
 *
 * @throws {RestError} PGRST103 for a negative number
 */
export function readPage(limitText: string | null, offsetText: string | null): RowRange {
  const limit = wholeNumber(limitText) ?? null;
  const offset = wholeNumber(offsetText) ?? 0;
  if (limit !== null && limit < 0)
    throw restErrors.badRange('Limit should be greater than or equal to zero.');
  if (offset < 0) throw restErrors.badRange('Offset should be greater than or equal to zero.');
  return { offset, limit };
}

/**
 * The intersection of the query's `limit` and `offset` with the Range header.
 *
 * @throws {RestError} PGRST103 for an invalid range
 */
export function readRange(query: URLSearchParams, header: string | undefined): RowRange {
  const { limit, offset } = readPage(query.get('limit'), query.get('offset'));
  const asked = readHeader(header);
  const start = Math.max(offset, asked.offset);
  const ends = [
    limit === null ? Infinity : offset + limit,
    asked.limit === null ? Infinity : asked.offset + asked.limit,
  ];
  const end = Math.min(...ends);
  return { offset: start, limit: end === Infinity ? null : Math.max(end - start, 0) };
}
