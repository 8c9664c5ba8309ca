import type { TablePolicy } from './policy-table.ts';

/** The logs: sign-ins and changes. */
export const recordPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_login_logs',
    key: 'id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', email: '$email', event: 'login', success: true },
    change: { success: false },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     own      refused  refused
      inactive member  none     refused  refused  refused
      admin            all      own      refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      all      all      all
    `,
    columns: `
                  anon  authenticated  service_role
      id          ---   s--            siu
      user_id     ---   si-            siu
      email       ---   si-            siu
      event       ---   si-            siu
      success     ---   si-            siu
      created_at  ---   s--            siu
      session_id  ---   s--            siu
    `,
  },
  {
    name: 'bkk_login_logs_admin_view',
    source: 'bkk_login_logs',
    key: 'id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', email: '$email', event: 'login', success: true },
    change: { success: false },
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
      id          ---   s--            ---
      user_id     ---   s--            ---
      email       ---   s--            ---
      event       ---   s--            ---
      success     ---   s--            ---
      created_at  ---   s--            ---
    `,
  },
  {
    name: 'bkk_change_log',
    key: 'id',
    rowsBy: 'nothing',
    newRow: {
      table_name: 'bkk_airline_news',
      row_id: '00000000-0000-4000-8000-000000000001',
      operation: 'DELETE',
    },
    change: { actor_email: 'another.user@bkksiam.example' },
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
      id           ---   s--            s--
      changed_at   ---   s--            s--
      actor_id     ---   s--            s--
      actor_email  ---   s--            s--
      actor_role   ---   s--            s--
      table_name   ---   s--            s--
      row_id       ---   s--            s--
      row_key      ---   s--            s--
      operation    ---   s--            s--
      before       ---   s--            s--
      after        ---   s--            s--
    `,
  },
  {
    name: 'bkk_features',
    key: 'name',
    rowsBy: 'nothing',
    newRow: { name: 'added' },
    change: { is_on: true },
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
      name      s--   s--            s--
      requires  s--   s--            s--
      is_on     s--   s--            s--
    `,
  },
  {
    name: 'bkk_jobs',
    key: 'name',
    rowsBy: 'nothing',
    newRow: { name: 'bkk_added', every: '1 hour', batch_size: 1 },
    change: { every: '1 hour' },
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
      name          ---   ---            s--
      every         ---   ---            s--
      batch_size    ---   ---            s--
      due_at        ---   ---            s--
      last_run_at   ---   ---            s--
      last_failure  ---   ---            s--
    `,
  },
  {
    name: 'bkk_outbox',
    key: 'id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', key: 'another', channel: 'mail', event: 'greeting' },
    change: { event: 'farewell' },
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
      id            ---   ---            ---
      number        ---   ---            ---
      key           ---   ---            ---
      channel       ---   ---            ---
      user_id       ---   ---            ---
      event         ---   ---            ---
      ids           ---   ---            ---
      created_at    ---   ---            ---
      due_at        ---   ---            ---
      lease         ---   ---            ---
      attempts      ---   ---            ---
      last_failure  ---   ---            ---
      sent_at       ---   ---            ---
      failed_at     ---   ---            ---
    `,
  },
  {
    name: 'bkk_outbox_admin_view',
    source: 'bkk_outbox',
    key: 'id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', channel: 'mail', event: 'greeting' },
    change: { event: 'farewell' },
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
      id          ---   s--            ---
      channel     ---   s--            ---
      event       ---   s--            ---
      user_id     ---   s--            ---
      email       ---   s--            ---
      full_name   ---   s--            ---
      attempts    ---   s--            ---
      reason      ---   s--            ---
      created_at  ---   s--            ---
      failed_at   ---   s--            ---
      search_text  ---   s--            ---
    `,
  },
];
