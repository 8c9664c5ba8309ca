import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { systemParts, type SystemStatus } from '@bkksiam/domain/system-status';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { systemStatusQuery } from './overview-data.ts';

const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3';

function Parts({ status }: { readonly status: SystemStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { working, mailsWaiting, checkedAt } = status;
  return (
    <>
      {/* Announced on a change, not on every refetch. */}
      <ul aria-live="polite">
        {systemParts.map((part) => (
          <li key={part} className={row}>
            <span>
              <span className="font-mid">{t(`overview.system.${part}`)}</span>
              <span className="block text-sm text-ink-2">
                {part === 'mail' &&
                  mailsWaiting !== null &&
                  t('overview.system.waiting', { count: mailsWaiting })}
              </span>
            </span>
            <Chip tone={working[part] ? 'ok' : 'bad'}>
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

/** The status of database, mail queue and store; unknown on hosted projects. */
export function SystemHealth({ headingId }: { readonly headingId: string }) {
  const { t } = useTranslation();
  const query = useQuery(systemStatusQuery);
  const { data, error } = query;
  if (data === null && !error) {
    return (
      <Alert tone="info" title={t('overview.system.unknown')}>
        {t('overview.system.unknownText')}
      </Alert>
    );
  }
  if (data && !error) return <Parts status={data} />;
  return (
    <QueryFallback
      query={query}
      failed={t('overview.system.failed')}
      failedText={t('overview.system.failedText')}
      headingId={headingId}
    >
      {systemParts.map((part) => (
        <div key={part} className={row}>
          <Skeleton className="my-2 h-7 w-2/3" />
        </div>
      ))}
    </QueryFallback>
  );
}
