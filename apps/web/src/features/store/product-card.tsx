import type { TFunction } from 'i18next';
import { Plus } from 'lucide-react';
import { useState } from 'react';
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

interface Listed {
  readonly t: TFunction;
  readonly product: Product;
}

interface Offer extends Listed {
  readonly variant: Variant;
}

function AddButton({ t, product, variant }: Offer) {
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
function CardAction({ t, product, variant }: Offer) {
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
  return <AddButton t={t} product={product} variant={variant} />;
}

function CardHead({ product, eager }: { readonly product: Product; readonly eager: boolean }) {
  return (
    <>
      <ProductPicture product={product} url={product.thumbnail} alt="" eager={eager} />
      <Ribbon text={product.ribbon_text} />
    </>
  );
}

function CardFoot({ t, product }: Listed) {
  const variant = shownVariant(product);
  return (
    <>
      {product.subtitle !== null && <p className="text-sm text-ink-2">{product.subtitle}</p>}
      {variant !== undefined && (
        <div className="mt-auto flex items-end justify-between gap-3 pt-3">
          <div>
            <StockNote t={t} variant={variant} />
            <Price t={t} variant={variant} className="text-lg" />
          </div>
          <CardAction t={t} product={product} variant={variant} />
        </div>
      )}
    </>
  );
}

/**
 * A product in a list; the whole card leads to its page, its button adds it (spec §4).
 *
 * @param nameOnly leaves out all but the name and its link, which stay what they are when the rest comes
 */
export function ProductCard({
  t,
  product,
  eager = false,
  nameOnly = false,
}: Listed & {
  readonly eager?: boolean;
  readonly nameOnly?: boolean;
}) {
  return (
    <div role="listitem" className="group relative flex flex-col">
      {!nameOnly && <CardHead product={product} eager={eager} />}
      <h2 className="mt-4 text-lg">
        <Link
          to={paths.product.href(product.id)}
          className="after:absolute after:inset-0 after:content-[''] group-hover:underline"
        >
          {product.title}
        </Link>
      </h2>
      {!nameOnly && <CardFoot t={t} product={product} />}
    </div>
  );
}
