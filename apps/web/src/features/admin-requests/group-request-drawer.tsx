import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Eye } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { allowedVerbs } from '@bkksiam/domain/status-transition';
import { canSendOffer, requestTransitions } from '@bkksiam/domain/request-status';
import { airportsQuery, useNamedRoute } from '#entities/airport/airport-data.ts';
import { RequestStatusChip, RouteCodes, useRouteText } from '#entities/request/request-parts.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { DialogTitle } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Drawer, DrawerPanel, type Neighbours } from '#list/drawer.tsx';
import { RequestSummary } from './request-summary.tsx';
import { AttachedOffer } from './attached-offer.tsx';
import { CancelRequest } from './cancel-request.tsx';
import {
  leaseQuery,
  openRequestQuery,
  type GroupRequest,
  type OpenRequest,
} from './group-requests-data.ts';
import { OfferEditor } from './offer-editor.tsx';
import { OfferHistory } from './offer-history.tsx';
import { RequestTimeLine } from './request-time-line.tsx';
import { TicketRequest } from './ticket-request.tsx';
import { Turn } from './turn.tsx';

const writeId = 'write-offer';

/** Leases the request while it is open, and says which other admin has it open. */
function OpenWith({ id }: { readonly id: string }) {
  const { t } = useTranslation('offers');
  const language = useLanguage();
  const { data: lease } = useQuery(leaseQuery(id));
  if (lease === undefined || lease.is_mine) return null;
  return (
    <p role="status" className="flex gap-3 rounded-md bg-gold-soft p-4 text-sm text-gold-ink">
      <Eye className="size-5 flex-none" />
      {t('openWith', {
        name: lease.opened_by_name ?? t('anotherAdmin'),
        time: bangkokTimeText(lease.opened_until, language),
      })}
    </p>
  );
}

function Title({ request }: { readonly request: GroupRequest }) {
  const routeText = useRouteText();
  const namedRoute = useNamedRoute();
  return (
    <>
      <DialogTitle>
        <span id="request-heading" tabIndex={-1}>
          <RouteCodes route={request} className="text-lg leading-[1.4] whitespace-nowrap" />
        </span>
      </DialogTitle>
      <p className="text-sm text-ink-2">
        <Phrases text={namedRoute?.(request) ?? routeText(request)} />
      </p>
    </>
  );
}

/** The latest booking of the request, as a link where admins have a page of bookings. */
function BookingOf(booking: OpenRequest['bookings'][number]) {
  const { t } = useTranslation('offers');
  const { booking_id: id, reference, status } = booking;
  const text = t('booking', { reference, status });
  if (!existsWith(settings().features, pages.adminBookings)) {
    return <p className="text-sm text-ink-2">{text}</p>;
  }
  return (
    <Link
      to={`${pages.adminBookings.href()}?booking=${id}`}
      className={buttonClass({ tone: 'link', className: 'justify-self-start text-sm' })}
    >
      {text}
    </Link>
  );
}

