/** Lines of the table in feature-functions.ts: the functions of notifications, and those that export a user's data. */
export const notificationAnswers = `  bkk_mark_notifications_read  refused  1  refused  1  refused  refused
  bkk_unread_notifications  refused  1  refused  1  refused  refused
  bkk_notification_channels  refused  {...}  refused  {...}  refused  refused
  bkk_start_line_link  refused  conflict  refused  conflict  refused  refused
  bkk_unlink_line  refused  done  refused  done  refused  refused
  bkk_link_line  refused  refused  refused  refused  refused  {...}
  bkk_unlink_line_account  refused  refused  refused  refused  refused  done
  bkk_line_recipient  refused  refused  refused  refused  refused  done
  bkk_add_push_subscription  refused  conflict  refused  conflict  refused  refused
  bkk_delete_push_subscription  refused  done  refused  done  refused  refused
  bkk_push_recipient  refused  refused  refused  refused  refused  done
  bkk_push_subscription_ended  refused  refused  refused  refused  refused  done
`;

/** The arguments, as in functions.ts. */
export const notificationArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_mark_notifications_read: { p_ids: null },
  bkk_unread_notifications: {},
  bkk_notification_channels: {},
  bkk_start_line_link: {},
  bkk_unlink_line: {},
  bkk_link_line: { p_code: 'BKK-0000-0000', p_line_user_id: 'U' },
  bkk_unlink_line_account: { p_line_user_id: 'U', p_at: '2030-01-01' },
  bkk_line_recipient: { p_user_id: '00000000-0000-4000-8000-0000000000aa' },
  bkk_add_push_subscription: { p_endpoint: null, p_p256dh: null, p_auth: null },
  bkk_delete_push_subscription: { p_endpoint: null },
  bkk_push_recipient: {
    p_subscription_id: '00000000-0000-4000-8000-0000000000aa',
    p_user_id: '$others',
  },
  bkk_push_subscription_ended: {
    p_subscription_id: '00000000-0000-4000-8000-0000000000aa',
    p_user_id: '$others',
  },
};
