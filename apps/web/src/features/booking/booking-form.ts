import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  bookingProblems,
  checkSlip,
  holdBooking,
  namelessPassenger,
  type Booking,
  type BookingContact,
  type BookingField,
  type BookingFields,
  type Passenger,
  type SlipProblem,
} from '@bkksiam/domain/booking';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { paths } from '#paths.ts';
import { useLanguage } from '#platform/i18n.ts';
import { localValue } from '#platform/local-store.ts';
import { logRejection } from '#platform/log.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { showToast, toastProblem } from '#platform/toast.ts';
import { useDraft } from '#platform/unsaved-changes.ts';
import type { FieldChange } from '#ui/form.tsx';

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

/** The input of the member. */
interface BookingDraft extends Omit<BookingFields, 'contact'> {
  readonly contact: Partial<BookingContact>;
  /** The selected slip, its size in bytes; only its name is stored. */
  readonly slip: { readonly name: string; readonly size: number } | null;
}

const emptyDraft: BookingDraft = {
  passengers: [namelessPassenger],
  contact: {},
  notes: '',
  slip: null,
};

function isDirty({ passengers, contact, notes, slip }: BookingDraft, initial: BookingContact) {
  const named = passengers.some(({ firstName, lastName }) => firstName + lastName !== '');
  const { email, phone } = { ...initial, ...contact };
  const contactChanged = email !== initial.email || phone !== initial.phone;
  return named || passengers.length > 1 || contactChanged || notes !== '' || slip !== null;
}

/** The input of a booking form. The contact starts with the member's own; leaving with unsaved input asks first. */
function useBookingDraft(user: User, flightId: string) {
  const meta = { failure: 'the contact could not be filled in' };
  const { data: profile } = useQuery({ ...profileQuery(user.id), meta });
  const initial: BookingContact = { email: user.email ?? '', phone: profile?.phone ?? '' };
  const key = `booking ${user.id} ${flightId}`;
  const [draft, setDraft, forgetDraft] = useDraft(key, emptyDraft, (input) =>
    isDirty(input, initial),
  );
  const fields: BookingFields = { ...draft, contact: { ...initial, ...draft.contact } };
  const change = (changed: Partial<BookingDraft>) => setDraft({ ...draft, ...changed });
  return { draft, fields, change, forgetDraft };
}

export function focusField(field: BookingField): void {
  document.getElementsByName(field)[0]?.focus();
}

/** The error message of an empty field, such as 'Please enter the first name.' */
export function useMissingText(): (field: BookingField) => string {
  const { t } = useTranslation();
  return (field) => {
    const name = field.split('.').at(-1) as keyof Passenger | keyof BookingContact;
    return t(`problem.booking.missing.${name}`);
  };
}

/** The payment slip: a file that is refused leaves an earlier one selected. */
function useSlip(change: ReturnType<typeof useBookingDraft>['change']) {
  const [slipProblem, setSlipProblem] = useState<SlipProblem | null>(null);
  function selectSlip(file: File | undefined) {
    if (file === undefined) return;
    const problem = checkSlip(file);
    setSlipProblem(problem);
    if (problem === null) change({ slip: { name: file.name, size: file.size } });
    else toastProblem(problem);
  }
  function removeSlip() {
    setSlipProblem(null);
    change({ slip: null });
  }
  return { slipProblem, selectSlip, removeSlip };
}

/** Stores a booking in this browser (spec §7) and opens the dashboard. A failed write keeps the form. */
function useSubmitBooking(user: User, flightId: string) {
  const language = useLanguage();
  const navigate = useNavigate();
  const [state, setState] = useState<'editing' | 'notStored' | 'sent'>('editing');
  function submit({ draft, fields, forgetDraft }: ReturnType<typeof useBookingDraft>) {
    const booking = holdBooking(fields, {
      flightId,
      userEmail: user.email ?? '',
      slipName: draft.slip?.name ?? null,
      now: new Date(),
    });
    if (!storedBookings.write([...(storedBookings.read() ?? []), booking])) {
      setState('notStored');
      showToast({ title: 'members.booking.notStored', tone: 'destructive' });
      return;
    }
    setState('sent');
    forgetDraft();
    const { id, holdExpiry } = booking;
    showToast({
      title: 'members.booking.done',
      description: 'members.booking.doneText',
      values: { id, time: bangkokTimeText(holdExpiry, language) ?? holdExpiry },
    });
    logRejection('the dashboard could not be opened', navigate(paths.dashboard.href()));
  }
  return { sent: state === 'sent', notStored: state === 'notStored', submit };
}

/** The state of the booking form. A field shows its error from a submit on until it is filled. */
export function useBookingForm(user: User, flightId: string) {
  const input = useBookingDraft(user, flightId);
  const { draft, fields, change } = input;
  const slip = useSlip(change);
  const { sent, notStored, submit } = useSubmitBooking(user, flightId);
  const [flagged, setFlagged] = useState<readonly BookingField[]>([]);
  const missingText = useMissingText();
  const problems = bookingProblems(fields);
  const missing = problems.flatMap((problem) => problem.fields);
  const invalid = missing.filter((field) => flagged.includes(field));

  function onSubmit() {
    if (sent) return;
    setFlagged(missing);
    const [problem] = problems;
    if (problem === undefined) {
      submit(input);
      return;
    }
    toastProblem(problem);
    problem.fields.slice(0, 1).forEach(focusField);
  }

  const field = (name: BookingField) => ({
    name,
    required: true,
    readOnly: sent,
    enterKeyHint: 'next' as const,
    error: invalid.includes(name) ? missingText(name) : undefined,
  });
  const contactField = (name: keyof BookingContact) => ({
    ...field(`contact.${name}`),
    value: fields.contact[name],
    onChange: ({ target }: FieldChange) =>
      change({ contact: { ...draft.contact, [name]: target.value } }),
  });
  const passengerField = (index: number, name: keyof Passenger) => ({
    ...field(`passengers.${index}.${name}`),
    value: fields.passengers[index]?.[name] ?? '',
    onChange: ({ target }: FieldChange) =>
      change({
        passengers: fields.passengers.map((passenger, at) =>
          at === index ? { ...passenger, [name]: target.value } : passenger,
        ),
      }),
  });

  return {
    ...slip,
    draft,
    fields,
    change,
    invalid,
    sent,
    notStored,
    contactField,
    passengerField,
    onSubmit,
    clearErrors: () => setFlagged([]),
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;
