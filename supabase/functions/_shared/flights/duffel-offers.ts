import {
  passengerTypes,
  type Baggage,
  type Cabin,
  type FareRule,
  type OfferContent,
  type PassengerNumbers,
  type PassengerType,
  type Segment,
  type Slice,
} from './flight-offer.ts';
import type { SourcePassenger, SuppliedOffer } from './flight-supplier.ts';

interface DuffelPlace {
  readonly iata_code: string;
  readonly time_zone: string;
}

interface DuffelSegment {
  readonly departing_at: string;
  readonly arriving_at: string;
  readonly origin: DuffelPlace;
  readonly destination: DuffelPlace;
  readonly origin_terminal?: string | null;
  readonly destination_terminal?: string | null;
  readonly marketing_carrier: { readonly iata_code: string };
  readonly marketing_carrier_flight_number: string;
  readonly operating_carrier?: { readonly iata_code?: string | null } | null;
  readonly aircraft?: { readonly name?: string | null } | null;
  readonly passengers: readonly {
    readonly passenger_id: string;
    readonly cabin_class: string;
    readonly baggages?: readonly { readonly type: string; readonly quantity: number }[];
  }[];
}

interface DuffelCondition {
  readonly allowed: boolean;
  readonly penalty_amount?: string | null;
  readonly penalty_currency?: string | null;
}

/** The fields of an offer that are read; what the documentation calls nullable may be missing. */
export interface DuffelOffer {
  readonly id: string;
  readonly owner: { readonly name: string };
  readonly expires_at: string;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly tax_amount?: string | null;
  readonly tax_currency?: string | null;
  readonly passengers: readonly {
    readonly id: string;
    readonly type?: string | null;
    readonly age?: number | null;
  }[];
  readonly passenger_identity_documents_required?: boolean;
  readonly payment_requirements: {
    readonly requires_instant_payment: boolean;
    readonly payment_required_by?: string | null;
  };
  readonly conditions?: {
    readonly refund_before_departure?: DuffelCondition | null;
    readonly change_before_departure?: DuffelCondition | null;
  } | null;
  readonly slices: readonly {
    readonly fare_brand_name?: string | null;
    readonly segments: readonly DuffelSegment[];
  }[];
}

/** Why an offer cannot be shown. */
export class UnusableOffer extends Error {
  override readonly name = 'UnusableOffer';
}

