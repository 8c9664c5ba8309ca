import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  rateLimits,
  type DeliveryRate,
  type DeliveryZone,
  type RateInput,
} from '@bkksiam/domain/delivery';
import { kilogramText, parseGrams } from '@bkksiam/domain/number-input';
import { BackTo } from '#entities/member-page/member-page.tsx';
import { pages } from '#pages.ts';
import { useFailureText } from '#platform/failure-text.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Button, CrossButton } from '#ui/button.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { ChangedMeanwhile } from '#ui/parts/changed-meanwhile.tsx';
import { Form } from '#ui/form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/parts/card.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { deliverySettingsQuery, type DeliverySettings } from './delivery-data.ts';
import { useDeliveryForm, type DeliveryForm } from './delivery-form.ts';

const zones: readonly DeliveryZone[] = ['bangkok', 'thailand', 'abroad'];
const methods: readonly DeliveryRate['method'][] = ['standard', 'express'];

interface FormProps {
  readonly form: DeliveryForm;
}

function RateFields({ form, index, number }: FormProps & { index: number; number: number }) {
  const { t } = useTranslation('adminOrders');
  const rows = form.rows('rates');
  return (
    <div
      role="group"
      aria-label={t('rates.step', { number })}
      className="grid items-start gap-3 border-t border-line pt-3 max-sm:grid-cols-[1fr_1fr_2.75rem] sm:grid-cols-[1fr_1fr_5rem_5rem_2.75rem]"
    >
      <NumberField
        {...form.control(`rates.${index}.grams`)}
        parse={parseGrams}
        format={kilogramText}
        label={t('rates.weight')}
      />
      <NumberField {...form.amount(`rates.${index}.satang`)} label={t('rates.price')} />
      <NumberField {...form.count(`rates.${index}.daysFrom`)} label={t('rates.from')} />
      <NumberField {...form.count(`rates.${index}.daysTo`)} label={t('rates.to')} />
      <CrossButton
        label={t('rates.remove', { number })}
        onClick={() => rows.remove(index)}
        className="text-ink-2 hover:text-ink mt-7 max-sm:col-start-3 max-sm:row-start-1"
      />
    </div>
  );
}

interface StepsProps extends FormProps {
  readonly zone: DeliveryZone;
  readonly method: DeliveryRate['method'];
}

/** The steps of weight of one way to one zone. */
function Steps({ form, zone, method }: StepsProps) {
  const { t } = useTranslation('adminOrders');
  const rows = form.rows('rates');
  const own = rows.items.flatMap((rate: RateInput, index) =>
    rate.zone === zone && rate.method === method ? [index] : [],
  );
  const empty = { method, zone, grams: null, satang: null, daysFrom: null, daysTo: null };
  const name = t('rates.of', { zone: t(`zone.${zone}`), method: t(`delivery.${method}`) });
  return (
    <fieldset aria-label={name} className="grid gap-3">
      <legend className="float-left font-strong">{t(`delivery.${method}`)}</legend>
      {own.length === 0 && <p className="clear-both text-sm text-ink-2">{t('rates.none')}</p>}
      {own.map((index, place) => (
        <RateFields key={index} form={form} index={index} number={place + 1} />
      ))}
      {rows.items.length < rateLimits.rates && (
        <Button tone="link" className="justify-self-start text-sm" onClick={() => rows.add(empty)}>
          <Plus className="size-4" />
          {t('rates.add')}
        </Button>
      )}
    </fieldset>
  );
}

/** That another admin has saved since the fields were filled, and the choice between both. */
function Changes({ form }: FormProps) {
  const { t } = useTranslation('adminOrders');
  if (!form.isChangedMeanwhile) return null;
  return (
    <ChangedMeanwhile
      title={t('rates.changed')}
      theirs={t('rates.theirs')}
      mine={t('rates.mine')}
      onTheirs={form.takeTheirs}
      onMine={form.keepMine}
    >
      <p>{t('rates.changedText')}</p>
    </ChangedMeanwhile>
  );
}

function Failure({ form: { failure } }: FormProps) {
  const { t } = useTranslation('adminOrders');
  const failureText = useFailureText();
  if (failure === null || failure.reason === 'delivery_rates_changed') return null;
  return <Alert title={t('failed')}>{failureText(failure)}</Alert>;
}

function Rates({ current }: { readonly current: DeliverySettings }) {
  const { t } = useTranslation('adminOrders');
  const form = useDeliveryForm(current);
  return (
    <Form
      onSubmit={form.onSubmit}
      aria-label={t('rates.title')}
      className="grid max-w-4xl gap-6 pointer-fine:[&_label+div]:min-h-11"
    >
      <Card id="pickup" title={t('rates.pickup')}>
        <RadioField
          legend={t('rates.pickupText')}
          choices={(['on', 'off'] as const).map((value) => ({
            value,
            text: t(`rates.pickupIs.${value}`),
          }))}
          chosen={form.form.watch('pickup')}
          onChoose={(pickup) => form.change('pickup', pickup)}
        />
      </Card>
      {zones.map((zone) => (
        <Card key={zone} id={zone} title={t(`zone.${zone}`)}>
          <p className="-mt-2 mb-4 text-sm text-ink-2">{t(`zoneText.${zone}`)}</p>
          <div className="grid gap-6">
            {methods.map((method) => (
              <Steps key={method} form={form} zone={zone} method={method} />
            ))}
          </div>
        </Card>
      ))}
      <Changes form={form} />
      <Failure form={form} />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {t('rates.save')}
      </Button>
    </Form>
  );
}

/** What parcels cost by zone, way and weight, and whether orders are picked up at the office. */
export function Component() {
  const { t } = useTranslation('adminOrders');
  const query = useQuery(deliverySettingsQuery);
  return (
    <>
      <BackTo to={pages.adminOrders.href()}>{t('rates.back')}</BackTo>
      <PageHeader title={t('rates.title')} text={t('rates.text')} />
      {query.data && <Rates current={query.data} />}
      <QueryFallback query={query} failed={t('rates.loadFailed')}>
        <Skeleton className="my-2 h-40 max-w-4xl" count={3} />
      </QueryFallback>
    </>
  );
}
