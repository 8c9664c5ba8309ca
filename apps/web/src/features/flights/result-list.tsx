import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { FlightOffer, FlightSegment } from '@bkksiam/domain/flight-offer';
import { bestWeights, offerOrders } from '@bkksiam/domain/flight-offer-list';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { keepChosenFlight } from '#entities/offer/chosen-flight.ts';
import { bookedOfferQuery } from '#entities/offer/offer-data.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { logRejection } from '#platform/log.ts';
import { TryAgain } from '#platform/query-fallback.tsx';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { FlightResults } from '#ui/parts/flight-results.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { ResultCards, type FirstOffers, type ResultCardsProps } from './result-cards.tsx';
import { pageSize, type ResultsView } from './results-address.ts';
import type { SourceResult } from './use-results.ts';

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

export interface ResultListProps extends Pick<
  ResultCardsProps,
  'offers' | 'listKey' | 'firsts' | 'names' | 'step'
> {
  readonly onLegs: (legs: readonly string[]) => void;
  /** Whether the trip has several legs. */
  readonly isTrip: boolean;
  /** How many there are without the filter. */
  readonly allCount: number;
  readonly view: ResultsView;
  readonly onView: (changes: Partial<ResultsView>) => void;
  readonly sources: readonly SourceResult[];
  /** How many offers are found and not shown. */
  readonly newCount: number;
  readonly onShowNew: () => void;
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

/** How many of the choices the filters show; of a trip of several legs also how many there are. */
function useCountText({ offers, allCount, isTrip, step }: ResultListProps): string | undefined {
  const { t } = useTranslation('flights');
  const count = offers.length;
  if (count < allCount) return t('results.filtered', { count, all: allCount });
  if (!isTrip) return undefined;
  // Keeps its line until there is a number.
  if (allCount === 0) return '\u00a0';
  return t(step.leg === undefined ? 'legs.journeys' : 'legs.count', { count });
}

/** The props of `FlightResults` about the sources: what each has found, what the filters show, and the button for what came late. */
function useSourceTexts(props: ResultListProps) {
  const { t } = useTranslation('flights');
  const { sources, newCount, onShowNew } = props;
  return {
    canGrow: sources.length > 1,
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
    filtered: useCountText(props),
    more:
      newCount > 0
        ? { text: t('results.more', { count: newCount }), onShow: onShowNew }
        : undefined,
  };
}

/** The opened offer, and what opens and chooses one: the same functions at every render. */
function useOpened(props: ResultListProps) {
  const { offers, view, step } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const shown = view.open === undefined ? offers[0] : offers.find(({ id }) => id === view.open);
  const opened = step.hasNext ? undefined : shown;
  const latest = useRef({ ...props, openedId: opened?.id });
  useEffect(() => {
    latest.current = { ...props, openedId: opened?.id };
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
  const chooseLeg = useCallback((key: string) => {
    const { onLegs, step: now } = latest.current;
    onLegs([...now.legs, key]);
  }, []);
  return { opened, toggle, choose, chooseLeg };
}

/** The cards of the offers, a page at first, with the states of their sources. */
export function ResultList(props: ResultListProps) {
  const { offers, view, onView } = props;
  const { t } = useTranslation('flights');
  const { opened, toggle, choose, chooseLeg } = useOpened(props);
  const { shown } = view;
  const rest = offers.length - shown;
  return (
    <>
      <FlightResults label={t('results.label')} {...useSourceTexts(props)}>
        <ResultCards
          offers={offers}
          shown={shown}
          listKey={props.listKey}
          firsts={props.firsts}
          names={props.names}
          step={props.step}
          openedId={opened?.id}
          onToggle={toggle}
          onChoose={choose}
          onChooseLeg={chooseLeg}
        />
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
