import { ShoppingBag } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLazyPanel, usePrefetch } from '#platform/lazy-components.ts';
import { localValue } from '#platform/local-store.ts';
import { logRejection } from '#platform/log.ts';
import { useChange } from '#platform/page-changes.ts';
import { IconButton } from '#ui/button.tsx';
import { useCart } from '#entities/store/cart-store.ts';

// What reads a saved cart is loaded only where there is one.
const storedCart = localValue('cart', () => undefined);

/** Loads the saved cart, and follows the changes of other tabs. */
function useSavedCart(): void {
  useEffect(() => {
    function load() {
      const loaded = import('#entities/store/cart.ts').then(({ loadCart }) => loadCart());
      logRejection('the saved cart could not be read', loaded);
    }
    const onStorage = ({ key }: StorageEvent) => {
      // The key is null when the storage was cleared.
      if (key === null || key === storedCart.key) load();
    };
    if (storedCart.has()) load();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
}

const loadPanel = async () => (await import('./cart-panel.tsx')).CartPanel;
const prefetchPanel = () => void loadPanel().catch(() => undefined);

/** Opens the cart; its name gives the number of items. */
export function CartButton() {
  const { t } = useTranslation();
  const { Panel, open, close } = useLazyPanel(loadPanel, {
    title: 'store.cart.unreachable',
    description: 'store.cart.unreachableText',
  });
  useSavedCart();
  // A link of the cart, or Back, opens another page.
  useChange(useLocation().key, close);
  const { count } = useCart();
  const isFilled = count > 0;
  // A filled cart is opened sooner or later, perhaps without a connection.
  usePrefetch(loadPanel, isFilled);
  return (
    <>
      <IconButton
        label={t('store.cart.open', { count })}
        aria-haspopup="dialog"
        onPointerEnter={prefetchPanel}
        onFocus={prefetchPanel}
        onClick={open}
      >
        <ShoppingBag className="size-5" />
        {isFilled && (
          <span
            aria-hidden
            className="num absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-pill bg-gold px-1 text-xs leading-none font-strong text-on-gold"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </IconButton>
      {Panel && <Panel onClose={close} />}
    </>
  );
}
