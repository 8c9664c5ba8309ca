import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deliveryFailure } from '@bkksiam/domain/messages';
import { listHeading, ListView } from '#list/list-view.tsx';
import { useList } from '#list/use-list.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { messageList, retryMessage, type UndeliveredMessage } from './messages-data.ts';

function RetryButton({ message }: { readonly message: UndeliveredMessage }) {
  const { t } = useTranslation(['common', 'messages']);
  const client = useQueryClient();
  const { email } = message;
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMessage(message),
    mutationKey: [...messageList.key, 'retry'],
    meta: { errorToast: 'messages:retryFailed' },
    onSuccess: () => {
      showToast({
        title: 'messages:retried',
        ...(email !== null && { description: { text: email } }),
      });
    },
    // Whether it was queued now or by another admin before, the row has left the list.
    onSettled: async () => {
      listHeading()?.focus();
      await client.invalidateQueries({ queryKey: messageList.key });
    },
  });
  return (
    <Button
      tone="link"
      busy={isPending}
      aria-label={t('messages:retryFor', { email: email ?? '' })}
      onClick={() => mutate()}
      className="text-sm whitespace-nowrap dense:pointer-fine:min-h-9"
    >
      <RotateCcw className="size-4" />
      {t('action.tryAgain')}
    </Button>
  );
}

function Recipient({
  message: { email, full_name: name },
}: {
  readonly message: UndeliveredMessage;
}) {
  return (
    <>
      <span className="font-mid">
        <EmailText address={email ?? ''} />
      </span>
      {name !== null && <span className="block text-sm text-ink-2 md:dense:hidden">{name}</span>}
    </>
  );
}

function Reason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('messages');
  const failure = deliveryFailure(reason);
  return (
    <>
      {t(`reason.${failure}`)}
      {failure !== reason && (
        <span className="num block text-sm text-ink-2 md:dense:hidden">{reason}</span>
      )}
    </>
  );
}

const channels = ['mail', 'line', 'push'] as const;

function useColumns(): readonly TableColumn<UndeliveredMessage>[] {
  const { t } = useTranslation('messages');
  const channelText = (channel: string) => {
    const known = channels.find((name) => name === channel);
    return known === undefined ? channel : t(`channel.${known}`);
  };
  return [
    {
      header: t('column.recipient'),
      sortBy: 'email',
      breaks: true,
      phone: 'main',
      cell: (message) => <Recipient message={message} />,
    },
    {
      header: t('column.message'),
      sortBy: 'event',
      breaks: true,
      cell: ({ channel, event }) => (
        <>
          <span className="num">{event}</span>{' '}
          <span className="text-sm whitespace-nowrap text-ink-2">· {channelText(channel)}</span>
        </>
      ),
    },
    {
      header: t('column.reason'),
      sortBy: 'reason',
      cell: ({ reason }) => reason !== null && <Reason reason={reason} />,
    },
    {
      header: t('column.attempts'),
      sortBy: 'attempts',
      wide: true,
      align: 'end',
      cell: ({ attempts }) => <span className="num">{attempts}</span>,
    },
    {
      header: t('column.time'),
      sortBy: 'failed_at',
      cell: ({ failed_at: at }) => <BangkokTime at={at} className="num whitespace-nowrap" />,
    },
    {
      header: t('column.actions'),
      headerHidden: true,
      align: 'end',
      phone: 'corner',
      cell: (message) => <RetryButton message={message} />,
    },
  ];
}

/** The messages that were given up, for admins to send again. */
export function Component() {
  const list = useList(messageList);
  return <ListView texts="messages:" list={list} opens={false} columns={useColumns()} />;
}
