import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { routeStops } from '@bkksiam/domain/journey-legs';
import { requestNumber } from '@bkksiam/domain/request-number';
import { airportsQuery, useStopsName } from '#entities/airport/airport-data.ts';
import { memberPage, MemberPageColumns } from '#entities/member-page/member-page.tsx';
import { MemberPageHeading, useDaysText } from '#entities/member-page/member-page-heading.tsx';
import { useRequestStatus } from '#entities/request/request-parts.tsx';
import { EarlierOffers } from '#entities/offer/offer-view.tsx';
import { askAddress } from '#entities/support/ask-address.ts';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { cardClass } from '#ui/parts/card.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { RequestSummary, type RequestProps } from './request-summary.tsx';
import { CancelDialog } from './offer-answers.tsx';
import { OfferCard } from './offer-card.tsx';
import { ShareToLine } from '#platform/share-to-line.tsx';
import { OfferSheet } from './offer-sheet.tsx';
import { requestQuery, type GroupRequestRow } from './request-data.ts';
import { RequestProgress } from './request-progress.tsx';

/** Route, status with its meaning, number, names of the airports and the days. */
function Heading({ request, known }: RequestProps) {
  const { t } = useTranslation('requests');
  const stopsName = useStopsName(known);
  const daysText = useDaysText();
  const { legs } = request;
  const stops = routeStops(legs.length > 0 ? legs : [request]);
  const route = stopsName(stops);
  return (
    <MemberPageHeading
      stops={stops}
      title={route}
      status={useRequestStatus()(request.status, request.offers[0]?.state === 'open')}
      facts={[
        t('number', { number: requestNumber(request.quote_id) }),
        <Phrases key="route" text={route} />,
        daysText(legs[0]?.dep_date ?? '', legs.at(-1)?.dep_date ?? ''),
      ]}
    />
  );
}

const askAbout = (id: string, subject: string) =>
  askAddress({ kind: 'request', id, reference: requestNumber(id) }, subject);

/** The link of a request without an open offer. */
function useNextLink({ status, quote_id: id, bookings: [booking] }: GroupRequestRow) {
  const { t } = useTranslation('requests');
  switch (status) {
    case 'ACCEPTED':
      return booking
        ? {
            to: pages.memberBooking.href(booking.reference),
            text: t('state.booking', { reference: booking.reference }),
          }
        : { to: pages.bookings.href(), text: t('state.bookings') };
    case 'DECLINED':
    case 'EXPIRED':
      return {
        to: askAbout(id, t('number', { number: requestNumber(id) })),
        text: t('state.write'),
      };
    case 'CANCELLED':
      return { to: pages.groupRequest.href(), text: t('state.again') };
    default:
      return undefined;
  }
}

const statesWithText = ['PENDING', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CANCELLED'] as const;

/** What the status means for the member and what they can do; an open offer says it itself. */
function StateCard({ request }: { readonly request: GroupRequestRow }) {
  const { t } = useTranslation('requests');
  const link = useNextLink(request);
  // An offer is open, or one has to come: a QUOTED request from before the feature has none.
  const status = request.status === 'QUOTED' ? 'PENDING' : request.status;
  const state = statesWithText.find((known) => known === status);
  if (state === undefined) return null;
  return (
    <section className={`grid justify-items-start gap-3 ${cardClass}`}>
      <h2 className="text-xl">{t(`state.${state}.title`)}</h2>
      <p className="max-w-[38em] text-ink-2">
        <Phrases text={t(`state.${state}.text`)} />
      </p>
      {link && (
        <Link
          to={link.to}
          className={buttonClass({ tone: state === 'ACCEPTED' ? 'primary' : 'secondary' })}
        >
          {link.text}
        </Link>
      )}
    </section>
  );
}

/** Opens a thread about the request. */
function AskLink({ request: { quote_id: id } }: { readonly request: GroupRequestRow }) {
  const { t } = useTranslation('requests');
  if (!existsWith(settings().features, pages.myThreads)) return null;
  return (
    <Link
      to={askAbout(id, t('number', { number: requestNumber(id) }))}
      className={buttonClass({ tone: 'link' })}
    >
      {t('state.write')}
    </Link>
  );
}

function CancelRequest({ userId, request }: { userId: string; request: GroupRequestRow }) {
  const { t } = useTranslation('requests');
  const [open, setOpen] = useState(false);
  if (request.status !== 'PENDING' && request.status !== 'QUOTED') return null;
  return (
    <>
      <Button tone="link" className="text-red!" onClick={() => setOpen(true)}>
        {t('cancel.action')}
      </Button>
      {open && <CancelDialog userId={userId} request={request} onClose={() => setOpen(false)} />}
    </>
  );
}

function Content({
  userId,
  data: request,
}: {
  readonly userId: string;
  readonly data: GroupRequestRow;
}) {
  const { t } = useTranslation('requests');
  const { data: known } = useQuery(airportsQuery());
  const props = { request, known };
  const [latest, ...earlier] = request.offers;
  const open = latest?.state === 'open' ? latest : undefined;
  const isOpen = request.status === 'QUOTED' && open !== undefined;
  const asked = (
    <RequestSummary {...props}>
      <div className="mt-4 flex flex-wrap gap-x-6">
        {latest && (
          <Button tone="link" onClick={() => window.print()}>
            <Printer className="size-5" />
            {t('sheet.print')}
          </Button>
        )}
        {latest && <ShareToLine />}
        <AskLink request={request} />
        <CancelRequest userId={userId} request={request} />
      </div>
    </RequestSummary>
  );
  return (
    <>
      <Heading {...props} />
      <MemberPageColumns
        main={
          <>
            {!isOpen && <StateCard request={request} />}
            {latest && <OfferCard {...props} userId={userId} offer={latest} />}
            <EarlierOffers offers={earlier} names={known} />
            {!latest && asked}
          </>
        }
        aside={
          <>
            <RequestProgress request={request} open={open} />
            {latest && asked}
          </>
        }
      />
      {latest && <OfferSheet userId={userId} request={request} offer={latest} known={known} />}
    </>
  );
}

/** A group request of the member with its offers. */
export const { Component, loader } = memberPage({
  texts: 'requests',
  queryOf: requestQuery,
  alsoReads: () => [airportsQuery()],
  Content,
});
