// The store, a member's orders and the admins' products and orders over HTTP, with 10,000 products and 100,000 orders against 100
// of each. The measured member has as many orders in both, and the store's searches find as many products.
import {
  compareSizes,
  fillMembers,
  idAt,
  owner,
  sqlIdAt,
  userAt,
  type Request,
} from './size-comparison.ts';

interface Size {
  readonly products: number;
  readonly orders: number;
}

const sizes: readonly [small: Size, large: Size] = [
  { products: 100, orders: 100 },
  { products: 10_000, orders: 100_000 },
];

/** Three variants each; 12 products have a word of their own, and one of fifty has few pieces. */
const fillProducts = ({ products }: Size): string => `
  begin;
  set local session_replication_role = replica;
  insert into public.bkk_products (id, position, title, title_th, subtitle, description, thumbnail, images, created_at)
    select 'p' || n, n, case when n <= 12 then 'Songkran ' else '' end || (array['Tote', 'Tee', 'Mug', 'Tag'])[1 + n % 4] || ' ' || n,
      (array['ถุงผ้า', 'เสื้อยืด', 'แก้วน้ำ', 'ป้ายกระเป๋า'])[1 + n % 4] || ' ' || n, 'Of the agency', repeat('What it is made of. ', 12),
      '/merchandise/tote-cream.svg', '[{"url": "/merchandise/tote-cream.svg", "type": "image"}]', now() - n * interval '1 minute'
    from generate_series(1, ${String(products)}) as n;
  insert into public.bkk_product_variants (
      id, product_id, position, title, sku, price_in_cents, sale_price_in_cents, currency, inventory_quantity, received_quantity, weight)
    select 'p' || n || '-' || v, 'p' || n, v, 'Variant ' || v, 'SKU-' || n || '-' || v, 1000 + n * 7919 % 500000,
      case when n % 5 = 0 then 900 + n * 7919 % 500000 end, 'thb', stock, stock, 200
    from generate_series(1, ${String(products)}) as n, generate_series(1, 3) as v
      cross join lateral (select case when n % 50 = 0 then n % 4 else 20 + n % 30 end) as given (stock);
  select bkk_internal.list_product(id) from public.bkk_products;
  select bkk_internal.sum_stock(array(select id from public.bkk_products));
  commit`;

/** Bypasses the triggers to run in seconds. One order of ten is a guest's. */
const fillOrders = ({ products, orders }: Size): string => `
  begin;
  set local session_replication_role = replica;
  ${fillMembers};
  insert into public.bkk_orders (
      order_id, number, user_id, is_guest, request_key, status, language, name, email, phone, method, address, weight_grams,
      items_satang, delivery_satang, paid_satang, pay_by, paid_at, shipped_at, ended_at, created_at, updated_at)
    select ${sqlIdAt(9400, 'n')}, 'ORD-' || translate(lpad(upper(to_hex(n)), 8, 'X'), '01', 'XY'),
      case when n < 12 or n % 10 <> 0 then ${sqlIdAt(9000, owner)} end, n >= 12 and n % 10 = 0, ${sqlIdAt(9400, 'n')}, status, 'en',
      'Traveller ' || (${owner}), 'traveller' || (${owner}) || '@bench.example', '+6620000000', 'standard',
      '{"country": "TH", "line": "1"}', 600, 58000, 6000, case status when 'PLACED' then 0 when 'CANCELLED' then 0 else 64000 end,
      now() + interval '1 day', case when status not in ('PLACED', 'CANCELLED') then now() end,
      case when status in ('SHIPPED', 'DELIVERED') then now() end, case when status in ('DELIVERED', 'CANCELLED') then now() end,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(0, ${String(orders - 1)}) as n
      cross join lateral (
        select case when n % 20 = 19 then 'CANCELLED' when n < 2000 then (array['PLACED', 'PAID', 'PACKED', 'SHIPPED'])[1 + n % 4]
          else 'DELIVERED' end) as given (status);
  insert into public.bkk_order_lines (
      order_id, position, product_id, variant_id, title, variant_title, unit_satang, quantity, weight_grams, has_stock)
    select ${sqlIdAt(9400, 'n')}, line, 'p' || bought, 'p' || bought || '-1', 'Tote ' || bought, 'Variant 1', 14500, 2, 150, true
    from generate_series(0, ${String(orders - 1)}) as n, generate_series(1, 2) as line
      cross join lateral (select 1 + (n * 31 + line) % ${String(products)}) as given (bought);
  insert into public.bkk_order_events (order_id, created_at, actor, event)
    select order_id, created_at, 'member', event from public.bkk_orders, unnest('{placed,payment_recorded}'::text[]) as event;
  commit`;

const store = '/store/bench/products';
const grid = `${store}?limit=24&offset=0&is_hidden=false`;

