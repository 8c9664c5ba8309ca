import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { callFunction } from './group-requests.ts';

export interface PlacedOrder {
  readonly order_id: string;
  readonly number: string;
}

/** THB 180 and 45 g each. */
export const fan = {
  product_id: 'palm-fan',
  variant_id: 'palm-fan',
  quantity: 2,
  seen_satang: 18_000,
};
/** THB 690 and 60 g each, with a Thai title of the variant. */
export const sleeve = {
  product_id: 'passport-sleeve',
  variant_id: 'passport-ink',
  quantity: 1,
  seen_satang: 69_000,
};

/** Places an order as the member: two fans, a passport sleeve and the delivery, THB 1,110 in all. */
export async function placeOrder(
  backend: TestBackend,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<PlacedOrder> {
  const order = {
    request_key: crypto.randomUUID(),
    language: 'en',
    name: 'Nattaya Wongthai',
    email: 'nattaya@bkksiam.example',
    phone: '+66812345678',
    method: 'standard',
    address: {
      country: 'TH',
      line: '88/8 Soi Tuayang 4',
      sub_district: 'Si Lom',
      district: 'Bang Rak',
      province: 'Bangkok',
      postal_code: '10500',
    },
    lines: [fan, sleeve],
    seen_delivery_satang: 6000,
    ...changes,
  };
  const [row] = await backend.database.sql<{ said: Partial<PlacedOrder> }>(
    `select public.bkk_place_order(id, 'home', $1) as said from auth.users where email = 'nattaya@bkksiam.example'`,
    [JSON.stringify(order)],
  );
  const { order_id: id, number } = row?.said ?? {};
  if (id === undefined || number === undefined) throw new Error(JSON.stringify(row));
  return { order_id: id, number };
}

/** Earlier tests leave no orders that count for the limits of a member. */
export const forgetOrders = (backend: TestBackend) =>
  backend.database.sql(`begin; set local session_replication_role = replica;
    update public.bkk_orders set created_at = created_at - interval '1 day', user_id = null, pay_by = now() + interval '9 days';
    commit`);

/** Calls a function of orders as a user, with the version that the order has. */
async function orderAction(
  backend: TestBackend,
  caller: 'member' | 'admin',
  name: string,
  { order_id: id }: PlacedOrder,
  args: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const [row] = await backend.database.sql<{ version: number }>(
    'select version from public.bkk_orders where order_id = $1',
    [id],
  );
  return callFunction(backend, caller, name, {
    p_order_id: id,
    p_version: row?.version,
    ...args,
  });
}

/** Moves an order on as an admin. */
export const moveOrder = (
  backend: TestBackend,
  order: PlacedOrder,
  action: string,
  details: Readonly<Record<string, unknown>> = {},
) =>
  orderAction(backend, 'admin', 'bkk_admin_move_order', order, {
    p_action: action,
    p_details: details,
  });

/** Pays all of an order from the member's credit. */
export const payWithCredit = (backend: TestBackend, order: PlacedOrder) =>
  orderAction(backend, 'member', 'bkk_pay_order_with_credit', order);

export const parcel = {
  carrier: 'Sample Express',
  parcel_number: 'SX 0000 4417 0TH',
  tracking_url: 'https://parcels.example/SX000044170TH',
};

/** The member wants to return an order that was sent. */
export const askReturn = (backend: TestBackend, order: PlacedOrder, reason: string) =>
  orderAction(backend, 'member', 'bkk_ask_return', order, { p_reason: reason });
