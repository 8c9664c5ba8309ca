import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  deliveryMethods,
  deliveryRate,
  deliveryZone,
  type DeliveryRate,
} from '@bkksiam/domain/delivery';
import type { Cart } from '@bkksiam/domain/cart';
import { useBaht } from '#platform/formats.ts';
import { RadioField } from '#ui/radio-field.tsx';
import { pickupQuery } from './checkout-data.ts';
import { deliveryOf, type CheckoutForm } from './checkout-form.ts';
import { sumsOf } from './checkout-lines.ts';

/** How the order is delivered: the ways that the agency has for the address, with their prices. */
export function DeliveryChoice({
  form,
  rates,
  cart,
}: {
  readonly form: CheckoutForm;
  readonly rates: readonly DeliveryRate[];
  readonly cart: Cart;
}) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const [method, country, postalCode] = form.form.watch(['method', 'country', 'postalCode']);
  const zone = deliveryZone({ country: country || 'TH', postalCode });
  const { grams } = sumsOf(cart);
  const { data: offersPickup = false } = useQuery(pickupQuery());
  const choices = deliveryMethods.flatMap((value) => {
    if (value === 'pickup' && !offersPickup) return [];
    const satang = deliveryOf(rates, cart, { method: value, country: country || 'TH', postalCode });
    if (satang === undefined) return [];
    const rate = deliveryRate(rates, value, zone, grams);
    const days =
      rate === undefined
        ? t('delivery.pickupText')
        : t('delivery.days', { from: rate.days_from, to: rate.days_to });
    return {
      value,
      text: t(`delivery.${value}`),
      hint: days,
      end: satang === 0 ? t('delivery.free') : baht(satang),
    };
  });
  return (
    <RadioField
      legend={t('delivery.title')}
      look="rows"
      choices={choices}
      chosen={method}
      onChoose={(value) => form.form.setValue('method', value, { shouldDirty: true })}
    />
  );
}

/** By transfer with a slip, or from credit where that is enough. */
export function PaymentField({
  form,
  totalSatang,
  balanceSatang,
}: {
  readonly form: CheckoutForm;
  readonly totalSatang: number;
  /** Null for a guest, who has no credit. */
  readonly balanceSatang: number | null;
}) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const pay = form.form.watch('pay');
  const hasCredit = balanceSatang !== null && balanceSatang >= totalSatang;
  return (
    <RadioField
      legend={t('payment.title')}
      look="rows"
      choices={[
        {
          value: 'transfer',
          text: t('payment.transfer'),
          hint: t(balanceSatang === null ? 'payment.guestText' : 'payment.transferText'),
        },
        ...(hasCredit
          ? [
              {
                value: 'credit' as const,
                text: t('payment.credit', { amount: baht(balanceSatang) }),
                hint: t('payment.creditText'),
              },
            ]
          : []),
      ]}
      chosen={hasCredit ? pay : 'transfer'}
      onChoose={(value) => form.form.setValue('pay', value, { shouldDirty: true })}
    />
  );
}
