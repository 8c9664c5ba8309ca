import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import { supabase } from '#platform/supabase.ts';
import type { ListQuestion, ListShape } from './admin-list.ts';
import { containsWords, readListPage } from './list-page.ts';

/** A user as the admins' list has them. */
export type AdminUser = Database['public']['Views']['bkk_users_admin_view']['Row'];

export type UserColumn = 'email' | 'full_name' | 'role' | 'is_active' | 'created_at';

/** How the list of users may be asked for; the newest first as usual. */
export const userList: ListShape<UserColumn> = {
  columns: ['email', 'full_name', 'role', 'is_active', 'created_at'],
  sort: { column: 'created_at', direction: 'desc' },
};

/** What every question about users begins with. */
export const usersKey = ['admin', 'users'] as const;

/** A page of the users, ten by ten (spec §7). */
export function usersQuery({ words, sort, page }: ListQuestion<UserColumn>) {
  return queryOptions({
    queryKey: [...usersKey, words, sort.column, sort.direction, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return readListPage((from, to) => {
        const users = client
          .from('bkk_users_admin_view')
          .select('*', { count: 'exact' })
          .order(sort.column, { ascending: sort.direction === 'asc' })
          // Equals keep their places from page to page.
          .order('user_id')
          .range(from, to)
          .abortSignal(signal);
        return words === '' ? users : users.or(containsWords(words, ['email', 'full_name']));
      }, page);
    },
  });
}
