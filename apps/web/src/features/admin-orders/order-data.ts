import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ParcelAddress } from '@bkksiam/domain/parcel-label';
import { readItem } from '#list/list-query.ts';
import { isItemId } from '#list/selected-item.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { adminOrderKey, orderList, type AdminOrder } from './orders-data.ts';

const columns = `order_id, address, phone, tracking_url,
  lines:bkk_order_lines (position, product_id, variant_id, title, title_th, variant_title, variant_title_th, sku, answers, unit_satang, quantity),
  events:bkk_order_events (event_id, created_at, actor, actor_name, event, details, message),
  receipts:bkk_receipts (receipt_id, series, year, number, voided_at),
  slips:bkk_slips (slip_id, status, created_at)` as const;

function selectDetails(id: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_orders')
      .select(columns)
      .eq('order_id', id)
      .order('position', { referencedTable: 'lines' })
      .order('event_id', { referencedTable: 'events' })
      .order('number', { referencedTable: 'receipts' })
      .order('created_at', { referencedTable: 'slips' })
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** The refund of what was cancelled or came back; null for none. */
function selectRefund(id: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_refunds_admin_view')
      .select('refund_id, status, paid_satang, amount_satang, approval_id')
      .eq('order_id', id)
      .abortSignal(signal)
      .maybeSingle(),
  );
}

type Details = NonNullable<Awaited<ReturnType<typeof selectDetails>>>;

/** The selected order: its row of the list with all that belongs to it. */
export type OrderDetails = Omit<Details, 'address'> & {
  readonly row: AdminOrder;
  readonly address: ParcelAddress | null;
  readonly refund: Awaited<ReturnType<typeof selectRefund>>;
};

/** Null for an unknown id. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [...adminOrderKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OrderDetails | null> => {
      if (!isItemId(id)) return null;
      const [row, details, refund] = await Promise.all([
        readItem(orderList, id, signal),
        selectDetails(id, signal),
        selectRefund(id, signal),
      ]);
      // A check of the database knows the parts of an address.
      return (
        row &&
        details && { ...details, row, refund, address: details.address as ParcelAddress | null }
      );
    },
  });
}

// The ids are in the address of the request.
const printedAtOnce = 50;

function selectPrinted(ids: readonly string[], signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_orders')
      .select(
        `order_id, number, name, phone, method, weight_grams, address,
        lines:bkk_order_lines (position, variant_id, title, title_th, variant_title, variant_title_th, sku, answers, quantity)`,
      )
      .in('order_id', ids)
      .order('position', { referencedTable: 'lines' })
      .abortSignal(signal),
  );
}

/** What a label and a packing list say of an order. */
export type PrintedOrder = Omit<Awaited<ReturnType<typeof selectPrinted>>[number], 'address'> & {
  readonly address: ParcelAddress | null;
};

/** What is printed of several orders, in their order. */
export function printedOrdersQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...adminOrderKey, 'printed', ids],
    enabled: ids.length > 0,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly PrintedOrder[]> => {
      const parts = Array.from({ length: Math.ceil(ids.length / printedAtOnce) }, (_, part) =>
        ids.slice(part * printedAtOnce, (part + 1) * printedAtOnce),
      );
      const found = await Promise.all(parts.map((part) => selectPrinted(part, signal)));
      return found
        .flat()
        .map((order) => ({ ...order, address: order.address as ParcelAddress | null }))
        .toSorted((one, other) => ids.indexOf(one.order_id) - ids.indexOf(other.order_id));
    },
  });
}

/** How many pieces of variants lie on the shelf, by their ids; without those whose stock is not counted. */
export function shelfQuery(variantIds: readonly string[]) {
  return queryOptions({
    queryKey: [...adminOrderKey, 'shelf', variantIds],
    enabled: variantIds.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callJson(z.record(z.string(), z.number()), (client) =>
        client.rpc('bkk_admin_shelf', { p_variant_ids: [...variantIds] }).abortSignal(signal),
      ),
  });
}

/** The agency as the sender on a label. */
export const senderQuery = queryOptions({
  queryKey: ['agency', 'sender'],
  queryFn: ({ signal }) =>
    callData((client) =>
      client
        .from('bkk_agency')
        .select('name_th, name_en, address_th, address_en, phone')
        .abortSignal(signal)
        .maybeSingle(),
    ),
});
