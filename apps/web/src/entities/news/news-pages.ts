import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import { callRows } from '#platform/data-api.ts';
import { readListPage } from '#platform/read-list-page.ts';
import { audience, keepAllowed, newsKeys, selectNews, type NewsItem } from './news-data.ts';

/** A page of the news; visitors get the public items. */
export function newsQuery({
  signedIn,
  page,
}: {
  readonly signedIn: boolean;
  readonly page: number;
}) {
  return queryOptions({
    queryKey: [...newsKeys.all, audience(signedIn), 'page', page],
    queryFn: ({ signal }) =>
      readListPage<NewsItem>(
        (from, to) =>
          callRows((client) =>
            selectNews(client, signedIn, 'exact').range(from, to).abortSignal(signal),
          ),
        page,
        listSizes.newsPage,
      ),
    placeholderData: keepAllowed(signedIn),
  });
}
