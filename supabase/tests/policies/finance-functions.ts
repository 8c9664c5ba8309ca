/** Lines of the table in feature-functions.ts: the functions of the books. */
export const financeAnswers = `  bkk_admin_finance_days  refused  refused  refused  {...}  refused  refused
  bkk_admin_finance_sums  refused  refused  refused  {...}  refused  refused
  bkk_admin_finance_bookings  refused  refused  refused  []  refused  refused
  bkk_admin_finance_admins  refused  refused  refused  []  refused  refused
  bkk_admin_finance_movements  refused  refused  refused  []  refused  refused
  bkk_admin_finance_agreement  refused  refused  refused  {...}  refused  refused
  bkk_admin_import_bank_lines  refused  refused  refused  invalid  refused  refused
  bkk_admin_bank_lines  refused  refused  refused  {...}  refused  refused
  bkk_admin_confirm_bank_line  refused  refused  refused  off  refused  refused
  bkk_admin_post_bank_line  refused  refused  refused  off  refused  refused
  bkk_admin_ignore_bank_line  refused  refused  refused  off  refused  refused
  bkk_admin_reopen_bank_line  refused  refused  refused  off  refused  refused
`;

const nothing = '00000000-0000-4000-8000-0000000000aa';
const period = { p_first: '2020-01-01', p_last: '2020-01-31' };

/** The arguments, as in functions.ts. */
export const financeArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_admin_finance_days: period,
  bkk_admin_finance_sums: {},
  bkk_admin_finance_bookings: period,
  bkk_admin_finance_admins: period,
  bkk_admin_finance_movements: period,
  bkk_admin_finance_agreement: period,
  bkk_admin_import_bank_lines: { p_lines: '[]', p_account: '1', p_file_name: 'a.csv' },
  bkk_admin_bank_lines: { p_state: 'OPEN' },
  bkk_admin_confirm_bank_line: { p_line_id: nothing, p_posting_id: nothing },
  bkk_admin_post_bank_line: {
    p_line_id: nothing,
    p_booking_id: nothing,
    p_idempotency_key: nothing,
  },
  bkk_admin_ignore_bank_line: { p_line_id: nothing, p_note: 'fee' },
  bkk_admin_reopen_bank_line: { p_line_id: nothing },
};
