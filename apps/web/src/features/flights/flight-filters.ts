import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCheckedBaggage, mostStops, type FlightOffer } from '@bkksiam/domain/flight-offer';
import {
  airlinesOf,
  airportsOf,
  countOffers,
  dayPartsOf,
  dayParts,
  type OfferFilter,
} from '@bkksiam/domain/flight-offer-list';
import type { Trip, TripLeg } from '@bkksiam/domain/trip';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { flightNames, type FlightNames } from '#entities/offer/flight-names.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { FilterGroup } from '#ui/parts/filter-panel.tsx';

/** The chosen options of a filter, `group:value`, as the panel has them. */
export function chosenOf(filter: OfferFilter): ReadonlySet<string> {
  return new Set([
    ...(filter.maxStops === null ? [] : [`stops:${String(filter.maxStops)}`]),
    ...filter.dayParts.flatMap((parts, slice) =>
      parts.map((part) => `depart${String(slice)}:${part}`),
    ),
    ...filter.airlines.map((code) => `airline:${code}`),
    ...filter.airports.map((code) => `airport:${code}`),
    ...(filter.hasCheckedBaggage ? ['good:bags'] : []),
    ...(filter.canBeHeld ? ['good:hold'] : []),
  ]);
}

/** The filter of the chosen options; of two numbers of stops the new one counts. */
export function filterOf(
  chosen: ReadonlySet<string>,
  before: OfferFilter,
  legs: number,
): OfferFilter {
  const valuesOf = (group: string) =>
    [...chosen].flatMap((key) => (key.startsWith(`${group}:`) ? key.slice(group.length + 1) : []));
  const stops = valuesOf('stops').map(Number);
  return {
    maxStops: stops.find((number) => number !== before.maxStops) ?? stops[0] ?? null,
    dayParts: Array.from({ length: legs }, (_, slice) => {
      const parts = valuesOf(`depart${String(slice)}`);
      return dayParts.filter((part) => parts.includes(part));
    }),
    airlines: valuesOf('airline'),
    airports: valuesOf('airport'),
    maxTotalSatang: before.maxTotalSatang,
    hasCheckedBaggage: chosen.has('good:bags'),
    canBeHeld: chosen.has('good:hold'),
  };
}

interface FilterInput {
  /** All offers, filtered or not. */
  readonly offers: readonly FlightOffer[];
  readonly filter: OfferFilter;
  readonly trip: Trip;
  /** The leg that is chosen; undefined where journeys are chosen as a whole. */
  readonly leg: number | undefined;
  readonly t: TFunction<'flights'>;
}

interface Option {
  readonly value: string;
  readonly text: string;
  /** What of the filter the option sets. */
  readonly sets: Partial<OfferFilter>;
  readonly isChosen: boolean;
}

type Test = (offer: FlightOffer) => boolean;

/** Whether a choice would hide some offers and not all. */
const divides = (offers: readonly FlightOffer[], test: Test) =>
  offers.some(test) && !offers.every(test);

function stopOptions({ offers, filter, trip, t }: FilterInput): readonly Option[] {
  const direct = trip.tripType === 'roundtrip' ? 'filter.directBoth' : 'slice.direct';
  return [0, 1].flatMap((number) => {
    const isChosen = filter.maxStops === number;
    if (!isChosen && !divides(offers, (offer) => mostStops(offer) <= number)) return [];
    const text = number === 0 ? t(direct) : t('filter.upToStops', { count: number });
    return [{ value: String(number), text, sets: { maxStops: number }, isChosen }];
  });
}

/** The parts of the day at which a slice departs. */
function departOptions({ offers, filter, trip, t }: FilterInput, slice: number): readonly Option[] {
  return dayParts.flatMap((part): Option[] => {
    const isChosen = filter.dayParts[slice]?.includes(part) === true;
    const leaves: Test = (offer) => dayPartsOf(offer)[slice] === part;
    if (!isChosen && !divides(offers, leaves)) return [];
    const sets = trip.legs.map((_, leg) => (leg === slice ? [part] : (filter.dayParts[leg] ?? [])));
    return [{ value: part, text: t(`filter.part.${part}`), sets: { dayParts: sets }, isChosen }];
  });
}

