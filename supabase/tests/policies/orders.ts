import type { TablePolicy } from './policy-table.ts';

/** The feature `shop`: its functions alone write orders. In the fixture an order and its line have the id of their member. */
export const orderPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_delivery_settings',
    key: 'version',
    rowsBy: 'nothing',
    newRow: { offers_pickup: false },
    change: { offers_pickup: false },
    access: `
                       select   insert   update   delete
      anon             all      refused  refused  refused
      member           all      refused  refused  refused
      inactive member  all      refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   all      refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                     anon  authenticated  service_role
      is_only_row    ---   ---            s--
      offers_pickup  s--   s--            s--
      version        s--   s--            s--
    `,
  },
  {
    name: 'bkk_delivery_rates',
    key: 'up_to_grams',
    rowsBy: 'nothing',
    newRow: {
      method: 'standard',
      zone: 'abroad',
      up_to_grams: 7,
      price_satang: 1,
      days_from: 1,
      days_to: 2,
    },
    change: { price_satang: 1 },
    access: `
                       select   insert   update   delete
      anon             all      refused  refused  refused
      member           all      refused  refused  refused
      inactive member  all      refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   all      refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                    anon  authenticated  service_role
      days_from     s--   s--            s--
      days_to       s--   s--            s--
      method        s--   s--            s--
      price_satang  s--   s--            s--
      up_to_grams   s--   s--            s--
      zone          s--   s--            s--
    `,
  },
  {
    name: 'bkk_orders',
    key: 'order_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', number: 'ORD-22222222' },
    change: { status: 'PAID' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                       anon  authenticated  service_role
      address          ---   s--            s--
      arrives_on       ---   s--            s--
      carrier          ---   s--            s--
      created_at       ---   s--            s--
      delivery_satang  ---   s--            s--
      email            ---   s--            s--
      ended_at         ---   s--            s--
      is_guest         ---   ---            s--
      is_open          ---   ---            s--
      items_satang     ---   s--            s--
      language         ---   s--            s--
      method           ---   s--            s--
      name             ---   s--            s--
      network          ---   ---            s--
      number           ---   s--            s--
      order_id         ---   s--            s--
      paid_at          ---   s--            s--
      paid_satang      ---   s--            s--
      parcel_number    ---   s--            s--
      pay_by           ---   s--            s--
      phone            ---   s--            s--
      request_key      ---   ---            s--
      return_asked_at  ---   s--            s--
      return_open      ---   ---            s--
      review_until     ---   s--            s--
      search_text      ---   ---            s--
      shipped_at       ---   s--            s--
      status           ---   s--            s--
      total_satang     ---   s--            s--
      tracking_url     ---   s--            s--
      updated_at       ---   s--            s--
      user_id          ---   s--            s--
      version          ---   s--            s--
      weight_grams     ---   s--            s--
    `,
  },
  {
    name: 'bkk_order_lines',
    key: 'order_id',
    rowsBy: 'member',
    owner: 'order_id',
    newRow: { order_id: '$owner', position: 2 },
    change: { quantity: 2 },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                        anon  authenticated  service_role
      answers           ---   s--            s--
      has_stock         ---   ---            s--
      order_id          ---   s--            s--
      picture           ---   s--            s--
      position          ---   s--            s--
      product_id        ---   s--            s--
      quantity          ---   s--            s--
      sku               ---   s--            s--
      title             ---   s--            s--
      title_th          ---   s--            s--
      unit_satang       ---   s--            s--
      variant_id        ---   s--            s--
      variant_title     ---   s--            s--
      variant_title_th  ---   s--            s--
      weight_grams      ---   s--            s--
    `,
  },
  {
    name: 'bkk_order_events',
    key: 'order_id',
    rowsBy: 'member',
    owner: 'order_id',
    newRow: { order_id: '$owner', actor: 'member', event: 'placed' },
    change: { event: 'paid' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      actor       ---   s--            s--
      actor_id    ---   ---            s--
      actor_name  ---   s--            s--
      created_at  ---   s--            s--
      details     ---   s--            s--
      event       ---   s--            s--
      event_id    ---   s--            s--
      message     ---   s--            s--
      order_id    ---   s--            s--
    `,
  },
  {
    name: 'bkk_order_links',
    key: 'link_hash',
    rowsBy: 'nothing',
    newRow: { link_hash: 'b'.repeat(64) },
    change: { expires_at: '2030-01-01' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           refused  refused  refused  refused
      inactive member  refused  refused  refused  refused
      admin            refused  refused  refused  refused
      inactive admin   refused  refused  refused  refused
      service_role     refused  refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      expires_at  ---   ---            ---
      link_hash   ---   ---            ---
      order_id    ---   ---            ---
    `,
  },
  {
    name: 'bkk_stock_alerts',
    key: 'alert_id',
    rowsBy: 'nothing',
    newRow: { variant_id: 'tote', email: 'b@example.com' },
    change: { told_at: '2030-01-01' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           refused  refused  refused  refused
      inactive member  refused  refused  refused  refused
      admin            refused  refused  refused  refused
      inactive admin   refused  refused  refused  refused
      service_role     refused  refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      alert_id    ---   ---            ---
      created_at  ---   ---            ---
      email       ---   ---            ---
      language    ---   ---            ---
      told_at     ---   ---            ---
      user_id     ---   ---            ---
      variant_id  ---   ---            ---
    `,
  },
  {
    name: 'bkk_orders_admin_view',
    source: 'bkk_orders',
    key: 'order_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner' },
    change: { status: 'PAID' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     refused  refused  refused  refused
    `,
    columns: `
                       anon  authenticated  service_role
      arrives_on       ---   s--            ---
      carrier          ---   s--            ---
      country          ---   s--            ---
      created_at       ---   s--            ---
      delivery_satang  ---   s--            ---
      email            ---   s--            ---
      ended_at         ---   s--            ---
      is_guest         ---   s--            ---
      is_open          ---   s--            ---
      items_satang     ---   s--            ---
      language         ---   s--            ---
      lines            ---   s--            ---
      method           ---   s--            ---
      name             ---   s--            ---
      number           ---   s--            ---
      order_id         ---   s--            ---
      paid_at          ---   s--            ---
      paid_satang      ---   s--            ---
      parcel_number    ---   s--            ---
      pay_by           ---   s--            ---
      phone            ---   s--            ---
      quantity         ---   s--            ---
      return_asked_at  ---   s--            ---
      return_open      ---   s--            ---
      review_until     ---   s--            ---
      search_text      ---   s--            ---
      shipped_at       ---   s--            ---
      status           ---   s--            ---
      title            ---   s--            ---
      title_th         ---   s--            ---
      total_satang     ---   s--            ---
      updated_at       ---   s--            ---
      user_id          ---   s--            ---
      version          ---   s--            ---
      weight_grams     ---   s--            ---
    `,
  },
];
