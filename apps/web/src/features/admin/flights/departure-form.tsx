import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { isCalendarDay, nightsBetween } from '@bkksiam/domain/calendar-day';
import { parseWholeNumber } from '@bkksiam/domain/number-input';
import { ownFlightLimits, type OwnFare } from '@bkksiam/domain/own-flight';
import type { Problem } from '@bkksiam/domain/problem';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { setDepartures, useFlightsReload } from './flight-actions.ts';
import { PeriodFields, WeekdayField } from './flight-fields.tsx';
import { focusField } from './flight-form.ts';
import { useFailureText, weekdays } from './flight-texts.ts';
import { flightKey } from './flights-data.ts';

const sales = ['keep', 'open', 'close'] as const;
const closed = { keep: null, open: false, close: true };

interface DepartureInput {
  /** `all`, or the id of a fare. */
  fare: string;
  first_day: string;
  last_day: string;
  weekdays: readonly number[];
  /** Null leaves the number as it is. */
  seats: number | null;
  sale: (typeof sales)[number];
}

function problemsOf(input: DepartureInput): Readonly<Partial<Record<string, Problem>>> {
  const { maxSeats, maxNights } = ownFlightLimits;
  const problems: Record<string, Problem> = {};
  const { first_day: first, last_day: last, seats } = input;
  if (!isCalendarDay(first)) problems.first_day = { code: 'flight.day' };
  const nights = nightsBetween(first, last);
  if (!isCalendarDay(last)) problems.last_day = { code: 'flight.day' };
  else if (problems.first_day === undefined && (nights === undefined || nights > maxNights)) {
    problems.last_day = { code: 'flight.period', values: { max: maxNights } };
  }
  if (input.weekdays.length === 0) problems.weekdays = { code: 'flight.weekdays' };
  if (seats !== null && seats > maxSeats) {
    problems.seats = { code: 'flight.seats', values: { max: maxSeats } };
  } else if (seats === null && input.sale === 'keep') {
    problems.seats = { code: 'departure.nothing' };
  }
  return problems;
}

const schema = z
  .custom<DepartureInput>()
  .check(domainCheck<DepartureInput>(problemsOf, 'adminFlights'));

export interface DepartureFormProps {
  readonly fares: readonly OwnFare[];
  /** One day, or the first and the last of a range that can be changed. */
  readonly days: readonly [first: string, last: string];
  readonly isOneDay: boolean;
}

const fields = ['first_day', 'last_day', 'weekdays', 'seats'] as const;

function useDepartureForm(
  { fares, days }: DepartureFormProps,
  box: RefObject<HTMLDivElement | null>,
) {
  const reload = useFlightsReload();
  const ids = fares.flatMap(({ fare_id: id }) => id ?? []);
  return useAppForm({
    schema,
    defaultValues: {
      fare: 'all',
      first_day: days[0],
      last_day: days[1],
      weekdays: [...weekdays],
      seats: null,
      sale: 'keep',
    } satisfies DepartureInput,
    shouldFocusError: false,
    onInvalid: (errors) => {
      const first = fields.find((name) => errors[name] !== undefined);
      if (first !== undefined && box.current !== null) focusField(box.current, first);
    },
    mutationKey: [...flightKey, 'departures'],
    send: (input: DepartureInput) =>
      setDepartures({
        fareIds: input.fare === 'all' ? ids : [Number(input.fare)],
        firstDay: input.first_day,
        lastDay: input.last_day,
        weekdays: input.weekdays.length === weekdays.length ? null : input.weekdays,
        total: input.seats,
        isClosed: closed[input.sale],
      }),
    onSuccess: (count) => {
      showToast({ title: 'adminFlights:departure.done', values: { count } });
      reload();
    },
  });
}

type DepartureForm = ReturnType<typeof useDepartureForm>;

function useSetter({ form }: DepartureForm) {
  return <Name extends keyof DepartureInput>(name: Name, value: DepartureInput[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true });
}

/** The days of a range. */
function RangeFields({ form: departures }: { readonly form: DepartureForm }) {
  const { t } = useTranslation('adminFlights');
  const set = useSetter(departures);
  const { form, errorOf } = departures;
  const input = form.watch();
  return (
    <>
      <PeriodFields
        first={input.first_day}
        last={input.last_day}
        labels={[t('departure.first'), t('departure.last')]}
        onFirst={(day) => set('first_day', day)}
        onLast={(day) => set('last_day', day)}
        errorOf={errorOf}
      />
      <WeekdayField
        label={t('departure.weekdays')}
        days={input.weekdays}
        onDays={(days) => set('weekdays', days)}
        error={errorOf('weekdays')}
      />
    </>
  );
}

/** Changes the seats of departures, or closes or opens them, on one day or on many. */
export function DepartureForm(props: DepartureFormProps) {
  const { fares, isOneDay } = props;
  const { t } = useTranslation('adminFlights');
  const textOf = useFailureText();
  const box = useRef<HTMLDivElement>(null);
  const departures = useDepartureForm(props, box);
  const set = useSetter(departures);
  const { form, errorOf, onSubmit, busy, failure } = departures;
  const input = form.watch();
  const choices = fares.map(({ fare_id: id, name }) => ({ value: String(id), text: name }));
  return (
    <div ref={box}>
      <Form onSubmit={onSubmit} aria-label={t('departure.form')} className="grid gap-3">
        {!isOneDay && <RangeFields form={departures} />}
        {fares.length > 1 && (
          <SelectField
            label={t('departure.fare')}
            choices={[{ value: 'all', text: t('departure.allFares') }, ...choices]}
            value={input.fare}
            onChoose={(fare) => set('fare', fare)}
          />
        )}
        <div className="grid grid-cols-2 items-start gap-3">
          <NumberField
            label={t('departure.seats')}
            name="seats"
            value={input.seats}
            onValue={(seats) => set('seats', seats)}
            parse={parseWholeNumber}
            format={String}
            inputMode="numeric"
            placeholder={t('departure.unchanged')}
            readOnly={busy}
            error={errorOf('seats')}
          />
          <SelectField
            label={t('departure.sale')}
            choices={sales.map((value) => ({ value, text: t(`departure.${value}`) }))}
            value={input.sale}
            onChoose={(sale) => set('sale', sale)}
          />
        </div>
        {failure !== null && <Alert title={t('failed')}>{textOf(failure)}</Alert>}
        <Button type="submit" size="sm" tone="secondary" busy={busy}>
          {t(isOneDay ? 'departure.changeOne' : 'departure.change')}
        </Button>
      </Form>
    </div>
  );
}
