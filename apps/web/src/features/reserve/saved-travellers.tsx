import { parseBirthDate, typedDay } from '@bkksiam/domain/birth-date';
import type { Passenger } from '@bkksiam/domain/booking';
import { seatFor, type Seat } from '@bkksiam/domain/passenger-seats';
import type { Person } from '@bkksiam/domain/traveller';
import { personOf, type Traveller } from '#entities/traveller/traveller-data.ts';
import { TravellerPicks } from '#entities/traveller/traveller-picks.tsx';
import { useLanguage } from '#platform/i18n.ts';
import type { BookingForm } from './booking-form.ts';

/** The rows of the form as seats. Their types are fixed by the search; a flight without a price knows none, and no dates. */
export function seatsOf({ input, types }: BookingForm): readonly Seat[] {
  return input.passengers.map(({ firstName, lastName, birthDate = '' }, index) => ({
    type: types?.[index] ?? 'adult',
    firstName,
    lastName,
    birthDate,
  }));
}

export const personOfSeat = ({ lastName, firstName, birthDate }: Seat): Person => ({
  lastName,
  firstName,
  birthDate: parseBirthDate(birthDate) ?? null,
});

const nobody = { firstName: '', lastName: '', birthDate: '', title: '', gender: '' };

interface SavedTravellersProps {
  readonly userId: string;
  readonly form: BookingForm;
  /** The local day of the last flight; null if the form does not ask for birth dates. */
  readonly lastDay: string | null;
  /** The row that had the focus last. */
  readonly lastRow: { readonly current: number };
  /** Adds a row; undefined if no more can be added. */
  readonly onAdd?: ((names: Passenger) => void) | undefined;
}

/** Fills rows with saved travellers, and empties them again. */
export function SavedTravellers({ userId, form, lastDay, lastRow, onAdd }: SavedTravellersProps) {
  const language = useLanguage();
  const seats = seatsOf(form);
  const dateParts = lastDay === null ? [] : (['birthDate'] as const);
  const airlineParts = form.isForAirline ? (['title', 'gender'] as const) : [];
  function fill(index: number, values: Partial<typeof nobody>) {
    for (const part of ['firstName', 'lastName', ...dateParts, ...airlineParts] as const) {
      const value = values[part];
      if (value === undefined) continue;
      form.form.setValue(`passengers.${index}.${part}`, value, {
        shouldDirty: true,
        shouldValidate: form.form.formState.isSubmitted,
      });
    }
  }
  function choose(traveller: Traveller) {
    const { firstName, lastName, birthDate } = personOf(traveller);
    const index = seatFor(birthDate, seats, { lastDay, preferred: lastRow.current });
    if (form.sent) return;
    if (index === -1) onAdd?.({ firstName, lastName });
    else fill(index, { firstName, lastName, birthDate: typedDay(birthDate, language) });
  }
  return (
    <div className="mb-4 empty:hidden">
      <TravellerPicks
        userId={userId}
        people={seats.map(personOfSeat)}
        hasRoom={
          onAdd !== undefined || seatFor(null, seats, { lastDay: null, preferred: -1 }) !== -1
        }
        onChoose={choose}
        onRemove={(index) => !form.sent && fill(index, nobody)}
      />
    </div>
  );
}
