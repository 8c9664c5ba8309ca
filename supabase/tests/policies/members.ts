import type { TablePolicy } from './policy-table.ts';

/** The tables of members: roles, profiles and credit. */
export const memberPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_user_roles',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', role: 'admin' },
    change: { last_login_at: '2026-01-01T00:00:00Z' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           refused  refused  refused  refused
      inactive member  refused  refused  refused  refused
      admin            refused  refused  refused  refused
      inactive admin   refused  refused  refused  refused
      service_role     all      all      all      all
    `,
    columns: `
                     anon  authenticated  service_role
      user_id        ---   ---            siu
      role           ---   ---            siu
      is_active      ---   ---            siu
      last_login_at  ---   ---            siu
      email          ---   ---            siu
      full_name      ---   ---            siu
      created_at     ---   ---            siu
    `,
  },
  {
    name: 'bkk_invited_roles',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', role: 'admin' },
    change: { role: 'member' },
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
      user_id     ---   ---            s--
      role        ---   ---            s--
      created_at  ---   ---            s--
    `,
  },
  {
    name: 'bkk_users_admin_view',
    source: 'bkk_user_roles',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', role: 'admin' },
    change: { role: 'admin', is_active: true },
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
      user_id     ---   s--            ---
      email       ---   s--            ---
      full_name   ---   s--            ---
      role        ---   s--            ---
      is_active   ---   s--            ---
      created_at  ---   s--            ---
    `,
  },
  {
    name: 'bkk_users_search_view',
    source: 'bkk_user_roles',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', role: 'admin' },
    change: { role: 'admin', is_active: true },
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
      user_id     ---   s--            ---
      email       ---   s--            ---
      full_name   ---   s--            ---
      role        ---   s--            ---
      is_active   ---   s--            ---
      created_at  ---   s--            ---
      search_text  ---  s--            ---
    `,
  },
  {
    name: 'bkk_user_profiles',
    key: 'user_id',
    rowsBy: 'member',
    onePerMember: true,
    newRow: { user_id: '$owner', email: '$email' },
    change: { full_name: 'Changed', phone: '1', updated_at: '2026-01-01T00:00:00Z' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      own      own      refused
      inactive member  none     refused  none     refused
      admin            own      own      own      refused
      inactive admin   none     refused  none     refused
      service_role     all      all      all      all
    `,
    columns: `
                  anon  authenticated  service_role
      user_id     ---   siu            siu
      email       ---   siu            siu
      full_name   ---   s-u            siu
      phone       ---   s-u            siu
      updated_at  ---   s-u            siu
    `,
  },
  // With the feature payments its functions alone write; credit-ledger.test.ts has the rights of admins without it.
  {
    name: 'bkk_credit_accounts',
    key: 'user_id',
    rowsBy: 'member',
    onePerMember: true,
    newRow: { user_id: '$owner', balance: 1000000 },
    change: { balance: 1000000 },
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
      user_id  ---   siu            siu
      balance  ---   siu            siu
    `,
  },
];
