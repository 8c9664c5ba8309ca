import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { systemParts, type SystemPart, type SystemStatus } from '@bkksiam/domain/system-status';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { systemStatusQuery } from './overview-data.ts';

const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3';

function Parts({ status }: { readonly status: SystemStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { working, mailsWaiting, checkedAt } = status;
  const remark = (part: SystemPart) =>
    part === 'mail' && mailsWaiting !== null
      ? t('overview.system.waiting', { count: mailsWaiting })
      : undefined;
  return (
    <>
      {/* Announced when it changes, not each time it is looked at. */}
      <ul aria-live="polite">
        {systemParts.map((part) => (
          <li key={part} className={row}>
            <span>
              <span className="font-mid">{t(`overview.system.${part}`)}</span>
              <span className="block text-sm text-ink-2">{remark(part)}</span>
            </span>
            <Chip tone={working[part] ? 'done' : 'off'}>
              {t(working[part] ? 'overview.system.working' : 'overview.system.notWorking')}
            </Chip>
          </li>
        ))}
      </ul>
      <p className="num border-t border-line pt-3 text-sm text-ink-2">
        {t('overview.system.checked', { time: bangkokTimeText(checkedAt, language) })}
      </p>
    </>
  );
}

/** How database, mail queue and store were doing a moment ago. What cannot be known is said to be so. */
export function SystemHealth({ headingId }: { readonly headingId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(systemStatusQuery());
  useEffect(() => {
    if (error) logFailure('the system status could not be read', error);
  }, [error]);
  function tryAgain() {
    document.getElementById(headingId)?.focus();
    refetch().catch((reason: unknown) => logFailure('the status could not be asked for', reason));
  }
  if (error) {
    return (
      <Alert
        title={t('overview.system.failed')}
        action={
          <Button tone="secondary" size="sm" onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      >
        {t('overview.system.failedText')}
      </Alert>
    );
  }
  if (data === null) {
    return (
      <Alert tone="info" title={t('overview.system.unknown')}>
        {t('overview.system.unknownText')}
      </Alert>
    );
  }
  if (data !== undefined) return <Parts status={data} />;
  return (
    <div aria-busy="true">
      <p className="sr-only">{t('state.loading')}</p>
      {systemParts.map((part) => (
        <div key={part} className={row}>
          <Skeleton className="my-2 h-7 w-2/3" />
        </div>
      ))}
    </div>
  );
}
