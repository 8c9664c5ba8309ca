import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import {
  bookingFieldNames,
  bookingProblems,
  checkSlip,
  holdBooking,
  namelessPassenger,
  unsentBookings,
  type Booking,
  type BookingField,
  type SlipProblem,
} from '@bkksiam/domain/booking';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { hasOneName } from '@bkksiam/domain/passenger-name';
import { freeSeats } from '@bkksiam/domain/passenger-seats';
import {
  addLocalBooking,
  changeLocalBooking,
  localBookings,
} from '#entities/booking/local-bookings.ts';
import type { ChosenSlip } from '#entities/payment/chosen-slip.ts';
import { forgetChosenFlight } from '#entities/offer/chosen-flight.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { existsWith, pages } from '#pages.ts';
import { AppError } from '#platform/app-error.ts';
import { settings } from '#platform/env.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastProblem } from '#platform/toast.ts';
import { schemaOf, typesOf, type BookingInput } from './booking-schema.ts';
import {
  isHeldByServer,
  placeHold,
  type AskedAgency,
  type BookedOffer,
  type Hold,
  type HoldRequest,
} from './hold-data.ts';
import { sendHoldSlip } from './send-slip.ts';

const notStored = new AppError({ code: 'not_stored', message: 'the browser denies storage' });

export function focusBookingField(field: BookingField): void {
  document.getElementsByName(field)[0]?.focus();
}

/** Whether members pay on this site: the slip itself is sent. */
const takesPayments = () => existsWith(settings().features, pages.pay);

