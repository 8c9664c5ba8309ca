import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationKey } from '#entities/notification/notification-data.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { readPushState, turnPushOff, turnPushOn } from './push.ts';
import { channelsQuery } from './settings-data.ts';
import { SettingsSection } from './settings-section.tsx';

function usePush(userId: string, publicKey: string) {
  const queries = useQueryClient();
  const queryKey = [...notificationKey(userId), 'push'];
  const state = useQuery({
    queryKey,
    queryFn: () => readPushState(userId),
    staleTime: 0,
    // The permission may have been given in the settings of the browser.
    refetchOnWindowFocus: 'always',
  });
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: channelsQuery(userId).queryKey }),
    ]);
  const on = useMutation({
    mutationKey: ['notifications', 'turn-push-on'],
    mutationFn: () => turnPushOn(userId, publicKey),
    meta: { errorToast: 'notifications:push.turnOnFailed' },
    onSuccess: (permission) => {
      if (permission === 'granted') showToast({ title: 'notifications:push.turnedOn' });
    },
    onSettled,
  });
  const off = useMutation({
    mutationKey: ['notifications', 'turn-push-off'],
    mutationFn: turnPushOff,
    meta: { errorToast: 'notifications:push.turnOffFailed' },
    onSuccess: () => showToast({ title: 'notifications:push.turnedOff' }),
    onSettled,
  });
  return { state: state.data, on, off };
}

/** Notifications in this browser: the browser is asked only on a press. */
export function PushSettings({
  userId,
  publicKey,
  count,
}: {
  readonly userId: string;
  readonly publicKey: string;
  readonly count: number;
}) {
  const { t } = useTranslation('notifications');
  const { state, on, off } = usePush(userId, publicKey);
  const button = useRef<HTMLButtonElement>(null);
  const isOn = state === 'on';
  const { mutate, isPending } = isOn ? off : on;
  const reason =
    state === 'off' && on.data === 'default'
      ? t('push.dismissed')
      : state === 'denied' || state === 'unsupported' || state === 'homeScreen'
        ? t(`push.${state}`)
        : undefined;
  return (
    <SettingsSection title={t('push.title')}>
      <p className="text-sm text-ink-2">{isOn ? t('push.turnedOn') : t('push.text')}</p>
      <p role="status" className="text-sm font-mid text-gold-ink empty:hidden">
        {reason}
      </p>
      {state === undefined && <Skeleton className="h-11 w-32" />}
      {(state === 'on' || state === 'off') && (
        <Button
          ref={button}
          tone="secondary"
          size="sm"
          className="justify-self-start"
          busy={isPending}
          onClick={() => mutate()}
        >
          {t(isOn ? 'push.turnOff' : 'push.turnOn')}
        </Button>
      )}
      {count > 0 && <p className="text-xs text-ink-2">{t('push.others', { count })}</p>}
    </SettingsSection>
  );
}
