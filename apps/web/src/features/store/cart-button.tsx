import { ShoppingBag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countOf } from '@bkksiam/domain/cart';
import { IconButton } from '#ui/button.tsx';
import { useCart } from './saved-cart.ts';

const loadPanel = () => import('./cart-panel.tsx');

const CartPanel = lazy(() => loadPanel().then((module) => ({ default: module.CartPanel })));

/** Opens the cart; its name says how many things are in it. */
export function CartButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const count = countOf(useCart());
  const prepare = () => void loadPanel().catch(() => undefined);
  return (
    <>
      <IconButton
        label={t('store.cart.open', { count })}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        <ShoppingBag className="size-5" strokeWidth={1.6} aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="num absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-pill bg-gold px-1 text-xs leading-none font-strong text-on-gold"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <CartPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
