import { useQueries } from '@tanstack/react-query';
import { quoteStatuses, type QuoteStatus } from '@bkksiam/domain/quotes';
import { listCountQuery } from '#list/list-query.ts';
import { requestList } from './requests-data.ts';

/** The number of requests of a status, or of all, that match a search; undefined until all counts are there. */
export function useRequestCounts(search: string) {
  const queries = useQueries({
    queries: quoteStatuses.map((status) => listCountQuery(requestList, search, status)),
  });
  const counts = queries.map(({ data }) => data);
  return (status: QuoteStatus | undefined): number | undefined => {
    if (status !== undefined) return counts[quoteStatuses.indexOf(status)];
    return counts.reduce(
      (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
      0,
    );
  };
}
