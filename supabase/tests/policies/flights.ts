import type { TablePolicy } from './policy-table.ts';

/** The feature `flights`: functions show visitors what is for sale, and alone write. */
export const flightPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_flights',
    key: 'flight_id',
    rowsBy: 'nothing',
    newRow: { airline: 'L5', flight_number: '1', origin: 'BKK', destination: 'CNX' },
    change: { aircraft: 'Changed' },
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
      aircraft              ---   s--            s--
      airline               ---   s--            s--
      arrives_at            ---   s--            s--
      arrives_days          ---   s--            s--
      cabin                 ---   s--            s--
      created_at            ---   s--            s--
      departs_at            ---   s--            s--
      destination           ---   s--            s--
      destination_terminal  ---   s--            s--
      first_day             ---   s--            s--
      flight_id             ---   s--            s--
      flight_number         ---   s--            s--
      last_day              ---   s--            s--
      operating_airline     ---   s--            s--
      origin                ---   s--            s--
      origin_terminal       ---   s--            s--
      updated_at            ---   s--            s--
      version               ---   s--            s--
      weekdays              ---   s--            s--
    `,
  },
  {
    name: 'bkk_flight_fares',
    key: 'fare_id',
    rowsBy: 'nothing',
    newRow: { flight_id: 1, name: 'Added', adult_satang: 1, seats: 1 },
    change: { name: 'Changed' },
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
      adult_satang        ---   s--            s--
      adult_tax_satang    ---   s--            s--
      baggage             ---   s--            s--
      change_allowed      ---   s--            s--
      change_fee_satang   ---   s--            s--
      change_until_hours  ---   s--            s--
      child_satang        ---   s--            s--
      child_tax_satang    ---   s--            s--
      closes_hours        ---   s--            s--
      fare_id             ---   s--            s--
      flight_id           ---   s--            s--
      infant_satang       ---   s--            s--
      infant_tax_satang   ---   s--            s--
      name                ---   s--            s--
      refund_allowed      ---   s--            s--
      refund_fee_satang   ---   s--            s--
      refund_until_hours  ---   s--            s--
      sale_from           ---   s--            s--
      sale_until          ---   s--            s--
      seats               ---   s--            s--
      version             ---   s--            s--
    `,
  },
  {
    name: 'bkk_flight_seats',
    key: 'fare_id',
    rowsBy: 'nothing',
    newRow: { fare_id: 1, day: '2030-01-02', total: 9 },
    change: { total: 8 },
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
      day        ---   s--            s--
      fare_id    ---   s--            s--
      held       ---   s--            s--
      is_closed  ---   s--            s--
      sold       ---   s--            s--
      total      ---   s--            s--
    `,
  },
  {
    name: 'bkk_booking_seats',
    key: 'booking_id',
    rowsBy: 'nothing',
    newRow: {
      booking_id: '00000000-0000-4000-8000-000000000099',
      fare_id: 1,
      day: '2030-01-01',
      seats: 1,
    },
    change: { seats: 2 },
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
      booking_id  ---   s--            s--
      day         ---   s--            s--
      fare_id     ---   s--            s--
      seats       ---   s--            s--
      state       ---   s--            s--
    `,
  },
  {
    name: 'bkk_flights_admin_view',
    source: 'bkk_flights',
    key: 'flight_id',
    rowsBy: 'nothing',
    newRow: { airline: 'L5', origin: 'BKK', destination: 'CNX' },
    change: { cabin: 'first' },
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
      airline       ---   s--            ---
      arrives_at    ---   s--            ---
      arrives_days  ---   s--            ---
      cabin         ---   s--            ---
      departs_at    ---   s--            ---
      destination   ---   s--            ---
      fares         ---   s--            ---
      first_day     ---   s--            ---
      flight_id     ---   s--            ---
      free_seats    ---   s--            ---
      from_satang   ---   s--            ---
      last_day      ---   s--            ---
      number        ---   s--            ---
      origin        ---   s--            ---
      search_text   ---   s--            ---
      route         ---   s--            ---
      state         ---   s--            ---
      version       ---   s--            ---
      weekdays      ---   s--            ---
    `,
  },
  {
    name: 'bkk_flight_searches',
    key: 'key',
    rowsBy: 'nothing',
    newRow: { key: 'b'.repeat(64), searched_at: '2030-01-01' },
    change: { searched_at: '2030-01-02' },
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
      key          ---   ---            ---
      searched_at  ---   ---            ---
    `,
  },
  {
    name: 'bkk_flight_search_counts',
    key: 'network',
    rowsBy: 'nothing',
    newRow: { day: '2030-01-01', network: 'added', searches: 1 },
    change: { searches: 2 },
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
      day       ---   ---            ---
      network   ---   ---            ---
      searches  ---   ---            ---
    `,
  },
  {
    name: 'bkk_flight_offers',
    key: 'offer_id',
    rowsBy: 'nothing',
    newRow: {
      offer_id: '00000000-0000-4000-8000-000000000098',
      source: 'duffel',
      source_offer_id: 'off_2',
    },
    change: { source_offer_id: 'changed' },
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
      found_at           ---   s--            s--
      label              ---   ---            s--
      expires_at          ---   s--            s--
      offer              ---   s--            s--
      offer_id           ---   s--            s--
      quote_id           ---   s--            s--
      search_key         ---   ---            s--
      source             ---   s--            s--
      source_offer_id    ---   s--            s--
      source_passengers  ---   ---            s--
      source_request_id  ---   ---            s--
      tax_satang         ---   ---            s--
      total_satang       ---   s--            s--
    `,
  },
  {
    name: 'bkk_supplier_orders',
    key: 'booking_id',
    rowsBy: 'nothing',
    newRow: {
      booking_id: '00000000-0000-4000-8000-000000000099',
      source: 'duffel',
      total_satang: 1,
    },
    change: { state: 'failed' },
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
      airline_reference  ---   s--            s--
      attempts           ---   s--            s--
      booking_id         ---   s--            s--
      changes            ---   s--            s--
      created_at         ---   s--            s--
      due_at             ---   s--            s--
      last_failure       ---   s--            s--
      lease              ---   ---            s--
      offer_id           ---   s--            s--
      pay_by             ---   s--            s--
      polled_at          ---   s--            s--
      price_until        ---   s--            s--
      source             ---   s--            s--
      source_order_id    ---   s--            s--
      state              ---   s--            s--
      total_satang       ---   s--            s--
    `,
  },
  {
    name: 'bkk_supplier_events',
    key: 'event_id',
    rowsBy: 'nothing',
    newRow: { source: 'duffel', event_id: 'added' },
    change: { source: 'changed' },
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
      event_id     ---   ---            ---
      received_at  ---   ---            ---
      source       ---   ---            ---
    `,
  },
];
