import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Passengers, RouteCodes, useRouteText } from '#entities/request/request-summary.tsx';
import { hasShortcuts, useListSettings } from '#list/list-settings.ts';
import { IconButton } from '#ui/button.tsx';
import { DialogClose, DialogTitle, SidePanel } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { KeyHints } from '#ui/key-hints.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { BangkokTime } from './bangkok-time.tsx';
import { CopyNumber } from './copy-number.tsx';
import { RequestHistory } from './request-history.tsx';
import { nextStatusId, RequestStatus } from './request-status.tsx';
import { requestQuery, type AdminRequest } from './requests-data.ts';
import type { Neighbour } from './use-neighbours.ts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-baseline sm:gap-4">
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
      <Fact name={t('admin.requests.number')}>
        <CopyNumber id={request.quote_id} />
        <span className="block text-sm text-ink-2">{request.quote_id}</span>
      </Fact>
    </dl>
  );
}

/** J and K move between the requests of the list, and M goes to the button for the next status. */
function useDrawerKeys({ previous, next, onMove }: Neighbours): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = event.altKey || event.ctrlKey || event.metaKey;
    if (isHeld || !hasShortcuts() || document.querySelector('[role=alertdialog]') !== null) return;
    // By the place of the key: a Thai keyboard gives other letters.
    if (event.code === 'KeyJ' && next !== undefined) onMove(next);
    else if (event.code === 'KeyK' && previous !== undefined) onMove(previous);
    else if (event.code === 'KeyM') document.getElementById(nextStatusId)?.focus();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

interface Neighbours {
  /** The rows before and after; undefined at the ends of the list. */
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  readonly onMove: (to: Neighbour) => void;
}

function Steps({ previous, next, onMove }: Neighbours) {
  const { t } = useTranslation();
  const steps = [
    { label: t('admin.requests.previous'), to: previous, Icon: ChevronUp, keys: 'K' },
    { label: t('admin.requests.next'), to: next, Icon: ChevronDown, keys: 'J' },
  ];
  return steps.map(({ label, to, Icon, keys }) => (
    <IconButton
      key={label}
      label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      // A disabled button would lose the focus.
      aria-disabled={to === undefined || undefined}
      tabIndex={to === undefined ? -1 : 0}
      onClick={() => to !== undefined && onMove(to)}
      className={to === undefined ? 'text-ink-3 opacity-55' : 'hover:bg-sunken'}
    >
      <Icon className="size-5" />
    </IconButton>
  ));
}

function Panel({
  title,
  neighbours,
  children,
}: {
  readonly title: ReactNode;
  readonly neighbours: Neighbours;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { shortcuts } = useListSettings();
  return (
    // The header is inside the scroll container, so the focused close button can scroll it by keyboard.
    <div className="flex flex-1 flex-col overflow-y-auto">
      <header className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-line bg-surface px-6 py-4">
        <div className="min-w-0">{title}</div>
        <div className="-mr-2 flex">
          <Steps {...neighbours} />
          <DialogClose label={t('action.close')} />
        </div>
      </header>
      <div className="grid flex-1 content-start gap-8 px-6 py-6">{children}</div>
      {shortcuts && (
        <KeyHints
          className="sticky bottom-0 border-t border-line bg-surface px-6 py-2"
          hints={[
            { keys: ['M'], text: t('admin.requests.keys.status') },
            { keys: ['K', 'J'], text: t('admin.requests.keys.move') },
            { keys: ['Esc'], text: t('action.close') },
          ]}
        />
      )}
    </div>
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

/** The selected request beside the list: status, facts and history. */
export function RequestDrawer(props: RequestDrawerProps) {
  const { id, known, onClose, focusAfter, ...neighbours } = props;
  useDrawerKeys(neighbours);
  return (
    <SidePanel open onClose={onClose} focusAfter={focusAfter}>
      <Content id={id} known={known} neighbours={neighbours} />
    </SidePanel>
  );
}
