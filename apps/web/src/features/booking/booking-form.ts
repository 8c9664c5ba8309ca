import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  birthDateProblems,
  bookingFieldNames,
  bookingProblems,
  checkSlip,
  contactProblems,
  holdBooking,
  namelessPassenger,
  nameProblems,
  unsentBookings,
  type Booking,
  type BookingField,
  type BookingFields,
  type SlipProblem,
} from '@bkksiam/domain/booking';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import type { PassengerNumbers } from '@bkksiam/domain/passenger-age';
import { freeSeats } from '@bkksiam/domain/passenger-seats';
import {
  addLocalBooking,
  changeLocalBooking,
  localBookings,
} from '#entities/booking/local-bookings.ts';
import { forgetChosenFlight } from '#entities/flight/chosen-flight.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { bangkokToday } from '#entities/traveller/passenger-warnings.tsx';
import { profileQuery } from '#entities/user/profile-data.ts';
import { existsWith, pages } from '#pages.ts';
import { AppError } from '#platform/app-error.ts';
import { settings } from '#platform/env.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastProblem } from '#platform/toast.ts';
import { placeHold, type Hold } from './hold-data.ts';

const notStored = new AppError({ code: 'not_stored', message: 'the browser denies storage' });

/** An error for each empty field. */
const problemsByField = (fields: BookingFields) =>
  Object.fromEntries(
    bookingProblems(fields)
      .flatMap((problem) => problem.fields)
      .map((field) => [field, { code: `booking.missing.${field.split('.').at(-1) ?? ''}` }]),
  );

const text = z.string();
const schema = z
  .object({
    passengers: z.array(z.object({ firstName: text, lastName: text, birthDate: z.optional(text) })),
    contact: z.object({ email: text, phone: text }),
    notes: text,
    /** The selected slip, its size in bytes; only its name is stored. */
    slip: z.nullable(z.object({ name: text, size: z.number() })),
    /** Made once for a form: sending it again after a lost answer gives the same hold. */
    key: text,
  })
  .check(domainCheck<BookingFields>(problemsByField));
const holdSchema = schema.check(
  domainCheck<BookingFields>(nameProblems, 'bookings'),
  domainCheck<BookingFields>(contactProblems, 'hold'),
);
const flightSchema = holdSchema.check(
  domainCheck<BookingInput>(
    ({ passengers }) => birthDateProblems(passengers, bangkokToday()),
    'bookings',
  ),
);

type BookingInput = z.input<typeof schema>;

export function focusField(field: BookingField): void {
  document.getElementsByName(field)[0]?.focus();
}

/** The payment slip: a file that is refused leaves an earlier one selected. */
function useSlip({ setValue }: UseFormReturn<BookingInput>) {
  const [slipProblem, setSlipProblem] = useState<SlipProblem | null>(null);
  function selectSlip(file: File | undefined) {
    if (file === undefined) return;
    const problem = checkSlip(file);
    setSlipProblem(problem);
    if (problem !== null) toastProblem(problem);
    else setValue('slip', { name: file.name, size: file.size }, { shouldDirty: true });
  }
  function removeSlip() {
    setSlipProblem(null);
    setValue('slip', null, { shouldDirty: true });
  }
  return { slipProblem, selectSlip, removeSlip };
}

/** The member's own phone, once it is loaded. */
function useOwnPhone(user: User): string {
  return useQuery(profileQuery(user.id)).data?.phone ?? '';
}

/** Whether the server keeps bookings; without the feature only this browser does (spec §7). */
export const isHeldByServer = () => existsWith(settings().features, pages.hold);

/** The stored booking that the member asks for again; its id is the state of the navigation. */
function useBookingAskedAgain(userEmail: string): Booking | undefined {
  const location = useLocation();
  const [booking] = useState(() =>
    unsentBookings(localBookings(), userEmail).find(({ id }) => id === location.state),
  );
  return booking;
}

/** Stores a booking in this browser, beside the server's if that has one. */
function storeBooking(booking: Booking, again: Booking | undefined, hold: Hold | undefined) {
  const serverId = hold?.booking_id;
  const isStored = addLocalBooking(serverId === undefined ? booking : { ...booking, serverId });
  if (again && serverId !== undefined) changeLocalBooking(again.id, { serverId });
  if (!isStored && hold === undefined) throw notStored;
}

