import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Passengers, RouteCodes, useRouteText } from '#entities/request/request-summary.tsx';
import { DialogClose, DialogTitle, SidePanel } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { BangkokTime } from './bangkok-time.tsx';
import { RequestHistory } from './request-history.tsx';
import { RequestStatus } from './request-status.tsx';
import { requestQuery, type AdminRequest } from './requests-data.ts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="num min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Facts({ request }: { readonly request: AdminRequest }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { email } = request;
  return (
    <dl className="border-b border-line">
      <Fact name={t('admin.requests.field.user_id')}>
        {request.full_name}
        {email !== null && (
          <a
            href={`mailto:${encodeURIComponent(email)}`}
            className="block text-teal underline underline-offset-4"
          >
            {email}
          </a>
        )}
      </Fact>
      <Fact name={t('admin.requests.field.dep_date')}>
        <time dateTime={request.dep_date}>{weekdayText(request.dep_date, language)}</time>
      </Fact>
      <Fact name={t('field.passengers')}>
        <Passengers quote={request} />
      </Fact>
      <Fact name={t('admin.requests.field.created_at')}>
        <BangkokTime at={request.created_at} />
      </Fact>
      <Fact name={t('admin.requests.lastChange')}>
        <BangkokTime at={request.updated_at} />
      </Fact>
      <Fact name={t('admin.requests.number')}>{request.quote_id}</Fact>
    </dl>
  );
}

function Panel({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    // The header is inside the scroll container, so the focused close button can scroll it by keyboard.
    <div className="flex-1 overflow-y-auto">
      <header className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-line bg-surface px-6 py-4">
        <div className="min-w-0">{title}</div>
        <DialogClose label={t('action.close')} className="-mr-2" />
      </header>
      <div className="grid gap-8 px-6 py-6">{children}</div>
    </div>
  );
}

function Content({ id, known }: { readonly id: string; readonly known: AdminRequest | undefined }) {
  const { t } = useTranslation();
  const routeText = useRouteText();
  const query = useQuery({ ...requestQuery(id), ...(known && { placeholderData: known }) });
  const { data, error } = query;
  if (data) {
    return (
      <Panel
        title={
          <>
            <DialogTitle>
              <RouteCodes route={data} className="text-lg leading-[1.4] whitespace-nowrap" />
            </DialogTitle>
            <p className="text-sm text-ink-2">
              <Phrases text={routeText(data)} />
            </p>
          </>
        }
      >
        <RequestStatus request={data} />
        <Facts request={data} />
        <RequestHistory request={data} />
      </Panel>
    );
  }
  return (
    <Panel
      title={
        <>
          <DialogTitle>
            <span className={query.isPending ? 'block text-lg leading-[1.4]' : undefined}>
              {t('admin.requests.one')}
            </span>
          </DialogTitle>
          {/* As high as the title of a request. */}
          {query.isPending && <p className="text-sm">&nbsp;</p>}
        </>
      }
    >
      {data === null && (
        <EmptyState title={t('admin.requests.unknown')} text={t('admin.requests.unknownText')} />
      )}
      <QueryFallback
        query={query}
        failed={t('admin.requests.oneFailed')}
        failedText={error?.message}
        loading={t('admin.requests.loadingOne')}
        className="grid gap-6"
      >
        <Skeleton className="h-11 w-48" />
        <Skeleton className="h-64" />
      </QueryFallback>
    </Panel>
  );
}

export interface RequestDrawerProps {
  readonly id: string;
  /** The row of the list, shown until the request is loaded. */
  readonly known: AdminRequest | undefined;
  readonly onClose: () => void;
  /** The element that takes the focus when the drawer has closed. */
  readonly focusAfter: () => HTMLElement | null;
}

/** The selected request beside the list: status, facts and history. */
export function RequestDrawer({ id, known, onClose, focusAfter }: RequestDrawerProps) {
  return (
    <SidePanel open onClose={onClose} focusAfter={focusAfter}>
      <Content key={id} id={id} known={known} />
    </SidePanel>
  );
}
