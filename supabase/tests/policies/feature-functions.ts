import { notificationAnswers, notificationArguments } from './notification-functions.ts';

/**
 * The result of each function of a feature by role, while the features are on, as in functions.ts; `conflict` (PT409) because of
 * the version 0, and `invalid` (23514).
 */
export const featureAnswers = `
                              anon     member   inactive member  admin     inactive admin  service_role
  bkk_require_member          refused  refused  refused          refused   refused         refused
  bkk_caller_name             refused  refused  refused          refused   refused         refused
  bkk_notify_admins           refused  refused  refused          refused   refused         refused
  bkk_parse_local_time        refused  refused  refused          refused   refused         refused
  bkk_new_booking_reference   refused  refused  refused          refused   refused         refused
  bkk_add_booking_event       refused  refused  refused          refused   refused         refused
  bkk_mail_booking            refused  refused  refused          refused   refused         refused
  bkk_mail_booking_admins     refused  refused  refused          refused   refused         refused
  bkk_lock_booking            refused  refused  refused          refused   refused         refused
  bkk_require_booking_status  refused  refused  refused          refused   refused         refused
  bkk_require_booking_step    refused  refused  refused          refused   refused         refused
  bkk_first_departure         refused  refused  refused          refused   refused         refused
  bkk_hold_limit              refused  refused  refused          refused   refused         refused
  bkk_parse_passenger_name    refused  refused  refused          refused   refused         refused
  bkk_parse_passengers        refused  refused  refused          refused   refused         refused
  bkk_review_hours            refused  refused  refused          refused   refused         refused
  bkk_set_review_hours        refused  refused  refused          refused   refused         refused
  bkk_hold_booking            refused  invalid  refused          invalid   refused         refused
  bkk_cancel_booking          refused  off      refused          off       refused         refused
  bkk_set_passengers          refused  off      refused          conflict  refused         refused
  bkk_apply_payments          refused  refused  refused          refused   refused         refused
  bkk_admin_price_booking     refused  refused  refused          conflict  refused         refused
  bkk_payment_of_key          refused  refused  refused          refused   refused         refused
  bkk_add_booking_payment     refused  refused  refused          refused   refused         refused
  bkk_admin_record_payment    refused  refused  refused          conflict  refused         refused
  bkk_admin_reverse_payment   refused  refused  refused          invalid   refused         refused
  bkk_return_to_hold          refused  refused  refused          refused   refused         refused
  bkk_admin_refuse_deposit    refused  refused  refused          conflict  refused         refused
  bkk_admin_extend_hold       refused  refused  refused          conflict  refused         refused
  bkk_admin_ticket            refused  refused  refused          conflict  refused         refused
  bkk_admin_cancel_booking    refused  refused  refused          conflict  refused         refused
  bkk_admin_clear_flag        refused  refused  refused          invalid   refused         refused
  bkk_admin_count_bookings    refused  refused  refused          {...}     refused         refused
  bkk_admin_count_requests    refused  refused  refused          {...}     refused         refused
  bkk_add_quote_event         refused  refused  refused          refused   refused         refused
  bkk_lock_request            refused  refused  refused          refused   refused         refused
  bkk_check_request_step      refused  refused  refused          refused   refused         refused
  bkk_open_offer              refused  refused  refused          refused   refused         refused
  bkk_request_quote           refused  invalid  refused          invalid   refused         refused
  bkk_cancel_request          refused  off      refused          off       refused         refused
  bkk_accept_offer            refused  off      refused          off       refused         refused
  bkk_decline_offer           refused  off      refused          off       refused         refused
  bkk_ask_offer_change        refused  off      refused          off       refused         refused
  bkk_parse_segments          refused  refused  refused          refused   refused         refused
  bkk_parse_lines             refused  refused  refused          refused   refused         refused
  bkk_admin_send_offer        refused  refused  refused          conflict  refused         refused
  bkk_admin_cancel_request    refused  refused  refused          conflict  refused         refused
  bkk_admin_ticket_request    refused  refused  refused          conflict  refused         refused
  bkk_admin_open_request      refused  refused  refused          {...}     refused         refused
  bkk_expire_offers           refused  refused  refused          refused   refused         refused
  bkk_remind_offers           refused  refused  refused          refused   refused         refused
  bkk_expire_holds            refused  refused  refused          refused   refused         refused
  bkk_end_reviews             refused  refused  refused          refused   refused         refused
  bkk_remind_holds            refused  refused  refused          refused   refused         refused
  bkk_flag_overdue            refused  refused  refused          refused   refused         refused
  bkk_my_bookings             refused  {...}    {...}            {...}     {...}           refused
  bkk_cities_of_airports      refused  refused  refused          refused   refused         refused
  bkk_request_mail_data       refused  refused  refused          refused   refused         {...}
  bkk_booking_mail_data       refused  refused  refused          refused   refused         {...}
  bkk_save_traveller          refused  off      refused          off       refused         refused
  bkk_delete_traveller        refused  off      refused          off       refused         refused
  bkk_store_passport          refused  refused  refused          refused   refused         done
  bkk_delete_passports        refused  refused  refused          refused   refused         refused
  bkk_count_seats             refused  refused  refused          refused   refused         refused
  bkk_flights_of_fares        refused  refused  refused          refused   refused         refused
  bkk_search_leg              refused  refused  refused          refused   refused         refused
  bkk_require_search          refused  refused  refused          refused   refused         refused
  bkk_search_flight_days      invalid  invalid  invalid          invalid   invalid         refused
  bkk_search_flights          invalid  invalid  invalid          invalid   invalid         refused
  bkk_is_on_sale              refused  refused  refused          refused   refused         refused
  bkk_baggage_text            refused  refused  refused          refused   refused         refused
  bkk_seats_of_offer          refused  refused  refused          refused   refused         refused
  bkk_require_seats           refused  refused  refused          refused   refused         refused
  bkk_own_seats_offer         invalid  invalid  invalid          invalid   invalid         refused
  bkk_price_own_seats         refused  refused  refused          refused   refused         refused
  bkk_admin_save_flight       refused  refused  refused          invalid   refused         refused
  bkk_save_flight             refused  refused  refused          refused   refused         refused
  bkk_save_fare               refused  refused  refused          refused   refused         refused
  bkk_lock_departures         refused  refused  refused          refused   refused         refused
  bkk_itinerary_of            refused  refused  refused          refused   refused         refused
  bkk_flag_changed_flight     refused  refused  refused          refused   refused         refused
  bkk_admin_set_departure     refused  refused  refused          off       refused         refused
  bkk_admin_delete_flight     refused  refused  refused          off       refused         refused
  bkk_admin_count_flights     refused  refused  refused          {...}     refused         refused
  bkk_admin_set_departures    refused  refused  refused          off       refused         refused
  bkk_admin_import_flights    refused  refused  refused          invalid   refused         refused
  bkk_admin_route_sales       refused  refused  refused          []        refused         refused
  bkk_begin_flight_search     refused  refused  refused  refused  refused  {...}
  bkk_store_flight_offers     refused  refused  refused  refused  refused  {...}
  bkk_update_flight_offer     refused  refused  refused  refused  refused  done
  bkk_flight_offer            {...}  {...}  {...}  {...}  {...}  refused
  bkk_supplier_booking        refused  refused  refused  refused  refused  refused
  bkk_supplier_booking_of_key  refused  refused  refused  refused  refused  done
  bkk_price_flight_offer      refused  refused  refused  refused  refused  refused
  bkk_hold_supplier_booking   refused  refused  refused  refused  refused  conflict
  bkk_drop_supplier_hold      refused  refused  refused  refused  refused  false
  bkk_flag_supplier_order     refused  refused  refused  refused  refused  refused
  bkk_lease_supplier_orders   refused  refused  refused  refused  refused  []
  bkk_record_supplier_order   refused  refused  refused  refused  refused  {"state":"lost"}
  bkk_supplier_order_failed   refused  refused  refused  refused  refused  done
  bkk_admin_pay_supplier_order  refused  refused  refused  conflict  refused  refused
  bkk_receive_supplier_event  refused  refused  refused  refused  refused  true
  bkk_request_flight_offer    refused  conflict  refused  conflict  refused  refused
  bkk_prune_flight_offers     refused  refused  refused  refused  refused  refused
${notificationAnswers}`;

