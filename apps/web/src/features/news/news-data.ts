import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import { supabase } from '#platform/supabase.ts';

/** One item of the feed, as stored. */
export type NewsItem = Pick<
  Database['public']['Tables']['bkk_airline_news']['Row'],
  'id' | 'title' | 'excerpt' | 'created_at' | 'is_public'
>;

/** Airline news, newest first. A visitor asks for the public items only; the row policy allows them no others. */
export function newsQuery({ signedIn }: { readonly signedIn: boolean }) {
  return queryOptions({
    queryKey: ['news', signedIn ? 'all' : 'public'],
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const items = client
        .from('bkk_airline_news')
        .select('id, title, excerpt, created_at, is_public')
        .order('created_at', { ascending: false })
        .abortSignal(signal);
      const { data } = await (signedIn ? items : items.eq('is_public', true)).throwOnError();
      return data;
    },
  });
}
