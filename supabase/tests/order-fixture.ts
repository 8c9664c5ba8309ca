import { randomUUID } from 'node:crypto';
import type { Row } from '../../apps/server/src/db/database.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { startBookingDatabase, type BookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

/** What tests read of an order. */
interface OrderRow extends Row {
  readonly order_id: string;
  readonly number: string;
  readonly status: string;
  readonly version: number;
  readonly total_satang: string;
  readonly paid_satang: string;
  readonly pay_hours: number | null;
  readonly review_hours: number | null;
}

interface OrderInput {
  readonly request_key?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly method?: string;
  readonly address?: object | null;
  readonly lines?: readonly unknown[];
  readonly seen_delivery_satang?: number;
  readonly pay?: string;
}

/** What placing an order answers: its columns, the changes, or SQLSTATE and message of the error. */
type Answer = Readonly<Record<string, unknown>>;

export interface Orders {
  /** Places an order of a member, or of a guest (null), from a network. */
  place(who: SignedInUser | null, input?: OrderInput, network?: string): Promise<Answer>;
  /** Places an order, which must succeed. */
  placed(who?: SignedInUser | null, input?: OrderInput): Promise<OrderRow>;
  order(id: string): Promise<OrderRow>;
  orderEvents(id: string): Promise<readonly string[]>;
  /** Moves an order on as an admin, in the version that it has. */
  move(id: string, action: string, details?: object): Promise<string>;
  stockOf(variant: string): Promise<number>;
}

/** 290 baht and 200 g each; ten pieces. */
export const tag = { product_id: 'tag', variant_id: 'tag-teal', quantity: 1, seen_satang: 29_000 };
/** 590 baht and 400 g each; stock is not counted. */
export const tote = { product_id: 'tote', variant_id: 'tote', quantity: 1, seen_satang: 59_000 };

export const siLom = {
  country: 'TH',
  line: '88/8 ซอยตัวอย่าง 4',
  sub_district: 'สีลม',
  district: 'บางรัก',
  province: 'กรุงเทพมหานคร',
  postal_code: '10500',
};

const products = `
  insert into bkk_products (id, title, thumbnail) values ('tag', 'Departure Tag', '/tag.svg'), ('tote', 'Tote', null), ('gift', 'Gift', null);
  insert into bkk_product_variants (
      id, product_id, title, price_in_cents, sale_price_in_cents, currency, manage_inventory, inventory_quantity, weight)
    values ('tag-teal', 'tag', 'Teal', 32000, 29000, 'thb', true, 10, 200), ('tag-red', 'tag', 'Red', 32000, null, 'thb', true, 0, 200),
      ('tote', 'tote', 'One', 59000, null, 'thb', false, null, 400),
      ('gift', 'gift', 'One', 1500, null, 'eur', false, null, 50)`;

/** Calls bkk_place_order() as the function place-order does. */
const placeOn =
  (test: TestDatabase): Orders['place'] =>
  (who, input = {}, network = 'home') =>
    test
      .sql<{ said: Answer }>('select bkk_place_order($1, $2, $3) as said', [
        who?.id ?? null,
        network,
        JSON.stringify({
          request_key: randomUUID(),
          language: 'th',
          name: 'ณัฐญา วงศ์ไทย',
          email: 'nat@example.com',
          phone: '+66800000045',
          method: 'standard',
          address: siLom,
          lines: [tag],
          seen_delivery_satang: 6000,
          ...input,
        }),
      ])
      .then(
        ([row]) => row?.said ?? {},
        (error: unknown) => {
          const { code, message } = error as { code?: string; message: string };
          return { error: `${String(code)} ${message}` };
        },
      );

/** Orders of products of its own; the feature `shop` is on, and Somchai is an admin. */
export async function openShop(db: BookingDatabase): Promise<Orders> {
  const { test } = db;
  await test.sql(products);
  const place = placeOn(test);
  const order: Orders['order'] = async (id) => {
    const [row] = await test.sql<OrderRow>(
      `select *, (extract(epoch from pay_by - now()) / 3600)::float8 as pay_hours,
        (extract(epoch from review_until - now()) / 3600)::float8 as review_hours from bkk_orders where order_id = $1`,
      [id],
    );
    if (row === undefined) throw new Error('there is no such order');
    return row;
  };
  return {
    place,
    order,
    async placed(who = members.nattaya, input = {}) {
      const said = await place(who, input);
      if (typeof said.order_id !== 'string') throw new Error(JSON.stringify(said));
      return order(said.order_id);
    },
    async orderEvents(id) {
      const rows = await test.sql<{ event: string }>(
        'select event from bkk_order_events where order_id = $1 order by event_id',
        [id],
      );
      return rows.map(({ event }) => event);
    },
    async move(id, action, details = {}) {
      const { version } = await order(id);
      return db.call(members.somchai, 'bkk_admin_move_order', {
        p_order_id: id,
        p_version: version,
        p_action: action,
        p_details: details,
      });
    },
    async stockOf(variant) {
      const [row] = await test.sql<{ stock: number }>(
        'select inventory_quantity as stock from bkk_product_variants where id = $1',
        [variant],
      );
      return row?.stock ?? 0;
    },
  };
}

export type OrderDatabase = BookingDatabase & Orders;

export async function startOrderDatabase(): Promise<OrderDatabase> {
  const db = await startBookingDatabase();
  await db.test.sql(`select bkk_internal.set_features('{bookings,payments,shop}')`);
  return { ...db, ...(await openShop(db)) };
}
