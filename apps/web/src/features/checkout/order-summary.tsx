import { useTranslation } from 'react-i18next';
import { lineKey, type Cart } from '@bkksiam/domain/cart';
import { priceOf } from '@bkksiam/domain/catalog';
import { kilogramText } from '@bkksiam/domain/number-input';
import { ProductPicture, thumbnailShape } from '#entities/store/product-picture.tsx';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import { useBaht } from '#platform/formats.ts';

/** The lines that are ordered, with their prices. */
export function OrderLines({ cart }: { readonly cart: Cart }) {
  const baht = useBaht();
  const inLanguage = useProductText();
  const titleOf = useProductTitle();
  return (
    <ul className="grid gap-4">
      {cart.map((line) => (
        <li
          key={lineKey(line)}
          className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3"
        >
          <ProductPicture
            product={line.product}
            url={line.variant.image_url ?? line.product.thumbnail}
            alt=""
            className={thumbnailShape}
          />
          <div className="min-w-0 leading-snug">
            <p className="font-mid">{titleOf(line.product)}</p>
            <p className="num text-sm text-ink-2">
              {inLanguage(line.variant.title)} × {line.quantity}
            </p>
            {Object.values(line.answers ?? {}).map((given) => (
              <p key={given.join()} className="text-sm wrap-anywhere text-ink-2">
                {given.join(', ')}
              </p>
            ))}
          </div>
          <p className="num font-strong whitespace-nowrap">
            {baht(priceOf(line.variant) * line.quantity)}
          </p>
        </li>
      ))}
    </ul>
  );
}

export interface SumsProps {
  readonly pieces: number;
  readonly grams: number;
  readonly itemsSatang: number;
  /** Undefined where it is not delivered. */
  readonly deliverySatang: number | undefined;
  readonly method: 'standard' | 'express' | 'pickup';
}

/** The total first, then what it is made of. */
export function Sums({ pieces, grams, itemsSatang, deliverySatang, method }: SumsProps) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const weight = kilogramText(grams);
  const rows = [
    [t('sum.pieces', { count: pieces }), baht(itemsSatang)],
    [
      grams > 0 && method !== 'pickup'
        ? t('sum.weighed', { method: t(`delivery.${method}`), weight })
        : t(`delivery.${method}`),
      deliverySatang === undefined
        ? '–'
        : deliverySatang === 0
          ? t('delivery.free')
          : baht(deliverySatang),
    ],
  ] as const;
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 border-b border-perf pb-2">
        <span>{t('sum.total')}</span>
        <strong className="num text-2xl whitespace-nowrap">
          {baht(itemsSatang + (deliverySatang ?? 0))}
        </strong>
      </p>
      <dl className="mt-3 grid gap-1.5 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-mid whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
