import { Suspense, useState, type ReactNode } from 'react';
import {
  choiceOf,
  shownVariant,
  stockOf,
  variantOf,
  type Choice,
  type Product,
  type Variant,
} from '@bkksiam/domain/catalog';
import { picturesOf } from '@bkksiam/domain/product-list';
import { BuyForm } from './buy-form.tsx';
import { Gallery } from './gallery.tsx';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import { settings } from '#platform/env.ts';
import { lazyComponent } from '#platform/lazy-components.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { Price, Ribbon } from '#entities/store/product-parts.tsx';

const StockAlert = lazyComponent<{ variantId: string }>(
  async () => (await import('./stock-alert.tsx')).loadStockAlert(),
  () => null,
);

/** Offers to tell when a sold-out variant is back, with the feature `shop`. */
function SoldOutAlert({
  product,
  variant,
}: {
  readonly product: Product;
  readonly variant: Variant | undefined;
}) {
  const hydrated = useHydrated();
  if (!hydrated || !settings().features.includes('shop')) return null;
  if (variant === undefined || !product.purchasable || stockOf(variant) !== 0) return null;
  return (
    <Suspense>
      <StockAlert key={variant.id} variantId={variant.id} />
    </Suspense>
  );
}

/** The pictures beside the buy form; a choice changes variant, price, stock and picture. */
export function ProductChoice({
  product,
  children,
}: {
  readonly product: Product;
  readonly children: ReactNode;
}) {
  const first = shownVariant(product);
  const inLanguage = useProductText();
  const title = useProductTitle()(product);
  const pictures = picturesOf(product);
  const [choice, setChoice] = useState<Choice>(first === undefined ? {} : choiceOf(first));
  const [shown, setShown] = useState(Math.max(0, pictures.indexOf(first?.image_url ?? '')));
  const variant = product.options.length === 0 ? first : variantOf(product, choice);
  function choose(option: string, value: string) {
    const next = { ...choice, [option]: value };
    setChoice(next);
    const picture = pictures.indexOf(variantOf(product, next)?.image_url ?? '');
    if (picture >= 0) setShown(picture);
  }
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:gap-16">
      <div className="relative">
        <Gallery product={product} pictures={pictures} shown={shown} onShow={setShown} />
        <Ribbon text={product.ribbon_text} />
      </div>
      <div className="grid grid-cols-1 content-start gap-5">
        <div>
          <h1 className="text-3xl">{title}</h1>
          {product.subtitle !== null && (
            <p className="mt-1 text-ink-2">{inLanguage(product.subtitle)}</p>
          )}
        </div>
        <div aria-live="polite">{variant && <Price variant={variant} className="text-2xl" />}</div>
        <BuyForm product={product} variant={variant} choice={choice} onChoose={choose} />
        <SoldOutAlert product={product} variant={variant} />
        {children}
      </div>
    </div>
  );
}
