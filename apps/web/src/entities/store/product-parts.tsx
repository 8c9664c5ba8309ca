import { useTranslation } from 'react-i18next';
import { priceOf, stockOf, type Variant } from '@bkksiam/domain/catalog';
import { storeAmountText } from '@bkksiam/domain/money';
import { classNames } from '#ui/class-names.ts';
import { useProductText } from './product-text.ts';

const fewLeft = 5;
/** The price of a variant, with the price before a sale. */
export function Price({
  variant,
  className,
}: {
  readonly variant: Variant;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const { price_in_cents: before, currency_info: currency } = variant;
  const now = priceOf(variant);
  const onSale = now < before;
  return (
    <p className={classNames('num font-strong', className, onSale && 'text-gold-ink')}>
      {onSale && <span className="sr-only">{t('store.priceNow')} </span>}
      <span className="mr-1 whitespace-nowrap">{storeAmountText(now, currency)}</span>
      {onSale && (
        <>
          {' '}
          <s className="text-sm whitespace-nowrap font-text text-ink-3">
            <span className="sr-only">{t('store.priceBefore')} </span>
            {storeAmountText(before, currency)}
          </s>
        </>
      )}
    </p>
  );
}

/** A note on low stock. */
export function StockNote({ variant }: { readonly variant: Variant }) {
  const { t } = useTranslation();
  const left = stockOf(variant);
  if (left === null || left > fewLeft) return null;
  return (
    <p className={classNames('text-sm font-mid', left === 0 ? 'text-red' : 'text-gold-ink')}>
      {left === 0 ? t('store.soldOut') : t('store.left', { count: left })}
    </p>
  );
}

export function Ribbon({ text }: { readonly text: string | null }) {
  const inLanguage = useProductText();
  if (text === null || text === '') return null;
  return (
    <p className="clip-yo-sm absolute top-4 left-0 bg-gold px-3 py-0.5 text-sm font-head wrap-anywhere text-on-gold">
      {inLanguage(text)}
    </p>
  );
}
