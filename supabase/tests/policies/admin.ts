import type { TablePolicy } from './policy-table.ts';

/** The tables admins edit: quote requests and airline news. */
export const adminPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_quote_requests',
    key: 'quote_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', origin: 'BKK', destination: 'NRT', dep_date: '2030-01-01' },
    change: { dep_date: '2030-01-02' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      refused  none     none
      inactive member  none     refused  none     none
      admin            all      all      all      all
      inactive admin   none     refused  none     none
      service_role     all      all      all      all
    `,
    columns: `
                    anon  authenticated  service_role
      quote_id      ---   siu            siu
      user_id       ---   siu            siu
      origin        ---   siu            siu
      destination   ---   siu            siu
      pax_adt       ---   siu            siu
      pax_chd       ---   siu            siu
      pax_inf       ---   siu            siu
      status        ---   siu            siu
      dep_date      ---   siu            siu
      created_at    ---   siu            siu
      updated_at    ---   siu            siu
      member_email  ---   s--            siu
      member_name   ---   s--            siu
    `,
  },
  {
    name: 'bkk_quote_requests_admin_view',
    source: 'bkk_quote_requests',
    key: 'quote_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', origin: 'BKK', destination: 'NRT', dep_date: '2030-01-01' },
    change: { status: 'QUOTED' },
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
      quote_id     ---   s--            ---
      user_id      ---   s--            ---
      email        ---   s--            ---
      full_name    ---   s--            ---
      origin       ---   s--            ---
      destination  ---   s--            ---
      pax_adt      ---   s--            ---
      pax_chd      ---   s--            ---
      pax_inf      ---   s--            ---
      status       ---   s--            ---
      dep_date     ---   s--            ---
      created_at   ---   s--            ---
      updated_at   ---   s--            ---
      number       ---   s--            ---
      search_text  ---   s--            ---
    `,
  },
  {
    name: 'bkk_airline_news',
    key: 'id',
    rowsBy: 'publicity',
    newRow: { title: 'New', excerpt: 'New', is_public: '$public' },
    change: { title: 'Changed' },
    access: `
                       select   insert   update   delete
      anon             public   refused  refused  refused
      member           all      refused  none     none
      inactive member  public   refused  none     none
      admin            all      all      all      all
      inactive admin   public   refused  none     none
      service_role     all      all      all      all
    `,
    columns: `
                  anon  authenticated  service_role
      id          s--   siu            siu
      title       s--   siu            siu
      excerpt     s--   siu            siu
      created_at  s--   siu            siu
      is_public   s--   siu            siu
      updated_at  s--   siu            siu
    `,
  },
  {
    name: 'bkk_airline_news_search_view',
    source: 'bkk_airline_news',
    key: 'id',
    rowsBy: 'publicity',
    newRow: { title: 'New', excerpt: 'New', is_public: '$public' },
    change: { title: 'Changed' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           all      refused  refused  refused
      inactive member  public   refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   public   refused  refused  refused
      service_role     refused  refused  refused  refused
    `,
    columns: `
                   anon  authenticated  service_role
      id           ---   s--            ---
      title        ---   s--            ---
      excerpt      ---   s--            ---
      created_at   ---   s--            ---
      is_public    ---   s--            ---
      updated_at   ---   s--            ---
      search_text  ---   s--            ---
    `,
  },
];
