import type { TablePolicy } from './policy-table.ts';

/** The feature `requests`. Its functions alone write. */
export const requestPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_quote_details',
    key: 'quote_id',
    rowsBy: 'member',
    owner: 'quote_id',
    newRow: { quote_id: '$owner' },
    change: { notes: 'Changed' },
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
      assigned_to         ---   ---            s--
      budget_satang       ---   s--            s--
      cabin               ---   s--            s--
      flexible_days       ---   s--            s--
      notes               ---   s--            s--
      opened_by           ---   ---            s--
      opened_until        ---   ---            s--
      preferred_airlines  ---   s--            s--
      quote_id            ---   s--            s--
      request_key         ---   ---            s--
      turn                ---   s--            s--
      user_id             ---   ---            s--
      version             ---   s--            s--
      waiting_since       ---   s--            s--
    `,
  },
  {
    name: 'bkk_quote_legs',
    key: 'quote_id',
    rowsBy: 'member',
    owner: 'quote_id',
    newRow: {
      quote_id: '$owner',
      position: 2,
      origin: 'BKK',
      destination: 'NRT',
      dep_date: '2030-01-01',
    },
    change: { dep_date: '2030-01-02' },
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
      dep_date     ---   s--            s--
      destination  ---   s--            s--
      origin       ---   s--            s--
      position     ---   s--            s--
      quote_id     ---   s--            s--
    `,
  },
  {
    name: 'bkk_quote_offers',
    key: 'quote_id',
    rowsBy: 'member',
    owner: 'quote_id',
    newRow: { quote_id: '$owner', version: 2 },
    change: { state: 'accepted' },
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
      answer          ---   s--            s--
      answered_at     ---   s--            s--
      balance_due_at  ---   s--            s--
      conditions      ---   s--            s--
      deposit_due_at  ---   s--            s--
      deposit_satang  ---   s--            s--
      hold_expires_at      ---   s--            s--
      internal_notes  ---   ---            s--
      lines           ---   s--            s--
      margin_satang   ---   ---            s--
      names_due_at    ---   s--            s--
      pax_adt         ---   s--            s--
      pax_chd         ---   s--            s--
      pax_inf         ---   s--            s--
      quote_id        ---   s--            s--
      seats_reason    ---   s--            s--
      segments        ---   s--            s--
      sent_at         ---   s--            s--
      sent_by         ---   ---            s--
      state           ---   s--            s--
      total_satang    ---   s--            s--
      valid_until     ---   s--            s--
      version         ---   s--            s--
    `,
  },
  {
    name: 'bkk_quote_offers_admin_view',
    source: 'bkk_quote_offers',
    key: 'quote_id',
    rowsBy: 'member',
    owner: 'quote_id',
    newRow: { quote_id: '$owner', version: 2 },
    change: { state: 'accepted' },
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
      answer          ---   s--            ---
      answered_at     ---   s--            ---
      balance_due_at  ---   s--            ---
      conditions      ---   s--            ---
      deposit_due_at  ---   s--            ---
      deposit_satang  ---   s--            ---
      hold_expires_at      ---   s--            ---
      internal_notes  ---   s--            ---
      lines           ---   s--            ---
      margin_satang   ---   s--            ---
      names_due_at    ---   s--            ---
      pax_adt         ---   s--            ---
      pax_chd         ---   s--            ---
      pax_inf         ---   s--            ---
      quote_id        ---   s--            ---
      seats_reason    ---   s--            ---
      segments        ---   s--            ---
      sent_at         ---   s--            ---
      sent_by         ---   s--            ---
      state           ---   s--            ---
      total_satang    ---   s--            ---
      valid_until     ---   s--            ---
      version         ---   s--            ---
    `,
  },
  {
    name: 'bkk_quote_events',
    key: 'quote_id',
    rowsBy: 'member',
    owner: 'quote_id',
    newRow: { quote_id: '$owner', actor: 'member', event: 'added' },
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
      created_at  ---   s--            s--
      details     ---   s--            s--
      event       ---   s--            s--
      event_id    ---   s--            s--
      for_admins  ---   ---            s--
      message     ---   s--            s--
      quote_id    ---   s--            s--
    `,
  },
  {
    name: 'bkk_group_requests_admin_view',
    source: 'bkk_quote_details',
    key: 'quote_id',
    rowsBy: 'member',
    owner: 'quote_id',
    newRow: { quote_id: '$owner' },
    change: { notes: 'Changed' },
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
      assigned_name       ---   s--            ---
      assigned_to         ---   s--            ---
      budget_satang       ---   s--            ---
      cabin               ---   s--            ---
      created_at          ---   s--            ---
      dep_date            ---   s--            ---
      destination         ---   s--            ---
      email               ---   s--            ---
      flexible_days       ---   s--            ---
      full_name           ---   s--            ---
      is_mine             ---   s--            ---
      notes               ---   s--            ---
      number              ---   s--            ---
      opened_by           ---   s--            ---
      opened_until        ---   s--            ---
      origin              ---   s--            ---
      pax_adt             ---   s--            ---
      pax_chd             ---   s--            ---
      pax_inf             ---   s--            ---
      preferred_airlines  ---   s--            ---
      quote_id            ---   s--            ---
      status              ---   s--            ---
      turn                ---   s--            ---
      updated_at          ---   s--            ---
      user_id             ---   s--            ---
      version             ---   s--            ---
      waiting_since       ---   s--            ---
      search_text         ---   s--            ---
    `,
  },
];
