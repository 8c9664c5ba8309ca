import {
  addToCart,
  lineKey,
  setQuantity,
  withCurrentPrices,
  type Answers,
  type CartChange,
} from '@bkksiam/domain/cart';
import { stockOf, type Product, type Variant } from '@bkksiam/domain/catalog';
import type { Problem } from '@bkksiam/domain/problem';
import { showToast } from '#platform/toast.ts';
import { sayCartFailure } from './cart-failure.ts';
import { readCart } from './cart-schema.ts';
import { keepCart, latestCart } from './saved-cart.ts';
import { readCurrentProducts, readStock } from './store-data.ts';

/** The stock as the store has it now; null where it is not managed. */
async function freshStock(productId: string, variant: Variant): Promise<number | null> {
  if (!variant.manage_inventory) return null;
  const stock = await readStock(productId);
  return stockOf({ manage_inventory: true, inventory_quantity: stock.get(variant.id) ?? null });
}

function sayProblem({ values }: Problem): void {
  showToast({
    title: 'store.addFailed',
    description: 'problem.cart.not_enough_stock',
    ...(values && { values }),
    tone: 'destructive',
  });
}

/** Keeps a change of the cart, or says why there is none. */
function settle(change: CartChange): boolean {
  if ('problem' in change) {
    sayProblem(change.problem);
    return false;
  }
  keepCart(change.cart);
  return true;
}

/**
 * Adds to the cart what the store has of it, and says so (spec §8); false when there is not enough.
 *
 * @throws when the store cannot be asked
 */
export async function addItem(
  product: Product,
  variant: Variant,
  quantity: number,
  answers: Answers = {},
): Promise<boolean> {
  const stock = await freshStock(product.id, variant);
  const { id, title, thumbnail } = product;
  const item = { product: { id, title, thumbnail }, variant, quantity, answers };
  // Read after the stock has come: another tab may have added meanwhile.
  if (!settle(addToCart(latestCart(readCart), item, stock))) return false;
  showToast({ title: 'store.added', description: 'store.addedText', values: { product: title } });
  return true;
}

/** Sets the quantity of the line with that `lineKey`; raising asks the store how many there are. */
export async function changeQuantity(key: string, quantity: number): Promise<void> {
  const line = latestCart(readCart).find((one) => lineKey(one) === key);
  if (line === undefined) return;
  try {
    const raised = quantity > line.quantity;
    const stock = raised ? await freshStock(line.product.id, line.variant) : null;
    settle(setQuantity(latestCart(readCart), key, quantity, stock));
  } catch (error) {
    sayCartFailure(error);
  }
}

/** Asks the store for the current prices of what is in the cart. */
export async function refreshPrices(): Promise<void> {
  const ids = [...new Set(latestCart(readCart).map(({ product }) => product.id))];
  if (ids.length === 0) return;
  const products = await readCurrentProducts(ids);
  // Read after the answer has come: another tab may have changed it meanwhile.
  const cart = latestCart(readCart);
  const current = withCurrentPrices(cart, products);
  if (JSON.stringify(current) !== JSON.stringify(cart)) keepCart(current);
}

/** Empties the cart. */
export function clearCart(): void {
  keepCart([]);
}
