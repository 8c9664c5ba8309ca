import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import {
  chosenFlight,
  forgetChosenFlight,
  type ChosenFlight,
} from '#entities/offer/chosen-flight.ts';
import { OfferSlices } from '#entities/offer/flight-slice.tsx';
import { bookedOfferQuery, offerQuery } from '#entities/offer/offer-data.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { FlightSlices } from '#ui/parts/flight-slices.tsx';
import { ContinueCard } from './continue-card.tsx';

const emptyEnd = { time: '\u00a0', airport: '', zone: '' };

/** Keeps the place of the offer, which would move the page below it: rows are as high as the lines of the language. */
function OfferSkeleton({ slices }: { readonly slices: number }) {
  const { t } = useTranslation();
  const rows = Array.from({ length: slices }, (_, index) => ({
    title: '\u00a0',
    airline: '\u00a0',
    airlineCode: '',
    flightNumber: String(index),
    from: emptyEnd,
    to: emptyEnd,
    duration: '\u00a0',
    stops: '\u00a0',
  }));
  return (
    <Loading label={t('state.loading')} className="grid gap-4">
      <div className="relative">
        <div className="invisible">
          <FlightSlices slices={rows} />
        </div>
        <Skeleton className="absolute inset-0" />
      </div>
      <Skeleton className="h-lh w-48" />
    </Loading>
  );
}

/** The offer as it is now; until it is read, as it was chosen in this tab. */
function useChosenOffer(id: string) {
  const client = useQueryClient();
  const chosen = client.getQueryData(bookedOfferQuery(id).queryKey);
  return useQuery({ ...offerQuery(id), ...(chosen && { placeholderData: chosen }) });
}

function Card({ flight, onDrop }: { readonly flight: ChosenFlight; readonly onDrop: () => void }) {
  const { t } = useTranslation('hold');
  const baht = useBaht();
  const { id, slices } = flight;
  const { data: offer, isLoading } = useChosenOffer(id);
  const names = useQuery(airportsQuery());
  const isGone = offer === null;
  return (
    <ContinueCard
      id="continue"
      title={t('continue.title')}
      text={t(isGone ? 'continue.gone' : 'continue.kept')}
      action={
        isGone
          ? { to: pages.search.href(), text: t('continue.search'), onOpen: onDrop }
          : { to: pages.flightBooking.href(id), text: t('continue.open') }
      }
      onDrop={onDrop}
    >
      {(isLoading || (offer && names.isLoading)) && <OfferSkeleton slices={slices} />}
      {offer && !names.isLoading && (
        <>
          <OfferSlices offer={offer} names={names.data} />
          <p className="num font-strong">
            {t('flight.totalFor', { count: passengerTotal(offer.passengers) })}{' '}
            {baht(offer.totalSatang)}
          </p>
        </>
      )}
    </ContinueCard>
  );
}

/** The flight that was chosen before signing in, or left before it was held; nothing if there is none. */
export function ChosenFlightCard() {
  const [chosen, setChosen] = useState(chosenFlight);
  if (chosen === undefined) return null;
  function drop() {
    if (chosen) forgetChosenFlight(chosen.id);
    setChosen(undefined);
  }
  return <Card flight={chosen} onDrop={drop} />;
}
