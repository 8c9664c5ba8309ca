import type { SupabaseClient } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listSizes, signInExport } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { supabase } from '#platform/supabase.ts';
import type { ListQuestion, ListShape } from './admin-list.ts';
import { fromNearerEnd } from './far-page.ts';
import { containsWords, readListPage } from './list-page.ts';

/** A sign-in on record. */
export type SignIn = Pick<
  Database['public']['Tables']['bkk_login_logs']['Row'],
  'id' | 'user_id' | 'email' | 'event' | 'success' | 'created_at'
>;

export type SignInColumn = 'created_at';

/** How a sign-in ended. */
export type SignInResult = 'succeeded' | 'failed';

/** How the list of sign-ins may be asked for; the latest first as usual. */
export const signInList: ListShape<SignInColumn, SignInResult> = {
  columns: ['created_at'],
  sort: { column: 'created_at', direction: 'desc' },
  filters: ['succeeded', 'failed'],
};

/** Which sign-ins, in whatever order. */
export type SignInNarrowing = Pick<ListQuestion<SignInColumn, SignInResult>, 'words' | 'filter'>;

const columns = 'id, user_id, email, event, success, created_at';

function signIns(
  client: SupabaseClient<Database>,
  { words, filter }: SignInNarrowing,
  counted?: { readonly count: 'exact'; readonly head?: boolean },
) {
  const all = client.from('bkk_login_logs_admin_view').select(columns, counted);
  const found = words === '' ? all : all.or(containsWords(words, ['email']));
  return filter === undefined ? found : found.is('success', filter === 'succeeded');
}

/** A page of the sign-ins, counted exactly; searched by the e-mail that signed in. */
export function signInsQuery({
  words,
  sort,
  filter,
  page,
}: ListQuestion<SignInColumn, SignInResult>) {
  return queryOptions({
    queryKey: ['admin', 'sign-ins', words, sort, filter, page],
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const ask = (from: number, to: number, backwards: boolean) => {
        const order = { ascending: (sort.direction === 'asc') !== backwards };
        return signIns(client, { words, filter }, { count: 'exact' })
          .order(sort.column, order)
          .order('id', order)
          .range(from, to)
          .abortSignal(signal)
          .overrideTypes<SignIn[], { merge: false }>();
      };
      const count = () =>
        signIns(client, { words, filter }, { count: 'exact', head: true }).abortSignal(signal);
      return readListPage<SignIn>(fromNearerEnd(count, ask), page, listSizes.deskPage);
    },
    placeholderData: keepPreviousData,
  });
}

/** How many sign-ins are taken along at most, and how many at once. */
export interface ExportLimits {
  readonly maxRows: number;
  readonly pageRows: number;
}

/** Sign-ins for a file, the latest first. */
export interface ExportedSignIns {
  readonly rows: readonly SignIn[];
  /** False when there are more than a file takes. */
  readonly complete: boolean;
}

/**
 * Every sign-in that fits, page by page from the one before on: what is recorded meanwhile moves nothing.
 *
 * @throws the data service's error, or the abort
 */
export async function readSignIns(
  narrowing: SignInNarrowing,
  signal: AbortSignal,
  { maxRows, pageRows }: ExportLimits = signInExport,
): Promise<ExportedSignIns> {
  const client = await supabase();
  const rows: SignIn[] = [];
  for (;;) {
    const last = rows.at(-1);
    const all = signIns(client, narrowing);
    const rest = last
      ? all
          // Lets an index start there; the rest of the condition only parts those of the same moment.
          .lte('created_at', last.created_at)
          .or(`created_at.lt."${last.created_at}",id.lt.${String(last.id)}`)
      : all;
    const { data } = await rest
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(pageRows)
      .abortSignal(signal)
      .overrideTypes<SignIn[], { merge: false }>()
      .throwOnError();
    if (data.length === 0) return { rows, complete: true };
    if (rows.length === maxRows) return { rows, complete: false };
    rows.push(...data.slice(0, maxRows - rows.length));
  }
}
