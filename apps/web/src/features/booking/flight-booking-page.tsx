import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { sliceEnds, type FlightOffer } from '@bkksiam/domain/flight-offer';
import { parseOwnSeatsId } from '@bkksiam/domain/own-seats';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { tripOfOffer, tripText } from '@bkksiam/domain/trip';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { chosenFlight } from '#entities/flight/chosen-flight.ts';
import { FareDetails } from '#entities/flight/fare-facts.tsx';
import { OfferSlices } from '#entities/flight/flight-slice.tsx';
import { ownOfferQuery } from '#entities/flight/own-offer.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { TryAgain } from '#platform/query-fallback.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { PriceRise } from '#ui/parts/price-rise.tsx';
import { Stepper } from '#ui/parts/stepper.tsx';
import { ContactFields, Extras, MissingFields } from './booking-fields.tsx';
import { useBookingForm } from './booking-form.ts';
import { Component as HoldPage } from './booking-page.tsx';
import { FlightPassengers } from './flight-passengers.tsx';
import { FlightBar, FlightStub } from './flight-stub.tsx';
import '#styles/inner.css';

const resultsOf = (offer: FlightOffer) =>
  `${pages.results.href()}?trip=${tripText(tripOfOffer(offer))}`;

function Heading({ back }: { readonly back: string }) {
  const { t } = useTranslation('hold');
  const steps = (['search', 'flight', 'passengers', 'held'] as const).map((step) =>
    t(`flight.steps.${step}`),
  );
  return (
    <header className="grid gap-5">
      <div>
        <Link to={back} className={buttonClass({ tone: 'link', className: '-ml-2 px-2' })}>
          <ArrowLeft className="size-5" />
          {t('flight.back')}
        </Link>
        <h1 className="text-3xl">{t('flight.title')}</h1>
      </div>
      <Stepper label={t('flight.stepsLabel')} steps={steps} current={2} />
    </header>
  );
}

function OtherFlights({ offer }: { readonly offer: FlightOffer }) {
  const { t } = useTranslation('hold');
  return (
    <Link to={resultsOf(offer)} className={buttonClass({ tone: 'link', className: '-ml-2 px-2' })}>
      {t('flight.others')}
      <ArrowRight className="size-5" />
    </Link>
  );
}

interface SeenPrice {
  readonly totalSatang: number;
  /** ISO time. */
  readonly at: string;
}

/** Another price than the one that was on screen when the flight was chosen. */
function PriceChange({ offer, seen }: { readonly offer: FlightOffer; readonly seen: SeenPrice }) {
  const { t } = useTranslation('hold');
  const language = useLanguage();
  const baht = useBaht();
  const [now] = useState(serverNow);
  const clock = (iso: string) => bangkokTimeText(iso, language) ?? iso;
  const difference = offer.totalSatang - seen.totalSatang;
  if (difference === 0) return null;
  return (
    <PriceRise
      title={t(difference > 0 ? 'flight.price.up' : 'flight.price.down')}
      text={t('flight.price.text')}
      before={{
        label: t('flight.price.seen', { time: clock(seen.at) }),
        amount: baht(seen.totalSatang),
        note: t('flight.price.for', { count: passengerTotal(offer.passengers) }),
      }}
      now={{
        label: t('flight.price.now', { time: clock(new Date(now).toISOString()) }),
        amount: baht(offer.totalSatang),
        note: t(difference > 0 ? 'flight.price.more' : 'flight.price.less', {
          amount: baht(Math.abs(difference)),
        }),
      }}
      action={<OtherFlights offer={offer} />}
    />
  );
}

function Card({ children }: { readonly children: ReactNode }) {
  return <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">{children}</div>;
}

function Itinerary({ offer }: { readonly offer: FlightOffer }) {
  const { t } = useTranslation('hold');
  const names = useQuery(airportsQuery()).data;
  return (
    <section aria-labelledby="flights">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="flights" className="text-xl">
          {t('flight.flights')}
        </h2>
        <Link to={resultsOf(offer)} className={buttonClass({ tone: 'link', className: 'px-2' })}>
          {t('flight.change')}
        </Link>
      </div>
      <OfferSlices offer={offer} names={names} />
      <div className="mt-4 border-t border-line pt-4 text-sm">
        <FareDetails offer={offer} names={names} />
      </div>
    </section>
  );
}

interface BookingProps {
  readonly user: User;
  readonly offer: FlightOffer;
  /** Somebody else took the seats while the form was open. */
  readonly isGone: boolean;
  readonly onConflict: () => void;
}

function Booking({ user, offer, isGone, onConflict }: BookingProps) {
  const { t } = useTranslation('hold');
  const { id, passengers, totalSatang } = offer;
  const form = useBookingForm(user, id, { passengers, totalSatang, onConflict });
  const [seen] = useState((): SeenPrice => {
    const chosen = chosenFlight();
    return chosen?.id === id
      ? { totalSatang: chosen.totalSatang, at: chosen.chosenAt }
      : { totalSatang, at: new Date(serverNow()).toISOString() };
  });
  const lastSlice = offer.slices.at(-1) ?? offer.slices[0];
  const lastDay = sliceEnds(lastSlice).arrival.local.slice(0, 10);
  const stub = { form, offer, isFree: !isGone };
  return (
    <Form onSubmit={form.onSubmit} className="grid gap-5">
      {isGone ? (
        <Alert title={t('flight.gone.title')}>
          {t('flight.gone.text')} <OtherFlights offer={offer} />
        </Alert>
      ) : (
        <PriceChange offer={offer} seen={seen} />
      )}
      <div className="grid items-start gap-5 roomy:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-5 max-md:[&_:is(input,textarea,button)]:scroll-mb-28">
          <Card>
            <Itinerary offer={offer} />
          </Card>
          <Card>
            <FlightPassengers
              userId={user.id}
              form={form}
              passengers={passengers}
              lastDay={lastDay}
            />
          </Card>
          <Card>
            <div className="grid gap-6">
              <ContactFields form={form} title={t('flight.contact')} />
              <Extras form={form} />
            </div>
          </Card>
          <MissingFields form={form} />
        </div>
        <FlightStub {...stub} />
      </div>
      <FlightBar {...stub} />
    </Form>
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
  const client = useQueryClient();
  const options = ownOfferQuery(id);
  const query = useQuery(options);
  const isGone = query.data === null;
  // What is booked stays on screen once its seats are gone.
  const [known, setKnown] = useState<FlightOffer>();
  if (query.data && query.data !== known) setKnown(query.data);
  const offer = query.data ?? known;
  const reload = () =>
    logRejection(
      'the offer could not be loaded again',
      client.invalidateQueries({ queryKey: options.queryKey }),
    );
  return (
    <div className="grid gap-5 max-md:pb-20">
      <Heading back={offer ? resultsOf(offer) : pages.search.href()} />
      {offer ? (
        <Booking user={user} offer={offer} isGone={isGone} onConflict={reload} />
      ) : isGone ? (
        <Gone />
      ) : query.isError ? (
        <Alert title={t('flight.failed')}>
          <TryAgain query={query} tone="link" />
        </Alert>
      ) : (
        <p role="status" className="text-ink-2">
          {t('flight.loading')}
        </p>
      )}
    </div>
  );
}

/** Holds the seats of an offer; any other flight has the form without a price (spec §2, §5). */
export function Component() {
  const user = useUser();
  const { id = '' } = useParams();
  if (user === null) return null;
  if (parseOwnSeatsId(id) === undefined) return <HoldPage />;
  return <OfferBooking key={`${user.id} ${id}`} user={user} id={id} />;
}
