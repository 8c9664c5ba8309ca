import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import { quoteStatuses, type QuoteStatus } from '@bkksiam/domain/quotes';
import { typedRequestNumber } from '@bkksiam/domain/request-number';
import { requestKeys, type QuoteRequest } from '#entities/request/request-data.ts';
import { toAppError } from '#platform/app-error.ts';
import { callData } from '#platform/data-api.ts';
import type { ListDefinition } from '#list/list-query.ts';

/** A quote request with its member. */
export interface AdminRequest extends Omit<QuoteRequest, 'member_email' | 'member_name'> {
  /** Null for a member whose account has none. */
  readonly email: string | null;
  readonly full_name: string | null;
}

export const requestList: ListDefinition<AdminRequest, QuoteStatus> = {
  key: requestKeys.forAdmins,
  keyOf: ({ quote_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'admin.requests.loadFailed',
  columns: ['full_name', 'dep_date', 'created_at', 'status'],
  sort: { column: 'created_at', direction: 'desc' },
  // Who has waited longest is answered first.
  sortOf: (status) =>
    status === 'PENDING' ? { column: 'created_at', direction: 'asc' } : undefined,
  filters: quoteStatuses,
  counts: 'exact',
  searchColumns: 'search_text',
  searchCondition: (search) => {
    const number = typedRequestNumber(search);
    return number === null ? undefined : `number.like.${number}*`;
  },
  idColumn: 'quote_id',
  // The index on the status continues with the time.
  tieBreaker: (column) => (column === 'status' ? 'created_at' : undefined),
  select: (client, options, status) => {
    const all = client.from('bkk_quote_requests_admin_view').select('*', options);
    return status === undefined ? all : all.eq('status', status);
  },
};

/** The change log of a request, newest first. */
export function requestHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [...requestKeys.forAdmins, 'history', id],
    queryFn: ({ signal }) =>
      callData((client) =>
        client
          .from('bkk_change_log')
          .select('id, changed_at, actor_email, operation, before, after')
          .eq('table_name', 'bkk_quote_requests')
          .eq('row_id', id)
          .order('id', { ascending: false })
          .limit(listSizes.requestHistory)
          .abortSignal(signal),
      ),
    staleTime: 0,
  });
}

export type RequestChange = Awaited<
  ReturnType<NonNullable<ReturnType<typeof requestHistoryQuery>['queryFn']>>
>[number];

export type StatusChangeResult = 'done' | 'conflict' | 'gone';

const results: ReadonlyMap<string, StatusChangeResult> = new Map([
  ['conflict', 'conflict'],
  ['not_found', 'gone'],
]);

/**
 * Changes the status of a request unless another admin has changed it first.
 *
 * @throws {AppError} any other
 */
export async function setRequestStatus(
  id: string,
  from: string,
  to: QuoteStatus,
): Promise<StatusChangeResult> {
  const change = { p_quote_id: id, p_from: from, p_to: to };
  try {
    await callData((client) => client.rpc('bkk_admin_set_quote_status', change));
    return 'done';
  } catch (error) {
    const result = results.get(toAppError(error).code);
    if (result === undefined) throw error;
    return result;
  }
}
