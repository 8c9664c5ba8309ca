import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  needsDetailPage,
  shownVariant,
  stockOf,
  type Product,
  type Variant,
} from '@bkksiam/domain/catalog';
import { paths } from '#app/paths.ts';
import { logFailure } from '#platform/log.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton, iconButtonClass } from '#ui/button.tsx';
import { addItem } from './add-item.ts';
import { Price, ProductPicture, Ribbon, StockNote } from './product-view.tsx';

const framed = 'inset-ring-[1.5px] inset-ring-line-control text-teal hover:bg-sunken';

function AddButton({ product, variant }: { readonly product: Product; readonly variant: Variant }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  function add() {
    if (busy) return;
    setBusy(true);
    addItem(product, variant, 1)
      .finally(() => setBusy(false))
      .catch((error: unknown) => logFailure('the product could not be added', error));
  }
  return (
    <IconButton
      label={t('store.addName', { product: product.title })}
      aria-busy={busy || undefined}
      onClick={add}
      className={classNames(framed, 'z-10', !busy && 'drawn-plus')}
    >
      {busy && <Plus className="turning size-5" strokeWidth={1.6} aria-hidden />}
    </IconButton>
  );
}

/** What can be done with the product from its card: add it, go and choose, or nothing, and why. */
function CardAction({
  product,
  variant,
}: {
  readonly product: Product;
  readonly variant: Variant;
}) {
  const { t } = useTranslation();
  if (!product.purchasable) {
    return <p className="text-right text-sm text-ink-2">{t('store.notForSale')}</p>;
  }
  if (needsDetailPage(product)) {
    return (
      <Link
        to={paths.product.href(product.id)}
        aria-label={t('store.chooseName', { product: product.title })}
        className={iconButtonClass(`${framed} drawn-arrow z-10`)}
      />
    );
  }
  if (stockOf(variant) === 0) return null;
  return <AddButton product={product} variant={variant} />;
}

/** A product in a list; the whole card leads to its page, its button adds it (spec §4). */
export function ProductCard({
  product,
  eager = false,
}: {
  readonly product: Product;
  readonly eager?: boolean;
}) {
  const variant = shownVariant(product);
  return (
    <div role="listitem" className="group relative flex flex-col">
      <ProductPicture product={product} url={product.thumbnail} alt="" eager={eager} />
      <Ribbon text={product.ribbon_text} />
      <h2 className="mt-4 text-lg">
        <Link
          to={paths.product.href(product.id)}
          className="after:absolute after:inset-0 after:content-[''] group-hover:underline"
        >
          {product.title}
        </Link>
      </h2>
      {product.subtitle !== null && <p className="text-sm text-ink-2">{product.subtitle}</p>}
      {variant !== undefined && (
        <div className="mt-auto flex items-end justify-between gap-3 pt-3">
          <div>
            <StockNote variant={variant} />
            <Price variant={variant} className="text-lg" />
          </div>
          <CardAction product={product} variant={variant} />
        </div>
      )}
    </div>
  );
}
