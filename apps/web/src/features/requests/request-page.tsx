import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { requestNumber } from '@bkksiam/domain/request-number';
import { airportsQuery, useRouteName } from '#entities/airport/airport-data.ts';
import { memberPage, MemberPageColumns } from '#entities/member-page/member-page.tsx';
import { MemberPageHeading, useDaysText } from '#entities/member-page/member-page-heading.tsx';
import { EarlierOffers } from '#entities/offer/offer-view.tsx';
import { contactAbout, pages } from '#pages.ts';
import { useStatus } from '#platform/status.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { cardClass } from '#ui/parts/card.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { RequestSummary, type RequestProps } from './request-summary.tsx';
import { CancelDialog } from './offer-answers.tsx';
import { OfferCard } from './offer-card.tsx';
import { OfferSheet } from './offer-sheet.tsx';
import { requestQuery, type GroupRequestRow } from './request-data.ts';
import { RequestProgress } from './request-progress.tsx';

/** Route, status with its meaning, number, names of the airports and the days. */
function Heading({ request, known }: RequestProps) {
  const { t } = useTranslation('requests');
  const routeName = useRouteName(known);
  const daysText = useDaysText();
  const { legs } = request;
  return (
    <MemberPageHeading
      route={request}
      title={t('title')}
      status={useStatus()('request', request.status)}
      facts={[
        t('number', { number: requestNumber(request.quote_id) }),
        <Phrases key="route" text={routeName(request)} />,
        daysText(legs[0]?.dep_date ?? '', legs.at(-1)?.dep_date ?? ''),
      ]}
    />
  );
}

const statesWithText = [
  'PENDING',
  'QUOTED',
  'ACCEPTED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
] as const;

/** What the status means for the member and what they can do; an open offer says it itself. */
function StateCard({ request }: { readonly request: GroupRequestRow }) {
  const { t } = useTranslation('requests');
  const number = requestNumber(request.quote_id);
  const state = statesWithText.find((known) => known === request.status);
  if (state === undefined) return null;
  const [booking] = request.bookings;
  const look = buttonClass({ tone: state === 'ACCEPTED' ? 'primary' : 'secondary' });
  const actions = {
    PENDING: null,
    QUOTED: null,
    ACCEPTED: (
      <Link
        to={booking ? pages.memberBooking.href(booking.reference) : pages.bookings.href()}
        className={look}
      >
        {booking ? t('state.booking', { reference: booking.reference }) : t('state.bookings')}
      </Link>
    ),
    DECLINED: (
      <Link to={contactAbout(t('number', { number }))} className={look}>
        {t('state.write')}
      </Link>
    ),
    EXPIRED: (
      <Link to={contactAbout(t('number', { number }))} className={look}>
        {t('state.write')}
      </Link>
    ),
    CANCELLED: (
      <Link to={pages.groupRequest.href()} className={look}>
        {t('state.again')}
      </Link>
    ),
  };
  // An offer is open, or one has to come: a QUOTED request from before the feature has none.
  const text = state === 'QUOTED' ? 'PENDING' : state;
  return (
    <section className={`grid justify-items-start gap-3 ${cardClass}`}>
      <h2 className="text-xl">{t(`state.${text}.title`)}</h2>
      <p className="max-w-[38em] text-ink-2">
        <Phrases text={t(`state.${text}.text`)} />
      </p>
      {actions[state]}
    </section>
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
      <CancelDialog userId={userId} request={request} open={open} onClose={() => setOpen(false)} />
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
      {latest && <OfferSheet request={request} offer={latest} known={known} />}
    </>
  );
}

/** A group request of the member with its offers. */
export const { Component, loader } = memberPage({
  texts: 'requests',
  queryOf: requestQuery,
  alsoReads: [airportsQuery()],
  Content,
});
