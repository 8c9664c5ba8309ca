import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Passengers, RouteCodes, useRouteText } from '#entities/request/request-parts.tsx';
import { DialogTitle } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { CopyNumber } from './copy-number.tsx';
import {
  Drawer,
  DrawerPanel,
  Fact,
  type DrawerPanelProps,
  type Neighbours,
} from '#list/drawer.tsx';
import { RequestHistory } from './request-history.tsx';
import { nextStatusId, RequestStatus } from './request-status.tsx';
import { requestQuery, type AdminRequest } from './requests-data.ts';

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
      <Fact name={t('admin.requests.number')}>
        <CopyNumber id={request.quote_id} />
        <span className="block text-sm text-ink-2">{request.quote_id}</span>
      </Fact>
    </dl>
  );
}

function Panel(props: Pick<DrawerPanelProps, 'title' | 'neighbours' | 'children'>) {
  const { t } = useTranslation();
  return (
    <DrawerPanel
      {...props}
      texts={{
        previous: t('admin.requests.previous'),
        next: t('admin.requests.next'),
        move: t('admin.requests.keys.move'),
      }}
      hints={[{ keys: ['M'], text: t('admin.requests.keys.status') }]}
    />
  );
}

function Unknown() {
  const { t } = useTranslation();
  return <EmptyState title={t('admin.requests.unknown')} text={t('admin.requests.unknownText')} />;
}

function Content({
  id,
  known,
  neighbours,
}: Pick<RequestDrawerProps, 'id' | 'known'> & { readonly neighbours: Neighbours }) {
  const { t } = useTranslation();
  const routeText = useRouteText();
  const query = useQuery({ ...requestQuery(id), ...(known && { placeholderData: known }) });
  const { data, error } = query;
  if (data) {
    return (
      <Panel
        neighbours={neighbours}
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
        <RequestStatus key={id} request={data} />
        <Facts request={data} />
        <RequestHistory key={`history-${id}`} request={data} />
      </Panel>
    );
  }
  return (
    <Panel
      neighbours={neighbours}
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
      {data === null && <Unknown />}
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

export interface RequestDrawerProps extends Neighbours {
  readonly id: string;
  /** The row of the list, shown until the request is loaded. */
  readonly known: AdminRequest | undefined;
  readonly onClose: () => void;
  /** The element that takes the focus when the drawer has closed. */
  readonly focusAfter: () => HTMLElement | null;
}

/** The selected request beside the list: status, facts and history. M goes to the button for the next status. */
export function RequestDrawer(props: RequestDrawerProps) {
  const { id, known, onClose, focusAfter, ...neighbours } = props;
  return (
    <Drawer
      neighbours={neighbours}
      keys={[{ code: 'KeyM', press: () => document.getElementById(nextStatusId)?.focus() }]}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <Content id={id} known={known} neighbours={neighbours} />
    </Drawer>
  );
}
