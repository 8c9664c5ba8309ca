import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { emptyFare, fareFields, ownFlightLimits, type FareField } from '@bkksiam/domain/own-flight';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import { useBaht } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import type { FlightForm } from './flight-form.ts';

interface FareProps {
  readonly form: FlightForm;
  readonly at: number;
}

type NamesOf<Kind> = {
  [Name in FareField]: (typeof fareFields)[Name]['kind'] extends Kind ? Name : never;
}[FareField];

type NumberName = NamesOf<'amount' | 'tax' | 'seats' | 'hours'>;

/** An amount in baht, or a whole number. */
function NumberOfFare({ form, at, name }: FareProps & { readonly name: NumberName }) {
  const { t } = useTranslation('adminFlights');
  const { kind } = fareFields[name];
  const props = form[kind === 'amount' || kind === 'tax' ? 'amount' : 'count'];
  return <NumberField {...props(`fares.${at}.${name}`)} label={t(`field.${name}`)} />;
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-head">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Numbers beside each other. */
function NumberPair({ names, ...props }: FareProps & { readonly names: readonly NumberName[] }) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {names.map((name) => (
        <NumberOfFare key={name} {...props} name={name} />
      ))}
    </div>
  );
}

const bags = ['cabin_pieces', 'cabin_kg', 'checked_pieces', 'checked_kg'] as const;

function Baggage({ form, at }: FareProps) {
  const { t } = useTranslation('adminFlights');
  return (
    <Group title={t('fare.baggage')}>
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
    </Group>
  );
}

const answers = [
  { value: null, text: 'unknown' },
  { value: true, text: 'yes' },
  { value: false, text: 'no' },
] as const;

function Rule({ rule, ...props }: FareProps & { readonly rule: 'change' | 'refund' }) {
  const { form, at } = props;
  const { t } = useTranslation('adminFlights');
  const allowed = form.control(`fares.${at}.${rule}_allowed`);
  const terms = [`${rule}_fee_satang`, `${rule}_until_hours`] as const;
  return (
    <Group title={t(`fare.${rule}`)}>
      <SelectField
        {...allowed}
        label={t(`field.${rule}_allowed`)}
        choices={answers.map(({ value, text }) => ({ value, text: t(`allowed.${text}`) }))}
        onValue={(answer) => {
          allowed.onValue(answer);
          // What is not allowed has no fee.
          if (answer === false) for (const name of terms) form.change(`fares.${at}.${name}`, null);
        }}
      />
      {allowed.value === true && <NumberPair {...props} names={terms} />}
    </Group>
  );
}

function Sale(props: FareProps) {
  const { form, at } = props;
  const { t } = useTranslation('adminFlights');
  return (
    <Group title={t('fare.sale')}>
      <NumberPair {...props} names={['seats', 'closes_hours']} />
      {(['sale_from', 'sale_until'] as const).map((name) => (
        <BangkokTimeField
          key={name}
          {...form.control(`fares.${at}.${name}`)}
          label={t(`field.${name}`)}
        />
      ))}
    </Group>
  );
}

/** The fields of a fare, folded but for a new one. */
function Fare(props: FareProps) {
  const { form, at } = props;
  const { t } = useTranslation('adminFlights');
  const baht = useBaht();
  const fares = form.rows('fares');
  const fare = fares.items[at] ?? emptyFare;
  const name = fare.name.trim() === '' ? t('fare.number', { number: at + 1 }) : fare.name;
  const price = (fare.adult_satang ?? 0) + (fare.adult_tax_satang ?? 0);
  return (
    <details
      // The form opens one that is not valid.
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
        <Group title={t('fare.prices')}>
          {passengerTypes.map((type) => (
            <NumberPair
              key={type}
              {...props}
              names={[`${type}_satang`, `${type}_tax_satang`] as const}
            />
          ))}
          <p className="text-xs text-ink-2">{t('fare.pricesHint')}</p>
        </Group>
        <Baggage {...props} />
        <Rule {...props} rule="change" />
        <Rule {...props} rule="refund" />
        {fares.items.length > 1 && (
          <Button
            tone="link"
            className="justify-self-start text-sm text-red!"
            onClick={() => fares.remove(at)}
          >
            <Trash2 className="size-4" />
            {t('fare.remove', { name })}
          </Button>
        )}
      </div>
    </details>
  );
}

/** The fares of a flight. */
export function FareFields({ form }: { readonly form: FlightForm }) {
  const { t } = useTranslation('adminFlights');
  const fares = form.rows('fares');
  return (
    <Section title={t('fare.title')} grid="gap-3">
      {fares.items.map(({ fare_id: id }, at) => (
        <Fare key={id ?? `new-${String(at)}`} form={form} at={at} />
      ))}
      {fares.items.length < ownFlightLimits.maxFares && (
        <Button
          tone="link"
          className="justify-self-start text-sm"
          onClick={() => fares.add(emptyFare)}
        >
          <Plus className="size-4" />
          {t('fare.add')}
        </Button>
      )}
    </Section>
  );
}
