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
import { ContinueCard } from './continue-card.tsx';

/** Keeps the place of the offer, which would move the page below it. */
function OfferSkeleton({ slices }: { readonly slices: number }) {
  const { t } = useTranslation();
  return (
    <Loading label={t('state.loading')} className="@container grid gap-4">
      <div className="divide-y divide-line">
        {Array.from({ length: slices }, (_, index) => (
          <div key={index} className="h-27 py-2 @min-[31rem]:h-17">
            <Skeleton className="h-full" />
          </div>
        ))}
      </div>
      <Skeleton className="h-6 w-48" />
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
