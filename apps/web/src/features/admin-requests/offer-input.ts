import * as z from 'zod/mini';
import { isCalendarDay } from '@bkksiam/domain/calendar-day';
import { parseClock } from '@bkksiam/domain/clock-input';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import { cabinClasses } from '@bkksiam/domain/flight-search';
import type { FlightSegment } from '@bkksiam/domain/flight-offer';
import type { TypedFlight } from '@bkksiam/domain/flight-text';
import { offerSums, type OfferSegment } from '@bkksiam/domain/offer';
import { defaultDeadlines, defaultDeposit } from '@bkksiam/domain/offer-defaults';
import {
  passengerTypes,
  type PassengerNumbers,
  type PassengerType,
} from '@bkksiam/domain/passenger-age';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import { clockOf, dayDifference, dayOf, toInstant } from '@bkksiam/domain/zoned-time';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { cabinOf, seatsOf } from '#entities/offer/offer.ts';
import type { AgencyOffer, NewOffer, OpenRequest } from './group-requests-data.ts';

export const deadlineFields = [
  'validUntil',
  'holdExpiresAt',
  'depositDueAt',
  'balanceDueAt',
  'namesDueAt',
] as const;

const number = z.nullable(z.number());
const text = z.string();

/** A flight as it is written: local times of the airports. */
const flightSchema = z.object({
  /** `TG 682` */
  flight: text,
  origin: text,
  destination: text,
  day: text,
  /** `23:45` */
  departs: text,
  arrives: text,
  daysLater: z.number(),
  cabin: z.enum(cabinClasses),
  baggage: text,
});

export type FlightInput = z.infer<typeof flightSchema>;

/** A line of the price, in satang for one; an empty field is null. */
const lineSchema = z.object({
  label: text,
  type: z.nullable(z.enum(passengerTypes)),
  count: number,
  priceSatang: number,
  taxSatang: number,
});

export type LineInput = z.infer<typeof lineSchema>;

export const offerSchema = z.object({
  segments: z.array(flightSchema),
  seats: z.object({ adult: number, child: number, infant: number }),
  seatsReason: text,
  lines: z.array(lineSchema),
  /** Undefined for the usual deposit. */
  depositSatang: z.optional(number),
  /** What the agency pays; null where it is not written down. */
  costSatang: number,
  /** One a line. */
  conditions: text,
  internalNotes: text,
  /** Bangkok times that the admin has set; the others follow the departure. */
  deadlines: z.partialRecord(z.enum(deadlineFields), text),
});

export type OfferInput = z.infer<typeof offerSchema>;

const typedFlight = /^([A-Z\d]{2}) ?(\d{1,4}[A-Z]?)$/;

/** What an offer is written for. */
export interface OfferContext {
  readonly request: Pick<OpenRequest, 'offers' | keyof StoredPassengers>;
  readonly known: AirportsAndAirlines;
  readonly openedAt: Date;
}

/** A flight with the time zones of its airports, which are empty for unknown ones. */
export function flightOf(input: FlightInput, { airports }: AirportsAndAirlines): FlightSegment {
  const [, airline = '', flightNumber = ''] =
    typedFlight.exec(input.flight.trim().replaceAll(/\s+/g, ' ').toUpperCase()) ?? [];
  const { origin, destination, day } = input;
  const timeAt = (airport: string, date: string, clock: string) => ({
    local: `${date}T${parseClock(clock)}`,
    zone: airports.get(airport)?.time_zone ?? '',
  });
  return {
    airline,
    flightNumber,
    origin,
    destination,
    departure: timeAt(origin, day, input.departs),
    arrival: timeAt(
      destination,
      isCalendarDay(day) ? addDays(day, input.daysLater) : '',
      input.arrives,
    ),
  };
}

const numbersOf = ({ adult, child, infant }: OfferInput['seats']): PassengerNumbers => ({
  adult: adult ?? Number.NaN,
  child: child ?? 0,
  infant: infant ?? 0,
});

