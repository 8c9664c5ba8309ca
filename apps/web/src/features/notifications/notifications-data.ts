import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import {
  notificationKey,
  notificationsPage,
  readNotifications,
  type NotificationRow,
} from '#entities/notification/notification-data.ts';
import { callData } from '#platform/data-api.ts';

/** The server counts no further. */
export const maxUnread = 100;

/** The number of unread notifications, `maxUnread` at most. */
export function unreadQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationKey(userId), 'unread'],
    queryFn: ({ signal }) =>
      callData((client) => client.rpc('bkk_unread_notifications').abortSignal(signal)),
  });
}

/** The notifications in pages, newest first. */
export function notificationsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...notificationKey(userId), 'list'],
    initialPageParam: undefined as NotificationRow | undefined,
    queryFn: ({ pageParam, signal }) => readNotifications(userId, pageParam, signal),
    getNextPageParam: (page) => (page.length < notificationsPage ? undefined : page.at(-1)),
    staleTime: 0,
  });
}

/** Reads the shown notifications again, after a further page that is on its way. */
export async function reloadNotifications(queries: QueryClient, userId: string): Promise<void> {
  const { queryKey } = notificationsQuery(userId);
  const isReading = queries.isFetching({ queryKey }) > 0;
  await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isReading) await queries.invalidateQueries({ queryKey });
}

/** Marks notifications as read, without ids all; what is on screen changes at once. */
export function useMarkRead(userId: string) {
  const queries = useQueryClient();
  const list = notificationsQuery(userId).queryKey;
  const unread = unreadQuery(userId).queryKey;
  return useMutation({
    mutationKey: ['notifications', 'mark-read'],
    mutationFn: (ids: readonly string[] | undefined) =>
      callData((client) =>
        client.rpc('bkk_mark_notifications_read', ids === undefined ? {} : { p_ids: [...ids] }),
      ),
    meta: { errorToast: 'notifications:markFailed' },
    async onMutate(ids) {
      await queries.cancelQueries({ queryKey: notificationKey(userId) });
      const readAt = new Date().toISOString();
      const isMarked = ({ notification_id: id }: NotificationRow) => ids?.includes(id) ?? true;
      queries.setQueryData(
        list,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) =>
              page.map((row) => (isMarked(row) ? { ...row, read_at: row.read_at ?? readAt } : row)),
            ),
          },
      );
      queries.setQueryData(unread, (count) =>
        ids === undefined ? 0 : count && Math.max(0, count - ids.length),
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationKey(userId) }),
  });
}
