import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { BookingStatus } from '@bkksiam/domain/booking-status';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import type { OrderStatus } from '@bkksiam/domain/order-status';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { OfferCondition } from '@bkksiam/domain/offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import type { Assignment } from '#entities/assignment/assignment-data.ts';
import { conditionsOf, seatsOf } from '#entities/offer/offer.ts';
import { refundStatuses, type RefundStatus } from '#entities/refund/refund-status.ts';
import { readItem, type ListDefinition } from '#list/list-query.ts';
import { callFunction } from '#platform/call-function.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { logRejection } from '#platform/log.ts';

type ViewRow = Database['public']['Views']['bkk_refunds_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

/** A row of the admins' list. Columns of a view are nullable in the generated types. */
export type AdminRefund = Omit<ViewRow, 'status' | 'booking_status'> &
  Required<'refund_id' | 'reference' | 'version' | 'paid_satang' | 'promised_on' | 'created_at'> & {
    readonly status: RefundStatus;
    readonly booking_status: BookingStatus | OrderStatus;
  };

const filters = ['open', ...refundStatuses] as const;
export type RefundFilter = (typeof filters)[number];

/** The prefix of the query keys. */
export const adminRefundKey = ['refunds', 'admin'] as const;

const counts = z.object({ OPEN: z.number(), APPROVED: z.number() });

/** The number of refunds that the agency has to decide or to pay. */
export const waitingRefundsQuery = queryOptions({
  queryKey: [...adminRefundKey, 'waiting'],
  refetchInterval: 60_000,
  queryFn: async ({ signal }) => {
    const found = await callJson(counts, (client) =>
      client.rpc('bkk_admin_count_refunds', {}).abortSignal(signal),
    );
    return found.OPEN + found.APPROVED;
  },
});

const openStatuses = ['OPEN', 'ACCOUNT', 'APPROVED'] as const satisfies readonly RefundStatus[];

export const refundList: ListDefinition<AdminRefund, RefundFilter> = {
  key: adminRefundKey,
  keyOf: ({ refund_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminRefunds:loadFailed',
  columns: ['created_at', 'promised_on', 'full_name', 'reference', 'amount_satang', 'status'],
  // What was promised first.
  sort: { column: 'promised_on', direction: 'asc' },
  sortOf: (filter) =>
    filter === undefined || filter === 'REFUNDED' || filter === 'NOTHING'
      ? { column: 'created_at', direction: 'desc' }
      : undefined,
  isLive: true,
  filters,
  defaultFilter: 'open',
  counts: (client, search) => client.rpc('bkk_admin_count_refunds', { p_search: search }),
  searchColumns: 'search_text',
  // As people write it on paper: without its dash, or in lower case.
  searchCondition: (search) => {
    const reference = parseBookingReference(search) ?? parseOrderNumber(search);
    return reference === null ? undefined : `reference.eq.${reference}`;
  },
  idColumn: 'refund_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_refunds_admin_view').select('*', options);
    if (filter === undefined) return all;
    return filter === 'open' ? all.in('status', openStatuses) : all.eq('status', filter);
  },
};

/** A refund with what its pane shows of the booking; an order has neither conditions nor passengers. */
export interface RefundDetails {
  readonly row: AdminRefund;
  readonly conditions: readonly OfferCondition[];
  readonly passengers: number;
}

/** Null for an unknown id. */
export function refundQuery(id: string) {
  return queryOptions({
    queryKey: [...adminRefundKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<RefundDetails | null> => {
      const row = await readItem(refundList, id, signal);
      if (row === null) return null;
      const { booking_id: bookingId } = row;
      if (bookingId === null) return { row, conditions: [], passengers: 0 };
      const booking = await callData((client) =>
        client
          .from('bkk_bookings')
          .select('pax_adt, pax_chd, pax_inf')
          .eq('booking_id', bookingId)
          .abortSignal(signal)
          .single(),
      );
      return {
        row,
        conditions: conditionsOf(row.conditions),
        passengers: passengerTotal(seatsOf(booking)),
      };
    },
  });
}

/** The answer to a decision: it waits for a second admin if it has `approval_id`. */
const decision = z.object({
  approval_id: z.optional(z.string()),
  status: z.optional(z.string()),
  amount_satang: z.number(),
});

const opened = z.object({ account_number: z.string() });

/** The number of the refund's bank account, which a function opens. */
export async function openAccountNumber(refundId: string): Promise<string> {
  const answer = await callFunction('refund-account', { refund_id: refundId, open: true });
  return z.parse(opened, answer).account_number;
}

type PlanArgs = Database['public']['Functions']['bkk_admin_plan_refund']['Args'];

/** Sets until when a refund is promised, and who works on it. */
function plan({ refund_id, version }: AdminRefund, day: string, ownerId: string | null) {
  const args = {
    p_refund_id: refund_id,
    p_version: version,
    p_promised_on: day,
    p_owner_id: ownerId,
  };
  // The generated types know no argument that may be null.
  return callData((client) => client.rpc('bkk_admin_plan_refund', args as PlanArgs));
}

/** Gives a refund to an admin, or to nobody with null. Another version of the refund is an error. */
export async function assignRefund(row: AdminRefund, to: string | null): Promise<Assignment> {
  await plan(row, row.promised_on, to);
  return { is_done: true, assigned_to: to, assigned_name: null };
}

/** What an admin does with a refund. The refunds are read again after every action, as it may have changed before a refused one. */
export function useRefundActions(row: AdminRefund) {
  const queries = useQueryClient();
  async function send<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } finally {
      const reload = queries.invalidateQueries({ queryKey: adminRefundKey });
      logRejection('the refunds could not be loaded again', reload);
    }
  }
  const p_refund_id = row.refund_id;
  return {
    decide: (feeSatang: number, note: string, key: string) =>
      send(() =>
        callJson(decision, (client) =>
          client.rpc('bkk_admin_decide_refund', {
            p_refund_id,
            p_fee_satang: feeSatang,
            p_note: note,
            p_idempotency_key: key,
          }),
        ),
      ),
    promise: (day: string) => send(() => plan(row, day, row.owner_id)),
    pay: (paidAt: string, bankReference: string) =>
      send(() =>
        callData((client) =>
          client.rpc('bkk_admin_pay_refund', {
            p_refund_id,
            p_paid_at: paidAt,
            p_bank_reference: bankReference,
          }),
        ),
      ),
  };
}
