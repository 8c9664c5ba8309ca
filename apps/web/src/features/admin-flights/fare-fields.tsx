import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { emptyFare, ownFlightLimits, type OwnFare } from '@bkksiam/domain/own-flight';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { useBaht } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import type { FlightForm } from './flight-form.ts';

interface FareProps {
  readonly form: FlightForm;
  readonly fare: OwnFare;
  readonly at: number;
}

type NumberName = {
  [Name in keyof OwnFare]: OwnFare[Name] extends number | null ? Name : never;
}[keyof OwnFare];

/** An amount in baht, or a whole number. */
function NumberOfFare({ form, at, name }: FareProps & { readonly name: NumberName }) {
  const { t } = useTranslation('adminFlights');
  const path = `fares.${at}.${name}` as const;
  const props = name.endsWith('_satang') ? form.amount(path) : form.count(path);
  return <NumberField {...props} label={t(`field.${name as 'seats'}`)} />;
}

function Prices(props: FareProps) {
  const { t } = useTranslation('adminFlights');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-head">{t('fare.prices')}</legend>
      {passengerTypes.map((type) => (
        <div key={type} className="grid grid-cols-2 items-start gap-3">
          <NumberOfFare {...props} name={`${type}_satang`} />
          <NumberOfFare {...props} name={`${type}_tax_satang`} />
        </div>
      ))}
      <p className="text-xs text-ink-2">{t('fare.pricesHint')}</p>
    </fieldset>
  );
}

const bags = ['cabin_pieces', 'cabin_kg', 'checked_pieces', 'checked_kg'] as const;

function Baggage({ form, at }: FareProps) {
  const { t } = useTranslation('adminFlights');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-head">{t('fare.baggage')}</legend>
      {passengerTypes.map((type) => (
        <div key={type} role="group" aria-label={t(`type.${type}`)} className="grid gap-1">
          <p aria-hidden className="text-xs text-ink-2">
            {t(`type.${type}`)}
          </p>
          <div className="grid grid-cols-4 items-end gap-2 *:[div]:min-w-0 [&_label]:text-xs [&_label+div]:px-2">
            {bags.map((part) => (
              <NumberField
                key={part}
                {...form.count(`fares.${at}.baggage.${type}.${part}`)}
                label={t(`bag.${part}`)}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

const answers = { unknown: null, yes: true, no: false };
type Answer = keyof typeof answers;

function Rule({ rule, ...props }: FareProps & { readonly rule: 'change' | 'refund' }) {
  const { form, fare, at } = props;
  const { t } = useTranslation('adminFlights');
  const allowed = fare[`${rule}_allowed`];
  const value: Answer = allowed === null ? 'unknown' : allowed ? 'yes' : 'no';
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-head">{t(`fare.${rule}`)}</legend>
      <SelectField
        label={t(`field.${rule}_allowed`)}
        choices={(['unknown', 'yes', 'no'] as const).map((answer) => ({
          value: answer,
          text: t(`allowed.${answer}`),
        }))}
        value={value}
        onChoose={(next) =>
          form.setFare(at, {
            [`${rule}_allowed`]: answers[next],
            // What is not allowed has no fee.
            ...(next === 'no' && { [`${rule}_fee_satang`]: null, [`${rule}_until_hours`]: null }),
          })
        }
      />
      {value === 'yes' && (
        <div className="grid grid-cols-2 items-start gap-3">
          <NumberOfFare {...props} name={`${rule}_fee_satang`} />
          <NumberOfFare {...props} name={`${rule}_until_hours`} />
        </div>
      )}
    </fieldset>
  );
}

function Sale(props: FareProps) {
  const { form, at } = props;
  const { t } = useTranslation('adminFlights');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-head">{t('fare.sale')}</legend>
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberOfFare {...props} name="seats" />
        <NumberOfFare {...props} name="closes_hours" />
      </div>
      {(['sale_from', 'sale_until'] as const).map((name) => (
        <BangkokTimeField
          key={name}
          {...form.control(`fares.${at}.${name}`)}
          label={t(`field.${name}`)}
        />
      ))}
    </fieldset>
  );
}

function Fare(props: FareProps) {
  const { form, fare, at } = props;
  const { t } = useTranslation('adminFlights');
  const baht = useBaht();
  const { fares } = form.values;
  const name = fare.name.trim() === '' ? t('fare.number', { number: at + 1 }) : fare.name;
  const price = (fare.adult_satang ?? 0) + (fare.adult_tax_satang ?? 0);
  return (
    <details
      // A new fare is open; the form opens one that is not valid.
      open={fare.fare_id === null || undefined}
      className="group rounded-md border border-line"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-3 font-mid">
        <ChevronDown className="size-4 flex-none transition-transform group-open:rotate-180" />
        <span className="mr-auto min-w-0 wrap-anywhere">{name}</span>
        <span className="num font-strong">{baht(price)}</span>
      </summary>
      <div className="grid gap-5 border-t border-line p-3">
        <TextField
          {...form.field(`fares.${at}.name`)}
          label={t('field.name')}
          autoComplete="off"
          maxLength={ownFlightLimits.maxFareName}
        />
        <Sale {...props} />
        <Prices {...props} />
        <Baggage {...props} />
        <Rule {...props} rule="change" />
        <Rule {...props} rule="refund" />
        {fares.length > 1 && (
          <Button
            tone="link"
            className="justify-self-start text-sm text-red!"
            onClick={() =>
              form.set(
                'fares',
                fares.filter((_, index) => index !== at),
              )
            }
          >
            <Trash2 className="size-4" />
            {t('fare.remove', { name })}
          </Button>
        )}
      </div>
    </details>
  );
}

/** The fares of a flight, each folded but new ones. */
export function FareFields({ form }: { readonly form: FlightForm }) {
  const { t } = useTranslation('adminFlights');
  const { fares } = form.values;
  return (
    <section aria-labelledby="fares" className="grid gap-3">
      <h3 id="fares" className="text-sm font-head tracking-normal">
        {t('fare.title')}
      </h3>
      {fares.map((fare, at) => (
        <Fare key={fare.fare_id ?? `new-${String(at)}`} form={form} fare={fare} at={at} />
      ))}
      {fares.length < ownFlightLimits.maxFares && (
        <Button
          tone="link"
          className="justify-self-start text-sm"
          onClick={() => form.set('fares', [...fares, emptyFare])}
        >
          <Plus className="size-4" />
          {t('fare.add')}
        </Button>
      )}
    </section>
  );
}
