/** Lines of the table in feature-functions.ts: the functions of support threads. */
export const supportAnswers = `  bkk_open_support_thread  refused  off  refused  off  refused  refused
  bkk_post_support_message  refused  off  refused  off  refused  refused
  bkk_solve_support_thread  refused  off  refused  off  refused  refused
  bkk_read_support_thread  refused  done  refused  done  refused  refused
  bkk_check_support_file  refused  off  refused  off  refused  refused
  bkk_admin_count_threads  refused  refused  refused  {...}  refused  refused
  bkk_admin_read_thread  refused  refused  refused  done  refused  refused
  bkk_admin_answer_support  refused  refused  refused  off  refused  refused
  bkk_admin_set_thread_status  refused  refused  refused  off  refused  refused
  bkk_admin_assign_thread  refused  refused  refused  off  refused  refused
  bkk_admin_erase_thread  refused  refused  refused  off  refused  refused
  bkk_open_visitor_thread  refused  refused  refused  refused  refused  invalid
  bkk_visitor_thread  refused  refused  refused  refused  refused  off
  bkk_check_visitor_file  refused  refused  refused  refused  refused  off
  bkk_record_support_file  refused  refused  refused  refused  refused  invalid
  bkk_support_mail_data  refused  refused  refused  refused  refused  done
  bkk_issue_support_link  refused  refused  refused  refused  refused  done
`;

const nothing = '00000000-0000-4000-8000-0000000000aa';

/** The arguments, as in functions.ts. */
export const supportArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_open_support_thread: {
    p_request_key: nothing,
    p_subject: 'Bags',
    p_text: 'How many?',
    p_booking_id: '$others',
    p_quote_id: null,
    p_order_id: null,
  },
  bkk_post_support_message: { p_thread_id: '$others', p_message_id: nothing, p_text: 'Hello' },
  bkk_solve_support_thread: { p_thread_id: '$others' },
  bkk_read_support_thread: { p_thread_id: '$others' },
  bkk_check_support_file: { p_thread_id: nothing, p_message_id: nothing },
  bkk_admin_count_threads: { p_search: '' },
  bkk_admin_read_thread: { p_thread_id: nothing },
  bkk_admin_answer_support: {
    p_thread_id: nothing,
    p_message_id: nothing,
    p_text: 'Yes',
    p_is_note: false,
  },
  bkk_admin_set_thread_status: { p_thread_id: nothing, p_status: 'solved', p_expected: 'open' },
  bkk_admin_assign_thread: { p_thread_id: nothing, p_to: null, p_expected: null },
  bkk_admin_erase_thread: { p_thread_id: nothing },
  bkk_open_visitor_thread: {
    p_request_key: nothing,
    p_network: 'a',
    p_address: 'b',
    p_ticket: '[]',
  },
  bkk_visitor_thread: {
    p_link_hash: 'a'.repeat(64),
    p_message_id: null,
    p_text: null,
    p_is_solved: false,
  },
  bkk_check_visitor_file: { p_link_hash: 'a'.repeat(64), p_message_id: nothing },
  bkk_record_support_file: {
    p_thread_id: nothing,
    p_author: 'customer',
    p_author_id: null,
    p_message: '[]',
  },
  bkk_support_mail_data: { p_thread_id: nothing, p_message_id: null },
  bkk_issue_support_link: { p_thread_id: nothing, p_link_hash: 'a'.repeat(64) },
};
