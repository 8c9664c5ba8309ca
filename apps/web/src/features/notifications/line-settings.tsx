import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokLocal } from '@bkksiam/domain/bangkok';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import {
  channelsQuery,
  startLineLink,
  unlinkLine,
  type Channels,
  type LineCode,
} from './settings-data.ts';
import { SettingsSection } from './settings-section.tsx';

const pollMs = 3_000;

/** The code to send, until the account is linked or the code has expired. */
function Code({
  userId,
  code: { code, expires_at: expiry },
  onAgain,
  isAsking,
}: {
  readonly userId: string;
  readonly code: LineCode;
  readonly onAgain: () => void;
  readonly isAsking: boolean;
}) {
  const { t } = useTranslation('notifications');
  const isPast = useIsPast(expiry);
  // The section above shows what is found.
  useQuery({ ...channelsQuery(userId), refetchInterval: isPast ? false : pollMs });
  const copy = useCopyText(code, { title: 'notifications:line.copied' });
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is replaced.
  useEffect(() => box.current?.focus(), [code]);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-3 rounded-md bg-sunken p-4 outline-0">
      {isPast ? (
        <>
          <p role="status" className="text-sm">
            {t('line.expired')}
          </p>
          <Button
            tone="secondary"
            size="sm"
            className="justify-self-start"
            busy={isAsking}
            onClick={onAgain}
          >
            {t('line.again')}
          </Button>
        </>
      ) : (
        <>
          <p className="text-sm">{t('line.send')}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <b className="num text-2xl font-strong whitespace-nowrap select-all">{code}</b>
            <Button tone="secondary" size="sm" onClick={copy}>
              <Copy className="size-4" />
              {t('line.copy')}
            </Button>
          </div>
          <p className="text-sm text-ink-2">
            {t('line.valid', { time: bangkokLocal(expiry).slice(11) })}
          </p>
          <p className="text-sm text-ink-2">{t('line.waiting')}</p>
        </>
      )}
    </div>
  );
}

function Linked({ userId, linkedAt }: { readonly userId: string; readonly linkedAt: string }) {
  const { t } = useTranslation('notifications');
  const queries = useQueryClient();
  const day = bangkokDayText(linkedAt, useLanguage());
  const { mutate, isPending } = useMutation({
    mutationKey: ['notifications', 'unlink-line'],
    mutationFn: unlinkLine,
    meta: { errorToast: 'notifications:line.unlinkFailed' },
    onSuccess: () => showToast({ title: 'notifications:line.unlinked' }),
    onSettled: () => queries.invalidateQueries({ queryKey: channelsQuery(userId).queryKey }),
  });
  return (
    <>
      <p className="num text-sm text-ink-2">{t('line.since', { day })}</p>
      <Button
        tone="secondary"
        size="sm"
        className="justify-self-start"
        busy={isPending}
        onClick={() => mutate()}
      >
        {t('line.unlink')}
      </Button>
    </>
  );
}

/** The link of the member's LINE account. */
export function LineSettings({
  userId,
  line: { linked_at: linkedAt },
}: {
  readonly userId: string;
  readonly line: Channels['line'];
}) {
  const { t } = useTranslation('notifications');
  const link = useMutation({
    mutationKey: ['notifications', 'link-line'],
    mutationFn: startLineLink,
    meta: { errorToast: 'notifications:line.linkFailed' },
  });
  const isLinked = linkedAt !== null;
  const wasLinked = useRef(isLinked);
  const { reset } = link;
  useEffect(() => {
    if (isLinked && !wasLinked.current) {
      reset();
      showToast({ title: 'notifications:line.linked' });
    }
    wasLinked.current = isLinked;
  }, [isLinked, reset]);
  return (
    <SettingsSection title={t('line.title')}>
      {linkedAt !== null && <Linked userId={userId} linkedAt={linkedAt} />}
      {linkedAt === null && link.data !== undefined && (
        <Code
          userId={userId}
          code={link.data}
          isAsking={link.isPending}
          onAgain={() => link.mutate()}
        />
      )}
      {linkedAt === null && link.data === undefined && (
        <>
          <p className="text-sm text-ink-2">{t('line.text')}</p>
          <Button
            tone="secondary"
            size="sm"
            className="justify-self-start"
            busy={link.isPending}
            onClick={() => link.mutate()}
          >
            {t('line.link')}
          </Button>
        </>
      )}
    </SettingsSection>
  );
}
