import { parseClock } from '@bkksiam/domain/clock-input';
import { cabinClasses, type FlightSearch } from '@bkksiam/domain/flight-search';
import type { TypedFlight } from '@bkksiam/domain/flight-text';
import { offerSums, type Offer as CheckedOffer } from '@bkksiam/domain/offer';
import {
  defaultDeadlines,
  defaultDeposit,
  type OfferDeadlines,
} from '@bkksiam/domain/offer-defaults';
import type { PassengerNumbers, PassengerType } from '@bkksiam/domain/passenger-age';
import { dayDifference, toInstant, type ZonedTime } from '@bkksiam/domain/zoned-time';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { cabinColumn, cabinOf, type Line, type Segment } from '#entities/offer/offer.ts';
import type { AgencyOffer, OpenRequest, SentOffer } from './group-requests-data.ts';

/** A flight as it is written: local times of the airports. */
export interface FlightInput {
  /** `TG 682` */
  flight: string;
  origin: string;
  destination: string;
  day: string;
  /** `23:45` */
  departs: string;
  arrives: string;
  daysLater: number;
  cabin: FlightSearch['cabin'];
  baggage: string;
}

/** A line of the price, in satang for one; an empty field is null. */
export interface LineInput {
  label: string;
  type: PassengerType | null;
  count: number | null;
  priceSatang: number | null;
  taxSatang: number | null;
}

export interface OfferInput {
  segments: FlightInput[];
  seats: { adult: number | null; child: number | null; infant: number | null };
  seatsReason: string;
  lines: LineInput[];
  /** Undefined for the usual deposit. */
  depositSatang?: number | null | undefined;
  /** What the agency pays; null where it is not written down. */
  costSatang: number | null;
  /** One a line. */
  conditions: string;
  internalNotes: string;
  /** Bangkok times that the admin has set; the others follow the departure. */
  deadlines: { [Field in keyof OfferDeadlines]?: string | undefined };
}

export const deadlineFields = [
  'validUntil',
  'holdExpiresAt',
  'depositDueAt',
  'balanceDueAt',
  'namesDueAt',
] as const;

const typedFlight = /^([A-Z\d]{2}) ?(\d{1,4}[A-Z]?)$/;
const dayMs = 86_400_000;

function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + days * dayMs;
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

/** A flight with the time zones of its airports, which are empty for unknown ones. */
export function flightOf(input: FlightInput, { airports }: AirportsAndAirlines) {
  const [, airline = '', number = ''] =
    typedFlight.exec(input.flight.trim().replaceAll(/\s+/g, ' ').toUpperCase()) ?? [];
  const zoneOf = (code: string) => airports.get(code)?.time_zone ?? '';
  const { origin, destination, day } = input;
  const departure: ZonedTime = {
    local: `${day}T${parseClock(input.departs)}`,
    zone: zoneOf(origin),
  };
  const arrival: ZonedTime = {
    local: `${dayAfter(day, input.daysLater)}T${parseClock(input.arrives)}`,
    zone: zoneOf(destination),
  };
  return { airline, number, departure, arrival };
}

const numbersOf = ({ adult, child, infant }: OfferInput['seats']): PassengerNumbers => ({
  adult: adult ?? Number.NaN,
  child: child ?? 0,
  infant: infant ?? 0,
});

const linesOf = (lines: readonly LineInput[]) =>
  lines.map(({ count, priceSatang, taxSatang, ...line }) => ({
    ...line,
    count: count ?? Number.NaN,
    priceSatang: priceSatang ?? Number.NaN,
    taxSatang: taxSatang ?? 0,
  }));

/** The sums of the lines that have all their numbers. */
export function sumsOf({ lines, seats }: OfferInput) {
  const complete = linesOf(lines).filter(({ count, priceSatang }) =>
    Number.isFinite(count * priceSatang),
  );
  return offerSums(complete, numbersOf(seats));
}

