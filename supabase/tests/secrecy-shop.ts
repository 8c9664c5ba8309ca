import { randomUUID } from 'node:crypto';
import type { BookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';
import type { Orders } from './order-fixture.ts';

interface AddedOrders {
  readonly order: string;
  readonly sentOrder: string;
}

type ArgumentsByName = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An order that waits for its payment, and one that was sent. */
export async function addOrders(
  { test }: BookingDatabase,
  shop: Orders,
  who: SignedInUser,
  place: number,
) {
  const input = { name: `Buyer ${who.email}`, email: `buyer${String(place)}@example.com` };
  const { order_id: order } = await shop.placed(who, input);
  const { order_id: sentOrder } = await shop.placed(who, input);
  await test.sql(`begin; set local session_replication_role = replica;
    update bkk_orders set status = 'SHIPPED', shipped_at = now(), paid_satang = total_satang where order_id = '${sentOrder}'; commit`);
  return { order, sentOrder };
}

/** The arguments of the functions of products with which they succeed. */
export const productArguments: ArgumentsByName = {
  bkk_admin_save_product: {
    p_product_id: 'palm-fan',
    p_version: 1,
    p_product: {
      title: 'Palm Fan',
      variants: [{ id: 'palm-fan', price_in_cents: 18_000 }],
    },
    p_idempotency_key: randomUUID(),
  },
  bkk_admin_import_products: {
    p_products: [
      {
        ...{ id: 'imported', version: null, key: randomUUID() },
        product: { title: 'Imported', variants: [{ price_in_cents: 100 }] },
      },
    ],
  },
  bkk_admin_set_product_state: { p_product_id: 'palm-fan', p_version: 1, p_state: 'ARCHIVED' },
  bkk_admin_adjust_stock: {
    p_variant_id: 'palm-fan',
    p_kind: 'CORRECTED',
    p_quantity: -1,
    p_note: 'Broken',
    p_idempotency_key: randomUUID(),
  },
};

/** The arguments of the functions of orders with which they succeed. */
export const orderArguments = ({ order, sentOrder }: AddedOrders): ArgumentsByName => {
  const placed = { p_order_id: order, p_version: 1 };
  return {
    bkk_cancel_order: placed,
    bkk_pay_order_with_credit: placed,
    bkk_ask_return: { p_order_id: sentOrder, p_version: 1 },
    bkk_admin_move_order: { ...placed, p_action: 'cancel', p_details: { note: 'Why' } },
    bkk_admin_move_orders: {
      p_orders: [{ order_id: sentOrder, version: 1 }],
      p_action: 'deliver',
    },
    bkk_admin_shelf: { p_variant_ids: ['tag-teal'] },
    bkk_admin_save_delivery_rates: { p_version: 1, p_rates: [], p_offers_pickup: true },
    bkk_ask_stock_alert: { p_variant_id: 'tag-red' },
  };
};
