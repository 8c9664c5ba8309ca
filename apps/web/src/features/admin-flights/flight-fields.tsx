import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cabinClasses } from '@bkksiam/domain/flight-search';
import { weekdays } from '@bkksiam/domain/own-flight';
import { AirportField } from '#entities/airport/airport-field.tsx';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { DayField, type DayFieldProps } from '#entities/calendar/day-field.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { TextField } from '#ui/form-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ClockField } from '#entities/calendar/clock-field.tsx';
import type { FlightForm } from './flight-form.ts';
import { arrivalDays } from './flight-texts.ts';

export interface FieldsProps {
  readonly form: FlightForm;
  readonly known: AirportsAndAirlines;
}

const typed = { autoComplete: 'off', spellCheck: false } as const;

const codeFields = [
  { name: 'airline', placeholder: 'L5', maxLength: 2 },
  { name: 'flight_number', placeholder: '108', maxLength: 5 },
  { name: 'operating_airline', maxLength: 2 },
] as const;

function Names({ form, known }: FieldsProps) {
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  const airlineOf = (code: string) => known.airlines.get(code.toUpperCase())?.[`name_${language}`];
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {codeFields.map(({ name, ...limits }) => (
        <TextField
          key={name}
          {...form.field(name)}
          {...typed}
          {...limits}
          label={t(`field.${name}`)}
          hint={name === 'flight_number' ? undefined : airlineOf(form.values[name])}
          autoCapitalize="characters"
        />
      ))}
      <TextField {...form.field('aircraft')} {...typed} label={t('field.aircraft')} />
    </div>
  );
}

function Route({ form, known }: FieldsProps) {
  const { t } = useTranslation('adminFlights');
  return (['origin', 'destination'] as const).map((end) => (
    <div key={end} className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
      <AirportField {...form.control(end)} label={t(`field.${end}`)} known={known} />
      <TextField {...form.field(`${end}_terminal`)} {...typed} label={t('terminal')} />
    </div>
  ));
}

function Times({ form: { control } }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('adminFlights');
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <ClockField {...control('departs_at')} label={t('field.departs_at')} />
      <ClockField {...control('arrives_at')} label={t('field.arrives_at')} />
      <SelectField
        {...control('arrives_days')}
        label={t('field.arrives_days')}
        choices={arrivalDays.map(({ days, text }) => ({
          value: days,
          text: t(`arrivalDay.${text}`),
        }))}
      />
      <SelectField
        {...control('cabin')}
        label={t('field.cabin')}
        choices={cabinClasses.map((value) => ({ value, text: t(`cabin.${value}`) }))}
      />
    </div>
  );
}

/** In the order of all calendars: those printed in Thailand begin on Sunday. */
const calendarWeek = [7, 1, 2, 3, 4, 5, 6] as const satisfies readonly (typeof weekdays)[number][];

/** Seven boxes, one for each day of the week. */
export function WeekdayField(props: {
  readonly label: string;
  readonly name: string;
  readonly value: readonly number[];
  readonly onValue: (days: readonly number[]) => void;
  readonly error: string;
}) {
  const { label, name, value: days, onValue, error } = props;
  const { t } = useTranslation('adminFlights');
  const id = useId();
  const toggle = (day: number) =>
    onValue(weekdays.filter((one) => (one === day ? !days.includes(day) : days.includes(one))));
  return (
    <fieldset aria-describedby={error === '' ? undefined : id}>
      <legend className="mb-1.5 text-sm font-mid">{label}</legend>
      <div className="grid grid-cols-7 gap-1">
        {calendarWeek.map((day, index) => (
          <label
            key={day}
            className="relative grid min-h-11 cursor-pointer place-items-center rounded-md text-sm inset-ring inset-ring-line-control has-checked:bg-teal-soft has-checked:font-strong has-checked:text-teal has-checked:inset-ring-2 has-checked:inset-ring-teal has-focus-visible:outline-3 has-focus-visible:outline-(--focus) forced-colors:border forced-colors:has-checked:border-[Highlight]"
          >
            <input
              type="checkbox"
              // The first one takes the focus of an error.
              name={index === 0 ? name : undefined}
              checked={days.includes(day)}
              onChange={() => toggle(day)}
              aria-label={t(`weekdayLong.${day}`)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span aria-hidden>{t(`weekday.${day}`)}</span>
          </label>
        ))}
      </div>
      {error !== '' && (
        <p id={id} className="mt-1.5 text-sm font-mid text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The first and the last of some days. */
export function PeriodFields(props: {
  readonly first: DayFieldProps;
  readonly last: DayFieldProps;
}) {
  const { first, last } = props;
  return (
    <div className="grid gap-3">
      <DayField {...first} />
      <DayField {...last} {...(first.value !== '' && { earliest: first.value })} />
    </div>
  );
}

/** The fields of a flight without its fares. */
export function FlightFields(props: FieldsProps) {
  const { control } = props.form;
  const { t } = useTranslation('adminFlights');
  return (
    <>
      <Names {...props} />
      <Route {...props} />
      <Times {...props} />
      <WeekdayField {...control('weekdays')} label={t('field.weekdays')} />
      <PeriodFields
        first={{ ...control('first_day'), label: t('field.first_day') }}
        last={{ ...control('last_day'), label: t('field.last_day') }}
      />
    </>
  );
}