/** The deadlines as they stand, and the deposit. */
export function termsOf(input: OfferInput, known: AirportsAndAirlines, openedAt: Date) {
  const [first] = input.segments;
  const { local, zone } = first ? flightOf(first, known).departure : { local: '', zone: '' };
  // The day alone counts until its time is written.
  const departure =
    toInstant({ local, zone }) ?? toInstant({ local: `${local.slice(0, 10)}T00:00`, zone });
  const usual = defaultDeadlines(openedAt, departure);
  const deadlines: OfferDeadlines = {
    validUntil: input.deadlines.validUntil ?? usual.validUntil,
    holdExpiresAt: input.deadlines.holdExpiresAt ?? usual.holdExpiresAt,
    depositDueAt: input.deadlines.depositDueAt ?? usual.depositDueAt,
    balanceDueAt: input.deadlines.balanceDueAt ?? usual.balanceDueAt,
    namesDueAt: input.deadlines.namesDueAt ?? usual.namesDueAt,
  };
  return {
    deadlines,
    depositSatang:
      input.depositSatang === undefined
        ? defaultDeposit(sumsOf(input).totalSatang)
        : input.depositSatang,
  };
}

// Bangkok has no daylight saving time.
const isoOf = (local: string) => (local === '' ? '' : `${local}:00+07:00`);

/** The offer as the rules of the domain check it. */
export function checkedOffer(
  input: OfferInput,
  known: AirportsAndAirlines,
  openedAt: Date,
): CheckedOffer {
  const { deadlines, depositSatang } = termsOf(input, known, openedAt);
  return {
    segments: input.segments.map((segment) => {
      const { airline, number, departure, arrival } = flightOf(segment, known);
      const { origin, destination, cabin, baggage } = segment;
      return {
        airline,
        flightNumber: number,
        origin,
        destination,
        departure,
        arrival,
        cabin,
        baggage,
      };
    }),
    seats: numbersOf(input.seats),
    seatsReason: input.seatsReason,
    lines: linesOf(input.lines),
    totalSatang: sumsOf(input).totalSatang,
    depositSatang: depositSatang ?? Number.NaN,
    conditions: input.conditions,
    validUntil: isoOf(deadlines.validUntil),
    holdExpiresAt: isoOf(deadlines.holdExpiresAt),
    depositDueAt: isoOf(deadlines.depositDueAt),
    balanceDueAt: isoOf(deadlines.balanceDueAt),
    namesDueAt: isoOf(deadlines.namesDueAt),
  };
}

function conditionsOf(text: string, earlier: readonly AgencyOffer[]) {
  const kinds = new Map(
    earlier.flatMap(({ conditions }) => conditions.map(({ kind, text: said }) => [said, kind])),
  );
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: kinds.get(line) ?? 'note', text: line }));
}

/** The offer as it is sent. Without a deposit its day is the end of the hold. */
export function sentOffer(
  input: OfferInput,
  known: AirportsAndAirlines,
  openedAt: Date,
  earlier: readonly AgencyOffer[],
): SentOffer {
  const offer = checkedOffer(input, known, openedAt);
  const { adult, child, infant } = offer.seats;
  return {
    segments: input.segments.map((segment) => {
      const { airline, number, departure, arrival } = flightOf(segment, known);
      return {
        airline,
        number,
        origin: segment.origin,
        destination: segment.destination,
        departs_at: departure.local,
        arrives_at: arrival.local,
        cabin: cabinColumn[segment.cabin],
        baggage: segment.baggage.trim() === '' ? null : segment.baggage.trim(),
      };
    }),
    pax_adt: adult,
    pax_chd: child,
    pax_inf: infant,
    seats_reason: offer.seatsReason.trim() === '' ? null : offer.seatsReason.trim(),
    lines: offer.lines.map(({ label, type, count, priceSatang, taxSatang }): Line => ({
      label: label.trim(),
      type,
      count,
      price_satang: priceSatang,
      tax_satang: taxSatang,
    })),
    total_satang: offer.totalSatang,
    conditions: conditionsOf(input.conditions, earlier),
    valid_until: offer.validUntil,
    hold_expires_at: offer.holdExpiresAt,
    deposit_satang: offer.depositSatang,
    deposit_due_at: offer.depositSatang === 0 ? offer.holdExpiresAt : (offer.depositDueAt ?? ''),
    balance_due_at: offer.balanceDueAt,
    names_due_at: offer.namesDueAt,
    margin_satang: input.costSatang === null ? null : offer.totalSatang - input.costSatang,
    internal_notes: input.internalNotes.trim() === '' ? null : input.internalNotes.trim(),
  };
}

