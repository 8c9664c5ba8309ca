import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { bookedOfferQuery, isOfferId } from '#entities/offer/offer-data.ts';
import { travellersQuery } from '#entities/traveller/traveller-data.ts';
import { pages } from '#pages.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useBaht } from '#platform/formats.ts';
import { TryAgain } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Alert, Loading, Skeleton } from '#ui/feedback.tsx';
import { cardClass } from '#ui/parts/card.tsx';
import { Stepper } from '#ui/parts/stepper.tsx';
import { lastDayOf, useHold } from './airline-hold.ts';
import { AskAgency } from './ask-agency.tsx';
import { ContactFields, Extras, MissingFields } from './booking-fields.tsx';
import { useBookingForm } from './booking-form.ts';
import { Component as HoldPage } from './reserve-page.tsx';
import { Failure } from './booking-pass.tsx';
import { FlightForm } from './flight-form.tsx';
import { offerAddress, type OfferProps } from './flight-itinerary.tsx';
import { FlightPassengers } from './flight-passengers.tsx';
import '#styles/inner.css';

const steps = {
  hold: ['search', 'flight', 'passengers', 'held'],
  ask: ['search', 'flight', 'ask'],
} as const;

function Heading({ back, isAsked }: { readonly back: string; readonly isAsked: boolean }) {
  const { t } = useTranslation('hold');
  return (
    <header className="grid gap-5">
      <div>
        <Link to={back} className={buttonClass({ tone: 'link', className: '-ml-2 px-2' })}>
          <ArrowLeft className="size-5" />
          {t('flight.back')}
        </Link>
        <h1 className="text-3xl">{t(isAsked ? 'ask.title' : 'flight.title')}</h1>
      </div>
      <Stepper
        label={t('flight.stepsLabel')}
        steps={steps[isAsked ? 'ask' : 'hold'].map((step) => t(`flight.steps.${step}`))}
        current={2}
      />
    </header>
  );
}

interface BookingProps extends OfferProps {
  readonly user: User;
}

function Booking(props: BookingProps) {
  const { user, flightId, offer, isGone } = props;
  const { t } = useTranslation('hold');
  const baht = useBaht();
  const { passengers } = offer;
  const lastDay = lastDayOf(offer);
  const isOwn = offer.source === 'own';
  const form = useBookingForm(user, flightId, {
    passengers,
    ...(!isOwn && { airlineLastDay: lastDay }),
    place: useHold(flightId, offer),
  });
  const submit = isGone
    ? undefined
    : {
        text: t('flight.submit', { price: baht(offer.totalSatang) }),
        short: t('flight.short'),
        busy: form.sent,
      };
  return (
    <FlightForm
      {...props}
      onSubmit={form.onSubmit}
      submit={submit}
      note={t(isOwn ? 'flight.note' : 'airline.note')}
      failure={<Failure form={form} />}
    >
      <div className={cardClass}>
        <FlightPassengers userId={user.id} form={form} passengers={passengers} lastDay={lastDay} />
      </div>
      <div className={`grid gap-6 ${cardClass}`}>
        <ContactFields
          form={form}
          title={t('flight.contact')}
          {...(!isOwn && { phoneHint: t('airline.phoneHint') })}
        />
        <Extras form={form} />
      </div>
      <MissingFields form={form} />
    </FlightForm>
  );
}

/** Seats that were gone before the form opened. */
function Gone() {
  const { t } = useTranslation('hold');
  return (
    <Alert title={t('flight.gone.title')}>
      {t('flight.gone.first')}{' '}
      <Link to={pages.search.href()} className={buttonClass({ tone: 'link', className: 'px-2' })}>
        {t('flight.gone.search')}
      </Link>
    </Alert>
  );
}

function OfferBooking({ user, id }: { readonly user: User; readonly id: string }) {
  const { t } = useTranslation('hold');
  const query = useQuery(bookedOfferQuery(id));
  const isGone = query.data === null;
  // The saved travellers are above the fields.
  const isWaiting = useAreAwaited([travellersQuery(user.id)]);
  // What is booked stays on screen once its seats are gone.
  const [known, setKnown] = useState<FlightOffer>();
  if (query.data && query.data !== known) setKnown(query.data);
  const offer = query.data ?? known;
  const isAsked = offer?.heldUntil === null;
  const Screen = isAsked ? AskAgency : Booking;
  return (
    <div className="grid gap-5 max-md:pb-20">
      <Heading back={offer ? offerAddress(offer) : pages.search.href()} isAsked={isAsked} />
      {offer && !isWaiting ? (
        <Screen user={user} flightId={id} offer={offer} isGone={isGone} />
      ) : isGone ? (
        <Gone />
      ) : query.isError ? (
        <Alert title={t('flight.failed')}>
          <TryAgain query={query} tone="link" />
        </Alert>
      ) : (
        <Loading data-page-loading label={t('flight.loading')} announced>
          <Skeleton className="h-svh rounded-lg" />
        </Loading>
      )}
    </div>
  );
}

/** Books an offer: holds its seats, or asks the agency if they cannot be held. Any other flight has the form without a price (spec §2, §5). */
export function Component() {
  const user = useUser();
  const { id = '' } = useParams();
  if (user === null) return null;
  if (!isOfferId(id)) return <HoldPage />;
  return <OfferBooking key={`${user.id} ${id}`} user={user} id={id} />;
}
