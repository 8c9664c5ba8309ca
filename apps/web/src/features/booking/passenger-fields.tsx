import { Plus, X } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import {
  addPassenger,
  canAddPassenger,
  canRemovePassenger,
  removePassenger,
  type Passenger,
} from '@bkksiam/domain/booking';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { Button, IconButton } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { focusField, type BookingForm } from './booking-form.ts';
import { useRemark } from './problem-texts.ts';

interface PassengerProps {
  readonly form: BookingForm;
  readonly index: number;
  readonly onRemove: () => void;
}

/** Browsers fill in the member's own name for the first, and keep the others apart. */
function autoComplete(index: number, part: 'given-name' | 'family-name'): string {
  return index === 0 ? part : `section-p${String(index + 1)} ${part}`;
}

function PassengerNames({ form, index, onRemove }: PassengerProps) {
  const { t } = useTranslation();
  const remark = useRemark(form);
  const { passengers } = form.fields;
  const set = (changed: Partial<Passenger>) =>
    form.change({
      passengers: passengers.map((one, at) => (at === index ? { ...one, ...changed } : one)),
    });
  const common = {
    required: true,
    maxLength: 100,
    readOnly: form.sent,
    enterKeyHint: 'next' as const,
  };
  return (
    <fieldset className="relative min-w-0 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <legend className="float-left flex min-h-11 items-center font-head">
        {t('members.booking.passenger', { number: index + 1 })}
      </legend>
      {canRemovePassenger(passengers) && (
        <IconButton
          label={t('members.booking.remove', { number: index + 1 })}
          onClick={onRemove}
          className="float-right -mr-3 text-ink-2"
        >
          <X className="size-5" strokeWidth={1.6} aria-hidden />
        </IconButton>
      )}
      <div className="clear-both grid items-start gap-3 sm:grid-cols-2">
        <TextField
          {...common}
          label={t('members.booking.firstName')}
          name={`passengers.${String(index)}.firstName`}
          autoComplete={autoComplete(index, 'given-name')}
          error={remark.ofName(index, 'firstName')}
          value={passengers[index]?.firstName ?? ''}
          onChange={(event) => set({ firstName: event.target.value })}
        />
        <TextField
          {...common}
          label={t('members.booking.lastName')}
          name={`passengers.${String(index)}.lastName`}
          autoComplete={autoComplete(index, 'family-name')}
          error={remark.ofName(index, 'lastName')}
          value={passengers[index]?.lastName ?? ''}
          onChange={(event) => set({ lastName: event.target.value })}
        />
      </div>
    </fieldset>
  );
}

/** Who travels: one to nine, each by first and last name. The focus follows what is added and removed. */
export function PassengerFields({
  form,
  formRef,
}: {
  readonly form: BookingForm;
  readonly formRef: RefObject<HTMLFormElement | null>;
}) {
  const { t } = useTranslation();
  const adder = useRef<HTMLButtonElement>(null);
  const { passengers } = form.fields;
  function add() {
    flushSync(() => form.change({ passengers: addPassenger(passengers) }));
    focusField(formRef.current, `passengers.${passengers.length}.firstName`);
  }
  function remove(index: number) {
    form.forgive();
    flushSync(() => form.change({ passengers: removePassenger(passengers, index) }));
    if (index < passengers.length - 1) focusField(formRef.current, `passengers.${index}.firstName`);
    else adder.current?.focus();
  }
  return (
    <section aria-labelledby="travellers">
      <h2 id="travellers" className="text-xl">
        {t('members.booking.passengers')}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">{t('members.booking.nameHint')}</p>
      <div className="grid gap-4">
        {passengers.map((_, index) => (
          <PassengerNames key={index} form={form} index={index} onRemove={() => remove(index)} />
        ))}
      </div>
      <div className="mt-4">
        {canAddPassenger(passengers) ? (
          <Button ref={adder} tone="secondary" size="sm" onClick={add}>
            <Plus className="size-5" strokeWidth={1.6} aria-hidden />
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
