import { isCalendarDay } from './calendar-day.ts';
import {
  offerTotal,
  sliceEnds,
  sliceMinutes,
  type FareRule,
  type FlightOffer,
  type FlightSlice,
  type PassengerPrice,
} from './flight-offer.ts';
import { passengerTypes, type PassengerNumbers, type PassengerType } from './passenger-age.ts';
import { toInstant } from './zoned-time.ts';

/** A departure with a fare: what a seat of the agency's own is taken from. */
export interface SeatChoice {
  readonly fareId: number;
  /** Local calendar day of the departure. */
  readonly day: string;
}

/** What an offer of own seats is made of; its id says it. */
export interface OwnSeats {
  readonly passengers: PassengerNumbers;
  /** The flights of each slice. */
  readonly slices: readonly (readonly SeatChoice[])[];
}

/** The id of an offer of own seats: `own-2-1-0_12.20261218_15.20261222` for two adults and a child out and back. */
export function ownSeatsId({ passengers, slices }: OwnSeats): string {
  const numbers = passengerTypes.map((type) => String(passengers[type]));
  const flights = slices.map((slice) =>
    slice.map(({ fareId, day }) => `${String(fareId)}.${day.replaceAll('-', '')}`).join('-'),
  );
  return [`own-${numbers.join('-')}`, ...flights].join('_');
}

const idPattern = /^own-(\d)-(\d)-(\d)((?:_\d{1,15}\.\d{8}(?:-\d{1,15}\.\d{8}){0,2}){1,6})$/;

function parseChoice(text: string): SeatChoice {
  const [fare = '', day = ''] = text.split('.');
  return {
    fareId: Number(fare),
    day: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
  };
}

/** Parses the id of an offer of own seats; undefined for any other text. */
export function parseOwnSeatsId(id: string): OwnSeats | undefined {
  const found = idPattern.exec(id);
  if (!found) return undefined;
  const [, adult, child, infant, flights = ''] = found;
  const slices = flights
    .slice(1)
    .split('_')
    .map((slice) => slice.split('-').map(parseChoice));
  if (!slices.flat().every(({ day }) => isCalendarDay(day))) return undefined;
  const passengers = { adult: Number(adult), child: Number(child), infant: Number(infant) };
  return { passengers, slices };
}

/** A slice of the agency's own flights with the fares of its flights together. */
export interface OwnSlice {
  readonly slice: FlightSlice;
  readonly choices: readonly SeatChoice[];
  readonly prices: Readonly<Partial<Record<PassengerType, PassengerPrice>>>;
  readonly change: FareRule;
  readonly refund: FareRule;
  readonly seatsLeft: number;
  /** ISO time until which a hold made now would last. */
  readonly heldUntil: string;
}

/** The rule of flights that are booked together: all must allow it, the fees add up, the earliest end counts. */
function stricterRule(one: FareRule, other: FareRule): FareRule {
  if (one.isAllowed === false || other.isAllowed === false) {
    return { isAllowed: false, feeSatang: null, untilHoursBefore: null };
  }
  const untilHours = [one.untilHoursBefore, other.untilHoursBefore].filter(
    (hours) => hours !== null,
  );
  return {
    isAllowed: one.isAllowed === null || other.isAllowed === null ? null : true,
    feeSatang:
      one.feeSatang === null || other.feeSatang === null ? null : one.feeSatang + other.feeSatang,
    untilHoursBefore: untilHours.length === 0 ? null : Math.max(...untilHours),
  };
}

/** The rule of flights that are booked together; undefined for none. */
export function strictestRule(rules: readonly FareRule[]): FareRule | undefined {
  const [first, ...rest] = rules;
  return first && rest.reduce(stricterRule, first);
}

function addPrices(one: OwnSlice['prices'], other: OwnSlice['prices']): OwnSlice['prices'] {
  const prices: Partial<Record<PassengerType, PassengerPrice>> = {};
  for (const type of passengerTypes) {
    const [first, second] = [one[type], other[type]];
    if (first === undefined || second === undefined) continue;
    prices[type] = {
      fareSatang: first.fareSatang + second.fareSatang,
      taxSatang: first.taxSatang + second.taxSatang,
    };
  }
  return prices;
}

/** The slice of flights that are booked together, each given as a slice of its own. */
export function connectFlights(first: OwnSlice, rest: readonly OwnSlice[]): OwnSlice {
  return rest.reduce(
    (before, next) => ({
      slice: { segments: [...before.slice.segments, ...next.slice.segments] },
      choices: [...before.choices, ...next.choices],
      prices: addPrices(before.prices, next.prices),
      change: stricterRule(before.change, next.change),
      refund: stricterRule(before.refund, next.refund),
      seatsLeft: Math.min(before.seatsLeft, next.seatsLeft),
      heldUntil: before.heldUntil < next.heldUntil ? before.heldUntil : next.heldUntil,
    }),
    first,
  );
}

/** A slice that a leg was found, with what its combination with others needs. */
interface TimedSlice {
  /** Its place in the leg. */
  readonly index: number;
  readonly totalSatang: number;
  readonly minutes: number;
  readonly departsAt: number;
  readonly landsAt: number;
}