/** The offer as its member will see it. */
export function previewOffer(
  sent: SentOffer,
  { airports }: AirportsAndAirlines,
  { version, sentAt }: { readonly version: number; readonly sentAt: Date },
): AgencyOffer {
  const zoneOf = (code: string) => airports.get(code)?.time_zone ?? '';
  return {
    ...sent,
    segments: sent.segments.map((segment) => ({
      ...segment,
      departs_zone: zoneOf(segment.origin),
      arrives_zone: zoneOf(segment.destination),
    })),
    version,
    state: 'open',
    sent_at: sentAt.toISOString(),
    answered_at: null,
    answer: null,
  };
}

export const emptyLine: LineInput = {
  label: '',
  type: null,
  count: 1,
  priceSatang: null,
  taxSatang: null,
};

/** A flight that was typed or pasted, in the cabin of the others. */
export function typedInput(
  { airline, number, ...flight }: TypedFlight,
  { cabin, baggage }: Pick<FlightInput, 'cabin' | 'baggage'>,
): FlightInput {
  return { ...flight, flight: `${airline} ${number}`, cabin, baggage };
}

export function emptyFlight(request: Pick<OpenRequest, 'cabin'>): FlightInput {
  return {
    flight: '',
    origin: '',
    destination: '',
    day: '',
    departs: '',
    arrives: '',
    daysLater: 0,
    cabin: cabinOf(request.cabin) ?? cabinClasses[0],
    baggage: '',
  };
}

function storedFlight(segment: Segment): FlightInput {
  const departure = { local: segment.departs_at, zone: segment.departs_zone };
  const arrival = { local: segment.arrives_at, zone: segment.arrives_zone };
  return {
    flight: `${segment.airline} ${segment.number}`,
    origin: segment.origin,
    destination: segment.destination,
    day: departure.local.slice(0, 10),
    departs: departure.local.slice(11),
    arrives: arrival.local.slice(11),
    daysLater: dayDifference(departure, arrival) ?? 0,
    cabin: cabinOf(segment.cabin) ?? cabinClasses[0],
    baggage: segment.baggage ?? '',
  };
}

/** What stays the same whatever an offer starts from. */
const untouched = { depositSatang: undefined, deadlines: {} };

/** An offer that starts from an earlier one; deadlines and deposit are made anew. */
export function inputOfOffer(offer: AgencyOffer): OfferInput {
  const { margin_satang: margin } = offer;
  return {
    ...untouched,
    segments: offer.segments.map(storedFlight),
    seats: { adult: offer.pax_adt, child: offer.pax_chd, infant: offer.pax_inf },
    seatsReason: offer.seats_reason ?? '',
    lines: offer.lines.map((line) => ({
      label: line.label,
      type: line.type,
      count: line.count,
      priceSatang: line.price_satang,
      taxSatang: line.tax_satang,
    })),
    costSatang: margin === null ? null : offer.total_satang - margin,
    conditions: offer.conditions.map(({ text }) => text).join('\n'),
    internalNotes: offer.internal_notes ?? '',
  };
}

/** An offer that starts from the request: a flight for each leg, and a line for each type of passenger. */
export function inputOfRequest(
  request: OpenRequest,
  fareOf: (type: PassengerType) => string,
): OfferInput {
  const seats = { adult: request.pax_adt, child: request.pax_chd, infant: request.pax_inf };
  const types: readonly PassengerType[] = ['adult', 'child', 'infant'];
  return {
    ...untouched,
    segments: request.legs.map(({ origin, destination, dep_date: day }) => ({
      ...emptyFlight(request),
      origin,
      destination,
      day,
    })),
    seats,
    seatsReason: '',
    lines: types
      .filter((type) => seats[type] > 0)
      .map((type) => ({ ...emptyLine, label: fareOf(type), type, count: seats[type] })),
    costSatang: null,
    conditions: '',
    internalNotes: '',
  };
}
