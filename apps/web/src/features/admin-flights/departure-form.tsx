import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { checkDepartures, type DepartureInput } from '@bkksiam/domain/departures';
import { weekdays, type OwnFare } from '@bkksiam/domain/own-flight';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { setDepartures, useFlightsReload } from './flight-actions.ts';
import { PeriodFields, WeekdayField } from './flight-fields.tsx';
import { FlightFailure } from './flight-failure.tsx';
import { flightKey } from './flights-data.ts';

const saleChanges = [
  { isClosed: null, text: 'keep' },
  { isClosed: false, text: 'open' },
  { isClosed: true, text: 'close' },
] as const;

const schema = z
  .custom<DepartureInput>()
  .check(domainCheck<DepartureInput>(checkDepartures, 'adminFlights'));

export interface DepartureFormProps {
  readonly fares: readonly OwnFare[];
  /** One day, or the first and the last of a range that can be changed. */
  readonly days: readonly [first: string, last: string];
  readonly isOneDay: boolean;
}

function useDepartureForm({ fares, days }: DepartureFormProps) {
  const reload = useFlightsReload();
  const ids = fares.flatMap(({ fare_id: id }) => id ?? []);
  return useAppForm({
    schema,
    defaultValues: {
      fare: null,
      first_day: days[0],
      last_day: days[1],
      weekdays: [...weekdays],
      seats: null,
      isClosed: null,
    } satisfies DepartureInput,
    draftKey: `departures ${days.join()} ${ids.join()}`,
    mutationKey: [...flightKey, 'departures'],
    send: (input: DepartureInput) =>
      setDepartures({
        p_fare_ids: input.fare === null ? ids : [input.fare],
        p_first_day: input.first_day,
        p_last_day: input.last_day,
        p_weekdays: input.weekdays.length === weekdays.length ? null : [...input.weekdays],
        p_total: input.seats,
        p_is_closed: input.isClosed,
      }),
    onSuccess: (count) => {
      showToast({ title: 'adminFlights:departure.done', values: { count } });
      reload();
    },
  });
}

type DepartureForm = ReturnType<typeof useDepartureForm>;

/** The days of a range. */
function RangeFields({ form: { control } }: { readonly form: DepartureForm }) {
  const { t } = useTranslation('adminFlights');
  return (
    <>
      <PeriodFields
        first={{ ...control('first_day'), label: t('departure.first') }}
        last={{ ...control('last_day'), label: t('departure.last') }}
      />
      <WeekdayField {...control('weekdays')} label={t('departure.weekdays')} />
    </>
  );
}

/** Changes the seats of departures, or closes or opens them, on one day or on many. */
export function DepartureForm(props: DepartureFormProps) {
  const { fares, isOneDay } = props;
  const { t } = useTranslation('adminFlights');
  const departures = useDepartureForm(props);
  const { control, onSubmit, busy, failure } = departures;
  const choices = fares.map(({ fare_id: id, name }) => ({ value: id, text: name }));
  return (
    <Form onSubmit={onSubmit} aria-label={t('departure.form')} className="grid gap-3">
      {!isOneDay && <RangeFields form={departures} />}
      {fares.length > 1 && (
        <SelectField
          {...control('fare')}
          label={t('departure.fare')}
          choices={[{ value: null, text: t('departure.allFares') }, ...choices]}
        />
      )}
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField
          {...departures.count('seats')}
          label={t('departure.seats')}
          placeholder={t('departure.unchanged')}
        />
        <SelectField
          {...control('isClosed')}
          label={t('departure.sale')}
          choices={saleChanges.map(({ isClosed, text }) => ({
            value: isClosed,
            text: t(`departure.${text}`),
          }))}
        />
      </div>
      <FlightFailure error={failure} />
      <Button type="submit" size="sm" tone="secondary" busy={busy}>
        {t(isOneDay ? 'departure.changeOne' : 'departure.change')}
      </Button>
    </Form>
  );
}
