import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { legKeysOf } from '@bkksiam/domain/flight-legs';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { FareDetails, useFareFacts } from '#entities/offer/fare-facts.tsx';
import type { FlightNames } from '#entities/offer/flight-names.ts';
import { useSliceRows } from '#entities/offer/flight-slice.tsx';
import { useOfferPrice } from '#entities/offer/price-breakdown.tsx';
import { useBaht } from '#platform/formats.ts';
import { FlightCard, FlightChoiceCard } from '#ui/parts/flight-card.tsx';

interface CardProps {
  readonly offer: FlightOffer;
  /** From 1, in the order on screen. */
  readonly position: number;
  /** 'Best', 'Cheapest', 'Fastest', or several of them; empty for none. */
  readonly tag: string;
  readonly names: FlightNames | undefined;
  /** The leg that is shown; undefined for the whole journey. */
  readonly leg: number | undefined;
  /** How much more it costs than the lowest in the list. */
  readonly addedSatang: number;
}

/** The props that both cards have. */
function useCard({ offer, position, tag, names, leg, addedSatang }: CardProps) {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  const price = useOfferPrice()(offer);
  const rows = useSliceRows(names)(offer);
  const label = (amount: string) =>
    t(leg === undefined ? 'results.card' : 'legs.card', { position, price: amount });
  return {
    label,
    price,
    parts: {
      ...(tag !== '' && { tag }),
      ...(addedSatang > 0 && { added: t('legs.added', { price: baht(addedSatang) }) }),
      slices: leg === undefined ? rows : rows.slice(leg, leg + 1),
    },
  };
}

export interface ResultCardProps extends CardProps {
  readonly open: boolean;
  /** The same functions at every render: a card is rendered again only when it changes. */
  readonly onToggle: (id: string) => void;
  readonly onChoose: (id: string) => void;
}

/** An offer as a card; opened it has its conditions and the button that chooses it. */
export const ResultCard = memo(function ResultCard(props: ResultCardProps) {
  const { offer, names, open, onToggle, onChoose } = props;
  const { t } = useTranslation('flights');
  const { label, price, parts } = useCard(props);
  return (
    <FlightCard
      label={label(price.total.amount)}
      {...parts}
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

export interface LegCardProps extends CardProps {
  /** The same function at every render. */
  readonly onChoose: (key: string) => void;
}

/** The flights of a leg as a card, with the lowest total of a journey with them and the button that chooses them. */
export const LegCard = memo(function LegCard(props: LegCardProps) {
  const { offer, leg = 0, onChoose } = props;
  const { t } = useTranslation('flights');
  const { label, price, parts } = useCard(props);
  const amount = t('legs.from', { price: price.total.amount });
  return (
    <FlightChoiceCard
      label={label(amount)}
      {...parts}
      total={{ ...price.total, amount }}
      onChoose={() => onChoose(legKeysOf(offer)[leg] ?? '')}
      choose={t('card.choose')}
    />
  );
});
