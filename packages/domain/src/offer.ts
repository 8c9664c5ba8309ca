import {
  passengerTotal,
  passengerTypes,
  type PassengerNumbers,
  type PassengerType,
} from './passenger-age.ts';
import type { CabinClass } from './flight-search.ts';
import type { ZonedTime } from './zoned-time.ts';

/** A flight of an offer. */
export interface OfferSegment {
  /** Two-character code. */
  readonly airline: string;
  readonly flightNumber: string;
  /** IATA code. */
  readonly origin: string;
  /** IATA code. */
  readonly destination: string;
  readonly departure: ZonedTime;
  readonly arrival: ZonedTime;
  readonly cabin: CabinClass;
  readonly baggage: string;
}

/** A priced line of an offer, such as a fare or baggage. */
export interface OfferLine {
  readonly label: string;
  /** The passengers it is for; null for a fee of the whole group. */
  readonly type: PassengerType | null;
  readonly count: number;
  /** For one, without taxes. */
  readonly priceSatang: number;
  /** Taxes for one. */
  readonly taxSatang: number;
}

/** What a member accepts. Deadlines are ISO times with a zone; null where there is none. */
export interface Offer {
  readonly segments: readonly OfferSegment[];
  readonly seats: PassengerNumbers;
  /** Why the seats differ from the request; empty where they do not. */
  readonly seatsReason: string;
  readonly lines: readonly OfferLine[];
  readonly totalSatang: number;
  readonly depositSatang: number;
  readonly conditions: string;
  readonly validUntil: string;
  readonly holdExpiresAt: string;
  /** Null where there is no deposit. */
  readonly depositDueAt: string | null;
  /** Null where the deposit is the total. */
  readonly balanceDueAt: string | null;
  readonly namesDueAt: string;
}

/** Limits of an offer. With them its total is exact in JavaScript. */
export const offerLimits = {
  maxSegments: 12,
  maxLines: 50,
  maxCount: 300,
  /** 100 million baht. */
  maxPriceSatang: 10_000_000_000,
};

/** The sums of an offer's lines, in satang. */
export interface OfferSums {
  readonly priceSatang: number;
  readonly taxSatang: number;
  readonly totalSatang: number;
  /** The total by person, infants too, rounded to the satang; null without seats. */
  readonly perPersonSatang: number | null;
}

/** Adds up the lines of an offer. */
export function offerSums(lines: readonly OfferLine[], seats: PassengerNumbers): OfferSums {
  const sum = (part: 'priceSatang' | 'taxSatang') =>
    lines.reduce((total, line) => total + line.count * line[part], 0);
  const [priceSatang, taxSatang] = [sum('priceSatang'), sum('taxSatang')];
  const totalSatang = priceSatang + taxSatang;
  const persons = passengerTotal(seats);
  return {
    priceSatang,
    taxSatang,
    totalSatang,
    perPersonSatang: persons > 0 ? Math.round(totalSatang / persons) : null,
  };
}

/** Whether an offer has the seats that were requested. */
export function hasRequestedSeats(seats: PassengerNumbers, requested: PassengerNumbers): boolean {
  return passengerTypes.every((type) => seats[type] === requested[type]);
}
