import type { BookingStatus } from './booking-status.ts';
import { bookingHoldHours, flightSearchLimits, maxSlipBytes } from './constants.ts';
import { checkBirthDate } from './passenger-seats.ts';
import { checkPassengerName, hasOneName, type PassengerNames } from './passenger-name.ts';
import { normalizePhone } from './phone.ts';
import type { Problem } from './problem.ts';

/** A passenger, by the name on the travel document. */
export type Passenger = PassengerNames;

/** The contact details of a booking. */
export interface BookingContact {
  readonly email: string;
  readonly phone: string;
}

/** The input of the booking form. */
export interface BookingFields {
  readonly passengers: readonly Passenger[];
  readonly contact: BookingContact;
  readonly notes: string;
}

/** A payment slip's file: its MIME type as the browser reports it, its size in bytes. */
export interface SlipFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Held without payment, or with a payment slip to be reviewed (spec §4). */
export type NewBookingStatus = Extract<BookingStatus, 'HOLD' | 'DEPOSIT_PENDING'>;

/** A stored booking (spec §3). Times are ISO in UTC. */
export interface Booking extends BookingFields {
  /** `BKK-` and the creation time in milliseconds. */
  readonly id: string;
  readonly flightId: string;
  /** The e-mail address of the member. */
  readonly userId: string;
  readonly status: NewBookingStatus;
  readonly holdExpiry: string;
  readonly createdAt: string;
  /** Null without a slip. */
  readonly paymentSlipName: string | null;
  /** The id of the booking that the server keeps, with the feature `bookings`. */
  readonly serverId?: string | undefined;
  /** The member does not want to send it to the server. */
  readonly isDismissed?: boolean | undefined;
}

/** Path of a form field, such as `passengers.0.firstName`. */
export type BookingField =
  | `passengers.${number}.${keyof Passenger}`
  | `passengers.${number}.${'title' | 'gender' | 'birthDate'}`
  | `contact.${keyof BookingContact}`;

/** A validation error of the booking form, with its fields in order. */
export interface BookingProblem extends Problem {
  readonly code: 'booking.missing_name' | 'booking.missing_contact';
  readonly fields: readonly BookingField[];
}

/** A validation error of a payment slip. */
export interface SlipProblem extends Problem {
  readonly code: 'booking.slip_type' | 'booking.slip_size';
}

/** An empty passenger. */
export const namelessPassenger: Passenger = { firstName: '', lastName: '' };

/** Accepted file types of a payment slip (spec §5), for the `accept` attribute. */
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

/** Whether another passenger may be added. */
export function canAddPassenger(passengers: readonly Passenger[]): boolean {
  return passengers.length < flightSearchLimits.maxPassengers;
}

/** Whether a passenger may be removed: a booking has at least one. */
export function canRemovePassenger(passengers: readonly Passenger[]): boolean {
  return passengers.length > 1;
}

/**
 * All validation errors in the order of the specification (§5): names, then the contact.
 *
 * @param takesOneName a passenger may have one name (feature `bookings`)
 */
export function bookingProblems(
  { passengers, contact }: BookingFields,
  takesOneName = false,
): readonly BookingProblem[] {
  const names = passengers.flatMap((passenger, index) =>
    takesOneName && hasOneName(passenger)
      ? []
      : nameParts
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

// As in SQL, which leaves the rest to the mail server.
const emailShape = /^[^@\s]+@[^@\s]+$/;

type FieldProblems = Readonly<Partial<Record<BookingField, Problem>>>;

/** The names that no passport has, by field; empty ones are those of `bookingProblems`. */
export function nameProblems({ passengers }: BookingFields): FieldProblems {
  const problems: Partial<Record<BookingField, Problem>> = {};
  for (const [index, passenger] of passengers.entries()) {
    for (const part of nameParts) {
      const problem = isBlank(passenger[part]) ? null : checkPassengerName(passenger[part]);
      if (problem) problems[`passengers.${index}.${part}`] = problem;
    }
  }
  return problems;
}

/**
 * The birth dates that are none or still to come, by field; they may stay empty.
 *
 * @param today the day in Bangkok
 */
export function birthDateProblems(
  passengers: readonly { readonly birthDate?: string | undefined }[],
  today: string,
): FieldProblems {
  const problems: Partial<Record<BookingField, Problem>> = {};
  for (const [index, { birthDate = '' }] of passengers.entries()) {
    const problem = checkBirthDate(birthDate, today);
    if (problem) problems[`passengers.${index}.birthDate`] = problem;
  }
  return problems;
}

/**
 * The contact that the server refuses, by field; empty ones are those of `bookingProblems`.
 *
 * @param isPhone whether a text is a phone number
 */
export function contactProblems(
  { contact: { email, phone } }: BookingFields,
  isPhone: (text: string) => boolean,
): FieldProblems {
  return {
    ...(!isBlank(email) &&
      !emailShape.test(email.trim()) && { 'contact.email': { code: 'booking.email' } }),
    ...(!isBlank(phone) && !isPhone(phone) && { 'contact.phone': { code: 'booking.phone' } }),
  };
}

/** The fields of a booking form in their order. */
export function bookingFieldNames(passengers: number): readonly BookingField[] {
  return [
    ...Array.from({ length: passengers }, (_, index) =>
      (['title', ...nameParts, 'gender', 'birthDate'] as const).map(
        (part) => `passengers.${index}.${part}` as const,
      ),
    ).flat(),
    ...contactParts.map((part) => `contact.${part}` as const),
  ];
}

/** The bookings of a member that only this browser has, and that the member has not dismissed. */
export function unsentBookings(
  bookings: readonly Booking[],
  userEmail: string,
): readonly Booking[] {
  return bookings.filter(
    ({ userId, serverId, isDismissed }) =>
      serverId === undefined &&
      isDismissed !== true &&
      userEmail !== '' &&
      userId.toLowerCase() === userEmail.toLowerCase(),
  );
}

/** Validates a payment slip by its type, or by its name when the browser reports no type. */
export function checkSlip({ name, type, size }: SlipFile): SlipProblem | null {
  const known = type.toLowerCase();
  const fits = unknownTypes.has(known) ? slipEnding.test(name) : slipTypes.has(known);
  if (!fits) return { code: 'booking.slip_type' };
  return size > maxSlipBytes ? { code: 'booking.slip_size' } : null;
}

/** The status of a new booking: with a slip the deposit is pending (spec §4). */
export function bookingStatus(slipName: string | null): NewBookingStatus {
  return slipName === null ? 'HOLD' : 'DEPOSIT_PENDING';
}

/** The inputs of a new booking besides the form. */
export interface BookingContext {
  readonly flightId: string;
  readonly userEmail: string;
  readonly slipName: string | null;
  readonly now: Date;
}

/** Creates a booking from valid fields, which are trimmed; the hold starts now. */
export function holdBooking(fields: BookingFields, context: BookingContext): Booking {
  const { flightId, userEmail, slipName, now } = context;
  const created = now.getTime();
  return {
    id: `BKK-${String(created)}`,
    flightId,
    userId: userEmail,
    passengers: fields.passengers.map(({ firstName, lastName }) => ({
      firstName: firstName.trim(),
      lastName: lastName.trim(),
    })),
    contact: { email: fields.contact.email.trim(), phone: normalizePhone(fields.contact.phone) },
    notes: fields.notes.trim(),
    status: bookingStatus(slipName),
    holdExpiry: new Date(created + bookingHoldHours * 3_600_000).toISOString(),
    createdAt: now.toISOString(),
    paymentSlipName: slipName,
  };
}
