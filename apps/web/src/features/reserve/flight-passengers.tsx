import { useTranslation } from 'react-i18next';
import {
  genderOfTitle,
  passengerGenders,
  passengerTitles,
} from '@bkksiam/domain/airline-passenger';
import type { PassengerNumbers } from '@bkksiam/domain/passenger-age';
import { personOfSeat, type Seat } from '@bkksiam/domain/passenger-seats';
import { usePassengersText } from '#entities/search/passengers-text.ts';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import { BirthDateField, passengerNameInput } from '#entities/traveller/person-fields.tsx';
import { usePassengerWarnings, Warnings } from '#entities/traveller/passenger-warnings.tsx';
import { useLastRow } from '#entities/traveller/traveller-picks.tsx';
import { TextField } from '#ui/form-field.tsx';
import { ChoiceField } from '#ui/parts/choice-field.tsx';
import type { BookingForm } from './booking-form.ts';
import { SavedTravellers, seatsOf } from './saved-travellers.tsx';

interface FlightPassengersProps {
  readonly userId: string;
  readonly form: BookingForm;
  readonly passengers: PassengerNumbers;
  /** The local day of the last flight. */
  readonly lastDay: string;
}

interface PassengerProps extends FlightPassengersProps {
  readonly index: number;
  readonly seat: Seat;
}

type ChoiceProps = Pick<PassengerProps, 'form' | 'index'>;

/** The title, which fills in the gender that goes with it. */
function TitleField({ form, index }: ChoiceProps) {
  const { t } = useTranslation('hold');
  const field = form.field(`passengers.${index}.title`);
  return (
    <ChoiceField
      {...field}
      label={t('airline.title')}
      noChoice={t('airline.choose')}
      choices={passengerTitles.map((value) => ({ value, text: t(`airline.titles.${value}`) }))}
      onChange={(event) => {
        field.onChange(event);
        const gender = genderOfTitle(event.target.value);
        if (gender === undefined) return;
        form.change(`passengers.${index}.gender`, gender);
      }}
    />
  );
}

function GenderField({ form, index }: ChoiceProps) {
  const { t } = useTranslation('hold');
  return (
    <ChoiceField
      {...form.field(`passengers.${index}.gender`)}
      label={t('airline.gender')}
      noChoice={t('airline.choose')}
      choices={passengerGenders.map((value) => ({ value, text: t(`airline.genders.${value}`) }))}
    />
  );
}

function PassengerRow({ userId, form, lastDay, index, seat }: PassengerProps) {
  const { t } = useTranslation(['hold', 'common']);
  const warningsOf = usePassengerWarnings(userId, lastDay);
  const nameField = (part: 'firstName' | 'lastName') => ({
    ...form.field(`passengers.${index}.${part}`),
    ...passengerNameInput,
    enterKeyHint: 'next' as const,
    label: t(`common:members.booking.${part}`),
  });
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-left mb-2">
        <span className="font-head">{t('flight.passenger', { number: index + 1 })}</span>{' '}
        <span className="text-sm text-ink-2">{t(`flight.type.${seat.type}`)}</span>
      </legend>
      <div
        className={`clear-both grid items-start gap-3 ${form.isForAirline ? 'sm:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1fr)]' : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem]'}`}
      >
        {form.isForAirline && <TitleField form={form} index={index} />}
        <TextField {...nameField('firstName')} />
        <TextField {...nameField('lastName')} />
        {form.isForAirline && <GenderField form={form} index={index} />}
        <BirthDateField
          {...form.field(`passengers.${index}.birthDate`)}
          label={t(form.isForAirline ? 'airline.birthDate' : 'flight.birthDate')}
        />
      </div>
      <OneNameNote names={seat} isTyped />
      <Warnings texts={warningsOf(seat.type, personOfSeat(seat))} />
    </fieldset>
  );
}

/** The names of an offer's passengers, by type as in the search. */
export function FlightPassengers(props: FlightPassengersProps) {
  const { t } = useTranslation(['hold', 'common']);
  const { form, passengers } = props;
  const { row, onFocusCapture } = useLastRow();
  const passengersText = usePassengersText();
  return (
    <section aria-labelledby="travellers" onFocusCapture={onFocusCapture}>
      <h2 id="travellers" className="text-xl">
        {t('flight.who')}
      </h2>
      <p className="mt-1 mb-4 max-w-[38em] text-sm text-ink-2">
        {t('flight.whoText', { passengers: passengersText(passengers) })}
        {form.isForAirline && ` ${t('airline.whoText')}`}
      </p>
      <SavedTravellers {...props} lastRow={row} />
      <div className="grid gap-4">
        {seatsOf(form).map((seat, index) => (
          <PassengerRow key={index} {...props} index={index} seat={seat} />
        ))}
      </div>
    </section>
  );
}
