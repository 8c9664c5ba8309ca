/** Lines of the table in feature-functions.ts: the functions of orders. */
export const orderAnswers = `  bkk_place_order  refused  refused  refused  refused  refused  invalid
  bkk_cancel_order  refused  off  refused  off  refused  refused
  bkk_pay_order_with_credit  refused  off  refused  off  refused  refused
  bkk_ask_return  refused  off  refused  off  refused  refused
  bkk_admin_move_order  refused  refused  refused  off  refused  refused
  bkk_admin_move_orders  refused  refused  refused  invalid  refused  refused
  bkk_admin_count_orders  refused  refused  refused  {...}  refused  refused
  bkk_admin_sum_orders  refused  refused  refused  {...}  refused  refused
  bkk_admin_shelf  refused  refused  refused  {}  refused  refused
  bkk_admin_save_delivery_rates  refused  refused  refused  invalid  refused  refused
  bkk_issue_order_link  refused  refused  refused  refused  refused  done
  bkk_order_mail_data  refused  refused  refused  refused  refused  done
  bkk_guest_order  refused  refused  refused  refused  refused  off
  bkk_check_guest_slip  refused  refused  refused  refused  refused  off
  bkk_guest_receipt  refused  refused  refused  refused  refused  off
  bkk_ask_order_link  refused  refused  refused  refused  refused  done
  bkk_ask_stock_alert  refused  off  refused  off  refused  refused
  bkk_ask_visitor_stock_alert  refused  refused  refused  refused  refused  off
  bkk_stock_mail_data  refused  refused  refused  refused  refused  done
`;

const nothing = '00000000-0000-4000-8000-0000000000aa';

/** The arguments, as in functions.ts. */
export const orderArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_place_order: { p_user_id: null, p_network: 'a', p_order: '[]' },
  bkk_cancel_order: { p_order_id: '$others', p_version: 0, p_reason: null },
  bkk_pay_order_with_credit: { p_order_id: '$others', p_version: 0 },
  bkk_ask_return: { p_order_id: '$others', p_version: 0, p_reason: 'Torn' },
  bkk_admin_move_order: { p_order_id: nothing, p_version: 0, p_action: 'pack', p_details: '{}' },
  bkk_admin_move_orders: { p_orders: '[]', p_action: 'pack', p_details: '{}' },
  bkk_admin_count_orders: { p_search: '', p_number: null },
  bkk_admin_sum_orders: { p_filter: 'all', p_search: '', p_number: null },
  bkk_admin_shelf: { p_variant_ids: '{}' },
  bkk_admin_save_delivery_rates: { p_version: 1, p_rates: '{}', p_offers_pickup: true },
  bkk_issue_order_link: { p_order_id: nothing, p_link_hash: 'a'.repeat(64) },
  bkk_order_mail_data: { p_order_id: nothing, p_slip_id: null },
  bkk_guest_order: { p_link_hash: 'b'.repeat(64) },
  bkk_check_guest_slip: { p_link_hash: 'b'.repeat(64), p_request_key: nothing },
  bkk_guest_receipt: { p_link_hash: 'b'.repeat(64), p_receipt_id: nothing },
  bkk_ask_order_link: { p_network: 'a', p_address: 'a', p_number: 'ORD-1', p_email: 'a@b.co' },
  bkk_ask_stock_alert: { p_variant_id: 'none' },
  bkk_ask_visitor_stock_alert: {
    ...{ p_network: 'a', p_variant_id: 'none', p_email: 'a@example.com', p_language: 'en' },
  },
  bkk_stock_mail_data: { p_alert_id: nothing },
};