/** The airlines or airports of the offers and of the filter; none where all offers have the same. */
function codeOptions(
  { offers, filter }: FilterInput,
  group: 'airlines' | 'airports',
  name: (code: string) => string,
): readonly Option[] {
  const codesOf = group === 'airlines' ? airlinesOf : airportsOf;
  const chosen = filter[group];
  const codes = [...new Set([...offers.flatMap(codesOf), ...chosen])].toSorted();
  const isChoice = codes.some(
    (code) => chosen.includes(code) || divides(offers, (offer) => codesOf(offer).includes(code)),
  );
  return !isChoice
    ? []
    : codes.map((code) => ({
        value: code,
        text: name(code),
        sets: { [group]: [code] },
        isChosen: chosen.includes(code),
      }));
}

function goodOptions({ offers, filter, t }: FilterInput): readonly Option[] {
  const canBeHeld: Test = ({ heldUntil }) => heldUntil !== null;
  const options = [
    {
      value: 'bags',
      text: t('filter.bags'),
      sets: { hasCheckedBaggage: true },
      isChosen: filter.hasCheckedBaggage,
      test: hasCheckedBaggage,
    },
    {
      value: 'hold',
      text: t('filter.hold'),
      sets: { canBeHeld: true },
      isChosen: filter.canBeHeld,
      test: canBeHeld,
    },
  ];
  return options.filter(({ isChosen, test }) => isChosen || divides(offers, test));
}

/** The price up to which offers are shown; none if all cost the same. */
function usePriceGroup(
  offers: readonly FlightOffer[],
  highestSatang: number | null,
  onHighest: (satang: number | null) => void,
): readonly FilterGroup[] {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  const totals = offers.map(({ totalSatang }) => Math.ceil(totalSatang / 100));
  const [min, max] = [Math.min(...totals), Math.max(...totals)];
  if (totals.length === 0 || min === max) return [];
  const chosen = highestSatang === null ? max : highestSatang / 100;
  const price = {
    label: t('filter.highest'),
    min,
    max,
    step: 1,
    value: Math.min(max, Math.max(min, chosen)),
    onValue: (value: number) => onHighest(value >= max ? null : value * 100),
    format: (value: number) => baht(value * 100),
  };
  return [{ id: 'price', title: t('filter.price'), price }];
}

/** The options of a group with how many offers each would show; no group without options. */
function optionGroup(
  { offers, filter, leg }: FilterInput,
  id: string,
  title: string,
  options: readonly Option[],
): readonly FilterGroup[] {
  if (options.length === 0) return [];
  const counted = options.map(({ value, text, sets }) => ({
    value,
    text,
    count: countOffers(offers, filter, sets, leg),
  }));
  return [{ id, title, options: counted }];
}

interface FilterGroupsInput extends Omit<FilterInput, 't'> {
  /** The filter that the list follows: options are counted with it. */
  readonly listFilter: OfferFilter;
  readonly names: FlightNames | undefined;
}

/** The groups of the filter panel. */
export function useFilterGroups(
  { offers, filter, listFilter, trip, leg, names }: FilterGroupsInput,
  onHighest: (satang: number | null) => void,
): readonly FilterGroup[] {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const options = useMemo(() => {
    const input = { offers, filter: listFilter, trip, leg, t };
    const { airline, city } = flightNames(names, language);
    const leaves = ({ origin, day }: TripLeg) =>
      t('filter.leaves', { city: city(origin), day: shortDayText(day, language) ?? day });
    const airport = (code: string) => `${city(code)} (${code})`;
    return {
      times: [
        ...optionGroup(input, 'stops', t('filter.stops'), stopOptions(input)),
        ...trip.legs.flatMap((way, slice) =>
          leg === undefined || leg === slice
            ? optionGroup(input, `depart${String(slice)}`, leaves(way), departOptions(input, slice))
            : [],
        ),
      ],
      others: [
        ...optionGroup(
          input,
          'airline',
          t('filter.airlines'),
          codeOptions(input, 'airlines', airline),
        ),
        ...optionGroup(
          input,
          'airport',
          t('filter.airports'),
          codeOptions(input, 'airports', airport),
        ),
        ...optionGroup(input, 'good', t('filter.good'), goodOptions(input)),
      ],
    };
  }, [offers, listFilter, trip, leg, names, language, t]);
  const price = usePriceGroup(offers, filter.maxTotalSatang, onHighest);
  return [...options.times, ...price, ...options.others];
}
