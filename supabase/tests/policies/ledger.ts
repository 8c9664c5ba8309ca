import type { TablePolicy } from './policy-table.ts';

/** The ledger of the feature `payments`, the agency's details and its first set-up. Their functions alone write. */
export const ledgerPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_agency',
    key: 'version',
    rowsBy: 'nothing',
    newRow: { name_en: 'Other' },
    change: { name_en: 'Other' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           all      refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            all      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                           anon  authenticated  service_role
      address_en           ---   s--            s--
      address_th           ---   s--            s--
      agency_id            ---   ---            s--
      bank_account_name    ---   s--            s--
      bank_account_number  ---   s--            s--
      bank_code            ---   s--            s--
      branch               ---   s--            s--
      email                ---   s--            s--
      hours_en             ---   s--            s--
      hours_th             ---   s--            s--
      is_only_row          ---   ---            s--
      languages            ---   s--            s--
      licence              ---   s--            s--
      logo                 ---   s--            s--
      name_en              ---   s--            s--
      name_th              ---   s--            s--
      phone                ---   s--            s--
      promptpay_id         ---   s--            s--
      promptpay_kind       ---   s--            s--
      tax_id               ---   s--            s--
      updated_at           ---   s--            s--
      vat_from             ---   s--            s--
      vat_rates            ---   s--            s--
      version              ---   s--            s--
    `,
  },
  {
    name: 'bkk_setup',
    key: 'is_only_row',
    rowsBy: 'nothing',
    newRow: { is_only_row: true },
    change: { dismissed_at: null },
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
      backup_at            ---   ---            ---
      dismissed_at         ---   ---            ---
      is_only_row          ---   ---            ---
      restore_at           ---   ---            ---
      test_mail_asked_at   ---   ---            ---
      test_mail_opened_at  ---   ---            ---
      test_mail_token      ---   ---            ---
    `,
  },
  {
    name: 'bkk_credit_postings',
    key: 'posting_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', key: 'k', kind: 'correction' },
    change: { note: null },
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
      bank_satang          ---   s--            s--
      booking_id           ---   s--            s--
      booking_satang       ---   s--            s--
      created_at           ---   s--            s--
      created_by           ---   ---            s--
      created_by_name      ---   ---            s--
      credit_after_satang  ---   s--            s--
      credit_satang        ---   s--            s--
      key                  ---   ---            s--
      kind                 ---   s--            s--
      note                 ---   ---            s--
      number               ---   s--            s--
      order_id             ---   s--            s--
      order_satang         ---   s--            s--
      payment_id           ---   s--            s--
      posting_id           ---   s--            s--
      received_at          ---   s--            s--
      slip_id              ---   s--            s--
      user_id              ---   s--            s--
    `,
  },
  {
    name: 'bkk_credit_postings_admin_view',
    source: 'bkk_credit_postings',
    key: 'posting_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner' },
    change: { note: null },
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
      bank_satang          ---   s--            ---
      booking_id           ---   s--            ---
      booking_satang       ---   s--            ---
      created_at           ---   s--            ---
      created_by_name      ---   s--            ---
      credit_after_satang  ---   s--            ---
      credit_satang        ---   s--            ---
      email                ---   s--            ---
      full_name            ---   s--            ---
      kind                 ---   s--            ---
      note                 ---   s--            ---
      number               ---   s--            ---
      order_id             ---   s--            ---
      order_satang         ---   s--            ---
      payment_id           ---   s--            ---
      posting_id           ---   s--            ---
      received_at          ---   s--            ---
      reference            ---   s--            ---
      slip_id              ---   s--            ---
      user_id              ---   s--            ---
    `,
  },
  {
    name: 'bkk_credit_entries',
    key: 'entry_id',
    rowsBy: 'nothing',
    newRow: { account: 'fees', amount_satang: 1 },
    change: { amount_satang: 1 },
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
      account         ---   s--            s--
      amount_satang   ---   s--            s--
      balance_satang  ---   s--            s--
      day             ---   s--            s--
      entry_id        ---   s--            s--
      holder          ---   s--            s--
      posting_id      ---   s--            s--
    `,
  },
  {
    name: 'bkk_credit_days',
    key: 'day',
    rowsBy: 'nothing',
    newRow: { account: 'fees' },
    change: { entries: 1 },
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
      account          ---   ---            s--
      came_in_satang   ---   ---            s--
      day              ---   ---            s--
      entries          ---   ---            s--
      shard            ---   ---            s--
      went_out_satang  ---   ---            s--
    `,
  },
];