/** Satang of a decimal text of baht such as `1234.5`. */
export function satangOf(amount: string): number {
  const found = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (found === null) throw new UnusableOffer('malformed');
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

function required(text: unknown, pattern: RegExp): string {
  if (typeof text === 'string' && pattern.test(text)) return text;
  throw new UnusableOffer('malformed');
}

const airport = /^[A-Z]{3}$/;
const airline = /^[A-Z\d]{2}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Without an offset, in the zone of its airport. */
const timeAt = (local: string, { time_zone: zone }: DuffelPlace) => ({
  local: required(local, /^\d{4}-\d\d-\d\dT\d\d:\d\d/).slice(0, 16),
  zone: required(zone, /^[A-Za-z]+\/[\w/+-]+$|^UTC$/),
});

const cabinOf: Readonly<Record<string, Cabin>> = {
  economy: 'economy',
  premium_economy: 'premium',
  business: 'business',
  first: 'first',
};

function typeOf({ type, age }: DuffelOffer['passengers'][number]): PassengerType {
  if (type === 'adult' || type === 'child') return type;
  if (type === 'infant_without_seat') return 'infant';
  if (typeof age !== 'number') throw new UnusableOffer('malformed');
  if (age < 2) return 'infant';
  return age < 12 ? 'child' : 'adult';
}

function baggageOf(bags: DuffelSegment['passengers'][number]['baggages']): Baggage {
  const pieces = (type: string) =>
    bags === undefined
      ? null
      : bags.filter((bag) => bag.type === type).reduce((sum, bag) => sum + bag.quantity, 0);
  return {
    cabinPieces: pieces('carry_on'),
    cabinKg: null,
    checkedPieces: pieces('checked'),
    checkedKg: null,
  };
}

function segmentOf(segment: DuffelSegment, passengers: readonly SourcePassenger[]): Segment {
  const baggage: Partial<Record<PassengerType, Baggage>> = {};
  for (const { passenger_id: id, baggages } of segment.passengers) {
    const type = passengers.find((one) => one.id === id)?.type;
    if (type !== undefined) baggage[type] ??= baggageOf(baggages);
  }
  const cabin = cabinOf[segment.passengers[0]?.cabin_class ?? ''];
  if (cabin === undefined) throw new UnusableOffer('malformed');
  const sellingAirline = required(segment.marketing_carrier.iata_code, airline);
  return {
    airline: sellingAirline,
    flightNumber: required(segment.marketing_carrier_flight_number, /^\d{1,4}[A-Z]?$/).replace(
      /^0+(?=\d)/,
      '',
    ),
    operatingAirline: segment.operating_carrier?.iata_code ?? sellingAirline,
    origin: required(segment.origin.iata_code, airport),
    originTerminal: segment.origin_terminal ?? null,
    destination: required(segment.destination.iata_code, airport),
    destinationTerminal: segment.destination_terminal ?? null,
    departure: timeAt(segment.departing_at, segment.origin),
    arrival: timeAt(segment.arriving_at, segment.destination),
    aircraft: segment.aircraft?.name ?? null,
    cabin,
    baggage,
  };
}

/** A penalty is for all passengers together, and may be in another currency. */
function ruleOf(
  condition: DuffelCondition | null | undefined,
  numbers: PassengerNumbers,
): FareRule {
  if (!condition) return { isAllowed: null, feeSatang: null, untilHoursBefore: null };
  const { allowed, penalty_amount: amount, penalty_currency: currency } = condition;
  if (!allowed) return { isAllowed: false, feeSatang: null, untilHoursBefore: null };
  const total = amount && currency === 'THB' ? satangOf(amount) : null;
  const counts = passengerTypes.map((type) => numbers[type]).filter((count) => count > 0);
  // Whether a child pays as much as an adult is not known.
  const share = total === null || counts.length > 1 ? null : total / (counts[0] ?? 1);
  const isFree = Number(amount ?? Number.NaN) === 0;
  const fee = isFree ? 0 : share;
  return {
    isAllowed: true,
    feeSatang: fee !== null && Number.isInteger(fee) ? fee : null,
    untilHoursBefore: 0,
  };
}

function nonEmpty<Item>([first, ...rest]: readonly Item[]): readonly [Item, ...Item[]] {
  if (first === undefined) throw new UnusableOffer('malformed');
  return [first, ...rest];
}

/** The deadline of a hold; an airline that wants passports at once holds nothing, because a hold does not ask for them. */
function heldUntil(offer: DuffelOffer): string | null {
  const { requires_instant_payment: isInstant, payment_required_by: payBy } =
    offer.payment_requirements;
  if (isInstant || offer.passenger_identity_documents_required === true) return null;
  return typeof payBy === 'string' ? required(payBy, isoTime) : null;
}

function slicesOf(offer: DuffelOffer, passengers: readonly SourcePassenger[]): readonly Slice[] {
  return offer.slices.map(({ segments }) => ({
    segments: nonEmpty(segments.map((segment) => segmentOf(segment, passengers))),
  }));
}

function contentOf(offer: DuffelOffer, passengers: readonly SourcePassenger[]): OfferContent {
  const count = (type: PassengerType) => passengers.filter((one) => one.type === type).length;
  const numbers = { adult: count('adult'), child: count('child'), infant: count('infant') };
  return {
    slices: nonEmpty(slicesOf(offer, passengers)),
    passengers: numbers,
    prices: null,
    totalSatang: satangOf(offer.total_amount),
    change: ruleOf(offer.conditions?.change_before_departure, numbers),
    refund: ruleOf(offer.conditions?.refund_before_departure, numbers),
    seatsLeft: null,
    priceExpiresAt: required(offer.expires_at, isoTime),
    heldUntil: heldUntil(offer),
  };
}

/** @throws {UnusableOffer} for an offer in another currency, or without what every offer has */
export function toOffer(offer: DuffelOffer): SuppliedOffer {
  if (offer.total_currency !== 'THB')
    throw new UnusableOffer(
      /^[A-Z]{3}$/.test(offer.total_currency) ? offer.total_currency : 'malformed',
    );
  const passengers = offer.passengers.map((passenger) => ({
    id: required(passenger.id, /^\w{1,100}$/),
    type: typeOf(passenger),
    age: passenger.age ?? null,
  }));
  const brand = offer.slices[0]?.fare_brand_name;
  return {
    sourceOfferId: required(offer.id, /^\w{1,100}$/),
    content: contentOf(offer, passengers),
    taxSatang: offer.tax_amount && offer.tax_currency === 'THB' ? satangOf(offer.tax_amount) : null,
    label: [offer.owner.name, brand].filter(Boolean).join(' · ').slice(0, 120),
    passengers,
  };
}