const storeRequests: readonly Request[] = [
  ['the first page', grid],
  ['the fourth page', `${store}?limit=24&offset=72&is_hidden=false`],
  ['the first page, by price', `${grid}&sort_by=price&order=asc`],
  [
    'the fourth page, dearest first',
    `${store}?limit=24&offset=72&is_hidden=false&sort_by=price&order=desc`,
  ],
  ['the first page, by title', `${grid}&sort_by=title&order=asc`],
  ['a search', `${grid}&q=songkran`],
  ['a search by price', `${grid}&q=songkran&sort_by=price&order=asc`],
  ['a search that most match', `${grid}&q=t`],
  ['a search in Thai', `${grid}&q=${encodeURIComponent('แก้วน้ำ 6')}`],
  ['a search without result', `${grid}&q=zzzz`],
  ['a product', `${store}/p7`],
  ['related products', `${store}?ids[]=p7&ids[]=p8&ids[]=p9`],
  ['the stock of a product', `/store/bench/variants?fields=inventory_quantity&product_ids[]=p7`],
];

const own = `user_id=eq.${userAt(1)}`;
const listed =
  'order_id,number,status,method,total_satang,paid_satang,pay_by,review_until,tracking_url,arrives_on,created_at,lines:bkk_order_lines(position,title,title_th,quantity)';
const shown =
  'order_id,number,status,version,method,name,phone,address,total_satang,paid_satang,pay_by,created_at,lines:bkk_order_lines(position,title,variant_title,picture,unit_satang,quantity),events:bkk_order_events(event_id,created_at,actor,event,details,message),receipts:bkk_receipts(receipt_id,series,year,number)';

const memberRequests: readonly Request[] = [
  [
    'my orders',
    `bkk_orders?select=${listed}&${own}&order=created_at.desc,order_id&lines.order=position&limit=10`,
  ],
  [
    'an order',
    `bkk_orders?select=${shown}&${own}&order_id=eq.${idAt(9400, 1)}&lines.order=position&events.order=event_id`,
  ],
];

const searched = (text: string) => `search_text=like.${encodeURIComponent(`*${text}*`)}`;
const products = 'bkk_products_admin_view?select=*';
const byPosition = 'order=position.asc,id.asc&limit=20';
const orders = 'bkk_orders_admin_view?select=*';
const newest = 'order=created_at.desc,order_id.desc&limit=20';

const adminRequests: readonly Request[] = [
  ['products', `${products}&${byPosition}`],
  ['products by title', `${products}&order=title.asc,id.asc&limit=20`],
  ['products by price', `${products}&order=from_cents.asc,id.asc&limit=20`],
  ['products by stock', `${products}&order=free.asc,id.asc&limit=20`],
  ['products that are low', `${products}&stock=eq.low&${byPosition}`],
  ['products that are out of stock', `${products}&stock=eq.out&${byPosition}`],
  ['products that are drafts', `${products}&state=eq.DRAFT&${byPosition}`],
  ['products, search', `${products}&${searched('songkran')}&${byPosition}`],
  ['products, search by article number', `${products}&${searched('sku-7-1')}&${byPosition}`],
  ['products, search without result', `${products}&${searched('zzzz')}&${byPosition}`],
  ['counts of products', 'rpc/bkk_admin_count_products', 'HEAD'],
  ['counts of products, search', 'rpc/bkk_admin_count_products?p_search=songkran'],
  [
    'movements of a variant',
    'bkk_stock_movements?select=movement_id,kind,quantity&variant_id=eq.p7-1&order=movement_id.desc&limit=20',
  ],
  ['orders', `${orders}&${newest}`],
  ['orders that are open', `${orders}&is_open=is.true&${newest}`],
  ['orders by name', `${orders}&order=name.asc,order_id.asc&limit=20`],
  ['orders by status', `${orders}&order=status.asc,created_at.asc&limit=20`],
  [
    'orders that come back',
    `${orders}&return_open=is.true&order=created_at.asc,order_id.asc&limit=20`,
  ],
  ['orders to pack', `${orders}&status=eq.PAID&order=created_at.asc,order_id.asc&limit=20`],
  ['orders of a member', `${orders}&${searched('traveller1@')}&${newest}`],
  ['orders, search without result', `${orders}&${searched('zzzz')}&${newest}`],
  ['orders, search of two letters', `${orders}&${searched('|zq')}&${newest}`],
  ['orders, search in Thai', `${orders}&${searched('สมชาย')}&${newest}`],
  ['counts of orders', 'rpc/bkk_admin_count_orders', 'HEAD'],
  ['counts of orders, search', 'rpc/bkk_admin_count_orders?p_search=traveller1@'],
  ['counts of orders, no result', 'rpc/bkk_admin_count_orders?p_search=zzzz'],
  ['counts of orders, two letters', 'rpc/bkk_admin_count_orders?p_search=%7Czq'],
  ['sum of orders', 'rpc/bkk_admin_sum_orders', 'HEAD'],
  ['sum of orders, search', 'rpc/bkk_admin_sum_orders?p_search=traveller1@'],
];

const fillsOf = (size: Size) => [
  `select bkk_internal.set_features('{bookings,payments,shop}')`,
  fillProducts(size),
  fillOrders(size),
];

export const benchShopLists = (): Promise<void> =>
  compareSizes(
    'shop_lists',
    [fillsOf(sizes[0]), fillsOf(sizes[1])],
    [
      { who: 'visitor', number: 1, list: storeRequests },
      { who: 'member', number: 1, list: memberRequests },
      { who: 'admin', number: 0, list: adminRequests },
    ],
  );
