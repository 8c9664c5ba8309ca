import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokTimeText, weekdayText } from '@bkksiam/domain/date-text';
import { messageOf } from '#platform/backend-error.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogTitle, SidePanel } from '#ui/dialog.tsx';
import { Alert, EmptyState, Skeleton } from '#ui/feedback.tsx';
import { RequestHistory } from './request-history.tsx';
import { Passengers, RouteCodes, RouteNames } from './request-parts.tsx';
import { RequestSteps } from './request-steps.tsx';
import { requestQuery, type DeskRequest } from './requests-data.ts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="num min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Facts({ request }: { readonly request: DeskRequest }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { email } = request;
  return (
    <dl className="border-b border-line">
      <Fact name={t('desk.requests.column.full_name')}>
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
      <Fact name={t('desk.requests.column.dep_date')}>
        <time dateTime={request.dep_date}>{weekdayText(request.dep_date, language)}</time>
      </Fact>
      <Fact name={t('desk.requests.column.passengers')}>
        <Passengers request={request} />
      </Fact>
      <Fact name={t('desk.requests.column.created_at')}>
        <time dateTime={request.created_at}>{bangkokTimeText(request.created_at, language)}</time>
      </Fact>
      <Fact name={t('desk.requests.column.updated_at')}>
        <time dateTime={request.updated_at}>{bangkokTimeText(request.updated_at, language)}</time>
      </Fact>
      <Fact name={t('desk.requests.number')}>{request.quote_id}</Fact>
    </dl>
  );
}

function Panel({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    // One part that scrolls, its head included: whoever has only a keyboard can scroll it from the cross.
    <div className="flex-1 overflow-y-auto">
      <header className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-line bg-surface px-6 py-4">
        <div className="min-w-0">{title}</div>
        <DialogClose label={t('action.close')} className="-mr-2" />
      </header>
      <div className="grid gap-8 px-6 py-6">{children}</div>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Panel title={<DialogTitle>{t('desk.requests.one')}</DialogTitle>}>
      <div aria-busy="true" className="grid gap-6">
        <p className="sr-only">{t('desk.requests.loadingOne')}</p>
        <Skeleton className="h-11 w-48" />
        <Skeleton className="h-64" />
      </div>
    </Panel>
  );
}

/** The whole of one request: where it stands and may go, its member, and what happened to it. */
function Content({ id, known }: { readonly id: string; readonly known: DeskRequest | undefined }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    ...requestQuery(id),
    ...(known && { placeholderData: known }),
  });
  useEffect(() => {
    if (error) logFailure('a request could not be loaded', error);
  }, [error]);
  function tryAgain() {
    refetch().catch((reason: unknown) => logFailure('a request could not be asked for', reason));
  }
  if (data) {
    return (
      <Panel
        title={
          <>
            <DialogTitle>
              <RouteCodes {...data} />
            </DialogTitle>
            <p className="text-sm text-ink-2">
              <RouteNames {...data} />
            </p>
          </>
        }
      >
        <RequestSteps request={data} />
        <Facts request={data} />
        <RequestHistory request={data} />
      </Panel>
    );
  }
  if (data === undefined && error === null) return <Waiting />;
  return (
    <Panel title={<DialogTitle>{t('desk.requests.one')}</DialogTitle>}>
      {data === null ? (
        <EmptyState title={t('desk.requests.unknown')} text={t('desk.requests.unknownText')} />
      ) : (
        <Alert
          title={t('desk.requests.oneFailed')}
          action={
            <Button tone="secondary" size="sm" busy={isFetching} onClick={tryAgain}>
              {t('action.tryAgain')}
            </Button>
          }
        >
          {messageOf(error)}
        </Alert>
      )}
    </Panel>
  );
}

export interface RequestDrawerProps {
  /** Undefined while none is open. */
  readonly id: string | undefined;
  /** What the list knows of it already. */
  readonly known: DeskRequest | undefined;
  readonly onClose: () => void;
  /** What takes the focus when it has closed. */
  readonly focusAfter: () => HTMLElement | null;
}

/** A request beside the list it is of. */
export function RequestDrawer({ id, known, onClose, focusAfter }: RequestDrawerProps) {
  return (
    <SidePanel open={id !== undefined} onClose={onClose} focusAfter={focusAfter}>
      {id !== undefined && <Content key={id} id={id} known={known} />}
    </SidePanel>
  );
}
