import type { TablePolicy } from './policy-table.ts';

/** Receipts of the feature `payments`. Functions alone write. */
export const receiptPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_receipt_counters',
    key: 'last',
    rowsBy: 'nothing',
    newRow: { series: 'IV', year: 2030, last: 1 },
    change: { last: 2 },
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
      last    ---   ---            ---
      series  ---   ---            ---
      year    ---   ---            ---
    `,
  },
  {
    name: 'bkk_receipts',
    key: 'receipt_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', series: 'RT', year: 2030, number: 9, amount_satang: 1, data: {} },
    change: { void_reason: 'none' },
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
      amount_satang   ---   s--            s--
      booking_id      ---   s--            s--
      corrects        ---   s--            s--
      data            ---   s--            s--
      dated_at        ---   s--            s--
      issued_at       ---   s--            s--
      number          ---   s--            s--
      order_id        ---   s--            s--
      posting_id      ---   s--            s--
      receipt_id      ---   s--            s--
      replaces        ---   s--            s--
      search_text     ---   ---            s--
      series          ---   s--            s--
      taxable_satang  ---   s--            s--
      user_id         ---   s--            s--
      vat_satang      ---   s--            s--
      void_kind       ---   s--            s--
      void_reason     ---   s--            s--
      voided_at       ---   s--            s--
      year            ---   s--            s--
    `,
  },
  {
    name: 'bkk_receipts_admin_view',
    source: 'bkk_receipts',
    key: 'receipt_id',
    rowsBy: 'member',
    newRow: { series: 'RT' },
    change: { series: 'IV' },
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
      amount_satang   ---   s--            ---
      booking_id      ---   s--            ---
      buyer_name      ---   s--            ---
      dated_at        ---   s--            ---
      issued_at       ---   s--            ---
      number          ---   s--            ---
      order_id        ---   s--            ---
      receipt_id      ---   s--            ---
      reference       ---   s--            ---
      replaced_by     ---   s--            ---
      search_text     ---   s--            ---
      series          ---   s--            ---
      vat_satang      ---   s--            ---
      void_kind       ---   s--            ---
      voided_at       ---   s--            ---
      year            ---   s--            ---
    `,
  },
  {
    name: 'bkk_receipt_buyers',
    key: 'name',
    rowsBy: 'member',
    newRow: { user_id: '$owner', name: 'N', address: 'A' },
    change: { address: 'B' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           own      refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            own      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     refused  refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      address     ---   s--            ---
      branch      ---   s--            ---
      name        ---   s--            ---
      tax_id      ---   s--            ---
      updated_at  ---   s--            ---
      user_id     ---   s--            ---
    `,
  },
];
