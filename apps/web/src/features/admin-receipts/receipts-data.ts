import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database, Json } from '@bkksiam/domain/database';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { bangkokIso } from '@bkksiam/domain/bangkok';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import { parseReceiptNumber, type ReceiptData, type ReceiptSeries } from '@bkksiam/domain/receipt';
import type { ReceiptBuyer } from '@bkksiam/domain/receipt-buyer';
import type { Period } from '#entities/calendar/period.ts';
import { isItemId } from '#list/selected-item.ts';
import { textOrBeginning, type ListDefinition } from '#list/list-query.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { logRejection } from '#platform/log.ts';

type ViewRow = Database['public']['Views']['bkk_receipts_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

/** A row of the admins' list. Columns of a view are nullable in the generated types. */
export type AdminReceipt = Omit<ViewRow, 'series'> &
  Required<
    'receipt_id' | 'year' | 'number' | 'dated_at' | 'issued_at' | 'amount_satang' | 'buyer_name'
  > & { readonly series: ReceiptSeries };

const receiptFilters = ['RT', 'IV', 'CN', 'VOID'] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];

export type ReceiptStatus = 'VALID' | 'VOID' | 'REPLACED';

export function receiptStatus({
  voided_at: voidedAt,
  void_kind: kind,
}: Pick<ViewRow, 'voided_at' | 'void_kind'>): ReceiptStatus {
  if (voidedAt === null) return 'VALID';
  return kind === 'buyer' ? 'REPLACED' : 'VOID';
}

/** The prefix of the query keys. */
export const receiptKey = ['receipts', 'admin'] as const;

const columns =
  'receipt_id, series, year, number, booking_id, dated_at, issued_at, amount_satang, reference, buyer_name, voided_at, void_kind, replaced_by';

/** What a search looks for: numbers in the form that receipts have. */
const searchText = (search: string): string =>
  parseReceiptNumber(search) ??
  parseBookingReference(search) ??
  parseOrderNumber(search) ??
  textOrBeginning(search);

const startOf = (day: string) => bangkokIso(`${day}T00:00`) ?? '';

/** The receipts that are dated in a period, newest first; all of them without one. */
export const receiptList = (period?: Period): ListDefinition<AdminReceipt, ReceiptFilter> => ({
  key: [...receiptKey, period ? `${period.first} ${period.last}` : 'all'],
  keyOf: ({ receipt_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminReceipts:loadFailed',
  columns: ['dated_at'],
  sort: { column: 'dated_at', direction: 'desc' },
  isLive: true,
  filters: receiptFilters,
  counts: (client, search) =>
    client.rpc('bkk_admin_count_receipts', {
      p_search: searchText(search),
      ...(period && { p_first: period.first, p_last: period.last }),
    }),
  searchColumns: 'search_text',
  searchText,
  idColumn: 'receipt_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_receipts_admin_view').select(columns, options);
    const dated = period
      ? all.gte('dated_at', startOf(period.first)).lt('dated_at', startOf(addDays(period.last, 1)))
      : all;
    if (filter === undefined) return dated;
    return filter === 'VOID' ? dated.not('voided_at', 'is', null) : dated.eq('series', filter);
  },
});

/** A receipt that another one names. */
interface RelatedReceipt {
  readonly relation: 'replaces' | 'replacedBy' | 'corrects' | 'correctedBy';
  readonly receipt: {
    readonly receipt_id: string;
    readonly series: string;
    readonly year: number;
    readonly number: number;
    readonly voided_at: string | null;
  };
}

async function readReceipt(id: string, signal: AbortSignal) {
  const row = await callData((client) =>
    client
      .from('bkk_receipts')
      .select(
        `receipt_id, series, year, number, booking_id, order_id, issued_at, amount_satang, data, replaces, corrects, voided_at, void_kind,
        void_reason`,
      )
      .eq('receipt_id', id)
      .abortSignal(signal)
      .maybeSingle(),
  );
  if (row === null) return null;
  const earlier = [row.replaces, row.corrects].filter((other) => other !== null);
  const related = await callData((client) =>
    client
      .from('bkk_receipts')
      .select('receipt_id, series, year, number, replaces, corrects, voided_at')
      .or(
        [
          `replaces.eq.${id}`,
          `corrects.eq.${id}`,
          ...(earlier.length > 0 ? [`receipt_id.in.(${earlier.join(',')})`] : []),
        ].join(','),
      )
      .order('issued_at')
      .limit(50)
      .abortSignal(signal),
  );
  return {
    ...row,
    series: row.series as ReceiptSeries,
    // As SQL wrote it.
    data: row.data as unknown as ReceiptData,
    related: related.map((receipt): RelatedReceipt => ({
      receipt,
      relation:
        receipt.receipt_id === row.replaces
          ? 'replaces'
          : receipt.receipt_id === row.corrects
            ? 'corrects'
            : receipt.replaces === id
              ? 'replacedBy'
              : 'correctedBy',
    })),
  };
}

/** A receipt with what is printed on it, and the receipts that it names or that name it. */
export type ReceiptDetails = NonNullable<Awaited<ReturnType<typeof readReceipt>>>;

/** Null for an unknown id. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...receiptKey, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => (isItemId(id) ? readReceipt(id, signal) : null),
  });

/** Whether it stays as it is: void, or corrected by a credit note. */
export const isFixed = ({ voided_at: voidedAt, related }: ReceiptDetails): boolean =>
  voidedAt !== null ||
  related.some(({ relation, receipt }) => relation === 'correctedBy' && receipt.voided_at === null);

const issued = z.object({
  receipt_id: z.string(),
  series: z.string(),
  year: z.number(),
  number: z.number(),
});

/** What an admin does with a receipt. The list is read again after every action, as the receipt may be void before a refused one. */
export function useReceiptActions(id: string) {
  const queries = useQueryClient();
  async function send<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } finally {
      const reload = queries.invalidateQueries({ queryKey: receiptKey });
      logRejection('the receipts could not be loaded again', reload);
    }
  }
  return {
    voidIt: (reason: string) =>
      send(() =>
        callData((client) =>
          client.rpc('bkk_admin_void_receipt', { p_receipt_id: id, p_reason: reason }),
        ),
      ),
    /** Gives the receipt that replaces it. */
    changeBuyer: (buyer: ReceiptBuyer) =>
      send(() =>
        callJson(issued, (client) =>
          client.rpc('bkk_set_receipt_buyer', {
            p_receipt_id: id,
            p_buyer: { ...buyer } satisfies Json,
          }),
        ),
      ),
  };
}
