import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changedFields, type FieldChange } from '@bkksiam/domain/change-log';
import { RequestStatusChip } from '#entities/request/request-parts.tsx';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { requestHistoryQuery, type AdminRequest, type RequestChange } from './requests-data.ts';

function Arrow() {
  const { t } = useTranslation();
  return (
    <>
      <ArrowRight className="size-4 flex-none text-gold-ink" />
      <span className="sr-only">{t('admin.requests.became')}</span>
    </>
  );
}

function Difference({ change: { field, from, to } }: { readonly change: FieldChange }) {
  const { t } = useTranslation();
  if (field === 'status') {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <RequestStatusChip status={from} show="hidden" />
        <Arrow />
        <RequestStatusChip status={to} show="beside" />
      </span>
    );
  }
  const key = `admin.requests.field.${field}` as 'admin.requests.field.origin';
  return (
    <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
      <span className="text-ink-2">{t(key, { defaultValue: field })}</span>
      {from} <Arrow /> {to}
    </span>
  );
}

function Entry({
  at,
  who,
  children,
}: {
  readonly at: string;
  readonly who: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="grid gap-1 border-l-2 border-line pb-5 pl-4 last:pb-0">
      {children}
      <span className="num text-sm text-ink-2">
        <BangkokTime at={at} />
        {' · '}
        <span className="wrap-anywhere">{who}</span>
      </span>
    </li>
  );
}

function Entries({
  request,
  changes,
}: {
  readonly request: AdminRequest;
  readonly changes: readonly RequestChange[];
}) {
  const { t } = useTranslation();
  const made = changes.find(({ operation }) => operation === 'INSERT');
  return (
    <ol>
      {changes
        .filter(({ operation }) => operation === 'UPDATE')
        .map(({ id, changed_at, actor_email, before, after }) => (
          <Entry key={id} at={changed_at} who={actor_email ?? t('admin.requests.bySystem')}>
            {changedFields(before, after).map((change) => (
              <Difference key={change.field} change={change} />
            ))}
          </Entry>
        ))}
      <Entry
        at={made?.changed_at ?? request.created_at}
        who={made?.actor_email ?? request.email ?? request.full_name ?? ''}
      >
        {t('admin.requests.received')}
      </Entry>
    </ol>
  );
}

/** The changes of a request, newest first. */
export function RequestHistory({ request }: { readonly request: AdminRequest }) {
  const { t } = useTranslation();
  const history = useQuery(requestHistoryQuery(request.quote_id));
  return (
    <section aria-labelledby="request-history">
      <h3 id="request-history" className="mb-4 text-lg">
        {t('admin.requests.history')}
      </h3>
      <QueryFallback
        query={history}
        failed={t('admin.requests.historyFailed')}
        className="grid gap-3"
      >
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-5 w-64" />
      </QueryFallback>
      {history.isSuccess && <Entries request={request} changes={history.data} />}
    </section>
  );
}
