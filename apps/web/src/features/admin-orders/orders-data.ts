import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { DeliveryMethod } from '@bkksiam/domain/delivery';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import type { OrderStatus } from '@bkksiam/domain/order-status';
import { textOrBeginning, type ListDefinition } from '#list/list-query.ts';
import { callJson } from '#platform/call-json.ts';

type ViewRow = Database['public']['Views']['bkk_orders_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

/** A row of the admins' list. Columns of a view are nullable in the generated types. */
export type AdminOrder = Omit<ViewRow, 'status' | 'method'> &
  Required<
    | 'order_id'
    | 'number'
    | 'version'
    | 'is_guest'
    | 'items_satang'
    | 'delivery_satang'
    | 'total_satang'
    | 'paid_satang'
    | 'created_at'
  > & { readonly status: OrderStatus; readonly method: DeliveryMethod };

/** What the list shows: what is open, by what is to do with it, or one status. */
const orderFilters = [
  'open',
  'toPack',
  'toShip',
  'returns',
  'PLACED',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED',
] as const;

export type OrderFilter = (typeof orderFilters)[number];

/** The prefix of the query keys. */
export const adminOrderKey = ['orders', 'admin'] as const;

/** A search for the functions of the database, which also match the number that it names. */
function searchArgs(search: string) {
  const number = parseOrderNumber(search);
  return { p_search: textOrBeginning(search), ...(number !== null && { p_number: number }) };
}

const waiting = z.object({ toPack: z.number(), toShip: z.number(), returns: z.number() });

/** How many orders have to be packed or sent, or come back. */
export const waitingOrdersQuery = queryOptions({
  queryKey: [...adminOrderKey, 'waiting'],
  refetchInterval: 60_000,
  queryFn: async ({ signal }) => {
    const found = await callJson(waiting, (client) =>
      client.rpc('bkk_admin_count_orders', {}).abortSignal(signal),
    );
    return found.toPack + found.toShip + found.returns;
  },
});

/** What has waited longest is first, where there is something to do. */
const oldestFirst: readonly (OrderFilter | undefined)[] = ['toPack', 'toShip', 'returns'];

export const orderList: ListDefinition<AdminOrder, OrderFilter> = {
  key: adminOrderKey,
  keyOf: ({ order_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminOrders:loadFailed',
  columns: ['created_at', 'name', 'number', 'status', 'total_satang'],
  sort: { column: 'created_at', direction: 'desc' },
  sortOf: (filter) =>
    oldestFirst.includes(filter) ? { column: 'created_at', direction: 'asc' } : undefined,
  tieBreaker: (column) => (column === 'status' ? 'created_at' : undefined),
  isLive: true,
  filters: orderFilters,
  defaultFilter: 'open',
  counts: (client, search) => client.rpc('bkk_admin_count_orders', searchArgs(search)),
  searchColumns: 'search_text',
  searchText: textOrBeginning,
  // As people write it on paper: without its dash, or in lower case.
  searchCondition: (search) => {
    const number = parseOrderNumber(search);
    return number === null ? undefined : `number.eq.${number}`;
  },
  idColumn: 'order_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_orders_admin_view').select('*', options);
    if (filter === undefined) return all;
    if (filter === 'open') return all.eq('is_open', true);
    if (filter === 'toPack') return all.eq('status', 'PAID');
    if (filter === 'toShip') return all.eq('status', 'PACKED');
    if (filter === 'returns') return all.eq('return_open', true);
    return all.eq('status', filter);
  },
};

const sums = z.object({ orders: z.number(), total_satang: z.number() });

/** The sum of all orders that a filter and a search show. Of more than 1,000 it is not that of all. */
export function orderSumsQuery(filter: OrderFilter | undefined, search: string) {
  const args = { p_filter: filter ?? 'all', ...searchArgs(search) };
  return queryOptions({
    queryKey: [...adminOrderKey, 'sums', args],
    refetchInterval: 30_000,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callJson(sums, (client) => client.rpc('bkk_admin_sum_orders', args).abortSignal(signal)),
  });
}