/** What the agency can do next; a request that has ended says why there is nothing. */
function Actions({
  request,
  onWrite,
}: {
  readonly request: OpenRequest;
  readonly onWrite: () => void;
}) {
  const { t } = useTranslation(['offers', 'common']);
  const [booking] = request.bookings;
  const canSend = canSendOffer(request.status, booking?.status ?? null);
  const verbs = allowedVerbs(requestTransitions, request.status, 'admin');
  const canCancel = verbs.includes('cancel');
  return (
    <section className="grid gap-3">
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RequestStatusChip status={request.status} show="hidden" />
        {request.turn !== null && (
          <span className="text-sm text-ink-2">
            {t('waits')} <Turn request={request} />
          </span>
        )}
      </div>
      {booking && <BookingOf {...booking} />}
      {!canSend && !canCancel && (
        <p className="text-sm text-ink-2">
          {t(request.status === 'ACCEPTED' ? 'openBooking' : 'ended')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {canSend && (
          <Button id={writeId} size="sm" aria-keyshortcuts="M" onClick={onWrite}>
            {t(request.offers.length === 0 ? 'write' : 'writeAnother')}
            <ArrowRight className="size-4" />
          </Button>
        )}
        {verbs.includes('issue_tickets') && <TicketRequest request={request} />}
        {canCancel && <CancelRequest request={request} />}
      </div>
    </section>
  );
}

function Panel({
  neighbours,
  title,
  children,
}: {
  readonly neighbours: Neighbours;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation(['common', 'offers']);
  return (
    <DrawerPanel
      title={title}
      neighbours={neighbours}
      texts={{
        previous: t('admin.requests.previous'),
        next: t('admin.requests.next'),
        move: t('admin.requests.keys.move'),
      }}
      hints={[{ keys: ['M'], text: t('offers:keys.write') }]}
    >
      {children}
    </DrawerPanel>
  );
}

function Loading({ query }: { readonly query: Parameters<typeof QueryFallback>[0]['query'] }) {
  const { t } = useTranslation();
  return (
    <QueryFallback
      query={query}
      failed={t('admin.requests.oneFailed')}
      loading={t('admin.requests.loadingOne')}
      className="grid gap-6"
    >
      <Skeleton className="h-11 w-48" />
      <Skeleton className="h-64" />
    </QueryFallback>
  );
}

interface ContentProps extends Pick<GroupRequestDrawerProps, 'id' | 'known'> {
  readonly neighbours: Neighbours;
  readonly isWriting: boolean;
  readonly onWrite: (isWriting: boolean) => void;
}

function Content({ id, known, neighbours, isWriting, onWrite }: ContentProps) {
  const { t } = useTranslation();
  const query = useQuery(openRequestQuery(id));
  const airports = useQuery(airportsQuery());
  const { data } = query;
  const shown = data ?? known;
  return (
    <Panel
      neighbours={neighbours}
      title={
        shown ? <Title request={shown} /> : <DialogTitle>{t('admin.requests.one')}</DialogTitle>
      }
    >
      {data === null && (
        <EmptyState title={t('admin.requests.unknown')} text={t('admin.requests.unknownText')} />
      )}
      {data && <OpenWith key={`lease ${id}`} id={id} />}
      {data && isWriting && airports.data && (
        <OfferEditor key={id} request={data} known={airports.data} onClose={() => onWrite(false)} />
      )}
      {data && isWriting && <Loading query={airports} />}
      {data && !isWriting && (
        <>
          <Actions request={data} onWrite={() => onWrite(true)} />
          <RequestSummary request={data} known={airports.data} />
          {data.attached.map((attached) => (
            <AttachedOffer key={attached.offer.id} attached={attached} names={airports.data} />
          ))}
          <OfferHistory offers={data.offers} known={airports.data} />
          <RequestTimeLine request={data} />
        </>
      )}
      <Loading query={query} />
    </Panel>
  );
}

export interface GroupRequestDrawerProps extends Neighbours {
  readonly id: string;
  /** The row of the list. */
  readonly known: GroupRequest | undefined;
  readonly onClose: () => void;
  /** The element that takes the focus when the drawer has closed. */
  readonly focusAfter: () => HTMLElement | null;
}

/** The selected request beside the list: what was asked, the offers, and the form that writes one. */
export function GroupRequestDrawer(props: GroupRequestDrawerProps) {
  const { id, known, onClose, focusAfter, ...neighbours } = props;
  const [written, setWritten] = useState<string>();
  const isWriting = written === id;
  return (
    <Drawer
      neighbours={neighbours}
      keys={[{ code: 'KeyM', press: () => document.getElementById(writeId)?.focus() }]}
      wide={isWriting}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <Content
        id={id}
        known={known}
        neighbours={neighbours}
        isWriting={isWriting}
        onWrite={(writes) => setWritten(writes ? id : undefined)}
      />
    </Drawer>
  );
}
