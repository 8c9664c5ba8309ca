import type { TFunction } from 'i18next';
import { priceOf, stockOf, type Product, type Variant } from '@bkksiam/domain/catalog';
import { storeAmountText } from '@bkksiam/domain/money';
import { classNames } from '#ui/class-names.ts';

const fewLeft = 5;
const tints = ['bg-teal-soft', 'bg-gold-soft', 'bg-sunken'];

/** A quiet ground behind a drawn thing; which one follows from the product, so that it stays the same. */
export function tintOf(id: string): string {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum += id.charCodeAt(at);
  return tints[sum % tints.length] ?? 'bg-sunken';
}

/** A picture of a product in its frame; the frame alone where there is none. The first on a page does not wait. */
export function ProductPicture({
  product,
  url,
  alt,
  eager = false,
}: {
  readonly product: Pick<Product, 'id'>;
  readonly url: string | null;
  readonly alt: string;
  readonly eager?: boolean;
}) {
  const frame = classNames('clip-yo aspect-square w-full', tintOf(product.id));
  if (url === null) return <div className={frame} />;
  return (
    // One box is both: a list of hundreds of them has to scroll.
    <img
      src={url}
      alt={alt}
      width="320"
      height="320"
      fetchPriority={eager ? 'high' : undefined}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`${frame} object-contain p-[10%]`}
    />
  );
}

/** A variant, and the words to speak of it: they come from whoever draws it, as a list draws hundreds. */
interface Told {
  readonly t: TFunction;
  readonly variant: Variant;
}

/** What a variant costs, with what it cost before a sale beside it. */
export function Price({ t, variant, className }: Told & { readonly className?: string }) {
  const { price_in_cents: before, currency_info: currency } = variant;
  const now = priceOf(variant);
  const onSale = now < before;
  return (
    <p className={classNames('num font-strong', className, onSale && 'text-gold-ink')}>
      {onSale && <span className="sr-only">{t('store.priceNow')} </span>}
      {storeAmountText(now, currency)}
      {onSale && (
        <>
          {' '}
          <s className="ml-1 text-sm font-text text-ink-3">
            <span className="sr-only">{t('store.priceBefore')} </span>
            {storeAmountText(before, currency)}
          </s>
        </>
      )}
    </p>
  );
}

/** What can be said about the stock of a variant in a few words; nothing while there is plenty. */
export function StockNote({ t, variant }: Told) {
  const left = stockOf(variant);
  if (left === null || left > fewLeft) return null;
  return (
    <p className={classNames('text-sm font-mid', left === 0 ? 'text-red' : 'text-gold-ink')}>
      {left === 0 ? t('store.soldOut') : t('store.left', { count: left })}
    </p>
  );
}

/** The words at the corner of a product's picture. */
export function Ribbon({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <p className="clip-yo-sm absolute top-6 left-0 bg-gold px-4 py-1 text-sm font-head wrap-anywhere text-on-gold">
      {text}
    </p>
  );
}
