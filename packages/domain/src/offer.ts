import type { FareRule, FlightSegment } from './flight-offer.ts';
import type { CabinClass } from './flight-search.ts';
import {
  passengerTotal,
  passengerTypes,
  type PassengerNumbers,
  type PassengerType,
} from './passenger-age.ts';

/** A flight of an offer that the agency wrote, or of a booking. */
export interface OfferSegment extends FlightSegment {
  /** Null if it is not known. */
  readonly cabin: CabinClass | null;
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

/** The names that the forms give to lines of fares, in the language of the admin who writes the price. */
const fareNames: Readonly<Record<PassengerType, readonly string[]>> = {
  adult: ['Adult fare', 'ค่าโดยสารผู้ใหญ่'],
  child: ['Child fare', 'ค่าโดยสารเด็ก'],
  infant: ['Infant fare', 'ค่าโดยสารทารก'],
};

/** Whether a line has the usual name of its fare, which can be shown in any language. */
export function hasUsualName({ label, type }: Pick<OfferLine, 'label' | 'type'>): boolean {
  return type !== null && fareNames[type].includes(label);
}

/** A condition of an offer. */
export interface OfferCondition {
  /** Such as `refund` or `note`. */
  readonly kind: string;
  /** Empty if it has rules. */
  readonly text: string;
  /** What a fare says of a change or a refund, by flight. */
  readonly rules?: readonly FareRule[] | undefined;
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
  readonly conditions: readonly OfferCondition[];
  readonly validUntil: string;
  readonly holdExpiresAt: string;
  /** Null where there is no deposit. */
  readonly depositDueAt: string | null;
  /** Null where the deposit is the total. */
  readonly balanceDueAt: string | null;
  /** Null in an old offer; a new one needs it. */
  readonly namesDueAt: string | null;
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

/**
 * What a passenger of each type pays, taxes included, if the lines of the type are for every passenger of it and no line is
 * for the whole group.
 */
export function pricesPerPassenger(lines: readonly OfferLine[], seats: PassengerNumbers) {
  if (lines.some(({ type }) => type === null)) return [];
  return passengerTypes.flatMap((type) => {
    const own = lines.filter((line) => line.type === type);
    if (own.length === 0 || own.some(({ count }) => count !== seats[type])) return [];
    const satang = own.reduce((sum, line) => sum + line.priceSatang + line.taxSatang, 0);
    return [{ type, satang }];
  });
}

/** Whether an offer has the seats that were requested. */
export function hasRequestedSeats(seats: PassengerNumbers, requested: PassengerNumbers): boolean {
  return passengerTypes.every((type) => seats[type] === requested[type]);
}
