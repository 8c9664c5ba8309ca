import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationKey, type NotificationRow } from '#entities/notification/notification-data.ts';
import { callData } from '#platform/data-api.ts';

export type Kind = NotificationRow['kind'];

/** The ways a notification reaches its reader outside the site. */
export type Channel = 'mail' | 'line' | 'push';

/** What can be sent to the member. */
export interface Channels {
  readonly mail: true;
  readonly line: { readonly is_offered: boolean; readonly linked_at: string | null };
  /** Without a key none are sent. */
  readonly push: { readonly public_key: string | null; readonly count: number };
}

export type KindSettings = { readonly kind: Kind } & Readonly<Record<Channel, boolean>>;

export function channelsQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationKey(userId), 'channels'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { data } = await callData((client) =>
        client.rpc('bkk_notification_channels').abortSignal(signal),
      );
      return data as unknown as Channels;
    },
  });
}

/** The channels by kind; a kind without a row has all on. */
export function settingsQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationKey(userId), 'settings'],
    queryFn: async ({ signal }): Promise<readonly KindSettings[]> => {
      const { data } = await callData((client) =>
        client
          .from('bkk_notification_settings')
          .select('kind, mail, line, push')
          .eq('user_id', userId)
          .abortSignal(signal)
          .overrideTypes<KindSettings[], { merge: false }>(),
      );
      return data;
    },
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

/** What links a LINE account: a code that the member sends within its time. */
export interface LineCode {
  readonly code: string;
  readonly expires_at: string;
}

export async function startLineLink(): Promise<LineCode> {
  const { data } = await callData((client) => client.rpc('bkk_start_line_link'));
  return data as unknown as LineCode;
}

export const unlinkLine = () => callData((client) => client.rpc('bkk_unlink_line'));
