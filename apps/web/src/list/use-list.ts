import { useQuery } from '@tanstack/react-query';
import { pageOf } from '#platform/list-page.ts';
import { useSearchChanges } from '#platform/search-params.ts';
import type { TableSort } from '#ui/table-head.tsx';
import { listQuery, type ListDefinition, type ListParams } from './list-query.ts';

/** The value of the filter for the whole list, if that is not the default. */
const everything = 'all';

const names = { search: 'q', sort: 'sort', filter: 'show', page: 'page' } as const;

const sortText = ({ column, direction }: TableSort) => `${column}.${direction}`;

/** The order of a list whose address names none. */
const defaultSortOf = <Row, Filter extends string>(
  { sort, sortOf }: ListDefinition<Row, Filter>,
  filter: Filter | undefined,
) => sortOf?.(filter) ?? sort;

function parseSort<Row, Filter extends string>(
  text: string | null,
  definition: ListDefinition<Row, Filter>,
  filter: Filter | undefined,
): TableSort {
  const [column = '', direction] = text?.split('.') ?? [];
  const isKnown = definition.columns?.includes(column) ?? false;
  const isValid = isKnown && (direction === 'asc' || direction === 'desc');
  return isValid ? { column, direction } : defaultSortOf(definition, filter);
}

/** The page of a list that an address shows. */
function paramsOf<Row, Filter extends string>(
  definition: ListDefinition<Row, Filter>,
  searchParams: URLSearchParams,
): ListParams<Filter> {
  const shown = searchParams.get(names.filter);
  const filter =
    definition.filters?.find((one) => one === shown) ??
    (shown === everything ? undefined : definition.defaultFilter);
  return {
    search: definition.searchColumns ? (searchParams.get(names.search)?.trim() ?? '') : '',
    sort: parseSort(searchParams.get(names.sort), definition, filter),
    filter,
    page: pageOf(searchParams),
  };
}

/** The values of the address, empty for a default. */
function addressValues<Row, Filter extends string>(
  definition: ListDefinition<Row, Filter>,
  { search, sort, filter }: ListParams<Filter>,
) {
  const { defaultFilter } = definition;
  const sorted = sortText(sort);
  return {
    search,
    sort: sorted === sortText(defaultSortOf(definition, filter)) ? '' : sorted,
    filter: filter === defaultFilter ? '' : (filter ?? everything),
  };
}

/** Search, order and filter as a search string, always in the same form: two addresses of the same view are equal. */
function viewOf<Row, Filter extends string>(
  definition: ListDefinition<Row, Filter>,
  params: ListParams<Filter>,
): string {
  const { search, sort, filter } = addressValues(definition, params);
  const view = new URLSearchParams();
  if (search !== '') view.set(names.search, search);
  if (sort !== '') view.set(names.sort, sort);
  if (filter !== '') view.set(names.filter, filter);
  return view.toString();
}

/**
 * A page of a list. Search, order, filter and page are kept in the URL, defaults left out; all setters but `goToPage` go
 * to the first page.
 */
export function useList<Row, Filter extends string>(definition: ListDefinition<Row, Filter>) {
  const [searchParams, changeSearch] = useSearchChanges();
  const params = paramsOf(definition, searchParams);
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
    /** The view that the address shows. */
    view: viewOf(definition, params),
    searchFor: (text: string) => {
      const search = text.trim();
      // One history entry for all pauses while typing: Back leads to before the search.
      if (search !== params.search) set('search', search, search !== '' && params.search !== '');
    },
    /** Sorts by a column; by the current one in the other direction. */
    sortBy: (column: string) => {
      const flips = params.sort.column === column && params.sort.direction === 'asc';
      const sort: TableSort = { column, direction: flips ? 'desc' : 'asc' };
      set('sort', addressValues(definition, { ...params, sort }).sort);
    },
    filterBy: (filter: Filter | undefined) =>
      set('filter', addressValues(definition, { ...params, filter }).filter),
    goToPage: (page: number) => set('page', page === 1 ? '' : String(page)),
  };
}

export type List<Row, Filter extends string> = ReturnType<typeof useList<Row, Filter>>;
