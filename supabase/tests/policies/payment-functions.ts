/** Lines of the table in feature-functions.ts: the functions of payments. */
export const paymentAnswers = `  bkk_admin_save_agency  refused  refused  refused  conflict  refused  refused
  bkk_agency_profile  {...}  {...}  {...}  {...}  {...}  refused
  bkk_agency_mail_data  refused  refused  refused  refused  refused  {...}
  bkk_admin_setup  refused  refused  refused  {...}  refused  refused
  bkk_admin_dismiss_setup  refused  refused  refused  done  refused  refused
  bkk_admin_send_test_mail  refused  refused  refused  done  refused  refused
  bkk_admin_open_test_mail  refused  refused  refused  false  refused  refused
  bkk_pay_with_credit  refused  off  refused  off  refused  refused
  bkk_admin_change_credit  refused  refused  refused  invalid  refused  refused
  bkk_admin_decide_approval  refused  refused  refused  off  refused  refused
  bkk_approval_mail_data  refused  refused  refused  refused  refused  done
  bkk_check_slip  refused  off  refused  off  refused  refused
  bkk_record_slip  refused  refused  refused  refused  refused  invalid
  bkk_slip_mail_data  refused  refused  refused  refused  refused  done
  bkk_admin_count_slips  refused  refused  refused  {...}  refused  refused
  bkk_admin_take_slip  refused  refused  refused  off  refused  refused
  bkk_admin_leave_slip  refused  refused  refused  done  refused  refused
  bkk_admin_review_slip  refused  refused  refused  off  refused  refused
  bkk_admin_decide_refund  refused  refused  refused  off  refused  refused
  bkk_admin_pay_refund  refused  refused  refused  off  refused  refused
  bkk_admin_plan_refund  refused  refused  refused  off  refused  refused
  bkk_admin_count_refunds  refused  refused  refused  {...}  refused  refused
  bkk_take_refund_as_credit  refused  off  refused  off  refused  refused
  bkk_store_refund_account  refused  refused  refused  refused  refused  off
  bkk_open_refund_account  refused  refused  refused  refused  refused  done
  bkk_refund_mail_data  refused  refused  refused  refused  refused  done
`;

const nothing = '00000000-0000-4000-8000-0000000000aa';

/** The arguments, as in functions.ts. */
export const paymentArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_admin_save_agency: { p_version: 0, p_details: '{}' },
  bkk_agency_profile: {},
  bkk_agency_mail_data: {},
  bkk_admin_setup: {},
  bkk_admin_dismiss_setup: { p_is_dismissed: false },
  bkk_admin_send_test_mail: {},
  bkk_admin_open_test_mail: { p_token: nothing },
  bkk_pay_with_credit: {
    p_booking_id: '$others',
    p_version: 0,
    p_amount_satang: 1,
    p_idempotency_key: nothing,
  },
  bkk_admin_change_credit: {
    p_user_id: '$others',
    p_amount_satang: 0,
    p_note: 'goodwill',
    p_idempotency_key: nothing,
  },
  bkk_admin_decide_approval: { p_approval_id: nothing, p_approve: true, p_note: null },
  bkk_approval_mail_data: { p_approval_id: nothing },
  bkk_check_slip: { p_booking_id: '$others', p_request_key: nothing },
  bkk_record_slip: {
    p_user_id: nothing,
    p_slip: '[]',
  },
  bkk_slip_mail_data: { p_slip_id: nothing },
  bkk_admin_count_slips: { p_search: '' },
  bkk_admin_take_slip: { p_slip_id: nothing },
  bkk_admin_leave_slip: { p_slip_id: nothing },
  bkk_admin_review_slip: {
    p_slip_id: nothing,
    p_accept: true,
    p_amount_satang: 1,
    p_received_at: '2026-01-01',
    p_reason: null,
    p_note: null,
    p_idempotency_key: nothing,
  },
  bkk_admin_decide_refund: {
    p_refund_id: nothing,
    p_fee_satang: 0,
    p_note: null,
    p_idempotency_key: nothing,
  },
  bkk_admin_pay_refund: {
    p_refund_id: nothing,
    p_paid_at: '2026-01-01',
    p_bank_reference: null,
  },
  bkk_admin_plan_refund: {
    p_refund_id: nothing,
    p_version: 0,
    p_promised_on: '2030-01-01',
    p_owner_id: null,
  },
  bkk_admin_count_refunds: { p_search: '' },
  bkk_take_refund_as_credit: { p_refund_id: nothing },
  bkk_store_refund_account: {
    p_refund_id: nothing,
    p_user_id: nothing,
    p_bank_code: '004',
    p_account_name: 'A',
    p_sealed: 'x',
    p_ending: '4417',
  },
  bkk_open_refund_account: { p_refund_id: nothing, p_admin_id: nothing },
  bkk_refund_mail_data: { p_refund_id: nothing },
};
