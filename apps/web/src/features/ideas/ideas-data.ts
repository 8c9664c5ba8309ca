import { queryOptions } from '@tanstack/react-query';
import { callData } from '#platform/data-api.ts';

/** The number of public news, which the ideas of a visitor begin with. */
export const newsCountQuery = queryOptions({
  queryKey: ['ideas', 'news-count'],
  queryFn: async ({ signal }) => {
    const { count } = await callData((client) =>
      client
        .from('bkk_airline_news')
        .select('id', { count: 'exact' })
        .eq('is_public', true)
        .limit(1)
        .abortSignal(signal),
    );
    return count ?? 0;
  },
});
