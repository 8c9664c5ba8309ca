import type { SupabaseClient } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import type { UserRole } from '@bkksiam/domain/users';
import { supabase } from '#platform/supabase.ts';
import type { ListQuestion, ListShape } from './admin-list.ts';
import { fromNearerEnd } from './far-page.ts';
import { containsWords, readListPage, type ListPage } from './list-page.ts';

type UserRow = Database['public']['Views']['bkk_users_admin_view']['Row'];

/** A user as the admins' list has them. */
export interface AdminUser {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: UserRole;
  readonly active: boolean;
  /** ISO time of the account. */
  readonly since: string | null;
}

export type UserColumn = 'email' | 'full_name' | 'role' | 'is_active' | 'created_at';

/** How the list of users may be asked for; the newest first as usual. */
export const userList: ListShape<UserColumn> = {
  columns: ['email', 'full_name', 'role', 'is_active', 'created_at'],
  sort: { column: 'created_at', direction: 'desc' },
};

// Columns of a view may always be null as far as its description goes.
function toUser(row: UserRow): AdminUser {
  return {
    id: row.user_id ?? '',
    email: row.email,
    name: row.full_name,
    role: row.role === 'admin' ? 'admin' : 'member',
    active: row.is_active === true,
    since: row.created_at,
  };
}

/** What a user is called where there must be a word for them. */
export function userLabel({ email, name, id }: AdminUser): string {
  return email ?? name ?? id;
}

/** What every question about users begins with. */
export const usersKey = ['admin', 'users'] as const;

function users(client: SupabaseClient<Database>, words: string, head = false) {
  const all = client.from('bkk_users_admin_view').select('*', { count: 'exact', head });
  return words === '' ? all : all.or(containsWords(words, ['email', 'full_name']));
}

/** A page of the users, ten by ten (spec §7). */
export function usersQuery({ words, sort, page }: ListQuestion<UserColumn>) {
  return queryOptions({
    queryKey: [...usersKey, words, sort.column, sort.direction, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<AdminUser>> => {
      const client = await supabase();
      const ask = (from: number, to: number, backwards: boolean) => {
        const order = { ascending: (sort.direction === 'asc') !== backwards };
        return (
          users(client, words)
            .order(sort.column, order)
            // Equals keep their places from page to page.
            .order('user_id', order)
            .range(from, to)
            .abortSignal(signal)
        );
      };
      const count = () => users(client, words, true).abortSignal(signal);
      const found = await readListPage<UserRow>(fromNearerEnd(count, ask), page);
      return { ...found, rows: found.rows.map(toUser) };
    },
  });
}