/** The payment slip: a file that is not accepted leaves an earlier one selected. */
function useSlip({ setValue }: UseFormReturn<BookingInput>) {
  const [slipProblem, setSlipProblem] = useState<SlipProblem | null>(null);
  function selectSlip(file: File | undefined) {
    if (file === undefined) return;
    const problem = checkSlip(file);
    setSlipProblem(problem);
    if (problem !== null) toastProblem(problem);
    else setValue('slip', file, { shouldDirty: true });
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

/** The stored booking that the member asks for again; its id is the state of the navigation. */
function useUnsentBooking(userEmail: string): Booking | undefined {
  const location = useLocation();
  const [booking] = useState(() =>
    unsentBookings(localBookings(), userEmail).find(({ id }) => id === location.state),
  );
  return booking;
}

/** Stores a booking in this browser, beside the server's if that has one. */
function storeBooking(booking: Booking, earlier: Booking | undefined, hold: Hold | undefined) {
  const serverId = hold?.booking_id;
  const isStored = addLocalBooking(serverId === undefined ? booking : { ...booking, serverId });
  if (earlier && serverId !== undefined) changeLocalBooking(earlier.id, { serverId });
  if (!isStored && hold === undefined) throw notStored;
}

type Sent =
  | AskedAgency
  | {
      readonly booking: Booking;
      readonly hold: Hold | undefined;
      /** The slip that the payment opens with; null for one that was sent. */
      readonly unsentSlip?: ChosenSlip | null;
    };

/**
 * Says what is held, with a link to the booking that the server keeps, and opens the dashboard, or the payment if a slip was
 * chosen, with the slip unless it was sent; or opens the request that the agency has instead.
 */
function useOnSent(user: User) {
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = (to: string, state?: object) =>
    logRejection('the page could not be opened', navigate(to, { state }));
  function reload() {
    const reloaded = client.invalidateQueries({ queryKey: requestKeys.ofMember(user.id) });
    logRejection('the lists could not be loaded again', reloaded);
  }
  return (sent: Sent) => {
    if ('quote_id' in sent) {
      showToast({ title: 'hold:ask.sent', description: 'hold:ask.sentInstead', tone: 'info' });
      reload();
      open(pages.request.href(sent.quote_id));
      return;
    }
    const { booking, hold, unsentSlip } = sent;
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
    if (hold) reload();
    if (unsentSlip === undefined) open(pages.dashboard.href());
    else open(pages.pay.href(id), unsentSlip === null ? undefined : { slip: unsentSlip });
  };
}

/** The passengers of an offer without their names. */
const passengersOf = ({ passengers, airlineLastDay }: BookedOffer) =>
  freeSeats(passengers).map(({ firstName, lastName, birthDate }) => ({
    firstName,
    lastName,
    birthDate,
    ...(airlineLastDay !== undefined && { title: '', gender: '' }),
  }));

/** The first values of a form: the member's own contact, or all of an earlier booking that was not sent. */
function useDefaultValues(user: User, offer: BookedOffer | undefined) {
  const earlier = useUnsentBooking(user.email ?? '');
  const ownPhone = useOwnPhone(user);
  const phone = earlier?.contact.phone ?? ownPhone;
  const [key] = useState(newId);
  const values: BookingInput = {
    passengers: earlier
      ? [...earlier.passengers]
      : offer
        ? passengersOf(offer)
        : [namelessPassenger],
    contact: { email: earlier?.contact.email ?? user.email ?? '', phone },
    notes: earlier?.notes ?? '',
    slip: null,
    key,
  };
  return { earlier, phone, values };
}

/** What is sent, by the server or by this browser alone. */
function useSend(user: User, flightId: string, offer: BookedOffer | undefined) {
  const fullName = useQuery(profileQuery(user.id)).data?.full_name ?? null;
  const types = offer && typesOf(offer.passengers);
  const hold = (request: HoldRequest) => {
    if (offer) return offer.place(request);
    return isHeldByServer() ? placeHold({ ...request, flightId }) : undefined;
  };
  return async (
    { slip, key, ...fields }: BookingInput,
    earlier: Booking | undefined,
  ): Promise<Sent> => {
    const slipName = slip?.name ?? null;
    const passengers = fields.passengers.map((names, at) => ({ ...names, type: types?.[at] }));
    // The slip itself is sent once the hold stands, and its name alone would begin a review.
    const sentName = takesPayments() ? null : slipName;
    const placed = await hold({ ...fields, passengers, slipName: sentName, key });
    if (offer) forgetChosenFlight(flightId);
    if (placed && 'quote_id' in placed) return placed;
    const userEmail = user.email ?? '';
    const booking = holdBooking(fields, { flightId, userEmail, slipName, now: new Date() });
    storeBooking(booking, earlier, placed);
    if (!placed || slip === null || !takesPayments()) return { booking, hold: placed };
    return { booking, hold: placed, unsentSlip: await sendHoldSlip(user, placed, slip, fullName) };
  };
}

/** Whether a field has to be filled in: of a name the other part only if this one is empty, where the server keeps bookings. */
function isRequired(
  name: BookingField | 'notes',
  { passengers }: BookingInput,
  isForAirline: boolean,
): boolean {
  const [, index, part = name] = name.split('.');
  if (part === 'notes') return false;
  if (part === 'birthDate') return isForAirline;
  const passenger = passengers[Number(index)];
  const isName = part === 'firstName' || part === 'lastName';
  if (!isName || passenger === undefined || !isHeldByServer()) return true;
  return !hasOneName(passenger) || passenger[part] !== '';
}

/**
 * The booking form. It stores a booking in this browser (spec §7), which the server also holds if the feature is on, and
 * opens the dashboard; what fails keeps the form.
 */
export function useBookingForm(user: User, flightId: string, offer?: BookedOffer) {
  const { earlier, phone, values } = useDefaultValues(user, offer);
  const types = offer && typesOf(offer.passengers);
  const send = useSend(user, flightId, offer);
  const { form, field, busy, succeeded, ...rest } = useAppForm({
    schema: schemaOf(offer),
    defaultValues: values,
    draftKey: `booking ${flightId}`,
    notStored: ['slip'],
    // The fields of added passengers come before the contact, whose fields are older.
    shouldFocusError: false,
    send: (input) => send(input, earlier),
    onSuccess: useOnSent(user),
    onError({ code }) {
      // A refused order stays refused under its key.
      if (code === 'airline_refused') form.setValue('key', newId());
    },
    errorToast: { title: isHeldByServer() ? 'hold:failed' : 'members.booking.notStored' },
    onInvalid() {
      const [problem] = bookingProblems(form.getValues(), isHeldByServer());
      if (problem !== undefined) toastProblem(problem);
      const names = bookingFieldNames(form.getValues('passengers').length);
      names
        .filter((name) => form.getFieldState(name).invalid)
        .slice(0, 1)
        .forEach(focusBookingField);
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
    isForAirline: offer?.airlineLastDay !== undefined,
    /** The fields with an error, in order. */
    invalid: bookingFieldNames(input.passengers.length).filter(
      (name) => form.getFieldState(name, form.formState).invalid,
    ),
    field: (name: BookingField | 'notes') => ({
      ...field(name),
      required: isRequired(name, input, offer?.airlineLastDay !== undefined),
      readOnly: sent,
    }),
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;
