import { useQueries, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { PageQuery } from './page-loader.ts';

// What is shown after a failure fetches again, and does not go away meanwhile.
const isAwaited = ({ isLoading, failureCount, errorUpdateCount }: UseQueryResult) =>
  isLoading && failureCount === 0 && errorUpdateCount === 0;

/**
 * Whether one of the queries has neither its data nor a failure yet. What would move when they come, such as texts with
 * the names of airports, waits for them.
 */
export function useAreAwaited(queries: readonly PageQuery[]): boolean {
  return useQueries({
    queries: queries as readonly UseQueryOptions[],
    combine: (results) => results.some(isAwaited),
  });
}
