import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { FareDetails, useFareFacts } from '#entities/offer/fare-facts.tsx';
import type { FlightNames } from '#entities/offer/flight-names.ts';
import { useSliceRows } from '#entities/offer/flight-slice.tsx';
import { useOfferPrice } from '#entities/offer/price-breakdown.tsx';
import { FlightCard } from '#ui/parts/flight-card.tsx';

export interface ResultCardProps {
  readonly offer: FlightOffer;
  /** From 1, in the order on screen. */
  readonly position: number;
  /** 'Best', 'Cheapest', 'Fastest', or several of them; empty for none. */
  readonly tag: string;
  readonly names: FlightNames | undefined;
  readonly open: boolean;
  /** The same functions at every render: a card is rendered again only when it changes. */
  readonly onToggle: (id: string) => void;
  readonly onChoose: (id: string) => void;
}

/** An offer as a card; opened it has its conditions and the button that chooses it. */
export const ResultCard = memo(function ResultCard(props: ResultCardProps) {
  const { offer, position, tag, names, open, onToggle, onChoose } = props;
  const { t } = useTranslation('flights');
  const price = useOfferPrice()(offer);
  return (
    <FlightCard
      label={t('results.card', { position, price: price.total.amount })}
      {...(tag !== '' && { tag })}
      slices={useSliceRows(names)(offer)}
      facts={useFareFacts()(offer)}
      {...price}
      details={<FareDetails offer={offer} names={names} />}
      open={open}
      onToggle={() => onToggle(offer.id)}
      onChoose={() => onChoose(offer.id)}
      texts={{ choose: t('card.choose'), more: t('card.more'), fewer: t('card.fewer') }}
    />
  );
});
