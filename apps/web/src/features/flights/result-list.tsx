import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { FlightOffer, FlightSegment } from '@bkksiam/domain/flight-offer';
import {
  bestWeights,
  offerOrders,
  sortOffers,
  type OfferOrder,
} from '@bkksiam/domain/flight-offer-list';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import type { FlightNames } from '#entities/offer/flight-names.ts';
import { keepChosenFlight } from '#entities/offer/chosen-flight.ts';
import { bookedOfferQuery } from '#entities/offer/offer-data.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { logRejection } from '#platform/log.ts';
import { TryAgain } from '#platform/query-fallback.tsx';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { FlightResult, FlightResults } from '#ui/parts/flight-results.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { ResultCard } from './result-card.tsx';
import { pageSize, type ResultsView } from './results-address.ts';
import type { SourceResult } from './use-results.ts';

/** The cards that are rendered at once: more than fit on a screen. */
const piece = 8;

/** The first offer in each order. */
export type FirstOffers = Readonly<Record<OfferOrder, FlightOffer | undefined>>;

export function firstOf(offers: readonly FlightOffer[]): FirstOffers {
  const [best, cheapest, fastest] = offerOrders.map((order) => sortOffers(offers, order)[0]);
  return { best, cheapest, fastest };
}

/** The orders as tabs, with the price of the first in each. */
export function OrderTabs({
  firsts,
  view,
  onView,
}: {
  readonly firsts: FirstOffers;
  readonly view: ResultsView;
  readonly onView: (changes: Partial<ResultsView>) => void;
}) {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  return (
    <div className="mt-5">
      <RadioField
        look="tabs"
        legend={t('sort.label')}
        chosen={view.order}
        onChoose={(order) => onView({ order })}
        choices={offerOrders.map((order) => ({
          value: order,
          text: t(`sort.${order}`),
          // Keeps its line until there is a price.
          hint: firsts[order] ? baht(firsts[order].totalSatang) : '\u00a0',
        }))}
      />
    </div>
  );
}

/** The alerts of sources that failed. */
export function FailedSources({ sources }: { readonly sources: readonly SourceResult[] }) {
  const { t } = useTranslation('flights');
  return sources
    .filter(({ state }) => state === 'failed')
    .map(({ name, query }) => (
      <div key={name} className="mt-4">
        {query.error?.code === 'limited' ? (
          <Alert title={t('source.limited')}>{t('source.limitedText')}</Alert>
        ) : (
          <Alert title={t(`source.failed.${name}`)} action={<TryAgain query={query} />}>
            {t('source.failedText')}
          </Alert>
        )}
      </div>
    ));
}

export interface ResultListProps {
  /** Filtered, in the order of the view. */
  readonly offers: readonly FlightOffer[];
  /** How many there are without the filter. */
  readonly allCount: number;
  /** Names the filter and the order of the offers. */
  readonly listKey: string;
  readonly firsts: FirstOffers;
  readonly names: FlightNames | undefined;
  readonly view: ResultsView;
  readonly onView: (changes: Partial<ResultsView>) => void;
  readonly sources: readonly SourceResult[];
  /** How many offers are found and not shown. */
  readonly newCount: number;
  readonly onShowNew: () => void;
}

function useTags(firsts: FirstOffers): (id: string) => string {
  const { t } = useTranslation('flights');
  return (id) =>
    offerOrders
      .filter((order) => firsts[order]?.id === id)
      .map((order) => t(`sort.${order}`))
      .join(', ');
}

const flightNumberOf = ({ airline, flightNumber }: FlightSegment) => `${airline} ${flightNumber}`;

/** The flights, the total and the button of the opened card, on phones. */
function ChosenBar({
  offer,
  onChoose,
}: {
  readonly offer: FlightOffer;
  readonly onChoose: (id: string) => void;
}) {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  return (
    <StickyBar
      label={t('bar.label')}
      totalLabel={t('bar.total', {
        flights: offer.slices.flatMap(({ segments }) => segments.map(flightNumberOf)).join(' · '),
        count: passengerTotal(offer.passengers),
      })}
      total={baht(offer.totalSatang)}
      action={<Button onClick={() => onChoose(offer.id)}>{t('card.choose')}</Button>}
    />
  );
}

/** The props of `FlightResults` about the sources: what each has found, what the filters show, and the button for what came late. */
function useSourceTexts({ offers, allCount, sources, newCount, onShowNew }: ResultListProps) {
  const { t } = useTranslation('flights');
  return {
    sources: sources
      .filter(({ state }) => state !== 'failed')
      .map(({ name, state, count }) => ({
        key: name,
        isWaiting: state === 'answering',
        text: t(`source.${state === 'answering' ? 'waiting' : 'answered'}`, {
          source: t(`source.${name}`),
          count,
        }),
      })),
    filtered:
      offers.length < allCount
        ? t('results.filtered', { count: offers.length, all: allCount })
        : undefined,
    more:
      newCount > 0
        ? { text: t('results.more', { count: newCount }), onShow: onShowNew }
        : undefined,
  };
}

/** The opened offer, and what opens and chooses one: the same functions at every render. */
function useOpened({ offers, view, onView }: ResultListProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const opened = view.open === undefined ? offers[0] : offers.find(({ id }) => id === view.open);
  const latest = useRef({ offers, onView, openedId: opened?.id });
  useEffect(() => {
    latest.current = { offers, onView, openedId: opened?.id };
  });
  const toggle = useCallback((id: string) => {
    const { onView: change, openedId } = latest.current;
    change({ open: id === openedId ? '' : id });
  }, []);
  const choose = useCallback(
    (id: string) => {
      const chosen = latest.current.offers.find((offer) => offer.id === id);
      // Who signs in first lands on the dashboard, which leads back to it.
      if (chosen) {
        keepChosenFlight(chosen);
        client.setQueryData(bookedOfferQuery(id).queryKey, chosen);
      }
      logRejection('the booking could not be opened', navigate(pages.flightBooking.href(id)));
    },
    [client, navigate],
  );
  return { opened, toggle, choose };
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

/** The cards of the offers, a page at first, with the states of their sources. */
export function ResultList(props: ResultListProps) {
  const { offers, firsts, names, view, onView } = props;
  const { t } = useTranslation('flights');
  const tagOf = useTags(firsts);
  const { opened, toggle, choose } = useOpened(props);
  const { shown } = view;
  const rendered = useRenderedCards(shown, props.listKey);
  const rest = offers.length - shown;
  return (
    <>
      <FlightResults label={t('results.label')} {...useSourceTexts(props)}>
        {offers.slice(0, shown).map((offer, index) => (
          <FlightResult key={offer.id} slices={offer.slices.length}>
            {index < rendered && (
              <ResultCard
                offer={offer}
                position={index + 1}
                tag={tagOf(offer.id)}
                names={names}
                open={offer.id === opened?.id}
                onToggle={toggle}
                onChoose={choose}
              />
            )}
          </FlightResult>
        ))}
      </FlightResults>
      {rest > 0 && (
        <div className="mt-6 text-center">
          <Button tone="secondary" onClick={() => onView({ shown: shown + pageSize })}>
            {t('results.next', { count: Math.min(rest, pageSize) })}
          </Button>
        </div>
      )}
      {offers.length > 0 && (
        <p className="mt-4 text-xs text-ink-2">
          {t('results.best', { price: bestWeights.price * 100, time: bestWeights.time * 100 })}
        </p>
      )}
      {opened && <ChosenBar offer={opened} onChoose={choose} />}
    </>
  );
}
