import { callData } from '#platform/data-api.ts';

/** What happened to a booking, a request or an order of the member, or what the agency has to do. */
export interface NotificationRow {
  readonly notification_id: string;
  readonly kind: 'bookings' | 'requests' | 'orders' | 'support' | 'agency';
  /** Of the outbox, such as `booking.priced`. */
  readonly event: string;
  /** What the link is made of, and what is left to pay after a payment. */
  readonly values: Readonly<
    Partial<
      Record<
        | 'approval_id'
        | 'booking_id'
        | 'order_id'
        | 'product_id'
        | 'quote_id'
        | 'reference'
        | 'refund_id'
        | 'slip_id'
        | 'thread_id'
        | 'title'
        | 'title_th',
        string | undefined
      >
    >
  > & { readonly amount_satang?: number; readonly left_satang?: number };
  readonly created_at: string;
  readonly read_at: string | null;
}

export const notificationsPage = 20;

/** The prefix of a member's query keys. */
export const notificationKey = (userId: string) => ['notifications', userId] as const;

/** The newest notifications of the member, or those that follow the last one of a page. */
export async function readNotifications(
  userId: string,
  last?: Pick<NotificationRow, 'notification_id' | 'created_at'>,
  signal?: AbortSignal,
): Promise<readonly NotificationRow[]> {
  return callData((client) => {
    const rows = client
      .from('bkk_notifications')
      .select('notification_id, kind, event, values, created_at, read_at')
      .eq('user_id', userId);
    const older =
      last === undefined
        ? rows
        : rows.or(
            `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",notification_id.lt.${last.notification_id})`,
          );
    const page = older
      .order('created_at', { ascending: false })
      .order('notification_id', { ascending: false })
      .limit(notificationsPage);
    return (signal === undefined ? page : page.abortSignal(signal)).overrideTypes<
      NotificationRow[],
      { merge: false }
    >();
  });
}
