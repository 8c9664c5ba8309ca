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

/** A slice with what its combination with others needs. */
interface TimedSlice {
  readonly own: OwnSlice;
  readonly totalSatang: number;
  readonly minutes: number;
  readonly departsAt: number;
  readonly landsAt: number;
}

interface Journey {
  readonly slices: readonly OwnSlice[];
  readonly totalSatang: number;
  readonly minutes: number;
  readonly landsAt: number;
}

/** Who lands has an hour to leave again on the next way. */
const turnaroundMs = 3_600_000;

function timedSlices(own: OwnSlice, passengers: PassengerNumbers): readonly TimedSlice[] {
  const totalSatang = offerTotal(own.prices, passengers);
  const minutes = sliceMinutes(own.slice);
  const { departure, arrival } = sliceEnds(own.slice);
  const [departsAt, landsAt] = [toInstant(departure), toInstant(arrival)];
  if (totalSatang === undefined || minutes === undefined) return [];
  if (departsAt === undefined || landsAt === undefined) return [];
  return [{ own, totalSatang, minutes, departsAt, landsAt }];
}

function extended(journey: Journey, next: TimedSlice): readonly Journey[] {
  if (next.departsAt - journey.landsAt < turnaroundMs) return [];
  return [
    {
      slices: [...journey.slices, next.own],
      totalSatang: journey.totalSatang + next.totalSatang,
      minutes: journey.minutes + next.minutes,
      landsAt: next.landsAt,
    },
  ];
}

/** The cheapest and the fastest ones, each half of the limit. */
function keepBest(journeys: readonly Journey[], limit: number): readonly Journey[] {
  if (journeys.length <= limit) return journeys;
  const half = Math.ceil(limit / 2);
  const cheapest = journeys.toSorted((one, other) => one.totalSatang - other.totalSatang);
  const kept = new Set(cheapest.slice(0, half));
  for (const journey of journeys.toSorted((one, other) => one.minutes - other.minutes)) {
    if (kept.size === limit) break;
    kept.add(journey);
  }
  return [...kept];
}

function offerOf(
  { slices, totalSatang }: Journey,
  passengers: PassengerNumbers,
): FlightOffer | undefined {
  const [first, ...rest] = slices;
  if (first === undefined) return undefined;
  return {
    id: ownSeatsId({ passengers, slices: slices.map(({ choices }) => choices) }),
    source: 'own',
    slices: [first.slice, ...rest.map(({ slice }) => slice)],
    passengers,
    prices: rest.reduce((sum, { prices }) => addPrices(sum, prices), first.prices),
    totalSatang,
    change: rest.reduce((rule, { change }) => stricterRule(rule, change), first.change),
    refund: rest.reduce((rule, { refund }) => stricterRule(rule, refund), first.refund),
    seatsLeft: Math.min(...slices.map(({ seatsLeft }) => seatsLeft)),
    priceLapsesAt: null,
    heldUntil: slices.map(({ heldUntil }) => heldUntil).toSorted()[0] ?? null,
  };
}

/**
 * Combines the slices of all legs into offers, each leg leaving after the one before has landed.
 *
 * @param legs the slices found for each leg
 * @param limit the most offers: of more combinations the cheapest and the fastest are kept
 */
export function combineSlices(
  legs: readonly (readonly OwnSlice[])[],
  passengers: PassengerNumbers,
  limit = 300,
): readonly FlightOffer[] {
  let journeys: readonly Journey[] = [
    { slices: [], totalSatang: 0, minutes: 0, landsAt: Number.NEGATIVE_INFINITY },
  ];
  for (const leg of legs) {
    const timed = leg.flatMap((own) => timedSlices(own, passengers));
    const longer = journeys.flatMap((journey) => timed.flatMap((next) => extended(journey, next)));
    journeys = keepBest(longer, limit);
  }
  return journeys.flatMap((journey) => offerOf(journey, passengers) ?? []);
}
