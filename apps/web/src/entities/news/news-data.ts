import { queryOptions, type QueryKey } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { callData } from '#platform/data-api.ts';
import type { Client } from '#platform/supabase.ts';

/** A stored news item. */
export type NewsItem = Pick<
  Database['public']['Tables']['bkk_airline_news']['Row'],
  'id' | 'title' | 'excerpt' | 'created_at' | 'is_public'
>;

export const audience = (signedIn: boolean) => (signedIn ? 'members' : 'public');

/** The prefixes of the query keys of news. */
export const newsKeys = {
  all: ['news'],
  forAdmins: ['news', 'admin'],
} as const;

/** Newest first; the id makes the order unique. Row security limits visitors to public items too. */
export function selectNews(client: Client, signedIn: boolean, count?: 'exact') {
  const items = client
    .from('bkk_airline_news')
    .select('id, title, excerpt, created_at, is_public', { ...(count && { count }) });
  return (signedIn ? items : items.eq('is_public', true))
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });
}

/** Keeps the items on screen until the next ones come, but never a member's for a visitor. */
export function keepAllowed(signedIn: boolean) {
  return <Data>(previous: Data | undefined, query?: { readonly queryKey: QueryKey }) =>
    signedIn || query?.queryKey[1] === audience(false) ? previous : undefined;
}

/** The newest items, for the home page; visitors get the public ones. */
export function latestNewsQuery({ signedIn }: { readonly signedIn: boolean }) {
  return queryOptions({
    queryKey: [...newsKeys.all, audience(signedIn), 'latest'],
    queryFn: ({ signal }) =>
      callData((client) =>
        selectNews(client, signedIn).limit(listSizes.latestNews).abortSignal(signal),
      ),
    placeholderData: keepAllowed(signedIn),
  });
}
