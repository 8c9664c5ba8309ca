import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { quoteTone } from '@bkksiam/domain/quotes';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { latestRequestsQuery, latestSignInsQuery } from './overview-data.ts';

const row = 'flex items-center justify-between gap-x-4 border-t border-line py-3';

function Moment({ at }: { readonly at: string | null }) {
  const language = useLanguage();
  if (at === null) return null;
  return (
    <time dateTime={at} className="num block text-sm text-ink-2">
      {bangkokTimeText(at, language)}
    </time>
  );
}

function Entries<Entry>({
  heading,
  query,
  empty,
  show,
}: {
  readonly heading: string;
  readonly query: Pick<UseQueryResult<readonly Entry[]>, 'data' | 'error' | 'refetch'>;
  readonly empty: string;
  readonly show: (entry: Entry) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { data, error, refetch } = query;
  useEffect(() => {
    if (error) logFailure('the recent activity could not be read', error);
  }, [error]);
  function tryAgain() {
    document.getElementById(id)?.focus();
    refetch().catch((reason: unknown) => logFailure('the activity could not be asked for', reason));
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} className="pb-2 text-md font-mid tracking-normal text-ink-2">
        {heading}
      </h3>
      {error && (
        <Alert
          title={t('overview.activity.failed')}
          action={
            <Button tone="secondary" size="sm" onClick={tryAgain}>
              {t('action.tryAgain')}
            </Button>
          }
        />
      )}
      {data === undefined && error === null && (
        <div aria-busy="true">
          <p className="sr-only">{t('state.loading')}</p>
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={row}>
              <Skeleton className="my-2 h-7 w-2/3" />
            </div>
          ))}
        </div>
      )}
      {data?.length === 0 && <p className="border-t border-line py-3 text-ink-2">{empty}</p>}
      {data && data.length > 0 && <ul>{data.map(show)}</ul>}
    </section>
  );
}

function SignIns() {
  const { t } = useTranslation();
  return (
    <Entries
      heading={t('overview.activity.signIns')}
      query={useQuery(latestSignInsQuery())}
      empty={t('overview.activity.noSignIns')}
      show={({ id, email, success, created_at: at }) => (
        <li key={id} className={row}>
          <span className="min-w-0 wrap-anywhere">
            <span className="font-mid">
              <EmailText address={email ?? ''} />
            </span>
            <Moment at={at} />
          </span>
          <Chip tone={success ? 'done' : 'off'}>
            {t(success ? 'overview.activity.succeeded' : 'overview.activity.refused')}
          </Chip>
        </li>
      )}
    />
  );
}

function Requests() {
  const { t } = useTranslation();
  return (
    <Entries
      heading={t('overview.activity.requests')}
      query={useQuery(latestRequestsQuery())}
      empty={t('overview.activity.noRequests')}
      show={({ quote_id: id, origin, destination, email, status, created_at: at }) => (
        <li key={id} className={row}>
          <span className="min-w-0 wrap-anywhere">
            <span className="flex items-center gap-2 font-strong">
              {origin}
              <ArrowRight className="size-4 text-gold-ink" strokeWidth={1.6} aria-hidden />
              <span className="sr-only">{t('dashboard.routeTo')}</span>
              {destination}
            </span>
            <span className="text-sm">
              <EmailText address={email ?? ''} />
            </span>
            <Moment at={at} />
          </span>
          <Chip tone={quoteTone(status ?? '')}>{status}</Chip>
        </li>
      )}
    />
  );
}

/** Who has signed in and what was asked for last. */
export function RecentActivity() {
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
      <SignIns />
      <Requests />
    </div>
  );
}
