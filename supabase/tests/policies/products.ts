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
      sale_price_in_cents  ---   s--            s--
      sku                  ---   s--            s--
      title                ---   s--            s--
      title_th             ---   s--            s--
      weight               ---   s--            s--
    `,
  },
];
