import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '#entities/user/admin-flag.ts';
import { settings } from '#platform/env.ts';
import { hasFailed, QueryFallback } from '#platform/query-fallback.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { LineSettings } from './line-settings.tsx';
import { PushSettings } from './push-settings.tsx';
import {
  channelsQuery,
  settingsOf,
  settingsQuery,
  useSaveSettings,
  type Channel,
  type Channels,
  type Kind,
} from './settings-data.ts';
import { SettingsSection } from './settings-section.tsx';

/** The kinds of notifications that the member may get. */
function useKinds(): readonly Kind[] {
  const { isAdmin } = useIsAdmin();
  const { features } = settings();
  return [
    'bookings',
    ...(features.includes('requests') ? (['requests'] as const) : []),
    ...(features.includes('shop') ? (['orders'] as const) : []),
    ...(features.includes('support') ? (['support'] as const) : []),
    ...(isAdmin ? (['agency'] as const) : []),
  ];
}

const isLinked = ({ line, push }: Channels, channel: Channel): boolean =>
  channel === 'mail' || (channel === 'line' ? line.linked_at !== null : push.count > 0);

/** A kind of notifications with the channels they are sent by. */
function KindFields({
  userId,
  kind,
  channels,
  offered,
}: {
  readonly userId: string;
  readonly kind: Kind;
  readonly channels: Channels;
  readonly offered: readonly Channel[];
}) {
  const { t } = useTranslation('notifications');
  const { data: rows = [] } = useQuery(settingsQuery(userId));
  const { mutate } = useSaveSettings(userId);
  const row = settingsOf(rows, kind);
  return (
    <fieldset>
      <legend className="text-sm font-mid">{t(`settings.kind.${kind}`)}</legend>
      <div className="flex flex-wrap gap-x-6">
        {offered.map((channel) => {
          const isAvailable = isLinked(channels, channel);
          return (
            <label
              key={channel}
              className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm has-disabled:cursor-default has-disabled:text-ink-2"
            >
              <input
                type="checkbox"
                checked={isAvailable && row[channel]}
                disabled={!isAvailable}
                onChange={({ target }) => mutate({ ...row, [channel]: target.checked })}
                className="size-5 flex-none accent-teal"
              />
              {t(`settings.channel.${channel}`)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The channels of each kind of notification, and what links them. */
export function NotificationSettings({ user: { id: userId } }: { readonly user: User }) {
  const { t } = useTranslation('notifications');
  const channels = useQuery(channelsQuery(userId));
  const saved = useQuery(settingsQuery(userId));
  const kinds = useKinds();
  const { data } = channels;
  if (data === undefined || saved.data === undefined) {
    return (
      <div className="p-6">
        <QueryFallback
          query={hasFailed(saved) ? saved : channels}
          failed={t('settings.failed')}
          loading={t('settings.loading')}
          announced
          className="grid gap-6"
        >
          <Skeleton className="h-10" />
          <Skeleton className="h-17" count={2} />
        </QueryFallback>
      </div>
    );
  }
  const { line, push } = data;
  const offered: readonly Channel[] = [
    'mail',
    ...(line.is_offered ? (['line'] as const) : []),
    ...(push.public_key === null ? [] : (['push'] as const)),
  ];
  const isMissing = offered.some((channel) => !isLinked(data, channel));
  return (
    <>
      <div className="grid gap-4 px-6 py-5">
        <p className="text-sm text-ink-2">{t('settings.text')}</p>
        {kinds.map((kind) => (
          <KindFields key={kind} userId={userId} kind={kind} channels={data} offered={offered} />
        ))}
        {isMissing && <p className="text-xs text-ink-2">{t('settings.notLinked')}</p>}
      </div>
      {line.is_offered && <LineSettings userId={userId} line={line} />}
      {push.public_key !== null && (
        <PushSettings userId={userId} publicKey={push.public_key} count={push.count} />
      )}
      <SettingsSection title={t('settings.quiet.title')}>
        <p className="text-sm text-ink-2">{t('settings.quiet.text')}</p>
        <p className="text-sm text-ink-2">{t('settings.language')}</p>
      </SettingsSection>
    </>
  );
}
