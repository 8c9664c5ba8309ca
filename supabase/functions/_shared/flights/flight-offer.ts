// An offer as the site reads it: the shape of FlightOffer in packages/domain, which functions do not import.

export const passengerTypes = ['adult', 'child', 'infant'] as const;
export type PassengerType = (typeof passengerTypes)[number];
export type PassengerNumbers = Readonly<Record<PassengerType, number>>;

export const cabins = ['economy', 'premium', 'business', 'first'] as const;
export type Cabin = (typeof cabins)[number];

interface ZonedTime {
  readonly local: string;
  readonly zone: string;
}

export interface Baggage {
  readonly cabinPieces: number | null;
  readonly cabinKg: number | null;
  readonly checkedPieces: number | null;
  readonly checkedKg: number | null;
}

export interface Segment {
  readonly airline: string;
  readonly flightNumber: string;
  readonly operatingAirline: string;
  readonly origin: string;
  readonly originTerminal: string | null;
  readonly destination: string;
  readonly destinationTerminal: string | null;
  readonly departure: ZonedTime;
  readonly arrival: ZonedTime;
  readonly aircraft: string | null;
  readonly cabin: Cabin;
  readonly baggage: Readonly<Partial<Record<PassengerType, Baggage>>>;
}

export interface Slice {
  readonly segments: readonly [Segment, ...Segment[]];
}

export interface FareRule {
  readonly isAllowed: boolean | null;
  readonly feeSatang: number | null;
  readonly untilHoursBefore: number | null;
}

/** An offer without its id; the price by passenger type and the seats left are what suppliers do not give. */
export interface OfferContent {
  readonly slices: readonly [Slice, ...Slice[]];
  readonly passengers: PassengerNumbers;
  readonly prices: null;
  readonly totalSatang: number;
  readonly change: FareRule;
  readonly refund: FareRule;
  readonly seatsLeft: null;
  readonly priceExpiresAt: string;
  readonly heldUntil: string | null;
}

export interface Offer<Source extends string = string> extends OfferContent {
  readonly id: string;
  readonly source: Source;
}
