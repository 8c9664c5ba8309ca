import { bangkokDay } from './bangkok.ts';
import { isCalendarDay } from './calendar-day.ts';
import { isAirlineCode, isAirportCode } from './iata-codes.ts';
import { passengerTotal, passengerTypes, type PassengerNumbers } from './passenger-age.ts';
import {
  hasRequestedSeats,
  offerLimits,
  offerSums,
  type Offer,
  type OfferLine,
  type OfferSegment,
} from './offer.ts';
import type { Problem } from './problem.ts';
import { checkTravelDay } from './travel-day.ts';
import { dayOf, toInstant } from './zoned-time.ts';

/** Path of a field of an offer, such as `lines.0.count`. */
export type OfferField =
  | keyof Offer
  | `segments.${number}.${keyof OfferSegment}`
  | `seats.${keyof PassengerNumbers}`
  | `lines.${number}.${keyof OfferLine}`;

/** Why an offer cannot be sent, with its field. */
export interface OfferProblem extends Problem {
  readonly code:
    | 'offer.no_segments'
    | 'offer.too_many_segments'
    | 'offer.segment_flight'
    | 'offer.segment_airports'
    | 'offer.segment_time'
    | 'offer.segment_arrival'
    | 'offer.segment_order'
    | 'offer.too_late'
    | 'offer.other_year'
    | 'offer.seat_number'
    | 'offer.no_seats'
    | 'offer.seats_reason'
    | 'offer.no_lines'
    | 'offer.too_many_lines'
    | 'offer.line_label'
    | 'offer.line_count'
    | 'offer.line_amount'
    | 'offer.unpriced_seats'
    | 'offer.total'
    | 'offer.deposit'
    | 'offer.deadline'
    | 'offer.valid_in_past'
    | 'offer.valid_after_hold'
    | 'offer.hold_after_departure'
    | 'offer.deposit_due_before_answer'
    | 'offer.deposit_due_after_hold'
    | 'offer.balance_due_after_departure'
    | 'offer.names_due_after_departure';
  readonly field: OfferField;
}

const flightNumber = /^\d{1,4}[A-Z]?$/;
// With a zone, so that it is the same instant everywhere.
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

const isAmount = (satang: number, max: number, min = 0) =>
  Number.isInteger(satang) && satang >= min && satang <= max;

function segmentProblems(
  segment: OfferSegment,
  index: number,
  previous: OfferSegment | undefined,
  today: string,
): OfferProblem[] {
  const values = { segment: index + 1, previous: index };
  const problem = (code: OfferProblem['code'], part: keyof OfferSegment): OfferProblem => ({
    code,
    values,
    field: `segments.${index}.${part}`,
  });
  const problems: OfferProblem[] = [];
  if (!isAirlineCode(segment.airline)) problems.push(problem('offer.segment_flight', 'airline'));
  if (!flightNumber.test(segment.flightNumber)) {
    problems.push(problem('offer.segment_flight', 'flightNumber'));
  }
  const { origin, destination } = segment;
  if (!isAirportCode(origin)) problems.push(problem('offer.segment_airports', 'origin'));
  if (!isAirportCode(destination) || origin === destination) {
    problems.push(problem('offer.segment_airports', 'destination'));
  }
  const departure = toInstant(segment.departure);
  const arrival = toInstant(segment.arrival);
  const landed = previous && toInstant(previous.arrival);
  const found = checkTravelDay(dayOf(segment.departure), today);
  if (departure === undefined) problems.push(problem('offer.segment_time', 'departure'));
  else if (found !== null) {
    const { code, field } = problem(`offer.${found.code}`, 'departure');
    problems.push({ code, field, values: { ...values, ...found.values } });
  } else if (landed !== undefined && departure < landed) {
    problems.push(problem('offer.segment_order', 'departure'));
  }
  if (arrival === undefined) problems.push(problem('offer.segment_time', 'arrival'));
  else if (departure !== undefined && arrival <= departure) {
    problems.push(problem('offer.segment_arrival', 'arrival'));
  }
  return problems;
}

function segmentsProblems(segments: readonly OfferSegment[], today: string): OfferProblem[] {
  const { maxSegments: max } = offerLimits;
  if (segments.length === 0) return [{ code: 'offer.no_segments', field: 'segments' }];
  if (segments.length > max) {
    return [{ code: 'offer.too_many_segments', values: { max }, field: 'segments' }];
  }
  return segments.flatMap((segment, index) =>
    segmentProblems(segment, index, segments[index - 1], today),
  );
}

function seatProblems({ seats, seatsReason }: Offer, requested: PassengerNumbers): OfferProblem[] {
  const { maxCount: max } = offerLimits;
  const invalid = passengerTypes.filter((type) => !isAmount(seats[type], max));
  if (invalid.length > 0) {
    return invalid.map((type) => ({
      code: 'offer.seat_number',
      values: { max },
      field: `seats.${type}`,
    }));
  }
  if (passengerTotal(seats) === 0) return [{ code: 'offer.no_seats', field: 'seats' }];
  if (passengerTotal(seats) > max) {
    return [{ code: 'offer.seat_number', values: { max }, field: 'seats' }];
  }
  if (hasRequestedSeats(seats, requested) || seatsReason.trim() !== '') return [];
  return [{ code: 'offer.seats_reason', field: 'seatsReason' }];
}

