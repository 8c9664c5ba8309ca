import type { Passenger } from '@bkksiam/domain/booking';
import type { Seat, TypedPassenger } from '@bkksiam/domain/passenger-seats';
import { TravellerPicks, type TravellerPicksProps } from '#entities/traveller/traveller-picks.tsx';
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

interface SavedTravellersProps extends Pick<TravellerPicksProps, 'userId' | 'lastRow'> {
  readonly form: BookingForm;
  /** The local day of the last flight; null if the form does not ask for birth dates. */
  readonly lastDay: string | null;
  /** Adds a row; undefined if no more can be added. */
  readonly onAdd?: ((names: Passenger) => void) | undefined;
}

/** Fills rows with saved travellers, and empties them again. */
export function SavedTravellers({ form, lastDay, onAdd, ...picks }: SavedTravellersProps) {
  function fill(index: number, { birthDate, ...names }: TypedPassenger) {
    if (form.sent) return;
    // Title and gender are of the person that is removed.
    const isEmptied = form.isForAirline && names.lastName === '';
    const values = {
      ...names,
      ...(lastDay !== null && { birthDate }),
      ...(isEmptied && { title: '', gender: '' }),
    };
    for (const [part, value] of Object.entries(values)) {
      form.change(`passengers.${index}.${part as keyof typeof values}`, value);
    }
  }
  function add({ firstName, lastName }: TypedPassenger) {
    if (!form.sent) onAdd?.({ firstName, lastName });
  }
  return (
    <div className="mb-4 empty:hidden">
      <TravellerPicks
        {...picks}
        seats={seatsOf(form)}
        lastDay={lastDay}
        onFill={fill}
        onAdd={onAdd && add}
      />
    </div>
  );
}
