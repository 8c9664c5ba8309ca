import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { tripOfOffer, tripText } from '@bkksiam/domain/trip';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { chosenFlight } from '#entities/offer/chosen-flight.ts';
import { bookedOfferQuery } from '#entities/offer/offer-data.ts';
import { FareDetails } from '#entities/offer/fare-facts.tsx';
import { OfferSlices } from '#entities/offer/flight-slice.tsx';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { serverTimeOf } from '#platform/server-clock.ts';
import { buttonClass } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { PriceChange } from '#ui/parts/price-change.tsx';
import { Section } from '#ui/parts/section.tsx';

/** An offer on the screen that reserves it. */
export interface OfferProps {
  /** As in the address; an offer that was asked for again has another id. */
  readonly flightId: string;
  readonly offer: FlightOffer;
  /** Its seats are gone: it cannot be booked any more. */
  readonly isGone: boolean;
}

/** The address of the results in which an offer was found. */
export const offerAddress = (offer: FlightOffer): string =>
  `${pages.results.href()}?trip=${tripText(tripOfOffer(offer))}`;

function OtherFlights({ offer }: { readonly offer: FlightOffer }) {
  const { t } = useTranslation('hold');
  return (
    <Link
      to={offerAddress(offer)}
      className={buttonClass({ tone: 'link', className: '-ml-2 px-2' })}
    >
      {t('flight.others')}
      <ArrowRight className="size-5" />
    </Link>
  );
}

/** What has changed since the flight was chosen: another price than the one that was on screen, or no seats. */
export function Changes({ flightId, offer, isGone }: OfferProps) {
  const { t } = useTranslation('hold');
  const language = useLanguage();
  const baht = useBaht();
  // When the price was read last, which this part does not do itself.
  const { dataUpdatedAt } = useQuery({ ...bookedOfferQuery(flightId), enabled: false });
  const now = new Date(serverTimeOf(dataUpdatedAt)).toISOString();
  const [seen] = useState(() => {
    const chosen = chosenFlight();
    return chosen?.id === flightId
      ? { totalSatang: chosen.totalSatang, at: chosen.chosenAt }
      : { totalSatang: offer.totalSatang, at: now };
  });
  const clock = (iso: string) => bangkokTimeText(iso, language) ?? iso;
  const difference = offer.totalSatang - seen.totalSatang;
  if (isGone) {
    return (
      <Alert title={t('flight.gone.title')}>
        {t('flight.gone.text')} <OtherFlights offer={offer} />
      </Alert>
    );
  }
  if (difference === 0) return null;
  return (
    <PriceChange
      title={t(difference > 0 ? 'flight.price.up' : 'flight.price.down')}
      text={t('flight.price.text')}
      before={{
        label: t('flight.price.seen', { time: clock(seen.at) }),
        amount: baht(seen.totalSatang),
        note: t('flight.price.for', { count: passengerTotal(offer.passengers) }),
      }}
      now={{
        label: t('flight.price.now', { time: clock(now) }),
        amount: baht(offer.totalSatang),
        note: t(difference > 0 ? 'flight.price.more' : 'flight.price.less', {
          amount: baht(Math.abs(difference)),
        }),
      }}
      action={<OtherFlights offer={offer} />}
    />
  );
}

/** The flights of an offer with their conditions. */
export function Itinerary({ offer }: { readonly offer: FlightOffer }) {
  const { t } = useTranslation('hold');
  const names = useQuery(airportsQuery()).data;
  return (
    <Section
      title={t('flight.flights')}
      look="page"
      action={
        <Link to={offerAddress(offer)} className={buttonClass({ tone: 'link', className: 'px-2' })}>
          {t('flight.change')}
        </Link>
      }
    >
      <OfferSlices offer={offer} names={names} />
      <div className="mt-4 border-t border-line pt-4 text-sm">
        <FareDetails offer={offer} names={names} />
      </div>
    </Section>
  );
}
