import type { User } from '@supabase/supabase-js';
import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import {
  bookingProblems,
  checkSlip,
  holdBooking,
  type Booking,
  type BookingField,
  type BookingProblem,
  type SlipProblem,
} from '@bkksiam/domain/booking';
import { toastDurations } from '@bkksiam/domain/constants';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { paths } from '#app/paths.ts';
import { currentLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { useBookingDraft } from './booking-draft.ts';
import { keepBooking } from './booking-records.ts';

function toastProblem({ code }: BookingProblem | SlipProblem): void {
  showToast({
    title: `problem.${code}.title`,
    description: `problem.${code}.text`,
    tone: 'destructive',
    duration: toastDurations.formError,
  });
}

function toastHeld({ id, holdExpiry }: Booking): void {
  const time = bangkokTimeText(holdExpiry, currentLanguage()) ?? holdExpiry;
  showToast({
    title: 'members.booking.done',
    description: 'members.booking.doneText',
    values: { id, time },
  });
}

/** Puts the focus into a field of the form. */
export function focusField(form: HTMLFormElement | null, field: BookingField | undefined): void {
  const found = field === undefined ? null : form?.elements.namedItem(field);
  if (found instanceof HTMLElement) found.focus();
}

/** Choosing a payment slip: one that cannot be taken is refused, and an earlier one stays. */
function useSlip(change: ReturnType<typeof useBookingDraft>['change']) {
  const [problem, setProblem] = useState<SlipProblem | null>(null);
  function choose(file: File) {
    const { name, size } = file;
    const found = checkSlip(file);
    setProblem(found);
    if (found === null) change({ slip: { name, size } });
    else toastProblem(found);
  }
  function drop() {
    setProblem(null);
    change({ slip: null });
  }
  return { slipProblem: problem, chooseSlip: choose, dropSlip: drop };
}

/**
 * The booking form: what stands in it, the problems to show once it was tried, and sending it. What is sent is kept
 * in this browser (spec §7); where that fails the form stays as it is.
 */
export function useBookingForm(user: User, flightId: string) {
  const { draft, fields, change, forgetDraft } = useBookingDraft(user, flightId);
  const slip = useSlip(change);
  const [refused, setRefused] = useState<readonly BookingField[]>([]);
  const [notKept, setNotKept] = useState(false);
  const [sent, setSent] = useState(false);
  const navigate = useNavigate();
  // What was said stays until it is put right; what nobody was told yet is not held against them.
  const problems = bookingProblems(fields)
    .map((problem) => ({
      ...problem,
      fields: problem.fields.filter((one) => refused.includes(one)),
    }))
    .filter((problem) => problem.fields.length > 0);

  function send() {
    const booking = holdBooking(fields, {
      flightId,
      userEmail: user.email ?? '',
      slipName: draft.slip?.name ?? null,
      now: new Date(),
    });
    const kept = keepBooking(booking);
    setNotKept(!kept);
    if (!kept) {
      showToast({ title: 'members.booking.notKept', tone: 'destructive' });
      return;
    }
    setSent(true);
    forgetDraft();
    toastHeld(booking);
    Promise.resolve(navigate(paths.dashboard.href())).catch((error: unknown) =>
      logFailure('the dashboard could not be opened', error),
    );
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sent) return;
    const found = bookingProblems(fields);
    const [first] = found;
    setRefused(found.flatMap((problem) => problem.fields));
    if (first === undefined) {
      send();
      return;
    }
    toastProblem(first);
    focusField(event.currentTarget, first.fields[0]);
  }

  return {
    ...slip,
    draft,
    fields,
    change,
    problems,
    notKept,
    sent,
    onSubmit,
    forgive: () => setRefused([]),
  };
}

/** The form as its parts are given it. */
export type BookingForm = ReturnType<typeof useBookingForm>;