function lineProblems(line: OfferLine, index: number, seats: PassengerNumbers): OfferProblem[] {
  const { maxCount, maxPriceSatang } = offerLimits;
  const problem = (
    code: OfferProblem['code'],
    part: keyof OfferLine,
    max: number,
  ): OfferProblem => ({
    code,
    values: { line: index + 1, max },
    field: `lines.${index}.${part}`,
  });
  const problems: OfferProblem[] = [];
  if (line.label.trim() === '') {
    problems.push({
      code: 'offer.line_label',
      values: { line: index + 1 },
      field: `lines.${index}.label`,
    });
  }
  const max = line.type === null ? maxCount : seats[line.type];
  if (line.count === 0 || !isAmount(line.count, max)) {
    problems.push(problem('offer.line_count', 'count', max));
  }
  for (const part of ['priceSatang', 'taxSatang'] as const) {
    // A discount is a line for the whole group.
    const isSigned = part === 'priceSatang' && line.type === null;
    if (!isAmount(line[part], maxPriceSatang, isSigned ? -maxPriceSatang : 0)) {
      problems.push(problem('offer.line_amount', part, maxPriceSatang));
    }
  }
  return problems;
}

function linesProblems({ lines, seats }: Offer): OfferProblem[] {
  const { maxLines: max } = offerLimits;
  if (lines.length === 0) return [{ code: 'offer.no_lines', field: 'lines' }];
  if (lines.length > max) {
    return [{ code: 'offer.too_many_lines', values: { max }, field: 'lines' }];
  }
  // Several fares may share the seats of a type, and extras are for some of them.
  const priced = (type: keyof PassengerNumbers) =>
    lines.filter((line) => line.type === type).reduce((count, line) => count + line.count, 0);
  const unpriced = passengerTypes.filter((type) => priced(type) < seats[type]);
  return [
    ...lines.flatMap((line, index) => lineProblems(line, index, seats)),
    ...unpriced.map((type): OfferProblem => ({
      code: 'offer.unpriced_seats',
      field: `seats.${type}`,
    })),
  ];
}

function amountProblems(offer: Offer): OfferProblem[] {
  const { totalSatang: sum } = offerSums(offer.lines, offer.seats);
  const problems: OfferProblem[] = [];
  if (offer.totalSatang !== sum) problems.push({ code: 'offer.total', field: 'totalSatang' });
  if (!isAmount(offer.depositSatang, offer.totalSatang)) {
    problems.push({ code: 'offer.deposit', field: 'depositSatang' });
  }
  return problems;
}

/** The instant of a stored time in milliseconds, NaN without one. */
function instant(time: string | null): number {
  const isTime = time !== null && isoTime.test(time) && isCalendarDay(time.slice(0, 10));
  return isTime ? Date.parse(time) : Number.NaN;
}

const deadlineFields = [
  'validUntil',
  'holdExpiresAt',
  'depositDueAt',
  'balanceDueAt',
  'namesDueAt',
] as const;

/** A deadline that is needed only for an amount, and may be left out without it. */
function isNeeded(offer: Offer, field: (typeof deadlineFields)[number]): boolean {
  if (field === 'depositDueAt') return offer.depositSatang > 0;
  return field !== 'balanceDueAt' || offer.depositSatang < offer.totalSatang;
}

function deadlineProblems(offer: Offer, now: Date): OfferProblem[] {
  const problems: OfferProblem[] = deadlineFields
    .filter((field) => Number.isNaN(instant(offer[field])))
    .filter((field) => offer[field] !== null || isNeeded(offer, field))
    .map((field) => ({ code: 'offer.deadline', field }));
  const [first] = offer.segments;
  const departure = (first && toInstant(first.departure)) ?? Number.NaN;
  const [valid, hold] = [instant(offer.validUntil), instant(offer.holdExpiresAt)];
  if (valid <= now.getTime()) problems.push({ code: 'offer.valid_in_past', field: 'validUntil' });
  if (valid > hold) problems.push({ code: 'offer.valid_after_hold', field: 'validUntil' });
  if (hold >= departure) {
    problems.push({ code: 'offer.hold_after_departure', field: 'holdExpiresAt' });
  }
  if (valid <= hold && instant(offer.depositDueAt) < valid) {
    problems.push({ code: 'offer.deposit_due_before_answer', field: 'depositDueAt' });
  }
  if (instant(offer.depositDueAt) > hold) {
    problems.push({ code: 'offer.deposit_due_after_hold', field: 'depositDueAt' });
  }
  if (instant(offer.balanceDueAt) >= departure) {
    problems.push({ code: 'offer.balance_due_after_departure', field: 'balanceDueAt' });
  }
  if (instant(offer.namesDueAt) >= departure) {
    problems.push({ code: 'offer.names_due_after_departure', field: 'namesDueAt' });
  }
  return problems;
}

/** All reasons why an offer cannot be sent, in the order of its form; none where it can. */
export function checkOffer(
  offer: Offer,
  requested: PassengerNumbers,
  now: Date,
): readonly OfferProblem[] {
  return [
    ...segmentsProblems(offer.segments, bangkokDay(now.getTime())),
    ...seatProblems(offer, requested),
    ...linesProblems(offer),
    ...amountProblems(offer),
    ...deadlineProblems(offer, now),
  ];
}
