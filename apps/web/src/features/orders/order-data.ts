import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import { allowedVerbs } from '@bkksiam/domain/status-transition';
import { orderTransitions, type OrderStatus } from '@bkksiam/domain/order-status';
import { orderKey } from '#entities/order/order-key.ts';
import type { AppError } from '#platform/app-error.ts';
import { callData, type DataRequest } from '#platform/data-api.ts';
import type { FixedToast } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import type { Client } from '#platform/supabase.ts';

const columns =
  `order_id, number, status, version, method, name, phone, address, weight_grams, items_satang, delivery_satang, total_satang,
  paid_satang, pay_by, review_until, carrier, parcel_number, tracking_url, arrives_on, return_asked_at, paid_at, shipped_at, ended_at,
  created_at,
  lines:bkk_order_lines (position, product_id, title, title_th, variant_title, variant_title_th, picture, answers, unit_satang, quantity),
  events:bkk_order_events (event_id, created_at, actor, actor_name, event, details, message),
  receipts:bkk_receipts (receipt_id, series, year, number, posting_id, vat_satang, vat_percent:data->vat->>percent, voided_at)` as const;

function selectOrder(userId: string, number: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_orders')
      .select(columns)
      .eq('number', number)
      .eq('user_id', userId)
      .order('position', { referencedTable: 'lines' })
      .order('event_id', { referencedTable: 'events' })
      .order('number', { referencedTable: 'receipts' })
      .abortSignal(signal)
      .maybeSingle(),
  );
}

type StoredOrder = NonNullable<Awaited<ReturnType<typeof selectOrder>>>;

/** An order with its pieces, its time line and its receipts. */
export type Order = Omit<StoredOrder, 'status'> & { readonly status: OrderStatus };

export type OrderLine = Order['lines'][number];

/** What an order's parts are given. */
export interface OrderProps {
  readonly order: Order;
}

/** Who sees an order, a member or the guest of a link, and what they do with it. */
interface OrderBuyer {
  /** The address of the payment. */
  readonly payHref: string;
  /** Of a guest's link. */
  readonly token?: string;
  readonly cancel: () => Promise<unknown>;
  readonly askReturn: (reason: string) => Promise<unknown>;
}

export interface BuyerProps extends OrderProps {
  readonly buyer: OrderBuyer;
}

/** An order of the member; null if they have none of this number. */
export function orderQuery(userId: string, typed: string) {
  const number = parseOrderNumber(typed);
  return queryOptions({
    queryKey: [...orderKey(userId), 'one', number],
    queryFn: async ({ signal }): Promise<Order | null> => {
      const data = number === null ? null : await selectOrder(userId, number, signal);
      return (
        data && {
          ...data,
          // A check of the database knows the statuses.
          status: data.status as OrderStatus,
          receipts: data.receipts.filter(({ voided_at: at }) => at === null),
        }
      );
    },
  });
}

async function selectOffice(signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_agency')
      .select('name_en, name_th, address_en, address_th')
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** The agency's name and address. */
export type Office = NonNullable<Awaited<ReturnType<typeof selectOffice>>>;

/** The agency's address, where orders are picked up. */
export function officeQuery() {
  return queryOptions({
    queryKey: ['agency', 'office'],
    queryFn: ({ signal }) => selectOffice(signal),
  });
}

/** Until when the order is kept unpaid; undefined once that does not matter. */
export function keptUntil({ status, pay_by: by, review_until: review }: Order): string | undefined {
  if (status !== 'PLACED') return undefined;
  return (review !== null && by !== null && review > by ? review : by) ?? undefined;
}

/** Whether the time to pay is over: the clock that cancels the order may come some seconds later. */
export function hasExpired(order: Order): boolean {
  const until = keptUntil(order);
  return until !== undefined && Date.parse(until) <= serverNow();
}

/** Satang that are left to pay. */
export const leftToPay = ({ total_satang: total, paid_satang: paid }: Order): number =>
  Math.max(0, total - paid);

/** Whether the member may cancel the order; from the first payment or slip on the agency does it. */
export function canCancel(order: Order): boolean {
  const verbs = allowedVerbs(orderTransitions, order.status, 'member');
  return (
    verbs.includes('cancel') &&
    order.paid_satang === 0 &&
    order.review_until === null &&
    !hasExpired(order)
  );
}

/** Whether the member may ask for a refund of what was sent. */
export const canAskReturn = ({ status, return_asked_at: askedAt }: Order): boolean =>
  (status === 'SHIPPED' || status === 'DELIVERED') && askedAt === null;

/** Says why an action failed; the page then shows the order as it is now. */
export function failureToast({ code, message }: AppError): FixedToast {
  return code === 'conflict'
    ? { title: 'orders:changed', description: 'orders:changedText' }
    : { title: 'orders:failed', description: { text: message } };
}

type Call = (
  client: Client,
  seen: { readonly p_order_id: string; readonly p_version: number },
) => DataRequest<unknown>;

/** What a member does with an order, in the version that they saw. The orders are read again also after a failure. */
export function useOrderActions(
  userId: string,
  { order_id: p_order_id, version: p_version }: Pick<Order, 'order_id' | 'version'>,
) {
  const client = useQueryClient();
  async function send(call: Call) {
    try {
      await callData((api) => call(api, { p_order_id, p_version }));
    } finally {
      await client.invalidateQueries({ queryKey: orderKey(userId) });
    }
  }
  return {
    cancel: () => send((api, seen) => api.rpc('bkk_cancel_order', seen)),
    askReturn: (reason: string) =>
      send((api, seen) => api.rpc('bkk_ask_return', { ...seen, p_reason: reason })),
  };
}
