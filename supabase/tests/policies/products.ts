import type { TablePolicy } from './policy-table.ts';

/** The feature `shop`: admins read the products, functions alone write them; the store's public calls have a role of their own. */
export const productPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_products',
    key: 'id',
    rowsBy: 'nothing',
    newRow: { id: 'added', title: 'Added' },
    change: { title: 'Changed' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                              anon  authenticated  service_role
      additional_info         ---   s--            s--
      collections             ---   s--            s--
      created_at              ---   s--            s--
      custom_fields           ---   s--            s--
      description             ---   s--            s--
      description_th          ---   s--            s--
      folded_text             ---   ---            s--
      id                      ---   s--            s--
      images                  ---   s--            s--
      is_hidden               ---   s--            s--
      kind                    ---   s--            s--
      options                 ---   s--            s--
      position                ---   s--            s--
      purchasable             ---   s--            s--
      related_products        ---   s--            s--
      ribbon_text             ---   s--            s--
      ribbon_text_th          ---   s--            s--
      saved_key               ---   ---            s--
      search_text             ---   s--            s--
      site_product_selection  ---   s--            s--
      state                   ---   s--            s--
      subtitle                ---   s--            s--
      subtitle_th             ---   s--            s--
      thumbnail               ---   s--            s--
      title                   ---   s--            s--
      title_th                ---   s--            s--
      updated_at              ---   s--            s--
      version                 ---   s--            s--
    `,
  },
  {
    name: 'bkk_product_variants',
    key: 'id',
    rowsBy: 'nothing',
    newRow: { id: 'added', product_id: 'tote', title: 'Added', price_in_cents: 1 },
    change: { title: 'Changed' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                           anon  authenticated  service_role
      currency             ---   s--            s--
      id                   ---   s--            s--
      image_url            ---   s--            s--
      inventory_quantity   ---   s--            s--
      manage_inventory     ---   s--            s--
      options              ---   s--            s--
      position             ---   s--            s--
      price_in_cents       ---   s--            s--
      product_id           ---   s--            s--
      received_quantity    ---   s--            s--
      reserved_quantity    ---   s--            s--
      sale_price_in_cents  ---   s--            s--
      sku                  ---   s--            s--
      sold_quantity        ---   s--            s--
      title                ---   s--            s--
      title_th             ---   s--            s--
      weight               ---   s--            s--
    `,
  },
  {
    name: 'bkk_product_listings',
    key: 'product_id',
    rowsBy: 'nothing',
    newRow: {
      product_id: 'added',
      is_published: true,
      is_hidden: false,
      position: 0,
      title: 'Added',
      currency: 'thb',
      cents: 1,
      search_text: '',
      folded_text: '',
    },
    change: { cents: 2 },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           refused  refused  refused  refused
      inactive member  refused  refused  refused  refused
      admin            refused  refused  refused  refused
      inactive admin   refused  refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                    anon  authenticated  service_role
      cents         ---   ---            s--
      currency      ---   ---            s--
      folded_text   ---   ---            s--
      is_hidden     ---   ---            s--
      is_published  ---   ---            s--
      position      ---   ---            s--
      product_id    ---   ---            s--
      search_text   ---   ---            s--
      title         ---   ---            s--
    `,
  },
  {
    name: 'bkk_product_stock',
    key: 'product_id',
    rowsBy: 'nothing',
    newRow: {
      product_id: 'added',
      state: 'DRAFT',
      position: 0,
      variants: 0,
      free: 0,
      reserved: 0,
      sold: 0,
      stock: 'out',
    },
    change: { free: 2 },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           refused  refused  refused  refused
      inactive member  refused  refused  refused  refused
      admin            refused  refused  refused  refused
      inactive admin   refused  refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      currency    ---   ---            s--
      free        ---   ---            s--
      from_cents  ---   ---            s--
      position    ---   ---            s--
      product_id  ---   ---            s--
      reserved    ---   ---            s--
      sold        ---   ---            s--
      state       ---   ---            s--
      stock       ---   ---            s--
      variants    ---   ---            s--
    `,
  },
  {
    name: 'bkk_stock_movements',
    key: 'movement_id',
    rowsBy: 'nothing',
    newRow: { variant_id: 'tote', kind: 'RECEIVED', quantity: 1 },
    change: { note: 'Changed' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                       anon  authenticated  service_role
      created_at       ---   s--            s--
      created_by       ---   s--            s--
      created_by_name  ---   s--            s--
      free_after       ---   s--            s--
      idempotency_key  ---   ---            s--
      kind             ---   s--            s--
      movement_id      ---   s--            s--
      note             ---   s--            s--
      quantity         ---   s--            s--
      reference        ---   s--            s--
      reserved_after   ---   s--            s--
      variant_id       ---   s--            s--
    `,
  },
  {
    name: 'bkk_products_admin_view',
    source: 'bkk_products',
    key: 'id',
    rowsBy: 'nothing',
    newRow: { id: 'added', title: 'Added' },
    change: { title: 'Changed' },
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
      created_at   ---   s--            ---
      currency     ---   s--            ---
      free         ---   s--            ---
      from_cents   ---   s--            ---
      id           ---   s--            ---
      is_hidden    ---   s--            ---
      position     ---   s--            ---
      purchasable  ---   s--            ---
      reserved     ---   s--            ---
      search_text  ---   s--            ---
      sold         ---   s--            ---
      state        ---   s--            ---
      stock        ---   s--            ---
      subtitle     ---   s--            ---
      subtitle_th  ---   s--            ---
      thumbnail    ---   s--            ---
      title        ---   s--            ---
      title_th     ---   s--            ---
      updated_at   ---   s--            ---
      variants     ---   s--            ---
      version      ---   s--            ---
    `,
  },
];
