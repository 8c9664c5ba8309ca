import { choicesOfLeg } from './flight-legs.ts';
import {
  hasCheckedBaggage,
  mostStops,
  offerMinutes,
  sliceEnds,
  sliceMinutes,
  type FlightOffer,
} from './flight-offer.ts';
import { toInstant } from './zoned-time.ts';

/** The orders of a list of offers. */
export const offerOrders = ['best', 'cheapest', 'fastest'] as const;

/** An order of a list of offers. */
export type OfferOrder = (typeof offerOrders)[number];

/** How much the price and the time count for the best offer; together 1. */
export const bestWeights = { price: 0.6, time: 0.4 };

/** What lists are sorted and filtered by. */
interface OfferTraits {
  /** Of all slices; infinite where a time is invalid. */
  readonly minutes: number;
  /** Of each slice; infinite where a time is invalid. */
  readonly sliceMinutes: readonly number[];
  /** The instant of the departure, by slice; infinite where it is invalid. */
  readonly departsAt: readonly number[];
  readonly mostStops: number;
  /** Of the departure, by slice. */
  readonly dayParts: readonly DayPart[];
  readonly airlines: readonly string[];
  readonly airports: readonly string[];
  readonly hasCheckedBaggage: boolean;
}

// A page of results sorts and counts the same offers dozens of times.
const knownTraits = new WeakMap<FlightOffer, OfferTraits>();

function traitsOf(offer: FlightOffer): OfferTraits {
  const known = knownTraits.get(offer);
  if (known !== undefined) return known;
  const ends = offer.slices.map(sliceEnds);
  const segments = offer.slices.flatMap((slice) => slice.segments);
  const traits = {
    minutes: offerMinutes(offer) ?? Infinity,
    sliceMinutes: offer.slices.map((slice) => sliceMinutes(slice) ?? Infinity),
    departsAt: ends.map(({ departure }) => toInstant(departure) ?? Infinity),
    mostStops: mostStops(offer),
    dayParts: ends.map(({ departure }) => dayPartOf(departure.local)),
    airlines: [...new Set(segments.map(({ airline }) => airline))],
    airports: [...new Set(ends.flatMap(({ origin, destination }) => [origin, destination]))],
    hasCheckedBaggage: hasCheckedBaggage(offer),
  };
  knownTraits.set(offer, traits);
  return traits;
}

interface Ranked {
  readonly offer: FlightOffer;
  readonly minutes: number;
  readonly departsAt: number;
  readonly score: number;
}

function rank(offers: readonly FlightOffer[], leg: number | undefined): readonly Ranked[] {
  const timed = offers.map((offer) => {
    const traits = traitsOf(offer);
    return {
      offer,
      minutes: leg === undefined ? traits.minutes : (traits.sliceMinutes[leg] ?? Infinity),
      departsAt: traits.departsAt[leg ?? 0] ?? Infinity,
    };
  });
  const cheapest = Math.max(1, Math.min(...offers.map(({ totalSatang }) => totalSatang)));
  const fastest = Math.max(1, Math.min(...timed.map(({ minutes }) => minutes)));
  return timed.map((one) => {
    const price = bestWeights.price * (one.offer.totalSatang / cheapest);
    return { ...one, score: price + bestWeights.time * (one.minutes / fastest) };
  });
}

type Compare = (one: Ranked, other: Ranked) => number;
const byPrice: Compare = (one, other) => one.offer.totalSatang - other.offer.totalSatang;
const byTime: Compare = (one, other) => one.minutes - other.minutes;
const byDeparture: Compare = (one, other) => one.departsAt - other.departsAt;
const byScore: Compare = (one, other) => one.score - other.score;
const byId: Compare = (one, other) => (one.offer.id < other.offer.id ? -1 : 1);

const comparisons: Readonly<Record<OfferOrder, readonly Compare[]>> = {
  best: [byScore, byPrice, byDeparture, byId],
  cheapest: [byPrice, byTime, byDeparture, byId],
  fastest: [byTime, byPrice, byDeparture, byId],
};

/**
 * Sorts offers. The best has the lowest weighed sum of its price compared with the cheapest and of its time compared with
 * the fastest ({@link bestWeights}). Equal ones are sorted by the other measure, then by departure.
 *
 * @param leg from 0: its time and departure count alone; undefined for those of the whole journey
 */
