import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect } from 'react';
import {
  namelessPassenger,
  type BookingContact,
  type BookingFields,
  type Passenger,
} from '@bkksiam/domain/booking';
import { logFailure } from '#platform/log.ts';
import { profileQuery } from '#platform/member-profile.ts';
import { useDraft, useUnsentWork } from '#platform/unsent-work.ts';

/** The chosen slip; only its name is kept with the booking. */
export interface ChosenSlip {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/** What a person has entered themselves. */
export interface BookingDraft {
  readonly passengers: readonly Passenger[];
  readonly contact: Partial<BookingContact>;
  readonly notes: string;
  readonly slip: ChosenSlip | null;
}

const untouched: BookingDraft = {
  passengers: [namelessPassenger],
  contact: {},
  notes: '',
  slip: null,
};

const isBookingDraft = (kept: unknown): kept is BookingDraft =>
  typeof kept === 'object' && kept !== null && 'passengers' in kept;

function isTouched({ passengers, contact, notes, slip }: BookingDraft, known: BookingContact) {
  const named = passengers.some(({ firstName, lastName }) => firstName + lastName !== '');
  const { email, phone } = { ...known, ...contact };
  const reached = email !== known.email || phone !== known.phone;
  return named || passengers.length > 1 || reached || notes !== '' || slip !== null;
}

/** How the member is reached as far as they have said, so that it need not be typed again. */
function useKnownContact(user: User): BookingContact {
  const { data, error } = useQuery(profileQuery(user.id));
  useEffect(() => {
    if (error !== null) logFailure('the contact could not be filled in', error);
  }, [error]);
  return { email: user.email ?? '', phone: data?.phone ?? '' };
}

/** What stands in the form of a flight, and the way to change it. Leaving it unsent asks first. */
export function useBookingDraft(user: User, flightId: string) {
  const known = useKnownContact(user);
  const key = `booking ${user.id} ${flightId}`;
  const [draft, setDraft, forgetDraft] = useDraft(key, untouched, isBookingDraft);
  useUnsentWork(isTouched(draft, known));
  const fields: BookingFields = {
    passengers: draft.passengers,
    contact: { ...known, ...draft.contact },
    notes: draft.notes,
  };
  const change = (changed: Partial<BookingDraft>) => setDraft({ ...draft, ...changed });
  return { draft, fields, change, forgetDraft };
}
