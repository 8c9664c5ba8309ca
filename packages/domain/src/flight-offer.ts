import type { CabinClass } from './flight-search.ts';
import { passengerTypes, type PassengerNumbers, type PassengerType } from './passenger-age.ts';
import { dayDifference, minutesBetween, type ZonedTime } from './zoned-time.ts';

/** Where offers come from: the agency's own seats, or airlines through Duffel. */
export const flightSources = ['own', 'duffel'] as const;

/** A source of offers. */
export type FlightSource = (typeof flightSources)[number];

/** What a passenger may take along. Null where the source does not say. */
export interface Baggage {
  readonly cabinPieces: number | null;
  readonly cabinKg: number | null;
  readonly checkedPieces: number | null;
  /** For all pieces together. */
  readonly checkedKg: number | null;
}

/** A flight from one airport to another without a change of its number, as every offer and booking has it. */
export interface FlightSegment {
  /** Two-character code of the airline that sells it. */
  readonly airline: string;
  readonly flightNumber: string;
  /** IATA code. */
  readonly origin: string;
  /** IATA code. */
  readonly destination: string;
  readonly departure: ZonedTime;
  readonly arrival: ZonedTime;
}

/** A flight that a search finds, with what its source says. */
export interface FoundSegment extends FlightSegment {
  /** Two-character code of the airline that flies it. */
  readonly operatingAirline: string;
  /** Null where the source does not say. */
  readonly originTerminal: string | null;
  readonly destinationTerminal: string | null;
  /** Name of the type, such as `Airbus A320`; null where the source does not say. */
  readonly aircraft: string | null;
  readonly cabin: CabinClass;
  readonly baggage: Readonly<Partial<Record<PassengerType, Baggage>>>;
}

/** One way of a journey: connecting flights of one leg of the search. */
export interface FlightSlice<Segment extends FlightSegment = FoundSegment> {
  readonly segments: readonly [Segment, ...Segment[]];
}

/** The price of one passenger. */
export interface PassengerPrice {
  /** Without taxes and fees. */
  readonly fareSatang: number;
  /** Taxes and fees. */
  readonly taxSatang: number;
}

/** Whether a change or a refund is allowed. Null where the source does not say, which is not a 'no'. */
export interface FareRule {
  readonly isAllowed: boolean | null;
  /** For one passenger; null where it is not known, 0 where it is free. */
  readonly feeSatang: number | null;
  /** How many hours before the departure it ends; null where that is not known. */
  readonly untilHoursBefore: number | null;
}

/** What somebody can book: flights with their price and conditions, the same for every source. */
export interface FlightOffer {
  /** As in the address of its booking screen. */
  readonly id: string;
  readonly source: FlightSource;
  /** One per leg of the search. */
  readonly slices: readonly [FlightSlice, ...FlightSlice[]];
  readonly passengers: PassengerNumbers;
  /** By passenger type; null where the source gives the total alone. */
  readonly prices: Readonly<Partial<Record<PassengerType, PassengerPrice>>> | null;
  /** Of all passengers, with taxes and fees. */
  readonly totalSatang: number;
  readonly change: FareRule;
  readonly refund: FareRule;
  /** Null where the source does not say. */
  readonly seatsLeft: number | null;
  /** ISO time; null where the price does not expire. */
  readonly priceExpiresAt: string | null;
  /** ISO time until which the seats can be held; null where they have to be paid at once. */
  readonly heldUntil: string | null;
}

/** The sum of the prices of all passengers, in satang; undefined where a price is missing. */
export function offerTotal(
  prices: Readonly<Partial<Record<PassengerType, PassengerPrice>>>,
  passengers: PassengerNumbers,
): number | undefined {
  let total = 0;
  for (const type of passengerTypes) {
    if (passengers[type] === 0) continue;
    const price = prices[type];
    if (price === undefined) return undefined;
    total += passengers[type] * (price.fareSatang + price.taxSatang);
  }
  return total;
}

type Slice = FlightSlice<FlightSegment>;

const first = ({ segments }: Slice): FlightSegment => segments[0];
const last = ({ segments }: Slice): FlightSegment => segments.at(-1) ?? segments[0];

