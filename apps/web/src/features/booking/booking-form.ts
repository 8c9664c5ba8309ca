import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  bookingProblems,
  checkSlip,
  holdBooking,
  namelessPassenger,
  type Booking,
  type BookingField,
  type BookingFields,
  type SlipProblem,
} from '@bkksiam/domain/booking';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { pages } from '#pages.ts';
import { AppError } from '#platform/app-error.ts';
import { useAppForm } from '#platform/form.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useLanguage } from '#platform/i18n.ts';
import { localValue } from '#platform/local-store.ts';
import { logRejection } from '#platform/log.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { showToast, toastProblem } from '#platform/toast.ts';

const text = z.string();
// Loose: a field that a later version adds is preserved.
const bookingSchema = z.looseObject({
  id: text,
  flightId: text,
  userId: text,
  passengers: z.array(z.looseObject({ firstName: text, lastName: text })),
  contact: z.looseObject({ email: text, phone: text }),
  notes: text,
  status: z.enum(['HOLD', 'DEPOSIT_PENDING']),
  holdExpiry: text,
  createdAt: text,
  paymentSlipName: z.nullable(text),
});

const storedBookings = localValue<readonly Booking[]>(
  'bookings',
  (stored) => z.safeParse(z.array(bookingSchema), stored).data,
);

const notStored = new AppError({ code: 'not_stored', message: 'the browser denies storage' });

/** An error for each empty field. */
const problemsByField = (fields: BookingFields) =>
  Object.fromEntries(
    bookingProblems(fields)
      .flatMap((problem) => problem.fields)
      .map((field) => [field, { code: `booking.missing.${field.split('.').at(-1) ?? ''}` }]),
  );

const schema = z
  .object({
    passengers: z.array(z.object({ firstName: text, lastName: text })),
    contact: z.object({ email: text, phone: text }),
    notes: text,
    /** The selected slip, its size in bytes; only its name is stored. */
    slip: z.nullable(z.object({ name: text, size: z.number() })),
  })
  .check(domainCheck<BookingFields>(problemsByField));

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

/**
 * The booking form. It stores a booking in this browser (spec §7) and opens the dashboard; a failed write keeps the form.
 * The contact starts with the member's own.
 */
export function useBookingForm(user: User, flightId: string) {
  const language = useLanguage();
  const navigate = useNavigate();
  const phone = useOwnPhone(user);
  const { form, field, busy, succeeded, failure, ...rest } = useAppForm({
    schema,
    defaultValues: {
      passengers: [namelessPassenger],
      contact: { email: user.email ?? '', phone },
      notes: '',
      slip: null,
    },
    draftKey: `booking ${user.id} ${flightId}`,
    // The fields of added passengers come before the contact, whose fields are older.
    shouldFocusError: false,
    send({ slip, ...fields }) {
      const slipName = slip?.name ?? null;
      const userEmail = user.email ?? '';
      const booking = holdBooking(fields, { flightId, userEmail, slipName, now: new Date() });
      const stored = storedBookings.write([...(storedBookings.read() ?? []), booking]);
      return stored ? Promise.resolve(booking) : Promise.reject(notStored);
    },
    onSuccess({ id, holdExpiry }) {
      showToast({
        title: 'members.booking.done',
        description: 'members.booking.doneText',
        values: { id, time: bangkokTimeText(holdExpiry, language) ?? holdExpiry },
      });
      logRejection('the dashboard could not be opened', navigate(pages.dashboard.href()));
    },
    errorToast: { title: 'members.booking.notStored' },
    onInvalid() {
      const [problem] = bookingProblems(form.getValues());
      if (problem === undefined) return;
      toastProblem(problem);
      problem.fields.slice(0, 1).forEach(focusField);
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
    notStored: failure !== null,
    /** The fields with an error, in order. */
    invalid: bookingProblems(input)
      .flatMap((problem) => problem.fields)
      .filter((name) => form.getFieldState(name, form.formState).invalid),
    field: (name: BookingField | 'notes') => ({
      ...field(name),
      required: name !== 'notes',
      readOnly: sent,
    }),
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;
