import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import { maxSavedViews } from '@bkksiam/domain/saved-view';
import { callData } from '#platform/data-api.ts';

/** The lists that have saved views, as the database names them. */
export type ViewedList = 'bookings' | 'requests' | 'orders';

/** A view that an admin has saved: a name for the search, order and filter of a list. */
export type SavedView = Pick<
  Database['public']['Tables']['bkk_admin_views']['Row'],
  'view_id' | 'name' | 'query'
>;

/** The views that the admin has saved of a list, the oldest first. */
export function savedViewsQuery(list: ViewedList) {
  return queryOptions({
    queryKey: ['admin', 'views', list],
    queryFn: ({ signal }): Promise<SavedView[]> =>
      callData((client) =>
        client
          .from('bkk_admin_views')
          .select('view_id, name, query')
          .eq('list', list)
          .order('created_at')
          .order('view_id')
          .limit(maxSavedViews)
          .abortSignal(signal),
      ),
    meta: { errorToast: 'adminList:views.loadFailed' },
  });
}

/** What an admin does with the views of a list. */
export function useViewActions(list: ViewedList) {
  const queries = useQueryClient();
  async function send(call: () => Promise<unknown>): Promise<void> {
    try {
      await call();
    } finally {
      // Also after a lost answer.
      await queries.invalidateQueries(savedViewsQuery(list));
    }
  }
  return {
    /** Repeating an id changes the view. */
    save: ({ view_id, name, query }: SavedView) =>
      send(() =>
        callData((client) =>
          client.rpc('bkk_admin_save_view', {
            p_view_id: view_id,
            p_list: list,
            p_name: name,
            p_query: query,
          }),
        ),
      ),
    remove: (id: string) =>
      send(() => callData((client) => client.rpc('bkk_admin_delete_view', { p_view_id: id }))),
  };
}