/** The first departure and the last arrival of a slice. */
export function sliceEnds(slice: Slice) {
  const [from, to] = [first(slice), last(slice)];
  return {
    origin: from.origin,
    departure: from.departure,
    destination: to.destination,
    arrival: to.arrival,
  };
}

/** Whether the second slice goes back to where the first came from, and there are no others. */
export function isRoundTrip({
  slices: [there, back, ...rest],
}: Pick<FlightOffer, 'slices'>): boolean {
  if (back === undefined || rest.length > 0) return false;
  const [out, home] = [sliceEnds(there), sliceEnds(back)];
  return out.origin === home.destination && out.destination === home.origin;
}

/** Minutes from the first departure to the last arrival, over time zones; undefined where a time is invalid. */
export function sliceMinutes(slice: Slice): number | undefined {
  return minutesBetween(first(slice).departure, last(slice).arrival);
}

/** Minutes of all slices together; undefined where a time is invalid. */
export function offerMinutes({ slices }: FlightOffer): number | undefined {
  const minutes = slices.map(sliceMinutes);
  return minutes.includes(undefined)
    ? undefined
    : minutes.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** Calendar days from the first departure to the last arrival: 1 for the next day, -1 across the date line. */
export function sliceDays(slice: Slice): number | undefined {
  return dayDifference(first(slice).departure, last(slice).arrival);
}

/** A change of aircraft between two flights of a slice. */
export interface Connection {
  /** IATA code of the arrival. */
  readonly airport: string;
  /** IATA code of the next departure; another one where passengers have to change the airport. */
  readonly nextAirport: string;
  /** Undefined where a time is invalid. */
  readonly minutes: number | undefined;
}

/** The connections of a slice in their order; none for a direct flight. */
export function connections({ segments }: Slice): readonly Connection[] {
  return segments.slice(1).map((next, index) => {
    const before = segments[index] ?? next;
    return {
      airport: before.destination,
      nextAirport: next.origin,
      minutes: minutesBetween(before.arrival, next.departure),
    };
  });
}

/** The most stops of a slice of an offer. */
export function mostStops({ slices }: FlightOffer): number {
  return Math.max(...slices.map(({ segments }) => segments.length - 1));
}

/** Whether every passenger with a seat has checked baggage on every flight. */
export function hasCheckedBaggage({ slices, passengers }: FlightOffer): boolean {
  const seated = (['adult', 'child'] as const).filter((type) => passengers[type] > 0);
  return slices.every(({ segments }) =>
    segments.every(({ baggage }) =>
      seated.every((type) => (baggage[type]?.checkedPieces ?? 0) > 0),
    ),
  );
}

/** Whether the price of an offer no longer holds. */
export function hasExpired({ priceExpiresAt }: FlightOffer, now: number): boolean {
  return priceExpiresAt !== null && Date.parse(priceExpiresAt) <= now;
}

/**
 * What an offer is, whatever its price: the same for the same flights, passengers and conditions. Own seats have it as their
 * id; a supplier gives new ids at every search.
 */
export function offerKey(offer: FlightOffer): string {
  const { source, id, slices, passengers, change, refund, heldUntil } = offer;
  if (source === 'own') return id;
  const rules = [change, refund].map((rule) => [
    rule.isAllowed,
    rule.feeSatang,
    rule.untilHoursBefore,
  ]);
  const flights = slices.map(({ segments }) =>
    segments.map(({ airline, flightNumber, departure, cabin, baggage }) => [
      airline,
      flightNumber,
      departure.local,
      cabin,
      passengerTypes.map((type) => {
        const bags = baggage[type];
        return bags && [bags.cabinPieces, bags.cabinKg, bags.checkedPieces, bags.checkedKg];
      }),
    ]),
  );
  const counts = passengerTypes.map((type) => passengers[type]);
  return JSON.stringify([source, counts, flights, rules, heldUntil === null]);
}

/** The cheapest of the offers with each key, in the order of the keys. */
export function cheapestByKey(
  offers: readonly FlightOffer[],
  keyOf: (offer: FlightOffer) => string,
): readonly FlightOffer[] {
  const byKey = new Map<string, FlightOffer>();
  for (const offer of offers) {
    const key = keyOf(offer);
    const known = byKey.get(key);
    if (known === undefined || offer.totalSatang < known.totalSatang) byKey.set(key, offer);
  }
  return [...byKey.values()];
}
