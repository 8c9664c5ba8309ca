import { useSearchParams } from 'react-router';
import type { TableSort } from '#ui/data-table.tsx';

/** What the address of a list may say. */
export interface ListShape<Column extends string, Filter extends string = never> {
  /** The columns it can be ordered by. */
  readonly columns: readonly Column[];
  /** The order when the address names none. */
  readonly sort: TableSort<Column>;
  /** What it can be narrowed to; all of it when the address names none of these. */
  readonly filters?: readonly Filter[];
}

/** What is asked of a list. */
export interface ListQuestion<Column extends string, Filter extends string = never> {
  /** What is searched for, without the spaces around it; empty for everything. */
  readonly words: string;
  readonly sort: TableSort<Column>;
  readonly filter: Filter | undefined;
  /** From 1. */
  readonly page: number;
}

/** A list's question as the address has it, and the ways to ask another one. */
export interface ListState<Column extends string, Filter extends string = never> {
  readonly question: ListQuestion<Column, Filter>;
  /** Looks for words, from the first page on. */
  readonly search: (words: string) => void;
  /** Orders by a column; by the one it is ordered by, the other way round. Starts at the first page. */
  readonly sortBy: (column: Column) => void;
  /** Narrows it to that; undefined shows all again. Starts at the first page. */
  readonly narrow: (filter: Filter | undefined) => void;
  readonly goTo: (page: number) => void;
}

const names = { words: 'q', sort: 'sort', filter: 'show', page: 'page' } as const;

const sortText = <Column extends string>({ column, direction }: TableSort<Column>) =>
  `${column}.${direction}`;

function readSort<Column extends string>(
  text: string | null,
  { columns, sort }: Pick<ListShape<Column>, 'columns' | 'sort'>,
): TableSort<Column> {
  const known = columns
    .flatMap((column) => [
      { column, direction: 'asc' as const },
      { column, direction: 'desc' as const },
    ])
    .find((one) => sortText(one) === text);
  return known ?? sort;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * A list's search, order, filter and page, kept in the address: a reload and Back keep them, and what is as usual leaves
 * the address clean. Other parameters of the address stay.
 */
export function useAdminList<Column extends string, Filter extends string = never>(
  shape: ListShape<Column, Filter>,
): ListState<Column, Filter> {
  const [search, setSearch] = useSearchParams();
  const question: ListQuestion<Column, Filter> = {
    words: search.get(names.words)?.trim() ?? '',
    sort: readSort(search.get(names.sort), shape),
    filter: shape.filters?.find((one) => one === search.get(names.filter)),
    page: readPage(search.get(names.page)),
  };
  /** The page belongs to the question as it was, so it goes unless it is what changes. */
  function ask(name: keyof typeof names, value: string, replace = false) {
    setSearch(
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
    question,
    search: (words) => {
      const wanted = words.trim();
      // However often one pauses while typing, Back leads to before the search.
      if (wanted !== question.words) ask('words', wanted, wanted !== '' && question.words !== '');
    },
    sortBy: (column) => {
      const flips = question.sort.column === column && question.sort.direction === 'asc';
      const text = sortText({ column, direction: flips ? 'desc' : 'asc' });
      ask('sort', text === sortText(shape.sort) ? '' : text);
    },
    narrow: (filter) => ask('filter', filter ?? ''),
    goTo: (page) => ask('page', page === 1 ? '' : String(page)),
  };
}
