import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { kilogramText } from '@bkksiam/domain/number-input';
import { detailOf } from '#entities/offer/event-details.ts';
import { pieceCount, useLineTitle } from '#entities/order/order-text.ts';
import { withPictures } from '#entities/store/picture-address.ts';
import { ProductPicture, thumbnailShape } from '#entities/store/product-picture.tsx';
import { useProductText } from '#entities/store/product-text.ts';
import { settings } from '#platform/env.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Card } from '#ui/parts/card.tsx';
import { PriceBreakdown, type PriceLine } from '#ui/parts/price-breakdown.tsx';
import { leftToPay, type Order, type OrderLine, type OrderProps } from './order-data.ts';

/** What the buyer typed in the fields of a product, by the titles of the fields. */
function answersOf({ answers }: OrderLine): readonly (readonly [title: string, given: string])[] {
  return Object.entries(Object(answers) as Readonly<Record<string, unknown>>).map(
    ([title, given]) => [title, [given].flat().map(String).join(', ')],
  );
}

function Line({ line }: { readonly line: OrderLine }) {
  const baht = useBaht();
  const language = useLanguage();
  const title = useLineTitle()(line);
  const inLanguage = useProductText();
  const { variant_title: variant, variant_title_th: thai, unit_satang: unit, quantity } = line;
  const { thumbnail } = withPictures(
    { thumbnail: line.picture, variants: [] },
    settings().storeUrl,
  );
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-sm leading-snug">
      <ProductPicture
        product={{ id: line.product_id }}
        url={thumbnail}
        alt=""
        className={thumbnailShape}
      />
      <span>
        <span className="block font-strong">{title}</span>
        <span className="num block text-xs text-ink-2">
          {language === 'th' ? (thai ?? variant) : variant} ·{' '}
          <span className="whitespace-nowrap">
            {baht(unit)} × {quantity}
          </span>
        </span>
        {answersOf(line).map(([name, given]) => (
          <span key={name} className="block text-xs wrap-anywhere text-ink-2">
            {inLanguage(name)}: {given}
          </span>
        ))}
      </span>
      <span className="num font-strong whitespace-nowrap">{baht(unit * quantity)}</span>
    </li>
  );
}

/** The pieces, the delivery, and the VAT in them, which the receipts say. */
function usePriceLines(order: Order): readonly PriceLine[] {
  const { t } = useTranslation('orders');
  const baht = useBaht();
  const { method, weight_grams: grams, delivery_satang: delivery, lines } = order;
  const invoices = order.receipts.filter(({ series }) => series === 'IV');
  const vat = invoices.reduce((sum, { vat_satang: satang }) => sum + (satang ?? 0), 0);
  const weight = kilogramText(grams);
  const name = t(`delivery.${method as 'standard'}`);
  return [
    { label: t('pieces', { count: pieceCount(lines) }), amount: baht(order.items_satang) },
    {
      label: method === 'pickup' || grams === 0 ? name : t('weighs', { name, weight }),
      amount: delivery === 0 ? t('free') : baht(delivery),
    },
    ...(vat > 0 && order.status !== 'PLACED'
      ? [{ label: t('vat', { percent: invoices[0]?.vat_percent ?? '' }), amount: baht(vat) }]
      : []),
  ];
}

/** Each payment, and what is left. */
function useSums(order: Order): readonly PriceLine[] {
  const { t } = useTranslation('orders');
  const baht = useBaht();
  const language = useLanguage();
  const payments = order.events.flatMap((event): PriceLine[] => {
    const amount = Number(detailOf(event, 'amount_satang'));
    if (event.event !== 'payment_recorded') return [];
    const credit = Number(detailOf(event, 'credit_satang') ?? 0);
    const way = credit === 0 ? 'transfer' : credit === amount ? 'credit' : 'both';
    const day = bangkokDayText(event.created_at, language) ?? '';
    return [{ label: t(`paid.${way}`, { day }), amount: `− ${baht(amount)}` }];
  });
  if (order.status !== 'PLACED' || payments.length === 0) return payments;
  return [...payments, { label: t('left'), amount: baht(leftToPay(order)), strong: true }];
}

/** The pieces with the price and the texts of the day, and what they cost together. */
export function OrderLines({ order }: OrderProps) {
  const { t } = useTranslation('orders');
  const baht = useBaht();
  const isPaid = order.paid_at !== null && order.status !== 'CANCELLED';
  return (
    <Card id="lines" title={t('lines')}>
      <ul className="-mt-2 mb-4">
        {order.lines.map((line) => (
          <Line key={line.position} line={line} />
        ))}
      </ul>
      <PriceBreakdown
        total={{ label: t(isPaid ? 'totalPaid' : 'total'), amount: baht(order.total_satang) }}
        lines={usePriceLines(order)}
        sums={useSums(order)}
      />
    </Card>
  );
}
