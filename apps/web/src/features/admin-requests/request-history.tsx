import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changedFields, type FieldChange } from '@bkksiam/domain/change-log';
import { RequestStatusChip } from '#entities/request/request-parts.tsx';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Section } from '#ui/parts/section.tsx';
import { TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
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

function useEntries(
  request: AdminRequest,
  changes: readonly RequestChange[],
): readonly TimeLineEntry[] {
  const { t } = useTranslation();
  const entry = (key: string, at: string) => ({
    key,
    state: 'done' as const,
    when: <BangkokTime at={at} />,
  });
  const made = changes.find(({ operation }) => operation === 'INSERT');
  return [
    ...changes
      .filter(({ operation }) => operation === 'UPDATE')
      .map(({ id, changed_at: at, actor_email: who, before, after }) => ({
        ...entry(String(id), at),
        what: changedFields(before, after).map((change) => (
          <Difference key={change.field} change={change} />
        )),
        who: who ?? t('admin.requests.bySystem'),
      })),
    {
      ...entry('received', made?.changed_at ?? request.created_at),
      what: t('admin.requests.received'),
      who: made?.actor_email ?? request.email ?? request.full_name ?? '',
    },
  ];
}

/** The changes of a request, newest first. */
export function RequestHistory({ request }: { readonly request: AdminRequest }) {
  const { t } = useTranslation();
  const history = useQuery(requestHistoryQuery(request.quote_id));
  const entries = useEntries(request, history.data ?? []);
  return (
    <Section id="request-history" title={t('admin.requests.history')} look="drawer">
      <QueryFallback
        query={history}
        failed={t('admin.requests.historyFailed')}
        className="grid gap-3"
      >
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-5 w-64" />
      </QueryFallback>
      {history.isSuccess && <TimeLine labelledBy="request-history" entries={entries} />}
    </Section>
  );
}
