import type { TablePolicy } from './policy-table.ts';

export const notificationPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_notifications',
    key: 'notification_id',
    rowsBy: 'member',
    newRow: {
      user_id: '$owner',
      kind: 'bookings',
      event: 'booking.priced',
      values: {},
      key: 'new',
    },
    change: { read_at: '2030-01-01' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            own      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                       anon  authenticated  service_role
      created_at       ---   s--            s--
      event            ---   s--            s--
      key              ---   s--            s--
      kind             ---   s--            s--
      notification_id  ---   s--            s--
      read_at          ---   s--            s--
      user_id          ---   s--            s--
      values           ---   s--            s--
    `,
  },
  {
    name: 'bkk_notification_settings',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', kind: 'requests', mail: false },
    change: { mail: false },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      own      own      refused
      inactive member  none     none     none     refused
      admin            own      own      own      refused
      inactive admin   none     none     none     refused
      service_role     all      refused  refused  refused
    `,
    columns: `
               anon  authenticated  service_role
      kind     ---   siu            s--
      line     ---   siu            s--
      mail     ---   siu            s--
      push     ---   siu            s--
      user_id  ---   siu            s--
    `,
  },
  {
    name: 'bkk_notification_channels',
    key: 'has_line',
    rowsBy: 'nothing',
    newRow: { has_line: true },
    change: { has_line: true },
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
      has_line         ---   ---            ---
      is_only_row      ---   ---            ---
      push_public_key  ---   ---            ---
    `,
  },
  {
    name: 'bkk_line_accounts',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', line_user_id: 'U' },
    change: { line_user_id: 'U' },
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
      line_user_id  ---   ---            ---
      linked_at     ---   ---            ---
      user_id       ---   ---            ---
    `,
  },
  {
    name: 'bkk_line_codes',
    key: 'user_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', used_by: 'U' },
    change: { used_by: 'U' },
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
      code_hash   ---   ---            ---
      expires_at  ---   ---            ---
      used_by     ---   ---            ---
      user_id     ---   ---            ---
    `,
  },
  {
    name: 'bkk_line_attempts',
    key: 'line_user_id',
    rowsBy: 'nothing',
    newRow: { line_user_id: 'added', attempts: 1 },
    change: { attempts: 0 },
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
      attempts      ---   ---            ---
      line_user_id  ---   ---            ---
      since         ---   ---            ---
    `,
  },
  {
    name: 'bkk_push_subscriptions',
    key: 'subscription_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', endpoint: 'https://push.bkksiam.example/1' },
    change: { auth: 'changed' },
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
      auth             ---   ---            ---
      created_at       ---   ---            ---
      endpoint         ---   ---            ---
      p256dh           ---   ---            ---
      subscription_id  ---   ---            ---
      user_id          ---   ---            ---
    `,
  },
];
