import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { chosenFlight, forgetChosenFlight } from '#entities/offer/chosen-flight.ts';
import { OfferSlices } from '#entities/offer/flight-slice.tsx';
import { offerQuery } from '#entities/offer/offer-data.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { cardClass } from '#ui/parts/card.tsx';

interface CardProps {
  readonly id: string;
  readonly onDrop: () => void;
}

function Actions({ id, isGone, onDrop }: CardProps & { readonly isGone: boolean }) {
  const { t } = useTranslation('hold');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Link
        to={isGone ? pages.search.href() : pages.flightBooking.href(id)}
        onClick={isGone ? onDrop : undefined}
        className={buttonClass({})}
      >
        {t(isGone ? 'continue.search' : 'continue.open')}
      </Link>
      <Button tone="link" onClick={onDrop}>
        {t('continue.drop')}
      </Button>
    </div>
  );
}

function Card({ id, onDrop }: CardProps) {
  const { t } = useTranslation('hold');
  const baht = useBaht();
  const { data: offer } = useQuery(offerQuery(id));
  const names = useQuery(airportsQuery()).data;
  const isGone = offer === null;
  return (
    <section aria-labelledby="continue" className={`mt-6 grid gap-4 ${cardClass}`}>
      <div>
        <h2 id="continue" className="text-lg">
          {t('continue.title')}
        </h2>
        <p className="text-sm text-ink-2">{t(isGone ? 'continue.gone' : 'continue.kept')}</p>
      </div>
      {offer && (
        <>
          <OfferSlices offer={offer} names={names} />
          <p className="num font-strong">
            {t('flight.totalFor', { count: passengerTotal(offer.passengers) })}{' '}
            {baht(offer.totalSatang)}
          </p>
        </>
      )}
      <Actions id={id} isGone={isGone} onDrop={onDrop} />
    </section>
  );
}

/** The flight that was chosen before signing in, or left before it was held; nothing if there is none. */
export function ChosenFlightCard() {
  const [chosen, setChosen] = useState(chosenFlight);
  if (chosen === undefined) return null;
  function drop() {
    if (chosen) forgetChosenFlight(chosen.id);
    setChosen(undefined);
    document.querySelector<HTMLElement>('main')?.focus();
  }
  return <Card id={chosen.id} onDrop={drop} />;
}
