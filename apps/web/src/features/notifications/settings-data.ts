import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { notificationKey, type NotificationRow } from '#entities/notification/notification-data.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';

export type Kind = NotificationRow['kind'];

/** The ways a notification reaches its reader outside the site. */
export type Channel = 'mail' | 'line' | 'push';

const channels = z.object({
  line: z.object({ is_offered: z.boolean(), linked_at: z.nullable(z.string()) }),
  /** Without a key none are sent. */
  push: z.object({ public_key: z.nullable(z.string()), count: z.number() }),
});

/** What can be sent to the member besides mails. */
export type Channels = z.infer<typeof channels>;

export type KindSettings = { readonly kind: Kind } & Readonly<Record<Channel, boolean>>;

export function channelsQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationKey(userId), 'channels'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      callJson(channels, (client) => client.rpc('bkk_notification_channels').abortSignal(signal)),
  });
}

/** The channels by kind; a kind without a row has all on. */
export function settingsQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationKey(userId), 'settings'],
    queryFn: ({ signal }): Promise<readonly KindSettings[]> =>
      callData((client) =>
        client
          .from('bkk_notification_settings')
          .select('kind, mail, line, push')
          .eq('user_id', userId)
          .abortSignal(signal)
          .overrideTypes<KindSettings[], { merge: false }>(),
      ),
  });
}

export const settingsOf = (rows: readonly KindSettings[], kind: Kind): KindSettings =>
  rows.find((row) => row.kind === kind) ?? { kind, mail: true, line: true, push: true };

/** Saves the channels of a kind; what is on screen changes at once. */
export function useSaveSettings(userId: string) {
  const queries = useQueryClient();
  const { queryKey } = settingsQuery(userId);
  return useMutation({
    mutationKey: ['notifications', 'save-settings'],
    // One after the other: the last press counts.
    scope: { id: 'notification-settings' },
    mutationFn: (row: KindSettings) =>
      callData((client) =>
        client
          .from('bkk_notification_settings')
          .upsert({ user_id: userId, ...row }, { onConflict: 'user_id,kind' }),
      ),
    meta: { errorToast: 'notifications:settings.saveFailed' },
    async onMutate(row) {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (rows = []) => [
        ...rows.filter(({ kind }) => kind !== row.kind),
        row,
      ]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

const lineCode = z.object({ code: z.string(), expires_at: z.string() });

/** What links a LINE account: a code that the member sends within its time. */
export type LineCode = z.infer<typeof lineCode>;

export const startLineLink = () =>
  callJson(lineCode, (client) => client.rpc('bkk_start_line_link'));

export const unlinkLine = () => callData((client) => client.rpc('bkk_unlink_line'));
