import { useMutation } from '@tanstack/react-query';
import { ArrowRight, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { needsDetailPage, shownVariant, stockOf, type Variant } from '@bkksiam/domain/catalog';
import { pages } from '#pages.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton, iconButtonClass } from '#ui/button.tsx';
import { addItem } from '#entities/store/cart.ts';
import { ProductPicture } from '#entities/store/product-picture.tsx';
import { Price, Ribbon, StockNote } from '#entities/store/product-parts.tsx';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import type { ListedProduct } from '#entities/store/store-schema.ts';

// Above the link that covers the whole card.
const framed = 'z-10 inset-ring-[1.5px] inset-ring-line-control text-teal hover:bg-sunken';

interface Offer {
  readonly product: ListedProduct;
  readonly variant: Variant;
}

function AddButton({ product, variant }: Offer) {
  const { t } = useTranslation();
  const titleOf = useProductTitle();
  const { mutate, isPending } = useMutation({
    mutationFn: () => addItem(product, variant, 1),
    mutationKey: ['cart', 'add'],
    meta: { errorToast: 'store.addFailed' },
  });
  return (
    <IconButton
      label={t('store.addName', { product: titleOf(product) })}
      aria-busy={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate();
      }}
      className={framed}
    >
      <Plus className={classNames('size-5', isPending && 'turning')} />
    </IconButton>
  );
}

function CardAction({ product, variant }: Offer) {
  const { t } = useTranslation();
  const titleOf = useProductTitle();
  if (!product.purchasable) {
    return <p className="text-right text-sm text-ink-2">{t('store.notForSale')}</p>;
  }
  if (needsDetailPage(product)) {
    return (
      <Link
        to={pages.product.href(product.id)}
        aria-label={t('store.chooseName', { product: titleOf(product) })}
        className={iconButtonClass(framed)}
      >
        <ArrowRight className="size-5" />
      </Link>
    );
  }
  if (stockOf(variant) === 0) return null;
  return <AddButton product={product} variant={variant} />;
}

/** The picture beside the text on a phone, else above it. */
export const cardClass = 'grid min-w-0 grid-cols-[8rem_minmax(0,1fr)] gap-4 sm:flex sm:flex-col';

/** A product of a list: the card links to its page, the button adds it to the cart (spec §4). */
export function ProductCard({
  product,
  eager = false,
}: {
  readonly product: ListedProduct;
  /** Loads the picture first: it is visible without scrolling. */
  readonly eager?: boolean;
}) {
  const variant = shownVariant(product);
  const inLanguage = useProductText();
  const titleOf = useProductTitle();
  return (
    <div role="listitem" className={classNames(cardClass, 'group relative wrap-anywhere')}>
      <div className="relative">
        <ProductPicture product={product} url={product.thumbnail} alt="" eager={eager} />
        <Ribbon text={product.ribbon_text} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <h2 className="text-lg">
          <Link
            to={pages.product.href(product.id)}
            className="-my-0.5 inline-block py-0.5 after:absolute after:inset-0 after:content-[''] group-hover:underline"
          >
            {titleOf(product)}
          </Link>
        </h2>
        {product.subtitle !== null && (
          <p className="text-sm text-ink-2">{inLanguage(product.subtitle)}</p>
        )}
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
    </div>
  );
}
