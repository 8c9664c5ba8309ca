import { useInfiniteQuery } from '@tanstack/react-query';
import { financeKey, pageRows } from './finance-data.ts';

type ReadPage<Row> = (after: Row | null, signal: AbortSignal) => Promise<readonly Row[]>;

/** Rows that are read page by page, each after the last row of the one before. */
export function usePages<Row>(key: readonly unknown[], read: ReadPage<Row>) {
  const query = useInfiniteQuery({
    queryKey: [...financeKey, ...key],
    initialPageParam: null as Row | null,
    queryFn: ({ pageParam, signal }) => read(pageParam as Row | null, signal),
    getNextPageParam: (page) => (page.length < pageRows ? undefined : page.at(-1)),
  });
  return { query, rows: query.data?.pages.flat() };
}