/** Says what is held, with a link to the booking that the server keeps, and opens the dashboard. */
function useHeld(user: User) {
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = (to: string) => logRejection('the page could not be opened', navigate(to));
  return ({ booking, hold }: { readonly booking: Booking; readonly hold: Hold | undefined }) => {
    const id = hold?.reference ?? booking.id;
    const until = hold?.hold_expires_at ?? booking.holdExpiry;
    showToast({
      title: 'members.booking.done',
      description: 'members.booking.doneText',
      values: { id, time: bangkokTimeText(until, language) ?? until },
      ...(hold && {
        action: { text: 'hold:open', run: () => open(pages.memberBooking.href(id)) },
      }),
    });
    if (hold) {
      const reloaded = client.invalidateQueries({ queryKey: requestKeys.ofMember(user.id) });
      logRejection('the lists could not be loaded again', reloaded);
    }
    open(pages.dashboard.href());
  };
}

/** An offer that is booked: its passengers are fixed by the search. */
export interface BookedOffer {
  readonly passengers: PassengerNumbers;
  readonly totalSatang: number;
  /** Called when the seats are gone, or cost another total. */
  readonly onConflict: () => void;
}

/** The passengers of an offer without their names. */
const passengersOf = ({ passengers }: BookedOffer) =>
  freeSeats(passengers).map(({ firstName, lastName, birthDate }) => ({
    firstName,
    lastName,
    birthDate,
  }));

/** The first values of a form: the member's own contact, or all of a booking that is asked for again. */
function useFirstValues(user: User, offer: BookedOffer | undefined) {
  const again = useBookingAskedAgain(user.email ?? '');
  const ownPhone = useOwnPhone(user);
  const phone = again?.contact.phone ?? ownPhone;
  const [key] = useState(newId);
  const values: BookingInput = {
    passengers: again ? [...again.passengers] : offer ? passengersOf(offer) : [namelessPassenger],
    contact: { email: again?.contact.email ?? user.email ?? '', phone },
    notes: again?.notes ?? '',
    slip: null,
    key,
  };
  return { again, phone, values };
}

/**
 * The booking form. It stores a booking in this browser (spec §7), which the server also holds where the feature is on, and
 * opens the dashboard; what fails keeps the form.
 */
export function useBookingForm(user: User, flightId: string, offer?: BookedOffer) {
  const { again, phone, values } = useFirstValues(user, offer);
  const isHeld = isHeldByServer();
  const types = offer && freeSeats(offer.passengers).map(({ type }) => type);
  const { form, field, busy, succeeded, ...rest } = useAppForm({
    schema: offer ? flightSchema : isHeld ? holdSchema : schema,
    defaultValues: values,
    draftKey: `booking ${user.id} ${flightId}`,
    // The fields of added passengers come before the contact, whose fields are older.
    shouldFocusError: false,
    async send({ slip, key, ...fields }) {
      const slipName = slip?.name ?? null;
      const passengers = fields.passengers.map((names, at) => ({ ...names, type: types?.[at] }));
      const totalSatang = offer?.totalSatang;
      const hold = isHeld
        ? await placeHold({ ...fields, passengers, flightId, slipName, key, totalSatang })
        : undefined;
      const userEmail = user.email ?? '';
      const booking = holdBooking(fields, { flightId, userEmail, slipName, now: new Date() });
      storeBooking(booking, again, hold);
      if (offer) forgetChosenFlight(flightId);
      return { booking, hold };
    },
    onSuccess: useHeld(user),
    onError(error) {
      if (error.code === 'conflict') offer?.onConflict();
    },
    errorToast: { title: isHeld ? 'hold:failed' : 'members.booking.notStored' },
    onInvalid() {
      const [problem] = bookingProblems(form.getValues());
      if (problem !== undefined) toastProblem(problem);
      const names = bookingFieldNames(form.getValues('passengers').length);
      names
        .filter((name) => form.getFieldState(name).invalid)
        .slice(0, 1)
        .forEach(focusField);
    },
  });
  useEffect(() => {
    if (form.getFieldState('contact.phone').isDirty) return;
    form.resetField('contact.phone', { defaultValue: phone });
  }, [form, phone]);
  const input = form.watch();
  const sent = busy || succeeded;
  return {
    ...rest,
    ...useSlip(form),
    form,
    input,
    sent,
    /** By passenger; undefined for a flight without a price. */
    types,
    /** The fields with an error, in order. */
    invalid: bookingFieldNames(input.passengers.length).filter(
      (name) => form.getFieldState(name, form.formState).invalid,
    ),
    field: (name: BookingField | 'notes') => ({
      ...field(name),
      required: name !== 'notes' && !name.endsWith('.birthDate'),
      readOnly: sent,
    }),
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;
