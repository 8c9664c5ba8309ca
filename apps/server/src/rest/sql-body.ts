import type { Media } from './media-type.ts';
import { queryLimits } from './query-limits.ts';

/** The alias of the page's subquery: `_page`, for CSV with numbered columns. */
export function pageName({ shape }: Media, width: number): string {
  return shape === 'csv' ? `_page(${positions(width).join(', ')})` : '_page';
}

const positions = (width: number) => Array.from({ length: width }, (_, index) => `_${index + 1}`);

/** SQL for the rows of {@link pageName} as JSON arrays of strings in PostgreSQL's text format. */
function tableText(width: number): string {
  const values = positions(width).map(
    (name) => `case when num_nulls(${name}) = 0 then format('%s', ${name}) end`,
  );
  return `coalesce(json_agg(array[${values.join(', ')}]::text[]), '[]')::text`;
}

/** SQL for the rows of the subquery `_page` as JSON text; `item` is the expression for one row. */
export function bodyText(
  { shape, stripNulls }: Media,
  width: number,
  item = '_page.*',
  single = shape === 'object',
) {
  if (shape === 'csv') return tableText(width);
  const rows = stripNulls ? `json_strip_nulls(json_agg(${item}))` : `json_agg(${item})`;
  return single ? `coalesce((${rows} -> 0)::text, 'null')` : `coalesce(${rows}, '[]')::text`;
}

const tooLarge = 'bytes are more than a response may have';

/**
 * A statement with `body` and the given counts, with a bound on the body, so that no larger one reaches this process.
 * PostgreSQL has no function that raises an error; an impossible cast does, which also undoes a write. `offset 0` keeps
 * the body from being computed for each place that uses it.
 */
export function boundedText(
  answer: string,
  counts: readonly ('page_rows' | 'total_rows')[],
): string {
  const error = `(octet_length(body) || ' ${tooLarge}')::int::text`;
  const body = `case when octet_length(body) <= ${queryLimits.bodyBytes} then body else ${error} end as body`;
  return `select ${[...counts, body].join(', ')} from (${answer} offset 0) as _answer`;
}

/** The bytes of a body that {@link boundedText} has rejected; undefined for any other message of PostgreSQL. */
export function rejectedBytes(message: string): number | undefined {
  const bytes = new RegExp(`"(\\d+) ${tooLarge}"$`).exec(message)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}
