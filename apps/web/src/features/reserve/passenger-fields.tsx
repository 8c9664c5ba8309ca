import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { canAddPassenger, canRemovePassenger, namelessPassenger } from '@bkksiam/domain/booking';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import { useLastRow } from '#entities/traveller/traveller-picks.tsx';
import { Button, CrossButton } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { focusBookingField, type BookingForm } from './booking-form.ts';
import { isHeldByServer } from './hold-data.ts';
import { SavedTravellers } from './saved-travellers.tsx';

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
  const passenger = form.input.passengers[index];
  return (
    <fieldset className="relative min-w-0 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <legend className="float-left flex min-h-11 items-center font-head">
        {t('members.booking.passenger', { number: index + 1 })}
      </legend>
      {canRemovePassenger(form.input.passengers) && (
        <CrossButton
          label={t('members.booking.remove', { number: index + 1 })}
          onClick={onRemove}
          className="float-right -mr-3 text-ink-2"
        />
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
      {passenger !== undefined && isHeldByServer() && <OneNameNote names={passenger} isTyped />}
    </fieldset>
  );
}

interface PassengersProps {
  readonly userId: string;
  readonly form: BookingForm;
}

/** The names of one to nine passengers. The focus follows an added or removed passenger. */
export function PassengerFields({ userId, form }: PassengersProps) {
  const { t } = useTranslation();
  const { row, onFocusCapture } = useLastRow();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({
    control: form.form.control,
    name: 'passengers',
  });
  const canAdd = canAddPassenger(fields);
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
        <SavedTravellers
          userId={userId}
          form={form}
          lastDay={null}
          lastRow={row}
          onAdd={canAdd ? (names) => append(names, { shouldFocus: false }) : undefined}
        />
      )}
      <div className="grid gap-4">
        {fields.map(({ id }, index) => (
          <PassengerNames key={id} form={form} index={index} onRemove={() => removeAt(index)} />
        ))}
      </div>
      <div className="mt-4">
        {canAdd ? (
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
