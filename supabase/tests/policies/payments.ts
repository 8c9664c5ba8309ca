import type { TablePolicy } from './policy-table.ts';

/** The feature `payments`. Its functions alone write. */
export const paymentPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_approvals',
    key: 'approval_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', kind: 'credit' },
    change: { note: null },
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
      amount_satang    ---   ---            s--
      approval_id      ---   ---            s--
      asked_at         ---   ---            s--
      asked_by         ---   ---            s--
      asked_by_name    ---   ---            s--
      booking_id       ---   ---            s--
      call             ---   ---            s--
      decided_at       ---   ---            s--
      decided_by       ---   ---            s--
      decided_by_name  ---   ---            s--
      decided_note     ---   ---            s--
      decision         ---   ---            s--
      idempotency_key  ---   ---            s--
      kind             ---   ---            s--
      note             ---   ---            s--
      user_id          ---   ---            s--
    `,
  },
  {
    name: 'bkk_approvals_admin_view',
    source: 'bkk_approvals',
    key: 'approval_id',
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
      amount_satang    ---   s--            ---
      approval_id      ---   s--            ---
      asked_at         ---   s--            ---
      asked_by_name    ---   s--            ---
      booking_id       ---   s--            ---
      booking_status   ---   s--            ---
      call             ---   s--            ---
      decided_at       ---   s--            ---
      decided_by_name  ---   s--            ---
      decided_note     ---   s--            ---
      decision         ---   s--            ---
      due_at           ---   s--            ---
      email            ---   s--            ---
      full_name        ---   s--            ---
      is_mine          ---   s--            ---
      kind             ---   s--            ---
      note             ---   s--            ---
      order_id         ---   s--            ---
      reference        ---   s--            ---
      search_text      ---   s--            ---
      user_id          ---   s--            ---
    `,
  },
  {
    name: 'bkk_slips',
    key: 'slip_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', status: 'WAITING' },
    change: { status: 'ACCEPTED' },
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
      accepted_satang   ---   s--            s--
      bank_code         ---   s--            s--
      booking_id        ---   s--            s--
      byte_size         ---   s--            s--
      checker           ---   ---            s--
      content_type      ---   s--            s--
      created_at        ---   s--            s--
      credit_satang     ---   s--            s--
      due_satang        ---   s--            s--
      held_until        ---   ---            s--
      holder_id         ---   ---            s--
      missing_satang    ---   s--            s--
      note              ---   s--            s--
      object_path       ---   s--            s--
      order_id          ---   s--            s--
      payer_name        ---   s--            s--
      picture_hash      ---   ---            s--
      reading           ---   s--            s--
      reason            ---   s--            s--
      request_key       ---   ---            s--
      review            ---   ---            s--
      review_key        ---   ---            s--
      reviewed_at       ---   s--            s--
      reviewed_by       ---   ---            s--
      reviewed_by_name  ---   ---            s--
      sha256            ---   ---            s--
      slip_id           ---   s--            s--
      status            ---   s--            s--
      surplus_satang    ---   s--            s--
      trans_ref         ---   s--            s--
      typed_satang      ---   s--            s--
      user_id           ---   s--            s--
      warnings          ---   ---            s--
    `,
  },
  {
    name: 'bkk_slips_admin_view',
    source: 'bkk_slips',
    key: 'slip_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner' },
    change: { status: 'ACCEPTED' },
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
      accepted_satang   ---   s--            ---
      bank_code         ---   s--            ---
      booking_id        ---   s--            ---
      booking_status    ---   s--            ---
      booking_version   ---   s--            ---
      byte_size         ---   s--            ---
      checker           ---   s--            ---
      content_type      ---   s--            ---
      created_at        ---   s--            ---
      credit_satang     ---   s--            ---
      departs_on        ---   s--            ---
      deposit_satang    ---   s--            ---
      destination       ---   s--            ---
      due_at            ---   s--            ---
      due_satang        ---   s--            ---
      email             ---   s--            ---
      full_name         ---   s--            ---
      held_until        ---   s--            ---
      holder_id         ---   s--            ---
      holder_name       ---   s--            ---
      is_mine           ---   s--            ---
      missing_satang    ---   s--            ---
      note              ---   s--            ---
      object_path       ---   s--            ---
      order_id          ---   s--            ---
      origin            ---   s--            ---
      paid_satang       ---   s--            ---
      passengers        ---   s--            ---
      payer_name        ---   s--            ---
      reading           ---   s--            ---
      reason            ---   s--            ---
      reference         ---   s--            ---
      returns_on        ---   s--            ---
      reviewed_at       ---   s--            ---
      reviewed_by_name  ---   s--            ---
      search_text       ---   s--            ---
      slip_id           ---   s--            ---
      status            ---   s--            ---
      surplus_satang    ---   s--            ---
      total_satang      ---   s--            ---
      trans_ref         ---   s--            ---
      typed_satang      ---   s--            ---
      user_id           ---   s--            ---
      warnings          ---   s--            ---
    `,
  },
  {
    name: 'bkk_refunds',
    key: 'refund_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', status: 'OPEN' },
    change: { promised_on: '2030-01-01' },
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
      account_ending  ---   s--            s--
      account_name    ---   s--            s--
      account_sealed  ---   ---            s--
      amount_satang   ---   s--            s--
      bank_code       ---   s--            s--
      bank_reference  ---   s--            s--
      booking_id      ---   s--            s--
      created_at      ---   s--            s--
      decided_at      ---   s--            s--
      destination     ---   s--            s--
      ended_at        ---   s--            s--
      fee_satang      ---   s--            s--
      is_surplus      ---   s--            s--
      order_id        ---   s--            s--
      owner_id        ---   ---            s--
      paid_satang     ---   s--            s--
      promised_on     ---   s--            s--
      refund_id       ---   s--            s--
      status          ---   s--            s--
      user_id         ---   s--            s--
      version         ---   s--            s--
    `,
  },
  {
    name: 'bkk_refunds_admin_view',
    source: 'bkk_refunds',
    key: 'refund_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner' },
    change: { promised_on: '2030-01-01' },
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
      account_ending  ---   s--            ---
      account_name    ---   s--            ---
      amount_satang   ---   s--            ---
      approval_id     ---   s--            ---
      arrival         ---   s--            ---
      bank_code       ---   s--            ---
      bank_reference  ---   s--            ---
      booking_id      ---   s--            ---
      booking_status  ---   s--            ---
      conditions      ---   s--            ---
      created_at      ---   s--            ---
      decided_at      ---   s--            ---
      departs_on      ---   s--            ---
      destination     ---   s--            ---
      email           ---   s--            ---
      ended_at        ---   s--            ---
      fee_satang      ---   s--            ---
      full_name       ---   s--            ---
      is_mine         ---   s--            ---
      order_id        ---   s--            ---
      origin          ---   s--            ---
      owner_id        ---   s--            ---
      owner_name      ---   s--            ---
      paid_satang     ---   s--            ---
      promised_on     ---   s--            ---
      reference       ---   s--            ---
      refund_id       ---   s--            ---
      search_text     ---   s--            ---
      status          ---   s--            ---
      user_id         ---   s--            ---
      version         ---   s--            ---
    `,
  },
];