const linesOf = (lines: readonly LineInput[]) =>
  lines.map(({ count, priceSatang, taxSatang, ...line }) => ({
    ...line,
    label: line.label.trim(),
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
export function termsOf(input: OfferInput, { known, openedAt }: OfferContext) {
  const [first] = input.segments;
  const written = first ? flightOf(first, known).departure : { local: '', zone: '' };
  // The day alone counts until its time is written.
  const departure =
    toInstant(written) ?? toInstant({ ...written, local: `${dayOf(written)}T00:00` });
  const usual = defaultDeadlines(openedAt, departure);
  return {
    deadlines: { ...usual, ...input.deadlines },
    depositSatang:
      input.depositSatang === undefined
        ? defaultDeposit(sumsOf(input).totalSatang)
        : input.depositSatang,
  };
}

// Bangkok has no daylight saving time.
const isoOf = (local: string) => (local === '' ? '' : `${local}:00+07:00`);

/** The written conditions, one a line. Those of earlier offers keep their kind. */
function conditionsOf(text: string, earlier: readonly AgencyOffer[]) {
  const known = earlier.flatMap(({ conditions }) => conditions);
  const kinds = new Map(known.map((condition) => [condition.text, condition.kind]));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: kinds.get(line) ?? 'note', text: line }));
}

/** The offer as it is written, complete or not. Without a deposit its day is the end of the hold. */
export function writtenOffer(input: OfferInput, context: OfferContext): NewOffer {
  const { deadlines, depositSatang } = termsOf(input, context);
  const { totalSatang } = sumsOf(input);
  const holdExpiresAt = isoOf(deadlines.holdExpiresAt);
  return {
    segments: input.segments.map((flight) => ({
      ...flightOf(flight, context.known),
      cabin: flight.cabin,
      baggage: flight.baggage.trim(),
    })),
    seats: numbersOf(input.seats),
    seatsReason: input.seatsReason.trim(),
    lines: linesOf(input.lines),
    totalSatang,
    depositSatang: depositSatang ?? Number.NaN,
    conditions: conditionsOf(input.conditions, context.request.offers),
    validUntil: isoOf(deadlines.validUntil),
    holdExpiresAt,
    depositDueAt: depositSatang === 0 ? holdExpiresAt : isoOf(deadlines.depositDueAt),
    balanceDueAt: isoOf(deadlines.balanceDueAt),
    namesDueAt: isoOf(deadlines.namesDueAt),
    marginSatang: input.costSatang === null ? null : totalSatang - input.costSatang,
    internalNotes: input.internalNotes.trim(),
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

function flightInput({ departure, arrival, cabin, ...flight }: OfferSegment): FlightInput {
  return {
    flight: `${flight.airline} ${flight.flightNumber}`,
    origin: flight.origin,
    destination: flight.destination,
    day: dayOf(departure),
    departs: clockOf(departure),
    arrives: clockOf(arrival),
    daysLater: dayDifference(departure, arrival) ?? 0,
    cabin: cabin ?? cabinClasses[0],
    baggage: flight.baggage,
  };
}

/** What stays the same whatever an offer starts from. */
const untouched = { depositSatang: undefined, deadlines: {} };

/** An offer that starts from an earlier one; deadlines and deposit are made anew. */
export function inputOfOffer(offer: AgencyOffer): OfferInput {
  const { marginSatang: margin } = offer;
  return {
    ...untouched,
    segments: offer.segments.map(flightInput),
    seats: { ...offer.seats },
    seatsReason: offer.seatsReason,
    lines: offer.lines.map((line) => ({ ...line })),
    costSatang: margin === null ? null : offer.totalSatang - margin,
    conditions: offer.conditions.map(({ text }) => text).join('\n'),
    internalNotes: offer.internalNotes,
  };
}

/** An offer that starts from the request: a flight for each leg, and a line for each type of passenger. */
export function inputOfRequest(
  request: OpenRequest,
  fareOf: (type: PassengerType) => string,
): OfferInput {
  const seats = seatsOf(request);
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
    lines: passengerTypes
      .filter((type) => seats[type] > 0)
      .map((type) => ({ ...emptyLine, label: fareOf(type), type, count: seats[type] })),
    costSatang: null,
    conditions: '',
    internalNotes: '',
  };
}
