import { financeAnswers, financeArguments } from './finance-functions.ts';
import { notificationAnswers, notificationArguments } from './notification-functions.ts';
import { orderAnswers, orderArguments } from './order-functions.ts';
import { paymentAnswers, paymentArguments } from './payment-functions.ts';
import { supportAnswers, supportArguments } from './support-functions.ts';
import { productAnswers, productArguments } from './product-functions.ts';

/**
 * The result of each function of a feature by role, while the features are on, as in functions.ts; `conflict` (PT409) because of
 * the version 0, and `invalid` (PT400).
 */
export const featureAnswers = `
                              anon     member   inactive member  admin     inactive admin  service_role
  bkk_hold_booking            refused  invalid  refused          invalid   refused         refused
  bkk_cancel_booking          refused  off      refused          off       refused         refused
  bkk_set_passengers          refused  off      refused          conflict  refused         refused
  bkk_admin_price_booking     refused  refused  refused          conflict  refused         refused
  bkk_admin_record_payment    refused  refused  refused          conflict  refused         refused
  bkk_admin_reverse_payment   refused  refused  refused          invalid   refused         refused
  bkk_admin_refuse_deposit    refused  refused  refused          conflict  refused         refused
  bkk_admin_extend_hold       refused  refused  refused          conflict  refused         refused
  bkk_admin_ticket            refused  refused  refused          conflict  refused         refused
  bkk_admin_cancel_booking    refused  refused  refused          conflict  refused         refused
  bkk_admin_clear_flag        refused  refused  refused          invalid   refused         refused
  bkk_admin_assign_booking    refused  refused  refused          {...}     refused         refused
  bkk_admin_assign_request    refused  refused  refused          {...}     refused         refused
  bkk_admin_save_view         refused  refused  refused          invalid   refused         refused
  bkk_admin_delete_view       refused  refused  refused          off       refused         refused
  bkk_admin_count_bookings    refused  refused  refused          {...}     refused         refused
  bkk_admin_sum_bookings      refused  refused  refused          {...}     refused         refused
  bkk_admin_count_requests    refused  refused  refused          {...}     refused         refused
  bkk_request_quote           refused  invalid  refused          invalid   refused         refused
  bkk_cancel_request          refused  off      refused          off       refused         refused
  bkk_accept_offer            refused  off      refused          off       refused         refused
  bkk_decline_offer           refused  off      refused          off       refused         refused
  bkk_ask_offer_change        refused  off      refused          off       refused         refused
  bkk_admin_send_offer        refused  refused  refused          conflict  refused         refused
  bkk_admin_cancel_request    refused  refused  refused          conflict  refused         refused
  bkk_admin_ticket_request    refused  refused  refused          conflict  refused         refused
  bkk_admin_open_request      refused  refused  refused          {...}     refused         refused
  bkk_my_bookings             refused  {...}    {...}            {...}     {...}           refused
  bkk_request_mail_data       refused  refused  refused          refused   refused         {...}
  bkk_booking_mail_data       refused  refused  refused          refused   refused         {...}
  bkk_set_receipt_buyer       refused  off      refused          invalid   refused         refused
  bkk_admin_void_receipt      refused  refused  refused          invalid   refused         refused
  bkk_save_receipt_buyer      refused  invalid  refused          invalid   refused         refused
  bkk_admin_count_receipts    refused  refused  refused          {...}     refused         refused
  bkk_receipt_mail_data       refused  refused  refused          refused   refused         done
  bkk_save_traveller          refused  off      refused          off       refused         refused
  bkk_one_name_style          refused  "fnu"    refused          "fnu"     refused         refused
  bkk_delete_traveller        refused  off      refused          off       refused         refused
  bkk_store_passport          refused  refused  refused          refused   refused         done
  bkk_search_flight_days      invalid  invalid  invalid          invalid   invalid         refused
  bkk_search_flights          invalid  invalid  invalid          invalid   invalid         refused
  bkk_own_seats_offer         invalid  invalid  invalid          invalid   invalid         refused
  bkk_admin_save_flight       refused  refused  refused          invalid   refused         refused
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
  bkk_supplier_booking_of_key  refused  refused  refused  refused  refused  done
  bkk_hold_supplier_booking   refused  refused  refused  refused  refused  conflict
  bkk_delete_supplier_hold      refused  refused  refused  refused  refused  false
  bkk_lease_supplier_orders   refused  refused  refused  refused  refused  []
  bkk_record_supplier_order   refused  refused  refused  refused  refused  {"state":"lost"}
  bkk_supplier_order_failed   refused  refused  refused  refused  refused  done
  bkk_admin_pay_supplier_order  refused  refused  refused  conflict  refused  refused
  bkk_receive_supplier_event  refused  refused  refused  refused  refused  true
  bkk_request_flight_offer    refused  conflict  refused  conflict  refused  refused
${notificationAnswers}${paymentAnswers}${financeAnswers}${supportAnswers}${productAnswers}${orderAnswers}`;