/** The slices of the legs so far, the last one first. */
interface Journey {
  readonly last: TimedSlice | undefined;
  readonly before: Journey | undefined;
  readonly totalSatang: number;
  readonly minutes: number;
}

const sliceIndexesOf = ({ last, before }: Journey): readonly number[] =>
  last === undefined ? [] : [...(before ? sliceIndexesOf(before) : []), last.index];

/** The next slice departs at least 60 minutes after the arrival. */
const turnaroundMs = 3_600_000;

function timedSlices(
  own: OwnSlice,
  index: number,
  passengers: PassengerNumbers,
): readonly TimedSlice[] {
  const totalSatang = offerTotal(own.prices, passengers);
  const minutes = sliceMinutes(own.slice);
  const { departure, arrival } = sliceEnds(own.slice);
  const [departsAt, landsAt] = [toInstant(departure), toInstant(arrival)];
  if (totalSatang === undefined || minutes === undefined) return [];
  if (departsAt === undefined || landsAt === undefined) return [];
  return [{ index, totalSatang, minutes, departsAt, landsAt }];
}

/** The journeys, each continued by one slice of the next leg. */
function extended(journeys: readonly Journey[], leg: readonly TimedSlice[]): readonly Journey[] {
  const longer: Journey[] = [];
  for (const before of journeys) {
    const leavesFrom = before.last ? before.last.landsAt + turnaroundMs : Number.NEGATIVE_INFINITY;
    for (const last of leg) {
      if (last.departsAt < leavesFrom) continue;
      const totalSatang = before.totalSatang + last.totalSatang;
      longer.push({ last, before, totalSatang, minutes: before.minutes + last.minutes });
    }
  }
  return longer;
}

/** The first ones of a number that have the lowest values. Sorting the numbers alone is many times faster. */
function lowest(
  journeys: readonly Journey[],
  number: number,
  value: 'totalSatang' | 'minutes',
): readonly Journey[] {
  const values = new Float64Array(journeys.length);
  for (const [index, journey] of journeys.entries()) values[index] = journey[value];
  const limit = values.sort()[number - 1] ?? Infinity;
  const below = journeys.filter((journey) => journey[value] < limit);
  const equal = journeys.filter((journey) => journey[value] === limit);
  return [...below, ...equal.slice(0, Math.max(0, number - below.length))];
}

/** The cheapest and the fastest ones, each half of the limit. */
function keepBest(journeys: readonly Journey[], limit: number): readonly Journey[] {
  if (journeys.length <= limit) return journeys;
  const kept = new Set(lowest(journeys, Math.ceil(limit / 2), 'totalSatang'));
  const others = journeys.filter((journey) => !kept.has(journey));
  return [...kept, ...lowest(others, limit - kept.size, 'minutes')];
}

/** The slices of each leg once, and the indexes of its slices for each journey: much less to send than its offers. */
export interface OwnJourneys {
  readonly legs: readonly (readonly OwnSlice[])[];
  readonly journeys: readonly (readonly number[])[];
}

/**
 * Combines the slices of all legs into journeys, each leg leaving after the one before has landed.
 *
 * @param legs the slices found for each leg
 * @param limit the most journeys: of more combinations the cheapest and the fastest are kept
 */
export function combineSlices(
  legs: readonly (readonly OwnSlice[])[],
  passengers: PassengerNumbers,
  limit = 300,
): OwnJourneys {
  let journeys: readonly Journey[] = [
    { last: undefined, before: undefined, totalSatang: 0, minutes: 0 },
  ];
  for (const leg of legs) {
    const timed = leg.flatMap((own, index) => timedSlices(own, index, passengers));
    journeys = keepBest(extended(journeys, timed), limit);
  }
  return { legs, journeys: journeys.map(sliceIndexesOf) };
}

function offerOf(
  slices: readonly OwnSlice[],
  passengers: PassengerNumbers,
): FlightOffer | undefined {
  const [first, ...rest] = slices;
  if (first === undefined) return undefined;
  const prices = rest.reduce((sum, next) => addPrices(sum, next.prices), first.prices);
  const totalSatang = offerTotal(prices, passengers);
  if (totalSatang === undefined) return undefined;
  return {
    id: ownSeatsId({ passengers, slices: slices.map(({ choices }) => choices) }),
    source: 'own',
    slices: [first.slice, ...rest.map(({ slice }) => slice)],
    passengers,
    prices,
    totalSatang,
    change: rest.reduce((rule, { change }) => stricterRule(rule, change), first.change),
    refund: rest.reduce((rule, { refund }) => stricterRule(rule, refund), first.refund),
    seatsLeft: Math.min(...slices.map(({ seatsLeft }) => seatsLeft)),
    priceExpiresAt: null,
    heldUntil: slices.map(({ heldUntil }) => heldUntil).toSorted()[0] ?? null,
  };
}

/** The offers of journeys. */
export function ownOffers(
  { legs, journeys }: OwnJourneys,
  passengers: PassengerNumbers,
): readonly FlightOffer[] {
  return journeys.flatMap((indexes) => {
    const slices = indexes.flatMap((index, leg) => legs[leg]?.[index] ?? []);
    return offerOf(slices, passengers) ?? [];
  });
}
