import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { requestNumber } from '@bkksiam/domain/request-number';
import { airportName, airportsQuery } from '#entities/airport/airport-data.ts';
import {
  MemberPage,
  MemberPageColumns,
  MemberPageHeading,
} from '#entities/member-page/member-page.tsx';
import { EarlierOffers } from '#entities/offer/offer-view.tsx';
import { RequestStatusChip } from '#entities/request/request-parts.tsx';
import { contactAbout, pages } from '#pages.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useUser } from '#platform/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { RequestSummary, type RequestProps } from './request-summary.tsx';
import { CancelDialog } from './offer-answers.tsx';
import { OfferCard } from './offer-card.tsx';
import { OfferSheet } from './offer-sheet.tsx';
import { requestQuery, type GroupRequestRow } from './request-data.ts';
import { RequestProgress } from './request-progress.tsx';

/** Route, status with its meaning, number, names of the airports and the days. */
function Heading({ request, known }: RequestProps) {
  const { t } = useTranslation(['requests', 'common']);
  const language = useLanguage();
  const { origin, destination, legs } = request;
  const nameOf = (code: string) => {
    const airport = known?.airports.get(code);
    return airport ? airportName(airport, language) : code;
  };
  const days = [...new Set([legs[0]?.dep_date ?? '', legs.at(-1)?.dep_date ?? ''])];
  return (
    <MemberPageHeading
      route={request}
      chip={<RequestStatusChip status={request.status} show="beside" />}
    >
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm text-ink-2">
        <span>
          <span className="num">{t('number', { number: requestNumber(request.quote_id) })}</span>
        </span>
        <span>
          <Phrases
            text={t('common:dashboard.routeText', {
              origin: nameOf(origin),
              destination: nameOf(destination),
            })}
          />
        </span>
        <span className="num whitespace-nowrap">
          {days.map((day) => calendarDayText(day, language) ?? day).join(' – ')}
        </span>
      </p>
    </MemberPageHeading>
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
    <section className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-5 sm:p-6">
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

function Request({ userId, ...props }: RequestProps & { readonly userId: string }) {
  const { t } = useTranslation('requests');
  const { request, known } = props;
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

function RequestOf({ user, id }: { readonly user: User; readonly id: string }) {
  const { t } = useTranslation('requests');
  const query = useQuery(requestQuery(user.id, id));
  const airports = useQuery(airportsQuery());
  return (
    <MemberPage
      query={query}
      texts={{
        title: t('title'),
        failed: t('loadFailed'),
        none: t('none'),
        noneText: t('noneText'),
        noneAction: t('noneAction'),
      }}
    >
      {(request) => <Request userId={user.id} request={request} known={airports.data} />}
    </MemberPage>
  );
}

export const loader = pageLoader(async ({ userId, params, read }) => {
  if (userId === null) return undefined;
  await Promise.all([read(requestQuery(userId, params.id ?? '')), read(airportsQuery())]);
  return undefined;
});

/** A group request of the member with its offers. */
export function Component() {
  const user = useUser();
  const { id = '' } = useParams();
  return user && <RequestOf key={`${user.id} ${id}`} user={user} id={id} />;
}
