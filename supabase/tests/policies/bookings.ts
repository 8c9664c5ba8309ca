import type { TablePolicy } from './policy-table.ts';

/** The feature `bookings`. Its functions alone write. */
export const bookingPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_status_transitions',
    key: 'to_status',
    rowsBy: 'nothing',
    newRow: {
      kind: 'booking',
      from_status: 'HOLD',
      action: 'added',
      actor: 'member',
      to_status: 'TICKETED',
    },
    change: { actor: 'member' },
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
      action       ---   ---            s--
      actor        ---   ---            s--
      from_status  ---   ---            s--
      kind         ---   ---            s--
      to_status    ---   ---            s--
    `,
  },
  {
    name: 'bkk_booking_settings',
    key: 'review_hours',
    rowsBy: 'nothing',
    newRow: { review_hours: 12 },
    change: { review_hours: 12 },
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
      approval_limit_satang  ---   ---            ---
      is_only_row            ---   ---            ---
      one_name_style         ---   ---            ---
      review_hours           ---   ---            ---
    `,
  },
  {
    name: 'bkk_bookings',
    key: 'booking_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', reference: 'BKK-22222222', status: 'HOLD' },
    change: { status: 'CONFIRMED' },
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
      assigned_to      ---   ---            s--
      balance_due_at   ---   s--            s--
      booking_id       ---   s--            s--
      conditions       ---   s--            s--
      contact_email    ---   s--            s--
      contact_phone    ---   s--            s--
      created_at       ---   s--            s--
      departs_on       ---   s--            s--
      deposit_due_at   ---   s--            s--
      deposit_satang   ---   s--            s--
      destination      ---   s--            s--
      due_at           ---   s--            s--
      flags            ---   ---            s--
      flight_id        ---   s--            s--
      has_all_names    ---   s--            s--
      hold_expires_at  ---   s--            s--
      lines            ---   s--            s--
      member_email     ---   ---            s--
      member_name      ---   ---            s--
      names_due_at     ---   s--            s--
      notes            ---   s--            s--
      offer_version    ---   s--            s--
      origin           ---   s--            s--
      paid_satang      ---   s--            s--
      pax_adt          ---   s--            s--
      pax_chd          ---   s--            s--
      pax_inf          ---   s--            s--
      pnr              ---   s--            s--
      quote_id         ---   s--            s--
      reference        ---   s--            s--
      request_key      ---   ---            s--
      returns_on       ---   s--            s--
      review_until     ---   s--            s--
      segments         ---   s--            s--
      search_text      ---   ---            s--
      slip_name        ---   s--            s--
      status           ---   s--            s--
      total_satang     ---   s--            s--
      updated_at       ---   s--            s--
      user_id          ---   s--            s--
      version          ---   s--            s--
    `,
  },
  {
    name: 'bkk_bookings_admin_view',
    source: 'bkk_bookings',
    key: 'booking_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', reference: 'BKK-22222222', status: 'HOLD' },
    change: { status: 'CONFIRMED' },
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
      assigned_name    ---   s--            ---
      assigned_to      ---   s--            ---
      balance_due_at   ---   s--            ---
      balance_satang   ---   s--            ---
      booking_id       ---   s--            ---
      created_at       ---   s--            ---
      departs_on       ---   s--            ---
      deposit_due_at   ---   s--            ---
      deposit_satang   ---   s--            ---
      destination      ---   s--            ---
      due_at           ---   s--            ---
      email            ---   s--            ---
      flags            ---   s--            ---
      flight_id        ---   s--            ---
      full_name        ---   s--            ---
      has_all_names    ---   s--            ---
      hold_expires_at  ---   s--            ---
      is_mine          ---   s--            ---
      names_due_at     ---   s--            ---
      offer_version    ---   s--            ---
      origin           ---   s--            ---
      paid_satang      ---   s--            ---
      passengers       ---   s--            ---
      pax_adt          ---   s--            ---
      pax_chd          ---   s--            ---
      pax_inf          ---   s--            ---
      pnr              ---   s--            ---
      quote_id         ---   s--            ---
      reference        ---   s--            ---
      returns_on       ---   s--            ---
      review_until     ---   s--            ---
      slip_name        ---   s--            ---
      status           ---   s--            ---
      total_satang     ---   s--            ---
      updated_at       ---   s--            ---
      user_id          ---   s--            ---
      version          ---   s--            ---
      search_text      ---   s--            ---
    `,
  },
  {
    name: 'bkk_booking_passengers',
    key: 'booking_id',
    rowsBy: 'member',
    owner: 'booking_id',
    newRow: { booking_id: '$owner', position: 2, type: 'adult' },
    change: { first_name: 'CHANGED' },
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
      birth_date     ---   s--            s--
      booking_id     ---   s--            s--
      first_name     ---   s--            s--
      last_name      ---   s--            s--
      position       ---   s--            s--
      ticket_number  ---   s--            s--
      type           ---   s--            s--
    `,
  },
  {
    name: 'bkk_booking_payments',
    key: 'booking_id',
    rowsBy: 'member',
    owner: 'booking_id',
    newRow: { booking_id: '$owner', amount_satang: 1 },
    change: { amount_satang: 1 },
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
      amount_satang     ---   s--            s--
      bank_reference    ---   s--            s--
      booking_id        ---   s--            s--
      credit_satang     ---   s--            s--
      idempotency_key   ---   ---            s--
      note              ---   ---            s--
      payment_id        ---   s--            s--
      received_at       ---   s--            s--
      recorded_at       ---   s--            s--
      recorded_by       ---   ---            s--
      recorded_by_name  ---   s--            s--
      refund_id         ---   s--            s--
      reverses          ---   s--            s--
      surplus_satang    ---   s--            s--
    `,
  },
  {
    name: 'bkk_booking_payments_admin_view',
    source: 'bkk_booking_payments',
    key: 'booking_id',
    rowsBy: 'member',
    owner: 'booking_id',
    newRow: { booking_id: '$owner', amount_satang: 1 },
    change: { amount_satang: 1 },
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
      amount_satang     ---   s--            ---
      bank_reference    ---   s--            ---
      booking_id        ---   s--            ---
      note              ---   s--            ---
      payment_id        ---   s--            ---
      received_at       ---   s--            ---
      recorded_at       ---   s--            ---
      recorded_by_name  ---   s--            ---
      reverses          ---   s--            ---
    `,
  },
  {
    name: 'bkk_booking_events',
    key: 'booking_id',
    rowsBy: 'member',
    owner: 'booking_id',
    newRow: { booking_id: '$owner', actor: 'member', event: 'added' },
    change: { message: 'Changed' },
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
      booking_id  ---   s--            s--
      created_at  ---   s--            s--
      details     ---   s--            s--
      event       ---   s--            s--
      event_id    ---   s--            s--
      for_admins  ---   ---            s--
      message     ---   s--            s--
    `,
  },
  {
    name: 'bkk_travellers',
    key: 'traveller_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', first_name: 'Anna', last_name: 'Lee' },
    change: { first_name: 'CHANGED' },
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
      birth_date           ---   s--            s--
      created_at           ---   s--            s--
      first_name           ---   s--            s--
      last_name            ---   s--            s--
      nationality          ---   s--            s--
      passport_ending      ---   s--            s--
      passport_expires_on  ---   s--            s--
      passport_saved_at    ---   ---            s--
      passport_sealed      ---   ---            s--
      traveller_id         ---   s--            s--
      updated_at           ---   s--            s--
      user_id              ---   s--            s--
    `,
  },
  {
    name: 'bkk_admin_views',
    key: 'view_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', list: 'bookings', name: 'New' },
    change: { name: 'CHANGED' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     refused  refused  refused
      inactive member  none     refused  refused  refused
      admin            own      refused  refused  refused
      inactive admin   none     refused  refused  refused
      service_role     all      refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      created_at  ---   s--            s--
      list        ---   s--            s--
      name        ---   s--            s--
      query       ---   s--            s--
      user_id     ---   s--            s--
      view_id     ---   s--            s--
    `,
  },
];
