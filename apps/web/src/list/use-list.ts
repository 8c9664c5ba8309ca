import { useQuery } from '@tanstack/react-query';
import { pageOf } from '#platform/list-page.ts';
import { useSearchChanges } from '#platform/search-params.ts';
import type { TableSort } from '#ui/table-head.tsx';
import { listQuery, type ListDefinition, type ListParams } from './list-query.ts';

/** The value of the filter for the whole list, if that is not the default. */
const everything = 'all';

const names = { search: 'q', sort: 'sort', filter: 'show', page: 'page' } as const;

const sortText = ({ column, direction }: TableSort) => `${column}.${direction}`;

function parseSort<Row, Filter extends string>(
  text: string | null,
  { columns = [] }: ListDefinition<Row, Filter>,
  defaultSort: TableSort,
): TableSort {
  const [column = '', direction] = text?.split('.') ?? [];
  const isValid = columns.includes(column) && (direction === 'asc' || direction === 'desc');
  return isValid ? { column, direction } : defaultSort;
}

/**
 * A page of a list. Search, order, filter and page are kept in the URL, defaults left out; all setters but `goToPage` go
 * to the first page.
 */
export function useList<Row, Filter extends string>(definition: ListDefinition<Row, Filter>) {
  const [searchParams, changeSearch] = useSearchChanges();
  const { defaultFilter } = definition;
  const shown = searchParams.get(names.filter);
  const filter =
    definition.filters?.find((one) => one === shown) ??
    (shown === everything ? undefined : defaultFilter);
  const defaultSort = definition.sortOf?.(filter) ?? definition.sort;
  const params: ListParams<Filter> = {
    search: definition.searchColumns ? (searchParams.get(names.search)?.trim() ?? '') : '',
    sort: parseSort(searchParams.get(names.sort), definition, defaultSort),
    filter,
    page: pageOf(searchParams),
  };
  const query = useQuery(listQuery(definition, params));
  function set(name: keyof typeof names, value: string, replace = false) {
    changeSearch(
      (last) => {
        const next = new URLSearchParams(last);
        next.delete(names.page);
        if (value === '') next.delete(names[name]);
        else next.set(names[name], value);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  }
  return {
    definition,
    params,
    query,
    searchFor: (text: string) => {
      const search = text.trim();
      // One history entry for all pauses while typing: Back leads to before the search.
      if (search !== params.search) set('search', search, search !== '' && params.search !== '');
    },
    /** Sorts by a column; by the current one in the other direction. */
    sortBy: (column: string) => {
      const flips = params.sort.column === column && params.sort.direction === 'asc';
      const text = sortText({ column, direction: flips ? 'desc' : 'asc' });
      set('sort', text === sortText(defaultSort) ? '' : text);
    },
    filterBy: (next: Filter | undefined) => {
      const text = next ?? (defaultFilter === undefined ? '' : everything);
      set('filter', text === defaultFilter ? '' : text);
    },
    goToPage: (page: number) => set('page', page === 1 ? '' : String(page)),
  };
}

export type List<Row, Filter extends string> = ReturnType<typeof useList<Row, Filter>>;
