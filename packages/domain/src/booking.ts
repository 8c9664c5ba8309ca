import { bookingHoldHours, flightSearchLimits, maxSlipBytes } from './constants.ts';
import { tidyPhone } from './phone.ts';
import type { Problem } from './problem.ts';

/** Somebody who travels, by the name on the travel document. */
export interface Passenger {
  readonly firstName: string;
  readonly lastName: string;
}

/** How the team reaches whoever booked. */
export interface BookingContact {
  readonly email: string;
  readonly phone: string;
}

/** What is typed to hold a booking. */
export interface BookingFields {
  readonly passengers: readonly Passenger[];
  readonly contact: BookingContact;
  readonly notes: string;
}

/** What is known of a payment slip: its MIME type as the browser says it, its size in bytes. */
export interface SlipFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Held without payment, or with a slip that somebody still has to look at (spec §4). */
export type BookingStatus = 'HOLD' | 'DEPOSIT_PENDING';

/** A booking as it is kept (spec §3). Times are ISO in UTC. */
export interface Booking extends BookingFields {
  /** `BKK-` and the milliseconds of its time. */
  readonly id: string;
  readonly flightId: string;
  /** The e-mail address of the member. */
  readonly userId: string;
  readonly status: BookingStatus;
  readonly holdExpiry: string;
  readonly createdAt: string;
  /** Null without a slip. */
  readonly paymentSlipName: string | null;
}

/** Where in the form something is, such as `passengers.0.firstName`. */
export type BookingField =
  `passengers.${number}.${keyof Passenger}` | `contact.${keyof BookingContact}`;

/** Why a booking cannot be held yet, and the fields it is about in their order. */
export interface BookingProblem extends Problem {
  readonly code: 'booking.missing_name' | 'booking.missing_contact';
  readonly fields: readonly BookingField[];
}

/** Why a file cannot be the payment slip. */
export interface SlipProblem extends Problem {
  readonly code: 'booking.slip_type' | 'booking.slip_size';
}

/** A passenger nobody has named yet. */
export const namelessPassenger: Passenger = { firstName: '', lastName: '' };

/** What a payment slip may be (spec §5), as a file dialog understands it. */
export const slipAccept = '.png,.jpg,.jpeg,.pdf,image/png,image/jpeg,application/pdf';

const slipTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'application/pdf',
]);
const slipEnding = /\.(?:png|jpe?g|pdf)$/i;
const unknownTypes: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

const nameParts = ['firstName', 'lastName'] as const;
const contactParts = ['email', 'phone'] as const;

const isBlank = (text: string) => text.trim() === '';

/** Whether one more may be added. */
export function canAddPassenger(passengers: readonly Passenger[]): boolean {
  return passengers.length < flightSearchLimits.maxPassengers;
}

/** Whether one may be taken out: a booking has at least one passenger. */
export function canRemovePassenger(passengers: readonly Passenger[]): boolean {
  return passengers.length > 1;
}

/** One more passenger at the end, while there is room. */
export function addPassenger(passengers: readonly Passenger[]): readonly Passenger[] {
  return canAddPassenger(passengers) ? [...passengers, namelessPassenger] : passengers;
}

/** The others, unless the passenger is the only one. */
export function removePassenger(
  passengers: readonly Passenger[],
  index: number,
): readonly Passenger[] {
  return canRemovePassenger(passengers) ? passengers.filter((_, at) => at !== index) : passengers;
}

/** Everything that is missing, in the order the specification checks it (§5): all names, then the contact. */
export function bookingProblems({ passengers, contact }: BookingFields): readonly BookingProblem[] {
  const names = passengers.flatMap((passenger, index) =>
    nameParts
      .filter((part) => isBlank(passenger[part]))
      .map((part) => `passengers.${index}.${part}` as const),
  );
  const ways = contactParts
    .filter((part) => isBlank(contact[part]))
    .map((part) => `contact.${part}` as const);
  const problems: BookingProblem[] = [];
  if (names.length > 0 || passengers.length === 0) {
    problems.push({ code: 'booking.missing_name', fields: names });
  }
  if (ways.length > 0) problems.push({ code: 'booking.missing_contact', fields: ways });
  return problems;
}

/** Whether a file may be the payment slip. The type counts; the name only where the browser knows no type. */
export function checkSlip({ name, type, size }: SlipFile): SlipProblem | null {
  const known = type.toLowerCase();
  const fits = unknownTypes.has(known) ? slipEnding.test(name) : slipTypes.has(known);
  if (!fits) return { code: 'booking.slip_type' };
  return size > maxSlipBytes ? { code: 'booking.slip_size' } : null;
}

/** What there will be once the form is sent: with a slip the deposit waits for its check (spec §4). */
export function bookingStatus(slipName: string | null): BookingStatus {
  return slipName === null ? 'HOLD' : 'DEPOSIT_PENDING';
}

/** What a new booking is made of, besides the complete form. */
export interface BookingOccasion {
  readonly flightId: string;
  readonly userEmail: string;
  readonly slipName: string | null;
  readonly now: Date;
}

/** A new booking from complete fields, without the blanks around what was typed, held for its hours from now on. */
export function holdBooking(fields: BookingFields, occasion: BookingOccasion): Booking {
  const { flightId, userEmail, slipName, now } = occasion;
  const created = now.getTime();
  return {
    id: `BKK-${String(created)}`,
    flightId,
    userId: userEmail,
    passengers: fields.passengers.map(({ firstName, lastName }) => ({
      firstName: firstName.trim(),
      lastName: lastName.trim(),
    })),
    contact: { email: fields.contact.email.trim(), phone: tidyPhone(fields.contact.phone) },
    notes: fields.notes.trim(),
    status: bookingStatus(slipName),
    holdExpiry: new Date(created + bookingHoldHours * 3_600_000).toISOString(),
    createdAt: now.toISOString(),
    paymentSlipName: slipName,
  };
}

function valuesOf(stored: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
}

function hasTexts(stored: unknown, names: readonly string[]): boolean {
  const values = valuesOf(stored);
  return names.every((name) => typeof values.get(name) === 'string');
}

/** Whether a stored value is a booking. */
export function isBooking(stored: unknown): stored is Booking {
  const values = valuesOf(stored);
  const [passengers, status] = [values.get('passengers'), values.get('status')];
  const slipName = values.get('paymentSlipName');
  return (
    hasTexts(stored, ['id', 'flightId', 'userId', 'notes', 'holdExpiry', 'createdAt']) &&
    Array.isArray(passengers) &&
    passengers.every((passenger) => hasTexts(passenger, nameParts)) &&
    hasTexts(values.get('contact'), contactParts) &&
    (status === 'HOLD' || status === 'DEPOSIT_PENDING') &&
    (slipName === null || typeof slipName === 'string')
  );
}
