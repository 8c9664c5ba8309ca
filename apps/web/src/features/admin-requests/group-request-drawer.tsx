import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRight, Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { allowedVerbs } from '@bkksiam/domain/status-transition';
import { canSendOffer, requestTransitions } from '@bkksiam/domain/request-status';
import { airportsQuery, useNamedRoute } from '#entities/airport/airport-data.ts';
import { takeId, WorkedOn } from '#entities/assignment/worked-on.tsx';
import { detailOf } from '#entities/offer/event-details.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { RequestStatusChip } from '#entities/request/request-parts.tsx';
import { existsWith, pages } from '#pages.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Drawer } from '#list/drawer.tsx';
import { LoadedItem } from '#list/list-item.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { RequestTitle } from './request-cells.tsx';
import { RequestSummary } from './request-summary.tsx';
import { AttachedOffer } from './attached-offer.tsx';
import { CancelRequest } from './cancel-request.tsx';
import {
  assignRequest,
  leaseQuery,
  openRequestQuery,
  ticketRequest,
  type GroupRequest,
  type OpenRequest,
} from './group-requests-data.ts';
import { OfferEditor } from './offer-editor.tsx';
import { OfferHistory } from './offer-history.tsx';
import { RequestTimeLine } from './request-time-line.tsx';
import { useReload } from './use-reload.ts';
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

/** Notes the tickets of a request that was confirmed before it could have an offer. */
function TicketRequest({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation('offers');
  const reload = useReload();
  const { mutate, isPending } = useMutation({
    mutationKey: ['offers', 'ticket'],
    mutationFn: () => ticketRequest(request),
    meta: { errorToast: { title: 'offers:ticketFailed' } },
    onSuccess: () => showToast({ title: 'offers:ticketed' }),
    // Also after an error: the request is shown as it is now.
    onSettled: reload,
  });
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate()}>
      {t('ticket')}
    </Button>
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

interface ContentProps {
  readonly request: OpenRequest;
  readonly isWriting: boolean;
  readonly onWrite: (isWriting: boolean) => void;
}

function Content({ request, isWriting, onWrite }: ContentProps) {
  const airports = useQuery(airportsQuery());
  const { t } = useTranslation();
  if (isWriting) {
    return (
      <LoadedItem query={airports} texts="admin.requests." loading={t('admin.requests.loadingOne')}>
        {(known) => (
          <OfferEditor
            key={request.quote_id}
            request={request}
            known={known}
            onClose={() => onWrite(false)}
          />
        )}
      </LoadedItem>
    );
  }
  return (
    <>
      <Actions request={request} onWrite={() => onWrite(true)} />
      <RequestSummary request={request} known={airports.data} />
      {request.attached.map((attached) => (
        <AttachedOffer key={attached.offer.id} attached={attached} names={airports.data} />
      ))}
      <OfferHistory offers={request.offers} known={airports.data} />
      <RequestTimeLine request={request} />
    </>
  );
}

/** What the member wrote last: the change they asked for, else the notes of the request. */
function MemberMessage({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation('offers');
  const change = request.events.findLast(({ event }) => event === 'change_asked');
  const text = change?.message ?? request.notes ?? '';
  if (text === '') return null;
  const title = change
    ? t('event.change_asked', { number: detailOf(change, 'version') ?? '' })
    : t('notes');
  return (
    // It takes the focus, so that it scrolls by arrow keys.
    <div
      role="group"
      aria-label={title}
      tabIndex={0}
      className="mt-3 max-h-28 overflow-y-auto rounded-md bg-sunken px-4 py-2.5 text-sm"
    >
      <h3 className="text-sm font-mid tracking-normal text-ink-2">{title}</h3>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  );
}

/** The selected request beside the list: what was asked, the offers, and the form that writes one. */
export function GroupRequestDrawer({ item }: { readonly item: SelectedRow<GroupRequest> }) {
  const { t } = useTranslation(['common', 'offers', 'assignments']);
  const { id, known } = item;
  const [written, setWritten] = useState<string>();
  const query = useQuery(openRequestQuery(id));
  const namedRoute = useNamedRoute();
  const isWaiting = useAreAwaited([airportsQuery()]);
  const data = isWaiting ? undefined : query.data;
  const shown = isWaiting ? undefined : (query.data ?? known);
  const isWriting = written === id;
  return (
    <Drawer
      item={item}
      texts="admin.requests."
      title={shown && <RequestTitle request={shown} routeText={namedRoute?.(shown)} />}
      keys={[
        {
          code: 'KeyM',
          text: t('offers:keys.write'),
          press: () => document.getElementById(writeId)?.click(),
        },
        {
          code: 'KeyT',
          text: t('assignments:take'),
          press: () => document.getElementById(takeId)?.click(),
        },
      ]}
      wide={isWriting}
      pinned={isWriting && query.data && <MemberMessage request={query.data} />}
    >
      <LoadedItem
        query={{ ...query, data }}
        texts="admin.requests."
        loading={t('admin.requests.loadingOne')}
      >
        {(request) => (
          <>
            <WorkedOn
              key={`assigned ${id}`}
              row={request}
              assign={(to, expected) => assignRequest(request, to, expected)}
              queryKey={requestKeys.forAdmins}
            />
            <OpenWith key={`lease ${id}`} id={id} />
            <Content
              request={request}
              isWriting={isWriting}
              onWrite={(writes) => setWritten(writes ? id : undefined)}
            />
          </>
        )}
      </LoadedItem>
    </Drawer>
  );
}
