import { CircleCheck, Circle } from 'lucide-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { TestQr } from '#entities/payment/test-qr.tsx';
import { pages } from '#pages.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Card } from '#ui/parts/card.tsx';
import {
  dismissSetup,
  openTestMailQuery,
  sendTestMail,
  setupItems,
  setupQuery,
  type Setup,
} from './setup-data.ts';

type Item = (typeof setupItems)[number];

/** Where each is done on the site; the others are done on the server. */
const places: Partial<Record<Item, string>> = {
  company: pages.adminAgency.href(),
  promptpay: pages.adminAgency.href(),
  flight: pages.adminFlights.href(),
  product: pages.adminProducts.href(),
  second_admin: pages.adminUsers.href(),
  authenticator: pages.memberProfile.href(),
};

/** The command that makes a backup. */
const backupCommand = 'npm run backup -- /var/backups/bkksiam';

/** Sends a mail to the admin, which shows by its link that mails arrive. */
function TestMail() {
  const { t } = useTranslation('adminSetup');
  const reasonText = useReasonText(['test_mail_limit'], () => t('mail.limit'));
  const mail = useMutation({ mutationKey: ['admin', 'setup', 'mail'], mutationFn: sendTestMail });
  return (
    <div className="grid justify-items-start gap-2">
      <Button tone="secondary" size="sm" busy={mail.isPending} onClick={() => mail.mutate()}>
        {t('mail.send')}
      </Button>
      {mail.isSuccess && <Alert tone="info" title={t('mail.sent')} />}
      {mail.error && <Alert title={t('mail.failed')}>{reasonText(mail.error)}</Alert>}
    </div>
  );
}

function TestPayment({ to }: { readonly to: NonNullable<Setup['promptpay']> }) {
  const { t } = useTranslation('adminSetup');
  const language = useLanguage();
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button
        tone="secondary"
        size="sm"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {t('promptpay.show')}
      </Button>
      {isShown && <TestQr to={to} name={to.account_name ?? to[`name_${language}`]} />}
    </>
  );
}

function Backups({ setup }: { readonly setup: Setup }) {
  const { t } = useTranslation('adminSetup');
  const timeText = useBangkokTime();
  const at = (time: string | null) => (time === null ? t('backup.never') : timeText(time));
  return (
    <div className="text-sm">
      <p className="num">{t('backup.last', { time: at(setup.backup_at) })}</p>
      <p className="num">{t('backup.restored', { time: at(setup.restore_at) })}</p>
      <p className="mt-2 wrap-anywhere">
        <code className="rounded-sm bg-sunken px-2 py-1">{backupCommand}</code>
      </p>
    </div>
  );
}

/** What tries whether it works. */
const checks: Partial<Record<Item, (setup: Setup) => ReactNode>> = {
  mail: () => <TestMail />,
  promptpay: ({ promptpay }) => promptpay && <TestPayment to={promptpay} />,
  backup: (setup) => <Backups setup={setup} />,
};

function SetupItem({ item, setup }: { readonly item: Item; readonly setup: Setup }) {
  const { t } = useTranslation('adminSetup');
  const isDone = setup.items[item] === true;
  const Icon = isDone ? CircleCheck : Circle;
  const place = places[item];
  const name = t(`item.${item}.title`);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3 border-t border-line py-4">
      <Icon className={isDone ? 'size-6 text-teal' : 'size-6 text-ink-3'} strokeWidth={1.8} />
      <div className="grid justify-items-start gap-2">
        <p>
          <b className="font-mid">{name}</b>{' '}
          <span className="text-sm text-ink-2">{t(isDone ? 'done' : 'open')}</span>
        </p>
        {!isDone && <p className="text-sm text-ink-2">{t(`item.${item}.text`)}</p>}
        {place !== undefined && !isDone && (
          <Link
            to={place}
            className="inline-flex min-h-11 items-center font-mid text-teal hover:underline"
          >
            {t(`item.${item}.link` as 'item.company.link')}
          </Link>
        )}
        {checks[item]?.(setup)}
      </div>
    </li>
  );
}

function useDismiss() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['admin', 'setup', 'dismiss'],
    mutationFn: dismissSetup,
    meta: { errorToast: { title: 'adminSetup:dismissFailed' } },
    onSuccess(_result, isDismissed) {
      logRejection(
        'the list of the first set-up could not be read again',
        queries.invalidateQueries({ queryKey: setupQuery.queryKey }),
      );
      if (isDismissed)
        showToast({
          title: 'adminSetup:dismissed',
          action: { text: 'adminSetup:undo', run: () => mutate(false) },
        });
    },
  });
  return { dismiss: () => mutate(true), isPending };
}

function List({ setup, hasArrived }: { readonly setup: Setup; readonly hasArrived: boolean }) {
  const { t } = useTranslation('adminSetup');
  const { dismiss, isPending } = useDismiss();
  const shown = setupItems.filter((item) => setup.items[item] !== undefined);
  const done = shown.filter((item) => setup.items[item] === true).length;
  return (
    <div className="mt-6">
      <Card
        id="setup"
        title={t('title')}
        action={
          <Button tone="link" size="sm" busy={isPending} onClick={dismiss}>
            {t('dismiss')}
          </Button>
        }
      >
        <p className="num mb-4 text-ink-2">{t('progress', { done, count: shown.length })}</p>
        {hasArrived && <Alert tone="info" title={t('mail.arrived')} />}
        <ul>
          {shown.map((item) => (
            <SetupItem key={item} item={item} setup={setup} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** The query of the first set-up, which waits until the link of a test mail is recorded, and whether that was the last one. */
export function useSetup() {
  const [params] = useSearchParams();
  const token = params.get('mail');
  const opened = useQuery(openTestMailQuery(token));
  const setup = useQuery({ ...setupQuery, enabled: token === null || !opened.isPending });
  return { setup, hasArrived: opened.data === true };
}

/** What is left of the first set-up; nothing once all is done, or an admin has hidden it. */
export function SetupList({ setup, hasArrived }: Parameters<typeof List>[0]) {
  const { t } = useTranslation('adminSetup');
  const isDone = Object.values(setup.items).every(Boolean);
  if (!setup.is_dismissed && !isDone) return <List setup={setup} hasArrived={hasArrived} />;
  return hasArrived ? (
    <div className="mt-6">
      <Alert tone="info" title={t('mail.arrived')} />
    </div>
  ) : null;
}
