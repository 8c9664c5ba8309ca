import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listQuery } from './list-query.ts';
import type { List } from './use-list.ts';
import { pageCount } from '#platform/list-page.ts';

/** A row beside the selected one. */
export interface Neighbour {
  readonly id: string;
  /** Its page of the list if that is another one. */
  readonly page?: number;
}

/** The place of the selected row on its page; its last one if it has left the list. */
function useRowPosition<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  id: string | undefined,
) {
  const [place, setPlace] = useState<{ readonly id: string; readonly index: number }>();
  const found = rows.findIndex((row) => keyOf(row) === id);
  if (id !== undefined && found !== -1 && (place?.id !== id || place.index !== found)) {
    setPlace({ id, index: found });
  }
  if (found !== -1) return { before: found - 1, after: found + 1 };
  // The next row has moved up.
  return place?.id === id && place !== undefined
    ? { before: place.index - 1, after: place.index }
    : undefined;
}

/** The rows of another page of the list; undefined while they are not needed. */
function useRowsOf<Row, Filter extends string>(
  { definition, params }: Pick<List<Row, Filter>, 'definition' | 'params'>,
  page: number,
  isNeeded: boolean,
) {
  const query = listQuery(definition, { ...params, page });
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: isNeeded });
  return data?.page === page && !isPlaceholderData ? data.rows : undefined;
}

/** The rows before and after the selected one, also those of the pages before and after. */
export function useNeighbours<Row, Filter extends string>(
  list: List<Row, Filter>,
  id: string | undefined,
) {
  const { keyOf, pageSize } = list.definition;
  const { data: shown } = list.query;
  const { rows = [], page = 1, total = 0 } = shown ?? {};
  const place = useRowPosition(rows, keyOf, id);
  const needsPrevious = place !== undefined && place.before <= 0 && page > 1;
  const needsNext =
    place !== undefined && place.after >= rows.length - 1 && page < pageCount(total, pageSize);
  const previousPage = useRowsOf(list, page - 1, needsPrevious);
  const nextPage = useRowsOf(list, page + 1, needsNext);
  if (place === undefined) return {};
  const neighbour = (
    row: Row | undefined,
    other: Row | undefined,
    to: number,
  ): Neighbour | undefined => {
    if (row !== undefined) return { id: keyOf(row) };
    return other && { id: keyOf(other), page: to };
  };
  return {
    previous: neighbour(rows[place.before], previousPage?.at(-1), page - 1),
    next: neighbour(rows[place.after], nextPage?.[0], page + 1),
  };
}