export function sortOffers(
  offers: readonly FlightOffer[],
  order: OfferOrder,
  leg?: number,
): readonly FlightOffer[] {
  const compare = comparisons[order];
  return rank(offers, leg)
    .toSorted((one, other) => {
      for (const by of compare) {
        const difference = by(one, other);
        // Two unknown times give no number.
        if (difference !== 0 && !Number.isNaN(difference)) return difference;
      }
      return 0;
    })
    .map(({ offer }) => offer);
}

/** The parts of a day: night is before 6:00, each other part ends 6 hours later. */
export const dayParts = ['night', 'morning', 'afternoon', 'evening'] as const;

/** A part of a day. */
export type DayPart = (typeof dayParts)[number];

/** The part of the day of a local time. */
export function dayPartOf(local: string): DayPart {
  return dayParts[Math.floor(Number(local.slice(11, 13)) / 6)] ?? 'night';
}

/** What of a list is shown. An empty list or null allows all. */
export interface OfferFilter {
  readonly maxStops: number | null;
  /** Parts of the day of departure, by slice. */
  readonly dayParts: readonly (readonly DayPart[])[];
  /** Codes of airlines; at least one flight is sold by one of them. */
  readonly airlines: readonly string[];
  /** Codes of airports; at least one slice begins or ends at one of them. */
  readonly airports: readonly string[];
  readonly maxTotalSatang: number | null;
  readonly hasCheckedBaggage: boolean;
  readonly canBeHeld: boolean;
}

/** Shows all. */
export const noFilter: OfferFilter = {
  maxStops: null,
  dayParts: [],
  airlines: [],
  airports: [],
  maxTotalSatang: null,
  hasCheckedBaggage: false,
  canBeHeld: false,
};

const allows = <Value>(allowed: readonly Value[] | undefined, value: Value) =>
  allowed === undefined || allowed.length === 0 || allowed.includes(value);

/** The codes of the airlines that sell an offer's flights. */
export const airlinesOf = (offer: FlightOffer): readonly string[] => traitsOf(offer).airlines;

/** The codes of the airports where an offer's slices begin and end. */
export const airportsOf = (offer: FlightOffer): readonly string[] => traitsOf(offer).airports;

/** The part of the day of each slice's departure. */
export const dayPartsOf = (offer: FlightOffer): readonly DayPart[] => traitsOf(offer).dayParts;

const checks: Readonly<
  Record<
    keyof OfferFilter,
    (traits: OfferTraits, filter: OfferFilter, offer: FlightOffer) => boolean
  >
> = {
  maxStops: (traits, { maxStops: most }) => most === null || traits.mostStops <= most,
  dayParts: (traits, filter) =>
    traits.dayParts.every((part, index) => allows(filter.dayParts[index], part)),
  airlines: (traits, { airlines }) => traits.airlines.some((code) => allows(airlines, code)),
  airports: (traits, { airports }) => traits.airports.some((code) => allows(airports, code)),
  maxTotalSatang: (_, { maxTotalSatang: most }, offer) =>
    most === null || offer.totalSatang <= most,
  hasCheckedBaggage: (traits, filter) => !filter.hasCheckedBaggage || traits.hasCheckedBaggage,
  canBeHeld: (_, { canBeHeld }, offer) => !canBeHeld || offer.heldUntil !== null,
};
const parts = Object.keys(checks) as (keyof OfferFilter)[];

/** The offers that a filter allows. */
export function filterOffers(
  offers: readonly FlightOffer[],
  filter: OfferFilter,
): readonly FlightOffer[] {
  return offers.filter((offer) => {
    const traits = traitsOf(offer);
    return parts.every((part) => checks[part](traits, filter, offer));
  });
}

/** The filter of the list of a leg: the departures of the other legs allow all. */
export const filterOfLeg = (filter: OfferFilter, leg: number | undefined): OfferFilter =>
  leg === undefined
    ? filter
    : {
        ...filter,
        dayParts: filter.dayParts.map((allowed, slice) => (slice === leg ? allowed : [])),
      };

/**
 * How many offers a list would show with other values of some parts of its filter: the number beside a choice.
 *
 * @param changed the parts that the choice would set
 * @param leg of whose choices the list is; undefined for a list of whole journeys
 */
export function countOffers(
  offers: readonly FlightOffer[],
  filter: OfferFilter,
  changed: Partial<OfferFilter>,
  leg?: number,
): number {
  return choicesOfLeg(filterOffers(offers, { ...filter, ...changed }), leg).length;
}