/** The arguments, as in functions.ts. */
export const featureArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
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
  bkk_admin_price_booking: {
    p_booking_id: '$others',
    p_version: 0,
    p_lines: null,
    p_total_satang: null,
    p_deposit_satang: null,
    p_balance_due_at: null,
    p_names_due_at: null,
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
  bkk_admin_assign_booking: { p_booking_id: '$others', p_to: null, p_expected: null },
  bkk_admin_assign_request: { p_quote_id: '$others', p_to: null, p_expected: null },
  bkk_admin_count_bookings: { p_search: '', p_reference: null },
  bkk_admin_sum_bookings: { p_filter: 'open', p_search: '', p_reference: null },
  bkk_admin_save_view: { p_view_id: '$others', p_list: 'bookings', p_name: '', p_query: '' },
  bkk_admin_delete_view: { p_view_id: '$others' },
  bkk_admin_count_requests: { p_search: '' },
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
  bkk_admin_send_offer: { p_quote_id: '$others', p_version: 0, p_offer: null },
  bkk_admin_cancel_request: { p_quote_id: '$others', p_version: 0, p_reason: 'No seats' },
  bkk_admin_ticket_request: { p_quote_id: '$others', p_version: 0 },
  bkk_admin_open_request: { p_quote_id: '$others' },
  bkk_my_bookings: { p_offset: 0, p_limit: 20 },
  bkk_request_mail_data: { p_quote_id: '$others', p_offer_version: null },
  bkk_booking_mail_data: { p_booking_id: '$others' },
  bkk_one_name_style: {},
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
  bkk_search_flights: {
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
  bkk_own_seats_offer: { p_flight_id: 'own' },
  bkk_admin_save_flight: { p_flight_id: null, p_version: 0, p_flight: null },
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
    p_expires_at: '2030-01-01',
  },
  bkk_flight_offer: { p_id: '00000000-0000-4000-8000-0000000000cc' },
  bkk_supplier_booking_of_key: {
    p_user_id: '$others',
    p_request_key: '00000000-0000-4000-8000-0000000000cc',
  },
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
  bkk_delete_supplier_hold: { p_booking_id: '$others', p_lease: '$others' },
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
  bkk_set_receipt_buyer: { p_receipt_id: '$others', p_buyer: {} },
  bkk_admin_void_receipt: { p_receipt_id: '$others', p_reason: '' },
  bkk_save_receipt_buyer: { p_buyer: {}, p_receipt_ids: '{}' },
  bkk_admin_count_receipts: { p_search: '', p_first: '2026-01-01', p_last: '2026-01-31' },
  bkk_receipt_mail_data: { p_payment_id: '$others', p_slip_id: null },
  ...notificationArguments,
  ...financeArguments,
  ...paymentArguments,
  ...supportArguments,
  ...productArguments,
  ...orderArguments,
};
