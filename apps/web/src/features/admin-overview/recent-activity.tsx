import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { RequestStatusChip, RouteCodes } from '#entities/request/request-parts.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { latestRequestsQuery, latestSignInsQuery } from './overview-data.ts';

// On a phone the address has the width of the card.
const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-3 wrap-anywhere';
const address = 'col-start-1 text-sm max-sm:col-span-2';
const time = 'num col-start-1 text-sm text-ink-2';
const chip = 'col-start-2 flex';

function Entries<Entry>({
  heading,
  query,
  empty,
  height,
  show,
}: {
  readonly heading: string;
  readonly query: UseQueryResult<readonly Entry[]>;
  readonly empty: string;
  /** The heights of all entries, and of a placeholder of one. */
  readonly height: { readonly all: string; readonly one: string };
  readonly show: (entry: Entry) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { data } = query;
  return (
    <section aria-labelledby={id} className={height.all}>
      <h3 id={id} tabIndex={-1} className="pb-2 text-md font-mid tracking-normal text-ink-2">
        {heading}
      </h3>
      <QueryFallback query={query} failed={t('overview.activity.failed')} headingId={id}>
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className={row}>
            <Skeleton className={`my-2 w-2/3 ${height.one}`} />
          </div>
        ))}
      </QueryFallback>
      {data?.length === 0 && <p className="border-t border-line py-3 text-ink-2">{empty}</p>}
      {data && data.length > 0 && <ul>{data.map(show)}</ul>}
    </section>
  );
}

/** The latest sign-ins and quote requests. */
export function RecentActivity() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
      <Entries
        heading={t('overview.activity.signIns')}
        query={useQuery(latestSignInsQuery)}
        empty={t('overview.activity.noSignIns')}
        height={{ all: 'min-h-61', one: 'h-7' }}
        show={({ id, email, success, created_at: at }) => (
          <li key={id} className={row}>
            <span className={`${address} font-mid`}>
              <EmailText address={email ?? ''} />
            </span>
            <BangkokTime at={at} className={time} />
            <span className={`${chip} sm:row-start-1 sm:row-end-3`}>
              <Chip tone={success ? 'ok' : 'bad'}>
                {t(success ? 'overview.activity.succeeded' : 'overview.activity.rejected')}
              </Chip>
            </span>
          </li>
        )}
      />
      <Entries
        heading={t('overview.activity.requests')}
        query={useQuery(latestRequestsQuery)}
        empty={t('overview.activity.noRequests')}
        height={{ all: 'min-h-79', one: 'h-13' }}
        show={({ quote_id: id, email, status, created_at: at, ...route }) => (
          <li key={id} className={row}>
            <RouteCodes route={route} />
            <span className={address}>
              <EmailText address={email ?? ''} />
            </span>
            <BangkokTime at={at} className={time} />
            <span className={`${chip} row-start-1 sm:row-end-4`}>
              <RequestStatusChip status={status} show="hidden" />
            </span>
          </li>
        )}
      />
    </div>
  );
}
