import { listSizes, signInExport } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { callData } from '#platform/data-api.ts';
import { containsText } from '#platform/read-list-page.ts';
import type { Client } from '#platform/supabase.ts';
import type { ListDefinition, ListParams } from '#list/list-query.ts';

/** A row of the login log. */
export type SignIn = Pick<
  Database['public']['Tables']['bkk_login_logs']['Row'],
  'id' | 'user_id' | 'email' | 'event' | 'success' | 'created_at'
>;

export type SignInResult = 'succeeded' | 'failed';

export type SignInFilter = Pick<ListParams<SignInResult>, 'search' | 'filter'>;

const searchColumns = ['email'];

function select(
  client: Client,
  options: { readonly count?: 'exact'; readonly head?: boolean },
  result: SignInResult | undefined,
) {
  const all = client
    .from('bkk_login_logs_admin_view')
    .select('id, user_id, email, event, success, created_at', options);
  return result === undefined ? all : all.is('success', result === 'succeeded');
}

export const signInList: ListDefinition<SignIn, SignInResult> = {
  key: ['admin', 'sign-ins'],
  keyOf: ({ id }) => String(id),
  pageSize: listSizes.adminPage,
  errorToast: 'admin.logs.loadFailed',
  columns: ['created_at'],
  sort: { column: 'created_at', direction: 'desc' },
  filters: ['succeeded', 'failed'],
  searchColumns,
  idColumn: 'id',
  select,
};

/** The rows of a file, and of one request. */
export interface ExportLimits {
  readonly maxRows: number;
  readonly pageRows: number;
}

export interface ExportedSignIns {
  readonly rows: readonly SignIn[];
  /** False when there are more than `maxRows`. */
  readonly complete: boolean;
}

/**
 * Reads all matching sign-ins, newest first, by keyset pagination: a sign-in during the export moves no page.
 *
 * @throws {AppError} also when aborted
 */
export async function readSignIns(
  { search, filter }: SignInFilter,
  signal: AbortSignal,
  { maxRows, pageRows }: ExportLimits = signInExport,
): Promise<ExportedSignIns> {
  const rows: SignIn[] = [];
  for (;;) {
    const last = rows.at(-1);
    const data = await callData((client) => {
      const found = select(client, {}, filter);
      const all = search === '' ? found : found.or(containsText(search, searchColumns));
      const rest = last
        ? all
            // The index starts here; the second condition only splits rows of the same time.
            .lte('created_at', last.created_at)
            .or(`created_at.lt."${last.created_at}",id.lt.${String(last.id)}`)
        : all;
      return rest
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pageRows)
        .abortSignal(signal)
        .overrideTypes<SignIn[], { merge: false }>();
    });
    if (data.length === 0) return { rows, complete: true };
    if (rows.length === maxRows) return { rows, complete: false };
    rows.push(...data.slice(0, maxRows - rows.length));
  }
}
