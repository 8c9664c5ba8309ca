import * as z from 'zod/mini';
import {
  addToCart,
  countOf,
  lineKey,
  setQuantity,
  withCurrentPrices,
  type Answers,
  type Cart,
  type CartChange,
  type CartProduct,
} from '@bkksiam/domain/cart';
import { textIn, titleIn } from '@bkksiam/domain/bilingual-text';
import { stockOf, type Variant } from '@bkksiam/domain/catalog';
import { currentLanguage } from '#platform/i18n.ts';
import { localValue } from '#platform/local-store.ts';
import { showToast } from '#platform/toast.ts';
import { useCart } from './cart-store.ts';
import { readCurrentProducts, readStock } from './store-data.ts';
import { cents, currencyInfo, variantSchema } from './store-schema.ts';

const cartSchema = z.array(
  z.object({
    product: z.object({ id: z.string(), title: z.string(), thumbnail: z.nullable(z.string()) }),
    variant: variantSchema,
    quantity: z.int().check(z.minimum(1)),
    answers: z._default(z.record(z.string(), z.array(z.string())), {}),
    before: z.catch(z.optional(z.object({ cents, currency_info: currencyInfo })), undefined),
    unavailable: z.catch(z.optional(z.boolean()), undefined),
  }),
);

const storedCart = localValue<Cart>('cart', (stored) => z.safeParse(cartSchema, stored).data);

function showCart(cart: Cart): void {
  useCart.setState({ cart, count: countOf(cart) });
}

/** Shows the saved cart; an empty one if none is saved. A cart that could not be saved stays. */
export function loadCart(): void {
  if (useCart.getState().isSaved) showCart(storedCart.read() ?? []);
}

/** The cart with the changes of other tabs. */
export function readCart(): Cart {
  const { cart, isSaved } = useCart.getState();
  return (isSaved ? storedCart.read() : undefined) ?? cart;
}

/** The same, shown. Read right before each change, so that none of another tab is lost. */
function latestCart(): Cart {
  const cart = readCart();
  if (cart !== useCart.getState().cart) showCart(cart);
  return cart;
}

function saveCart(cart: Cart): void {
  showCart(cart);
  useCart.setState({ isSaved: storedCart.write(cart) });
}

/** Saves a change of the cart, or shows why there is none. */
function applyChange(change: CartChange): boolean {
  if ('cart' in change) {
    saveCart(change.cart);
    return true;
  }
  const { values } = change.problem;
  const variant = textIn(currentLanguage(), String(values?.variant));
  const product = titleIn(currentLanguage(), String(values?.product));
  showToast({
    title: 'store.addFailed',
    description: 'problem.cart.not_enough_stock',
    ...(values && { values: { ...values, variant, product } }),
    tone: 'destructive',
  });
  return false;
}

/** The stock as the store has it now; null if it is not managed. */
async function currentStock({ id }: CartProduct, variant: Variant): Promise<number | null> {
  if (!variant.manage_inventory) return null;
  const stock = await readStock(id);
  return stockOf({ manage_inventory: true, inventory_quantity: stock.get(variant.id) ?? null });
}

/**
 * Adds what the store has in stock and shows a toast (spec §8).
 *
 * @returns false if the stock is too low
 * @throws {AppError} if the store does not tell its stock
 */
export async function addItem(
  product: CartProduct,
  variant: Variant,
  quantity: number,
  answers: Answers = {},
): Promise<boolean> {
  const { id, title, thumbnail } = product;
  const item = { product: { id, title, thumbnail }, variant, quantity, answers };
  const stock = await currentStock(product, variant);
  if (!applyChange(addToCart(latestCart(), item, stock))) return false;
  const shownTitle = titleIn(currentLanguage(), title);
  showToast({
    title: 'store.added',
    description: 'store.addedText',
    values: { product: shownTitle },
  });
  return true;
}

/** Sets the quantity of the line with that `lineKey`; raising it asks the store for the stock. */
export async function changeQuantity(key: string, quantity: number): Promise<void> {
  const line = latestCart().find((one) => lineKey(one) === key);
  if (line === undefined) return;
  const isRaised = quantity > line.quantity;
  const stock = isRaised ? await currentStock(line.product, line.variant) : null;
  applyChange(setQuantity(latestCart(), key, quantity, stock));
}

/** Updates the prices of the cart to those of the store. */
export async function refreshPrices(): Promise<void> {
  const ids = [...new Set(latestCart().map(({ product }) => product.id))];
  if (ids.length === 0) return;
  const products = await readCurrentProducts(ids);
  const cart = latestCart();
  const current = withCurrentPrices(cart, products);
  if (JSON.stringify(current) !== JSON.stringify(cart)) saveCart(current);
}

/** Removes the lines with these keys, such as those that were ordered. */
export function removeLines(keys: readonly string[]): void {
  saveCart(readCart().filter((line) => !keys.includes(lineKey(line))));
}

export function clearCart(): void {
  saveCart([]);
}
