import type { TablePolicy } from './policy-table.ts';

/** The feature `support`. Its functions alone write threads; admins write answers as news. In the fixture a thread and its message have the id of their member. */
export const supportPolicies: readonly TablePolicy[] = [
  {
    name: 'bkk_support_threads',
    key: 'thread_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner', subject: 'Bags' },
    change: { status: 'solved' },
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
      agency_read_at    ---   s--            s--
      answer_due_at     ---   s--            s--
      assigned_to       ---   ---            s--
      booking_id        ---   s--            s--
      changed_at        ---   s--            s--
      created_at        ---   s--            s--
      customer_read_at  ---   s--            s--
      language          ---   ---            s--
      member_email      ---   ---            s--
      member_name       ---   ---            s--
      order_id          ---   s--            s--
      quote_id          ---   s--            s--
      reference         ---   s--            s--
      request_key       ---   ---            s--
      search_text       ---   ---            s--
      solved_at         ---   s--            s--
      status            ---   s--            s--
      subject           ---   s--            s--
      thread_id         ---   s--            s--
      user_id           ---   s--            s--
    `,
  },
  {
    name: 'bkk_support_threads_admin_view',
    source: 'bkk_support_threads',
    key: 'thread_id',
    rowsBy: 'member',
    newRow: { user_id: '$owner' },
    change: { status: 'solved' },
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
      agency_read_at    ---   s--            ---
      answer_due_at     ---   s--            ---
      assigned_name     ---   s--            ---
      assigned_to       ---   s--            ---
      booking_id        ---   s--            ---
      changed_at        ---   s--            ---
      created_at        ---   s--            ---
      customer_read_at  ---   s--            ---
      email             ---   s--            ---
      full_name         ---   s--            ---
      is_mine           ---   s--            ---
      language          ---   s--            ---
      number            ---   s--            ---
      order_id          ---   s--            ---
      quote_id          ---   s--            ---
      reference         ---   s--            ---
      search_text       ---   s--            ---
      solved_at         ---   s--            ---
      status            ---   s--            ---
      subject           ---   s--            ---
      thread_id         ---   s--            ---
      user_id           ---   s--            ---
    `,
  },
  {
    name: 'bkk_support_messages',
    key: 'message_id',
    rowsBy: 'member',
    owner: 'thread_id',
    newRow: { thread_id: '$owner', author: 'agency' },
    change: { text: 'Nothing' },
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
      author        ---   s--            s--
      author_id     ---   ---            s--
      author_name   ---   s--            s--
      byte_size     ---   s--            s--
      content_type  ---   s--            s--
      created_at    ---   s--            s--
      event         ---   s--            s--
      file_name     ---   s--            s--
      message_id    ---   s--            s--
      number        ---   s--            s--
      object_path   ---   s--            s--
      text          ---   s--            s--
      thread_id     ---   s--            s--
    `,
  },
  {
    name: 'bkk_support_links',
    key: 'link_hash',
    rowsBy: 'nothing',
    newRow: { link_hash: 'a' },
    change: { expires_at: '2030-01-01' },
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
      expires_at  ---   ---            ---
      link_hash   ---   ---            ---
      thread_id   ---   ---            ---
    `,
  },
  {
    name: 'bkk_visitor_attempts',
    key: 'key',
    rowsBy: 'nothing',
    newRow: { key: 'network:b' },
    change: { attempts: 0 },
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
      attempts  ---   ---            ---
      key       ---   ---            ---
      since     ---   ---            ---
    `,
  },
  {
    name: 'bkk_help_answers',
    key: 'id',
    rowsBy: 'publicity',
    newRow: {
      question_en: 'How?',
      question_th: 'อย่างไร',
      answer_en: 'So.',
      answer_th: 'อย่างนี้',
      is_public: '$public',
    },
    change: { answer_en: 'Not so.' },
    access: `
                       select   insert   update   delete
      anon             public   refused  refused  refused
      member           public   refused  none     none
      inactive member  public   refused  none     none
      admin            all      all      all      all
      inactive admin   public   refused  none     none
      service_role     all      refused  refused  refused
    `,
    columns: `
                   anon  authenticated  service_role
      answer_en    s--   siu            s--
      answer_th    s--   siu            s--
      created_at   s--   s--            s--
      id           s--   si-            s--
      is_public    s--   siu            s--
      position     s--   siu            s--
      question_en  s--   siu            s--
      question_th  s--   siu            s--
      updated_at   s--   s--            s--
    `,
  },
  {
    name: 'bkk_canned_answers',
    key: 'id',
    rowsBy: 'nothing',
    newRow: { title: 'Bags', text_en: 'Yes.', text_th: 'ได้ค่ะ' },
    change: { title: 'More' },
    access: `
                       select   insert   update   delete
      anon             refused  refused  refused  refused
      member           none     refused  none     none
      inactive member  none     refused  none     none
      admin            all      all      all      all
      inactive admin   none     refused  none     none
      service_role     all      refused  refused  refused
    `,
    columns: `
                  anon  authenticated  service_role
      created_at  ---   s--            s--
      id          ---   si-            s--
      position    ---   siu            s--
      text_en     ---   siu            s--
      text_th     ---   siu            s--
      title       ---   siu            s--
      updated_at  ---   s--            s--
    `,
  },
];
