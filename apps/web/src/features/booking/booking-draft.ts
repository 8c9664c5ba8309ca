import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect } from 'react';
import {
  namelessPassenger,
  type BookingContact,
  type BookingFields,
} from '@bkksiam/domain/booking';
import { logFailure } from '#platform/log.ts';
import { profileQuery } from '#platform/member-profile.ts';
import { useDraft } from '#platform/unsaved-changes.ts';

/** The input of the member. */
export interface BookingDraft extends Omit<BookingFields, 'contact'> {
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
export function useBookingDraft(user: User, flightId: string) {
  const { data: profile, error } = useQuery(profileQuery(user.id));
  useEffect(() => {
    if (error !== null) logFailure('the contact could not be filled in', error);
  }, [error]);
  const initial: BookingContact = { email: user.email ?? '', phone: profile?.phone ?? '' };
  const key = `booking ${user.id} ${flightId}`;
  const [draft, setDraft, forgetDraft] = useDraft(key, emptyDraft, (input) =>
    isDirty(input, initial),
  );
  const fields: BookingFields = { ...draft, contact: { ...initial, ...draft.contact } };
  const change = (changed: Partial<BookingDraft>) => setDraft({ ...draft, ...changed });
  return { draft, fields, change, forgetDraft };
}
