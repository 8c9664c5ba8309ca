/** Lines of the table in feature-functions.ts: the functions of notifications, and those that export a user's data. */
export const notificationAnswers = `  bkk_set_notification_channels  refused  refused  refused  refused  refused  refused
  bkk_mark_notifications_read  refused  1  refused  1  refused  refused
  bkk_unread_notifications  refused  1  refused  1  refused  refused
  bkk_notification_channels  refused  {...}  refused  {...}  refused  refused
  bkk_hash_line_code  refused  refused  refused  refused  refused  refused
  bkk_start_line_link  refused  conflict  refused  conflict  refused  refused
  bkk_drop_waiting_messages  refused  refused  refused  refused  refused  refused
  bkk_unlink_line  refused  done  refused  done  refused  refused
  bkk_link_line  refused  refused  refused  refused  refused  {...}
  bkk_unlink_line_account  refused  refused  refused  refused  refused  done
  bkk_line_recipient  refused  refused  refused  refused  refused  done
  bkk_add_push_subscription  refused  conflict  refused  conflict  refused  refused
  bkk_remove_push_subscription  refused  done  refused  done  refused  refused
  bkk_push_recipient  refused  refused  refused  refused  refused  done
  bkk_drop_push_subscription  refused  refused  refused  refused  refused  done
  bkk_insert_message  refused  refused  refused  refused  refused  refused
  bkk_notification_kind  refused  refused  refused  refused  refused  refused
  bkk_was_queued  refused  refused  refused  refused  refused  refused
  bkk_night_ends_at  refused  refused  refused  refused  refused  refused
  bkk_waits_for_day  refused  refused  refused  refused  refused  refused
  bkk_prune_notifications  refused  refused  refused  refused  refused  refused
  bkk_export_user_account  refused  refused  refused  refused  refused  refused
  bkk_export_user_requests  refused  refused  refused  refused  refused  refused
  bkk_export_user_bookings  refused  refused  refused  refused  refused  refused
  bkk_export_user_travellers  refused  refused  refused  refused  refused  refused
  bkk_export_user_files  refused  refused  refused  refused  refused  refused
  bkk_export_user_messages  refused  refused  refused  refused  refused  refused
  bkk_export_user_changes  refused  refused  refused  refused  refused  refused
  bkk_export_user_notifications  refused  refused  refused  refused  refused  refused
`;

/** The arguments, as in functions.ts. */
export const notificationArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_set_notification_channels: { p_has_line: false, p_push_public_key: null },
  bkk_mark_notifications_read: { p_ids: null },
  bkk_unread_notifications: {},
  bkk_notification_channels: {},
  bkk_hash_line_code: { p_code: null },
  bkk_start_line_link: {},
  bkk_drop_waiting_messages: { p_user_id: '$others', p_channel: 'line', p_subscription_id: null },
  bkk_unlink_line: {},
  bkk_link_line: { p_code: 'BKK-0000-0000', p_line_user_id: 'U' },
  bkk_unlink_line_account: { p_line_user_id: 'U', p_at: '2030-01-01' },
  bkk_line_recipient: { p_user_id: '00000000-0000-4000-8000-0000000000aa' },
  bkk_add_push_subscription: { p_endpoint: null, p_p256dh: null, p_auth: null },
  bkk_remove_push_subscription: { p_endpoint: null },
  bkk_push_recipient: {
    p_subscription_id: '00000000-0000-4000-8000-0000000000aa',
    p_user_id: '$others',
  },
  bkk_drop_push_subscription: {
    p_subscription_id: '00000000-0000-4000-8000-0000000000aa',
    p_user_id: '$others',
  },
  bkk_insert_message: {
    p_channel: 'mail',
    p_recipient: '$others',
    p_event: 'greeting',
    p_ids: '{}',
    p_key: 'greeting',
  },
  bkk_notification_kind: { p_event: null },
  bkk_was_queued: { p_key: null },
  bkk_night_ends_at: { p_now: '2030-01-01' },
  bkk_waits_for_day: { p_night_ends_at: '2030-01-01', p_event: null, p_ids: '{}' },
  bkk_prune_notifications: { p_now: '2030-01-01' },
  bkk_export_user_account: { p_user_id: '$others' },
  bkk_export_user_requests: { p_user_id: '$others' },
  bkk_export_user_bookings: { p_user_id: '$others' },
  bkk_export_user_travellers: { p_user_id: '$others' },
  bkk_export_user_files: { p_user_id: '$others' },
  bkk_export_user_messages: { p_user_id: '$others' },
  bkk_export_user_changes: { p_user_id: '$others' },
  bkk_export_user_notifications: { p_user_id: '$others' },
};
