import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BookingStatus } from '@bkksiam/domain/booking-status';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { ListDefinition } from '#list/list-query.ts';
import { callData } from '#platform/data-api.ts';
import { logRejection } from '#platform/log.ts';

type ViewRow = Database['public']['Views']['bkk_approvals_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

/** What waits, or waited, for a second admin. Columns of a view are nullable in the generated types. */
export type Approval = Omit<ViewRow, 'kind' | 'decision' | 'booking_status'> &
  Required<'approval_id' | 'amount_satang' | 'asked_at' | 'is_mine'> & {
    readonly kind: 'payment' | 'reversal' | 'credit' | 'refund';
    readonly decision: 'approved' | 'refused' | null;
    readonly booking_status: BookingStatus | null;
  };

const filters = ['waiting', 'approved', 'refused'] as const;
export type ApprovalFilter = (typeof filters)[number];

/** The prefix of the query keys. */
export const approvalKey = ['approvals', 'admin'] as const;

const maxWaiting = 100;

/** The number of amounts that wait for this admin, who approves what others have asked for; up to 100. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: [...approvalKey, 'waiting'],
  refetchInterval: 60_000,
  queryFn: async ({ signal }) => {
    const data = await callData((client) =>
      client
        .from('bkk_approvals_admin_view')
        .select('approval_id')
        .is('decision', null)
        .is('is_mine', false)
        .limit(maxWaiting)
        .abortSignal(signal),
    );
    return data.length;
  },
});

export const approvalList: ListDefinition<Approval, ApprovalFilter> = {
  key: approvalKey,
  keyOf: ({ approval_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminApprovals:loadFailed',
  columns: ['asked_at', 'decided_at', 'amount_satang', 'reference', 'full_name'],
  // What has waited longest.
  sort: { column: 'asked_at', direction: 'asc' },
  sortOf: (filter) =>
    filter === 'waiting' ? undefined : { column: 'asked_at', direction: 'desc' },
  isLive: true,
  filters,
  defaultFilter: 'waiting',
  counts: 'exact',
  searchColumns: 'search_text',
  // As people write it on paper: without its dash, or in lower case.
  searchCondition: (search) => {
    const reference = parseBookingReference(search) ?? parseOrderNumber(search);
    return reference === null ? undefined : `reference.eq.${reference}`;
  },
  idColumn: 'approval_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_approvals_admin_view').select('*', options);
    if (filter === undefined) return all;
    return filter === 'waiting' ? all.is('decision', null) : all.eq('decision', filter);
  },
};

/** Approves or refuses. Approvals, bookings and refunds are read again, as they may have changed before a refused call. */
export function useDecide(approval: Approval) {
  const queries = useQueryClient();
  return async (isApproved: boolean, note: string): Promise<void> => {
    try {
      await callData((client) =>
        client.rpc('bkk_admin_decide_approval', {
          p_approval_id: approval.approval_id,
          p_approve: isApproved,
          p_note: note,
        }),
      );
    } finally {
      const keys = [approvalKey, ['bookings', 'admin'], ['refunds', 'admin']];
      const reload = keys.map((queryKey) => queries.invalidateQueries({ queryKey }));
      logRejection('the approvals could not be loaded again', Promise.all(reload));
    }
  };
}
