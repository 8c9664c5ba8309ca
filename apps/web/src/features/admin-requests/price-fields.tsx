import { Plus, Trash2 } from 'lucide-react';
import { useBaht } from '#platform/formats.ts';
import { useTranslation } from 'react-i18next';
import { hasRequestedSeats, offerLimits } from '@bkksiam/domain/offer';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { seatsOf } from '#entities/offer/offer.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { NumberField, QuantityField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import type { OfferForm } from './offer-form.ts';
import { emptyLine, type LineInput } from './offer-input.ts';

interface FormProps {
  readonly form: OfferForm;
}

/** The seats by type, and why they differ from the request where they do. */
export function SeatFields({ form: { input, field, count, followSeats, request } }: FormProps) {
  const { t } = useTranslation(['offers', 'requests']);
  const { adult, child, infant } = input.seats;
  const requested = seatsOf(request);
  const isSame = hasRequestedSeats(
    { adult: adult ?? 0, child: child ?? 0, infant: infant ?? 0 },
    requested,
  );
  return (
    <Section title={t('seats.title')} look="drawer" grid="gap-4">
      <div className="grid items-start gap-3 md:grid-cols-3">
        {passengerTypes.map((type) => {
          const seats = count(`seats.${type}`);
          return (
            <QuantityField
              key={type}
              {...seats}
              onValue={(value) => {
                followSeats(type, value);
                seats.onValue(value);
              }}
              label={t(`requests:form.${type}`)}
              hint={t('seats.requested', { count: requested[type] })}
              min={0}
              max={offerLimits.maxCount}
              lessLabel={t('requests:form.less', { type: t(`requests:form.${type}`) })}
              moreLabel={t('requests:form.more', { type: t(`requests:form.${type}`) })}
            />
          );
        })}
      </div>
      {(!isSame || input.seatsReason !== '') && (
        <TextArea
          {...field('seatsReason')}
          label={t('seats.reason')}
          hint={t('seats.reasonHint')}
          rows={2}
          maxLength={500}
        />
      )}
    </Section>
  );
}

const lineGrid =
  'grid grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1.3fr)_minmax(0,0.8fr)_repeat(2,minmax(0,1.2fr))_auto]';

interface LineProps extends FormProps {
  readonly line: LineInput;
  readonly at: number;
}

/** What a line is, and for whom. */
function LineWords({ form, line, at }: LineProps) {
  const { t } = useTranslation(['offers', 'requests']);
  return (
    <>
      <TextField
        name={`lines.${at}.label`}
        label={t('price.label')}
        value={line.label}
        onChange={({ target }) => form.changeLine(at, { label: target.value })}
        maxLength={120}
        autoComplete="off"
        className="max-lg:col-span-2"
        error={form.errorOf(`lines.${at}.label`)}
      />
      <SelectField
        label={t('price.for')}
        choices={[
          ...passengerTypes.map((type) => ({ value: type, text: t(`requests:form.${type}`) })),
          { value: 'group' as const, text: t('price.group') },
        ]}
        value={line.type ?? 'group'}
        onValue={(type) => form.changeLine(at, { type: type === 'group' ? null : type })}
      />
    </>
  );
}

function PriceLine(props: LineProps) {
  const { form, line, at } = props;
  const { t } = useTranslation(['offers', 'requests']);
  return (
    <li
      aria-label={t('price.one', { number: at + 1 })}
      className={classNames(lineGrid, 'rounded-md border border-line p-4')}
    >
      <LineWords {...props} />
      <NumberField {...form.count(`lines.${at}.count`)} label={t('requests:offer.count')} />
      <NumberField
        {...(line.type === null ? form.signedAmount : form.amount)(`lines.${at}.priceSatang`)}
        label={t('price.priceSatang')}
        hint={line.type === null ? t('price.discount') : undefined}
      />
      <NumberField {...form.amount(`lines.${at}.taxSatang`)} label={t('price.taxSatang')} />
      <IconButton
        label={t('price.remove', { number: at + 1 })}
        className="text-red hover:bg-sunken max-lg:justify-self-end lg:mt-8"
        onClick={() => form.rows('lines').remove(at)}
      >
        <Trash2 className="size-5" />
      </IconButton>
    </li>
  );
}

function Sums({ form: { sums, input, amount } }: FormProps) {
  const { t } = useTranslation(['offers', 'requests', 'flights']);
  const baht = useBaht();
  const margin = input.costSatang === null ? null : sums.totalSatang - input.costSatang;
  const share =
    margin === null || sums.totalSatang === 0
      ? ''
      : ` (${String(Math.round((margin / sums.totalSatang) * 1000) / 10)}%)`;
  const rows = [
    [t('price.fares'), baht(sums.priceSatang)],
    [t('flights:price.taxes'), baht(sums.taxSatang)],
    ...(sums.perPersonSatang === null ? [] : [[t('price.each'), baht(sums.perPersonSatang)]]),
  ];
  return (
    <div className="grid items-start gap-4 rounded-md bg-sunken p-4 md:grid-cols-2">
      <dl aria-live="polite" className="grid gap-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-mid">{value}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt className="font-strong">{t('requests:offer.total')}</dt>
          <dd className="num text-xl font-strong">{baht(sums.totalSatang)}</dd>
        </div>
      </dl>
      <NumberField
        {...amount('costSatang')}
        label={t('price.cost')}
        hint={
          margin === null ? t('price.costHint') : t('price.margin', { margin: baht(margin), share })
        }
      />
    </div>
  );
}

/** The lines of the price with taxes apart, their sums, and what is left to the agency. */
export function OfferPriceFields({ form }: FormProps) {
  const { t } = useTranslation('offers');
  const { lines } = form.input;
  const error = form.errorOf('lines');
  return (
    <Section title={t('price.title')} look="drawer" grid="gap-4">
      <ol className="grid gap-3">
        {lines.map((line, at) => (
          <PriceLine key={at} form={form} line={line} at={at} />
        ))}
      </ol>
      {error !== '' && <p className="text-sm font-mid text-red">{error}</p>}
      {lines.length < offerLimits.maxLines && (
        <Button
          tone="link"
          className="justify-self-start"
          onClick={() => form.rows('lines').add(emptyLine)}
        >
          <Plus className="size-5" />
          {t('price.another')}
        </Button>
      )}
      <Sums form={form} />
    </Section>
  );
}
