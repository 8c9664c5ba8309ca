import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lineKey, totalsOf, type Cart, type CartItem } from '@bkksiam/domain/cart';
import { priceOf } from '@bkksiam/domain/catalog';
import { emptyCartTotal, storeAmountText } from '@bkksiam/domain/money';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { logRejection } from '#platform/log.ts';
import { dismissToast, showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { DialogClose, DialogTitle, SidePanel } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { useCart } from '#entities/store/cart-store.ts';
import { changeQuantity, refreshPrices } from '#entities/store/cart.ts';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import { ProductPicture, thumbnailShape } from '#entities/store/product-picture.tsx';
import { Quantity } from './quantity.tsx';

/** How the store has changed the item since it was added. */
function StoreNote({ item: { before, unavailable } }: { readonly item: CartItem }) {
  const { t } = useTranslation();
  const text =
    unavailable === true
      ? t('store.cart.unavailable')
      : before &&
        t('store.cart.priceChanged', {
          before: storeAmountText(before.cents, before.currency_info),
        });
  return (
    <p role="status" className="text-sm font-mid text-gold-ink">
      {text}
    </p>
  );
}

/** What was chosen and typed, and the price of one. */
function LineDetails({ item }: { readonly item: CartItem }) {
  const { t } = useTranslation();
  const inLanguage = useProductText();
  const { variant, quantity, answers = {} } = item;
  const price = storeAmountText(priceOf(variant), variant.currency_info);
  return (
    <>
      <p className="num mt-0.5 text-sm text-ink-2">
        {inLanguage(variant.title)} ·{' '}
        <span className="whitespace-nowrap">{t('store.cart.each', { quantity, price })}</span>
      </p>
      {Object.entries(answers).map(([title, given]) => (
        <p key={title} className="mt-0.5 text-sm text-ink-2">
          {inLanguage(title)}: {given.join(', ')}
        </p>
      ))}
      <StoreNote item={item} />
    </>
  );
}

function useLineChange(item: CartItem, onRemoved: () => void) {
  return useMutation({
    mutationFn: (quantity: number) => changeQuantity(lineKey(item), quantity),
    mutationKey: ['cart', 'set-quantity'],
    meta: { errorToast: 'store.addFailed' },
    onSuccess: (_result, quantity) => {
      if (quantity === 0) onRemoved();
    },
  });
}

function Line({ item, onRemoved }: { readonly item: CartItem; readonly onRemoved: () => void }) {
  const { t } = useTranslation();
  const { product, variant, quantity, answers = {}, unavailable = false } = item;
  const { isPending, mutate } = useLineChange(item, onRemoved);
  // Distinguishes lines of one product with different answers.
  const title = useProductTitle()(product);
  const name = [title, ...Object.values(answers).flat()].join(', ');
  const whole = storeAmountText(priceOf(variant) * quantity, variant.currency_info);
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-4 border-t border-line py-5 first:border-t-0">
      <ProductPicture
        product={product}
        url={variant.image_url ?? product.thumbnail}
        alt=""
        className={thumbnailShape}
      />
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="min-w-0 text-base leading-snug">
            <Link
              to={pages.product.href(product.id)}
              className="-my-0.5 inline-block py-0.5 hover:underline"
            >
              {title}
            </Link>
          </h3>
          <p className="num font-head">{whole}</p>
        </div>
        <LineDetails item={item} />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <Quantity
            value={quantity}
            product={name}
            least={0}
            most={unavailable ? quantity : undefined}
            busy={isPending}
            onChange={(next) => mutate(next)}
          />
          <button
            type="button"
            onClick={() => mutate(0)}
            aria-label={t('store.removeName', { product: name })}
            className="min-h-11 px-2 text-sm font-mid text-teal hover:underline"
          >
            {t('action.remove')}
          </button>
        </div>
      </div>
    </li>
  );
}

/** The total of each currency; for an empty cart the text of spec §9. */
function Totals({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation();
  const infoOf = (currency: string) =>
    cart.find(({ variant }) => variant.currency === currency)?.variant.currency_info;
  const totals = [...totalsOf(cart)].flatMap(([currency, cents]) => {
    const info = infoOf(currency);
    return info === undefined ? [] : [storeAmountText(cents, info)];
  });
  return (
    <div className="flex items-baseline justify-between gap-4">
      <p className="text-lg">{t('store.cart.total')}</p>
      <div className="num text-right text-2xl font-strong">
        {(totals.length === 0 ? [emptyCartTotal] : totals).map((total) => (
          <p key={total}>{total}</p>
        ))}
      </div>
    </div>
  );
}

export interface CartPanelProps {
  readonly onClose: () => void;
}

/** The cart in a side panel. Without the feature `shop` the checkout is still to come (spec §2). */
export function CartPanel({ onClose }: CartPanelProps) {
  const { t } = useTranslation();
  const { cart, count, isSaved } = useCart();
  const title = useRef<HTMLDivElement>(null);
  const canBuy = cart.length > 0 && existsWith(settings().features, pages.checkout);
  useEffect(() => logRejection('the current prices could not be read', refreshPrices()), []);
  // The toast about the last item added would cover the total and the checkout button.
  useEffect(() => dismissToast(), []);
  return (
    <SidePanel open onClose={onClose}>
      <div
        ref={title}
        tabIndex={-1}
        className="flex items-center justify-between border-b border-line px-6 py-4 outline-0"
      >
        <DialogTitle className="text-xl">{t('store.cart.title')}</DialogTitle>
        <DialogClose label={t('action.close')} className="-mr-2" />
      </div>
      <p role="status" className="sr-only">
        {t('store.cart.open', { count })}
      </p>
      <div className="flex-1 overflow-y-auto px-6">
        {!isSaved && <p className="py-3 text-sm text-ink-2">{t('store.cart.notKept')}</p>}
        {cart.length === 0 ? (
          <EmptyState
            picture={<EmptyPicture of="cart" />}
            title={t('store.cart.empty')}
            text={t('store.cart.emptyText')}
            action={
              <Link to={pages.store.href()} className={buttonClass({ tone: 'secondary' })}>
                {t('nav.browseStore')}
              </Link>
            }
          />
        ) : (
          <ul>
            {cart.map((item) => (
              <Line key={lineKey(item)} item={item} onRemoved={() => title.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
      <div className="grid gap-4 border-t-2 border-dashed border-perf bg-stub px-6 py-6">
        <Totals cart={cart} />
        {canBuy ? (
          <Link to={pages.checkout.href()} className={buttonClass({ size: 'lg', wide: true })}>
            {t('store.cart.checkout')}
          </Link>
        ) : (
          <Button size="lg" wide onClick={() => showToast({ title: 'toast.soon', tone: 'info' })}>
            {t('store.cart.checkout')}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}
