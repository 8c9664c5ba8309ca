import type { Media } from './media-type.ts';

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
