import { ShoppingBag } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { countOf } from '@bkksiam/domain/cart';
import { usePreparedCode } from '#platform/prepared-code.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { IconButton } from '#ui/button.tsx';
import type { CartPanelProps } from './cart-panel.tsx';
import { useCart } from './saved-cart.ts';

const loadPanel = () => import('./cart-panel.tsx');
const prepare = () => void loadPanel().catch(() => undefined);

/** The panel while it is open. A cart that cannot be shown is no reason to lose the page: it says so. */
function usePanel() {
  const [Panel, setPanel] = useState<ComponentType<CartPanelProps>>();
  function open() {
    loadPanel()
      .then(({ CartPanel }) => setPanel(() => CartPanel))
      .catch((error: unknown) => {
        logFailure('the cart could not be opened', error);
        showToast({
          title: 'store.cart.unreachable',
          description: 'store.cart.unreachableText',
          tone: 'destructive',
        });
      });
  }
  return { Panel, open, close: () => setPanel(undefined) };
}

/** Opens the cart; its name says how many things are in it. */
export function CartButton() {
  const { t } = useTranslation();
  const { Panel, open, close } = usePanel();
  const count = countOf(useCart());
  const filled = count > 0;
  // Looked into sooner or later, perhaps where there is no connection.
  usePreparedCode(loadPanel, filled);
  return (
    <>
      <IconButton
        label={t('store.cart.open', { count })}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      >
        <ShoppingBag className="size-5" strokeWidth={1.6} aria-hidden />
        {filled && (
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
