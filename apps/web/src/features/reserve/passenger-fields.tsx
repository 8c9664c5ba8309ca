import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  canAddPassenger,
  canRemovePassenger,
  namelessPassenger,
  type Passenger,
} from '@bkksiam/domain/booking';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { seatFor, type Seat } from '@bkksiam/domain/passenger-seats';
import { TravellerPicks, useLastRow } from '#entities/traveller/traveller-picks.tsx';
import type { Traveller } from '#entities/traveller/traveller-data.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { focusBookingField, isHeldByServer, type BookingForm } from './booking-form.ts';

interface PassengerProps {
  readonly form: BookingForm;
  readonly index: number;
  readonly onRemove: () => void;
}

const names = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
] as const;

function PassengerNames({ form, index, onRemove }: PassengerProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="relative min-w-0 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <legend className="float-left flex min-h-11 items-center font-head">
        {t('members.booking.passenger', { number: index + 1 })}
      </legend>
      {canRemovePassenger(form.input.passengers) && (
        <IconButton
          label={t('members.booking.remove', { number: index + 1 })}
          onClick={onRemove}
          className="float-right -mr-3 text-ink-2"
        >
          <X className="size-5" />
        </IconButton>
      )}
      <div className="clear-both grid items-start gap-3 sm:grid-cols-2">
        {names.map(({ name, autoComplete }) => (
          <TextField
            key={name}
            {...form.field(`passengers.${index}.${name}`)}
            enterKeyHint="next"
            label={t(`members.booking.${name}`)}
            maxLength={100}
            // Browsers fill in the member's own name for the first passenger only.
            autoComplete={
              index === 0 ? autoComplete : `section-p${String(index + 1)} ${autoComplete}`
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A passenger as a seat: the form knows neither types nor dates. */
const seatOf = (names: Passenger): Seat => ({ ...names, type: 'adult', birthDate: '' });

interface SavedTravellersProps {
  readonly userId: string;
  readonly form: BookingForm;
  /** The row that had the focus last. */
  readonly lastRow: { readonly current: number };
  readonly onAdd: (names: Passenger) => void;
}

/** Fills rows with the names of saved travellers, and empties them again. */
function SavedTravellers({ userId, form, lastRow, onAdd }: SavedTravellersProps) {
  const { passengers } = form.input;
  const rowFor = (preferred: number) =>
    seatFor(null, passengers.map(seatOf), { lastDay: null, preferred });
  function fill(index: number, names: Passenger) {
    for (const part of ['firstName', 'lastName'] as const) {
      form.form.setValue(`passengers.${index}.${part}`, names[part], {
        shouldDirty: true,
        shouldValidate: form.form.formState.isSubmitted,
      });
    }
  }
  function choose({ first_name: firstName, last_name: lastName }: Traveller) {
    if (form.sent) return;
    const index = rowFor(lastRow.current);
    if (index === -1) onAdd({ firstName, lastName });
    else fill(index, { firstName, lastName });
  }
  return (
    <TravellerPicks
      userId={userId}
      people={passengers.map((names) => ({ ...names, birthDate: null }))}
      hasRoom={rowFor(-1) !== -1 || canAddPassenger(passengers)}
      onChoose={choose}
      onRemove={(index) => !form.sent && fill(index, namelessPassenger)}
    />
  );
}

/** The names of one to nine passengers. The focus follows an added or removed passenger. */
export function PassengerFields({
  userId,
  form,
}: {
  readonly userId: string;
  readonly form: BookingForm;
}) {
  const { t } = useTranslation();
  const { row, onFocusCapture } = useLastRow();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({
    control: form.form.control,
    name: 'passengers',
  });
  function removeAt(index: number) {
    flushSync(() => remove(index));
    if (index < fields.length - 1) focusBookingField(`passengers.${index}.firstName`);
    else addButton.current?.focus();
  }
  return (
    <section aria-labelledby="travellers" onFocusCapture={onFocusCapture}>
      <h2 id="travellers" className="text-xl">
        {t('field.passengers')}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">{t('members.booking.nameHint')}</p>
      {isHeldByServer() && (
        <div className="mb-4 empty:hidden">
          <SavedTravellers
            userId={userId}
            form={form}
            lastRow={row}
            onAdd={(names) => append(names, { shouldFocus: false })}
          />
        </div>
      )}
      <div className="grid gap-4">
        {fields.map(({ id }, index) => (
          <PassengerNames key={id} form={form} index={index} onRemove={() => removeAt(index)} />
        ))}
      </div>
      <div className="mt-4">
        {canAddPassenger(fields) ? (
          <Button
            ref={addButton}
            tone="secondary"
            size="sm"
            onClick={() => append(namelessPassenger)}
          >
            <Plus className="size-5" />
            {t('members.booking.add')}
          </Button>
        ) : (
          <p className="text-sm text-ink-2">
            {t('members.booking.most', { max: flightSearchLimits.maxPassengers })}
          </p>
        )}
      </div>
    </section>
  );
}