/** The arguments, as in functions.ts. */
export const featureArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_require_member: {},
  bkk_caller_name: {},
  bkk_notify_admins: { p_event: null, p_ids: null, p_key: null },
  bkk_parse_local_time: { p_text: null },
  bkk_new_booking_reference: {},
  bkk_add_booking_event: {
    p_booking_id: '$others',
    p_actor: null,
    p_event: null,
    p_details: null,
    p_message: 'A later flight',
  },
  bkk_mail_booking: { p_booking: null, p_event: null, p_ids: null },
  bkk_mail_booking_admins: { p_booking: null, p_event: null, p_ids: null },
  bkk_lock_booking: { p_booking_id: '$others', p_version: 0, p_as_admin: null },
  bkk_require_booking_status: { p_status: null, p_allowed: null },
  bkk_require_booking_step: { p_status: null, p_action: null, p_actor: null },
  bkk_first_departure: { p_booking: null },
  bkk_hold_limit: { p_booking: null },
  bkk_parse_passenger_name: { p_name: null, p_position: null },
  bkk_parse_passengers: { p_passengers: '[]' },
  bkk_review_hours: {},
  bkk_set_review_hours: { p_hours: 12 },
  bkk_hold_booking: {
    p_request_key: '$others',
    p_flight_id: null,
    p_passengers: '[]',
    p_email: null,
    p_phone: null,
    p_notes: null,
    p_slip_name: null,
    p_expected_total_satang: null,
  },
  bkk_cancel_booking: { p_booking_id: '$others', p_version: 0, p_reason: 'No seats' },
  bkk_set_passengers: { p_booking_id: '$others', p_version: 0, p_passengers: '[]' },
  bkk_apply_payments: { p_booking_id: '$others', p_event: null, p_details: null },
  bkk_admin_price_booking: {
    p_booking_id: '$others',
    p_version: 0,
    p_lines: null,
    p_total_satang: null,
    p_deposit_satang: null,
    p_balance_due_at: null,
    p_names_due_at: null,
  },
  bkk_payment_of_key: {
    p_idempotency_key: '$others',
    p_booking_id: '$others',
    p_reverses: null,
    p_amount_satang: 100,
  },
  bkk_add_booking_payment: {
    p_booking_id: '$others',
    p_amount_satang: 100,
    p_received_at: '2026-01-01',
    p_bank_reference: null,
    p_note: null,
    p_reverses: null,
    p_idempotency_key: '$others',
  },
  bkk_admin_record_payment: {
    p_booking_id: '$others',
    p_version: 0,
    p_amount_satang: 100,
    p_received_at: '2026-01-01',
    p_bank_reference: null,
    p_note: null,
    p_idempotency_key: '$others',
  },
  bkk_admin_reverse_payment: {
    p_payment_id: '$others',
    p_note: null,
    p_idempotency_key: '$others',
  },
  bkk_return_to_hold: { p_booking_ids: null, p_now: '2030-01-01' },
  bkk_admin_refuse_deposit: {
    p_booking_id: '$others',
    p_version: 0,
    p_reason_en: 'No',
    p_reason_th: 'ไม่',
  },
  bkk_admin_extend_hold: { p_booking_id: '$others', p_version: 0, p_hold_expires_at: null },
  bkk_admin_ticket: {
    p_booking_id: '$others',
    p_version: 0,
    p_pnr: null,
    p_ticket_numbers: null,
    p_reason: 'No seats',
  },
  bkk_admin_cancel_booking: { p_booking_id: '$others', p_version: 0, p_reason: 'No seats' },
  bkk_admin_clear_flag: { p_booking_id: '$others', p_version: 0, p_flag: null, p_note: null },
  bkk_admin_count_bookings: { p_search: '' },
  bkk_admin_count_requests: { p_search: '' },
  bkk_add_quote_event: {
    p_quote_id: '$others',
    p_actor: null,
    p_event: null,
    p_details: null,
    p_message: 'A later flight',
  },
  bkk_lock_request: { p_quote_id: '$others', p_version: 0, p_as_admin: null },
  bkk_check_request_step: { p_status: null, p_action: null, p_actor: null },
  bkk_open_offer: { p_quote_id: '$others' },
  bkk_request_quote: {
    p_legs: '[]',
    p_adults: null,
    p_children: null,
    p_infants: null,
    p_cabin: null,
    p_flexible_days: null,
    p_preferred_airlines: null,
    p_budget_satang: null,
    p_notes: null,
    p_request_key: '$others',
  },
  bkk_cancel_request: { p_quote_id: '$others', p_version: 0 },
  bkk_accept_offer: { p_quote_id: '$others', p_version: 0 },
  bkk_decline_offer: { p_quote_id: '$others', p_version: 0, p_reason: 'No seats' },
  bkk_ask_offer_change: { p_quote_id: '$others', p_version: 0, p_message: 'A later flight' },
  bkk_parse_segments: { p_segments: null },
  bkk_parse_lines: { p_lines: null },
  bkk_admin_send_offer: { p_quote_id: '$others', p_version: 0, p_offer: null },
  bkk_admin_cancel_request: { p_quote_id: '$others', p_version: 0, p_reason: 'No seats' },
  bkk_admin_ticket_request: { p_quote_id: '$others', p_version: 0 },
  bkk_admin_open_request: { p_quote_id: '$others' },
  bkk_expire_offers: { p_now: '2030-01-01' },
  bkk_remind_offers: { p_now: '2030-01-01' },
  bkk_expire_holds: { p_now: '2030-01-01', p_booking_id: '$others' },
  bkk_end_reviews: { p_now: '2030-01-01', p_booking_id: '$others' },
  bkk_remind_holds: { p_now: '2030-01-01' },
  bkk_flag_overdue: { p_now: '2030-01-01' },
  bkk_my_bookings: { p_offset: 0, p_limit: 20 },
  bkk_cities_of_airports: { p_codes: '{BKK}' },
  bkk_request_mail_data: { p_quote_id: '$others', p_offer_version: null },
  bkk_booking_mail_data: { p_booking_id: '$others' },
  bkk_save_traveller: {
    p_traveller_id: '$others',
    p_first_name: 'Anna',
    p_last_name: 'Lee',
    p_birth_date: null,
    p_nationality: 'THA',
    p_passport_expires_on: null,
  },
  bkk_delete_traveller: { p_traveller_id: '$others' },
  bkk_store_passport: {
    p_traveller_id: '$others',
    p_user_id: '$others',
    p_sealed: 'sealed',
    p_ending: '123',
  },
  bkk_delete_passports: { p_now: '2030-01-01' },
  bkk_count_seats: { p_old: null, p_new: null },
  bkk_flights_of_fares: { p_fares: '{}', p_days: '{}' },
  bkk_search_leg: {
    p_origin: 'BKK',
    p_destination: 'CNX',
    p_day: '2030-01-01',
    p_cabin: 'economy',
    p_adults: 1,
    p_children: 0,
    p_infants: 0,
    p_limit: 1,
  },
  bkk_search_flights: {
    p_legs: '[]',
    p_cabin: 'economy',
    p_adults: 1,
    p_children: 0,
    p_infants: 0,
  },
  bkk_require_search: {
    p_legs: '[]',
    p_cabin: 'economy',
    p_adults: 1,
    p_children: 0,
    p_infants: 0,
  },
  bkk_search_flight_days: {
    p_legs: '[]',
    p_cabin: 'economy',
    p_adults: 1,
    p_children: 0,
    p_infants: 0,
  },
  bkk_is_on_sale: { p_fare_id: 0, p_day: '2030-01-01' },
  bkk_baggage_text: { p_baggage: '{}' },
  bkk_seats_of_offer: { p_flight_id: 'own' },
  bkk_require_seats: { p_fare_id: 0, p_day: '2030-01-01', p_seats: 1 },
  bkk_own_seats_offer: { p_flight_id: 'own' },
  bkk_price_own_seats: { p_flight_id: 'own', p_adults: 1, p_children: 0, p_infants: 0 },
  bkk_admin_save_flight: { p_flight_id: null, p_version: 0, p_flight: null },
  bkk_save_flight: { p_flight_id: null, p_version: 0, p_flight: null },
  bkk_save_fare: { p_flight: null, p_fare: '{}' },
  bkk_lock_departures: { p_changes: '[]' },
  bkk_itinerary_of: { p_flight: null },
  bkk_flag_changed_flight: { p_flight: null },
  bkk_admin_set_departure: { p_fare_id: 0, p_day: '2030-01-01', p_total: 1, p_is_closed: false },
  bkk_admin_delete_flight: { p_flight_id: 0, p_version: 0 },
  bkk_admin_count_flights: { p_search: '', p_route: '', p_airline: '' },
  bkk_admin_set_departures: {
    p_fare_ids: '{0}',
    p_first_day: '2030-01-01',
    p_last_day: '2030-01-01',
    p_weekdays: null,
    p_total: 1,
    p_is_closed: false,
  },
  bkk_admin_import_flights: { p_flights: '[]' },
  bkk_admin_route_sales: { p_days: 30 },
  bkk_begin_flight_search: {
    p_key: 'a'.repeat(64),
    p_network: 'network',
    p_network_limit: 9,
    p_limit: 9,
  },
  bkk_store_flight_offers: {
    p_key: 'a'.repeat(64),
    p_source: 'duffel',
    p_request_id: 'orq_1',
    p_offers: null,
  },
  bkk_update_flight_offer: {
    p_offer_id: '$others',
    p_offer: '{}',
    p_tax_satang: 1,
    p_lapses_at: '2030-01-01',
  },
  bkk_flight_offer: { p_id: '00000000-0000-4000-8000-0000000000cc' },
  bkk_supplier_booking: { p_booking_id: '$others' },
  bkk_supplier_booking_of_key: {
    p_user_id: '$others',
    p_request_key: '00000000-0000-4000-8000-0000000000cc',
  },
  bkk_price_flight_offer: { p_flight_offer: null },
  bkk_hold_supplier_booking: {
    p_user_id: '$others',
    p_request_key: '00000000-0000-4000-8000-0000000000cc',
    p_offer_id: '$others',
    p_passengers: '[]',
    p_email: null,
    p_phone: null,
    p_notes: null,
    p_expected_total_satang: 100,
  },
  bkk_drop_supplier_hold: { p_booking_id: '$others', p_lease: '$others' },
  bkk_flag_supplier_order: { p_booking_id: '$others' },
  bkk_lease_supplier_orders: { p_limit: 4, p_lease_seconds: 10, p_booking_id: '$others' },
  bkk_record_supplier_order: { p_booking_id: '$others', p_lease: '$others', p_seen: '{}' },
  bkk_supplier_order_failed: {
    p_booking_id: '$others',
    p_lease: '$others',
    p_reason: 'E',
    p_is_final: true,
  },
  bkk_admin_pay_supplier_order: { p_booking_id: '$others', p_version: 0 },
  bkk_receive_supplier_event: { p_source: 'duffel', p_event_id: 'wev_2', p_order_id: 'ord_1' },
  bkk_request_flight_offer: { p_request_key: '$others', p_offer_id: '$others', p_notes: null },
  bkk_prune_flight_offers: { p_now: '2030-01-01' },
  ...notificationArguments,
};
