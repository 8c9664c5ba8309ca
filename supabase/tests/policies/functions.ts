import { featureAnswers, featureArguments } from './feature-functions.ts';
import { readTable, roles, type PolicyRole } from './policy-table.ts';

/** The result of each function by role: `refused` (42501), `off` (PT404), its value (`{...}` for an object, `{email}` for the caller's), or `done` for void. */
const answers = `
                              anon     member   inactive member  admin  inactive admin  service_role
  bkk_is_active               refused  true     false            true   false           false
  bkk_account_email           refused  {email}  {email}  {email}  {email}  refused
  bkk_fold_text               refused  "na"     "na"             "na"   "na"            "na"
  bkk_remove_invisible        refused  "Na"     "Na"             "Na"   "Na"            "Na"
  bkk_is_admin                refused  false    false            true   false           false
  bkk_touch_last_login        refused  done     refused          done   refused         refused
  bkk_admin_set_role          refused  refused  refused          done   refused         refused
  bkk_admin_toggle_active     refused  refused  refused          done   refused         refused
  bkk_admin_set_quote_status  refused  refused  refused          conflict  refused      refused
  bkk_admin_invite_role       refused  refused  refused          done   refused         refused
  bkk_admin_has_unconfirmed_sign_up  refused  refused  refused          false  refused         refused
  bkk_admin_account_states    refused  refused  refused          {}     refused         refused
  bkk_has_feature             false    false    false            false  false           false
  bkk_require_feature         off      off      off              off    off             off
  bkk_run_job                 refused  refused  refused          refused  refused       done
  bkk_job_states              refused  refused  refused          refused  refused       refused
  bkk_admin_export_user       refused  refused  refused          {...}    refused       refused
  bkk_admin_erase_user        refused  refused  refused          done   refused         refused
  bkk_lease_messages          refused  refused  refused          refused  refused       []
  bkk_renew_message           refused  refused  refused          refused  refused       false
  bkk_message_sent            refused  refused  refused          refused  refused       false
  bkk_message_failed          refused  refused  refused          refused  refused       {"state":"lost"}
  bkk_count_messages          refused  refused  refused          refused  refused       {...}
  bkk_admin_retry_message     refused  refused  refused          done   refused         refused
  bkk_password_verification_attempt  refused  refused  refused   refused  refused       refused
`;

/**
 * The arguments of each function; `$others` is the id of another member, of their request and their message, `$waiting`
 * an unconfirmed account.
 */
export const functionArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_is_active: {},
  bkk_account_email: {},
  bkk_fold_text: { p_text: 'Ná' },
  bkk_remove_invisible: { p_text: '\u200eNa' },
  bkk_is_admin: {},
  bkk_touch_last_login: {},
  bkk_admin_set_role: { p_user_id: '$others', p_role: 'admin' },
  bkk_admin_toggle_active: { p_user_id: '$others', p_active: false },
  bkk_admin_set_quote_status: { p_quote_id: '$others', p_from: 'PENDING', p_to: 'CANCELLED' },
  bkk_admin_invite_role: { p_user_id: '$waiting', p_role: 'admin' },
  bkk_admin_has_unconfirmed_sign_up: { p_email: 'waiting@bkksiam.example' },
  bkk_admin_account_states: { p_user_ids: '{}' },
  bkk_has_feature: { p_name: 'offline' },
  bkk_require_feature: { p_name: 'offline' },
  bkk_run_job: { p_name: 'bkk_nothing' },
  bkk_job_states: {},
  bkk_admin_export_user: { p_user_id: '$others' },
  bkk_admin_erase_user: { p_user_id: '$others' },
  bkk_lease_messages: { p_limit: 4, p_lease_seconds: 10 },
  bkk_renew_message: { p_id: '$others', p_lease: '$others', p_lease_seconds: 10 },
  bkk_message_sent: { p_id: '$others', p_lease: '$others' },
  bkk_message_failed: { p_id: '$others', p_lease: '$others', p_reason: 'E', p_is_final: true },
  bkk_count_messages: {},
  bkk_admin_retry_message: { p_id: '$others' },
  bkk_password_verification_attempt: { event: '{}' },
  ...featureArguments,
};

/** The functions that the auth service's role may call; our servers call them as this role, without a user. */
export const authServiceFunctions: readonly string[] = [
  'bkk_agency_mail_data',
  'bkk_approval_mail_data',
  'bkk_booking_mail_data',
  'bkk_refund_mail_data',
  'bkk_slip_mail_data',
  'bkk_count_messages',
  'bkk_push_subscription_ended',
  'bkk_job_states',
  'bkk_lease_messages',
  'bkk_line_recipient',
  'bkk_message_failed',
  'bkk_message_sent',
  'bkk_password_verification_attempt',
  'bkk_push_recipient',
  'bkk_receipt_mail_data',
  'bkk_renew_message',
  'bkk_request_mail_data',
  'bkk_run_job',
  'bkk_support_mail_data',
  'bkk_issue_support_link',
  'bkk_issue_order_link',
  'bkk_order_mail_data',
  'bkk_stock_mail_data',
];

interface FunctionPolicy {
  readonly name: string;
  readonly answers: readonly (readonly [role: PolicyRole, answer: string])[];
}

const toPolicies = (text: string): readonly FunctionPolicy[] =>
  [...readTable(text, roles)].map(([name, cells]) => ({
    name,
    answers: roles.map((role, index) => [role, cells[index] ?? ''] as const),
  }));

/** The results of the functions that belong to no feature. */
export const specifiedFunctions = toPolicies(answers);

/** The results by function and role. */
export const functionPolicies = [...specifiedFunctions, ...toPolicies(featureAnswers)];
