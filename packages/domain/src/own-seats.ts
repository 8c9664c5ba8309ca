import { isCalendarDay } from './calendar-day.ts';
import { sliceKey } from './flight-legs.ts';
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
  readonly own: OwnSlice;
  readonly totalSatang: number;
  readonly minutes: number;
  readonly departsAt: number;
  readonly landsAt: number;
}

/** The slices of the legs so far. */
interface Journey {
  readonly slices: readonly TimedSlice[];
  readonly totalSatang: number;
  readonly minutes: number;
}

/** The next slice departs at least 60 minutes after the arrival. */
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

/** The journeys, each continued by one slice of the next leg. */
function extended(journeys: readonly Journey[], leg: readonly TimedSlice[]): readonly Journey[] {
  const longer: Journey[] = [];
  for (const { slices, totalSatang, minutes } of journeys) {
    const last = slices.at(-1);
    const leavesFrom = last ? last.landsAt + turnaroundMs : Number.NEGATIVE_INFINITY;
    for (const next of leg) {
      if (next.departsAt < leavesFrom) continue;
      longer.push({
        slices: [...slices, next],
        totalSatang: totalSatang + next.totalSatang,
        minutes: minutes + next.minutes,
      });
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
  if (number <= 0) return [];
  const values = new Float64Array(journeys.length);
  for (const [index, journey] of journeys.entries()) values[index] = journey[value];
  const limit = values.sort()[number - 1] ?? Infinity;
  const below = journeys.filter((journey) => journey[value] < limit);
  const equal = journeys.filter((journey) => journey[value] === limit);
  return [...below, ...equal.slice(0, Math.max(0, number - below.length))];
}

/** The cheapest journey with each slice of a leg. */
function cheapestBySlice(journeys: readonly Journey[], leg: number): readonly Journey[] {
  const cheapest = new Map<TimedSlice | undefined, Journey>();
  for (const journey of journeys) {
    const known = cheapest.get(journey.slices[leg]);
    if (known === undefined || journey.totalSatang < known.totalSatang) {
      cheapest.set(journey.slices[leg], journey);
    }
  }
  return [...cheapest.values()];
}

/** The cheapest with each slice of a leg; of the others the cheapest and the fastest, each half of what is left of the limit. */
function keepBest(journeys: readonly Journey[], leg: number, limit: number): readonly Journey[] {
  if (journeys.length <= limit) return journeys;
  const kept = new Set(cheapestBySlice(journeys, leg));
  const others = () => journeys.filter((journey) => !kept.has(journey));
  const half = Math.ceil((limit - kept.size) / 2);
  for (const journey of lowest(others(), half, 'totalSatang')) kept.add(journey);
  for (const journey of lowest(others(), limit - kept.size, 'minutes')) kept.add(journey);
  return [...kept];
}

/** The flights found for a trip: the slices of each leg. */
export type OwnLegs = readonly (readonly OwnSlice[])[];

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

/** The journeys with the chosen slices; of too many those that the choice of the next leg needs. */
function journeysOf(
  legs: readonly (readonly TimedSlice[])[],
  chosen: readonly string[],
  limit: number,
): readonly Journey[] {
  let journeys: readonly Journey[] = [{ slices: [], totalSatang: 0, minutes: 0 }];
  for (const [leg, slices] of legs.entries()) {
    const key = chosen[leg];
    const allowed =
      key === undefined ? slices : slices.filter(({ own }) => sliceKey(own.slice) === key);
    journeys = keepBest(extended(journeys, allowed), chosen.length, limit);
  }
  return journeys;
}

/**
 * The offers of the journeys that combine a slice of each leg, each leg leaving after the one before has landed.
 *
 * @param chosen the flights of the first legs, as `legKeysOf` has them; those that lead to no journey are left out
 * @param limit the most journeys: of more combinations the cheapest with each slice of the first leg that is not chosen are
 *   kept, and the cheapest and the fastest others
 */
export function ownOffers(
  legs: OwnLegs,
  passengers: PassengerNumbers,
  chosen: readonly string[] = [],
  limit = 300,
): readonly FlightOffer[] {
  const timed = legs.map((slices) => slices.flatMap((own) => timedSlices(own, passengers)));
  const journeys = journeysOf(timed, chosen, limit);
  if (journeys.length === 0 && chosen.length > 0) {
    return ownOffers(legs, passengers, chosen.slice(0, -1), limit);
  }
  return journeys.flatMap(
    ({ slices }) =>
      offerOf(
        slices.map(({ own }) => own),
        passengers,
      ) ?? [],
  );
}
