import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { offerOrders, sortOffers, type OfferOrder } from '@bkksiam/domain/flight-offer-list';
import { useListText } from '#platform/formats.ts';
import type { FlightNames } from '#entities/offer/flight-names.ts';
import { FlightResult } from '#ui/parts/flight-results.tsx';
import { LegCard, ResultCard } from './result-card.tsx';
import type { Step } from './use-step.ts';

/** The cards that are rendered at once: more than fit on a screen. */
const piece = 8;

/** The first offer in each order. */
export type FirstOffers = Readonly<Record<OfferOrder, FlightOffer | undefined>>;

/** @param leg whose time counts; undefined for that of the whole journey */
export function firstOf(offers: readonly FlightOffer[], leg: number | undefined): FirstOffers {
  const [best, cheapest, fastest] = offerOrders.map((order) => sortOffers(offers, order, leg)[0]);
  return { best, cheapest, fastest };
}

function useTags(firsts: FirstOffers): (id: string) => string {
  const { t } = useTranslation('flights');
  const list = useListText();
  return (id) =>
    list(
      offerOrders.filter((order) => firsts[order]?.id === id).map((order) => t(`sort.${order}`)),
    );
}

/**
 * How many of the shown cards are rendered: a piece of them at once, then the others piece by piece, so that no piece takes long.
 * The others keep their places meanwhile.
 *
 * @param listKey another one begins again: all cards are others
 */
function useRenderedCards(shown: number, listKey: string): number {
  const [done, setDone] = useState({ listKey, count: piece });
  const count = Math.min(shown, done.listKey === listKey ? done.count : piece);
  useEffect(() => {
    if (count < shown) startTransition(() => setDone({ listKey, count: count + piece }));
  }, [listKey, count, shown]);
  return count;
}

export interface ResultCardsProps {
  /** Filtered, in the order of the view. */
  readonly offers: readonly FlightOffer[];
  /** How many of them are shown. */
  readonly shown: number;
  /** Names the filter, the order and the leg of the offers. */
  readonly listKey: string;
  readonly firsts: FirstOffers;
  readonly names: FlightNames | undefined;
  readonly step: Step;
  readonly openedId: string | undefined;
  /** The same functions at every render. */
  readonly onToggle: (id: string) => void;
  readonly onChoose: (id: string) => void;
  readonly onChooseLeg: (key: string) => void;
}

/** The cards of the first offers; those that are not rendered yet keep their places. */
export function ResultCards(props: ResultCardsProps) {
  const { offers, shown, firsts, names, step, openedId } = props;
  const tagOf = useTags(firsts);
  const rendered = useRenderedCards(shown, props.listKey);
  const lowest = firsts.cheapest?.totalSatang ?? 0;
  return offers.slice(0, shown).map((offer, index) => {
    const card = {
      offer,
      position: index + 1,
      tag: tagOf(offer.id),
      names,
      leg: step.leg,
      addedSatang: step.legs.length > 0 ? offer.totalSatang - lowest : 0,
    };
    return (
      <FlightResult
        key={offer.id}
        slices={step.leg === undefined ? offer.slices.length : 1}
        isLeg={step.hasNext}
      >
        {index < rendered &&
          (step.hasNext ? (
            <LegCard {...card} onChoose={props.onChooseLeg} />
          ) : (
            <ResultCard
              {...card}
              open={offer.id === openedId}
              onToggle={props.onToggle}
              onChoose={props.onChoose}
            />
          ))}
      </FlightResult>
    );
  });
}
