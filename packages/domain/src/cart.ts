import { priceOf, type CurrencyInfo, type Product, type Variant } from './catalog.ts';
import type { Problem } from './problem.ts';

/** The product data stored in the cart. */
export type CartProduct = Pick<Product, 'id' | 'title' | 'thumbnail'>;

/** A line of the cart (spec §3). */
export interface CartItem {
  readonly product: CartProduct;
  readonly variant: Variant;
  /** A whole number, at least 1. */
  readonly quantity: number;
  /** The values of the product's custom fields by title; older saved carts hold several values for one field. */
  readonly answers?: Answers;
  /** The price when the line was added, if it has changed since. */
  readonly before?: PriceBefore | undefined;
  /** The product or variant is no longer sold; the line is excluded from the total. */
  readonly unavailable?: boolean | undefined;
}

export interface PriceBefore {
  readonly cents: number;
  readonly currency_info: CurrencyInfo;
}

/** The current data of a product, to update its lines. */
export type CurrentProduct = CartProduct & Pick<Product, 'purchasable' | 'variants'>;

export type Answers = Readonly<Record<string, readonly string[]>>;

export type Cart = readonly CartItem[];

/** The changed cart, or the problem that prevents the change. */
export type CartChange = { readonly cart: Cart } | { readonly problem: Problem };

/** Identifies a line by its variant and custom field values (spec §4). */
export function lineKey({ variant, answers = {} }: Pick<CartItem, 'variant' | 'answers'>): string {
  const given = Object.entries(answers).filter(([, texts]) => texts.length > 0);
  return JSON.stringify([variant.id, given.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

/** The quantity of a variant over all lines. */
export function quantityOf(cart: Cart, variantId: string): number {
  return countOf(cart.filter(({ variant }) => variant.id === variantId));
}

function notEnoughStock({ product, variant }: CartItem, stock: number): CartChange {
  const values = { product: product.title, variant: variant.title, left: Math.max(0, stock) };
  return { problem: { code: 'cart.not_enough_stock', values } };
}

function withLine(cart: Cart, item: CartItem): Cart {
  const key = lineKey(item);
  const known = cart.some((line) => lineKey(line) === key);
  if (!known) return [...cart, item];
  return cart.map((line) => (lineKey(line) === key ? item : line));
}

/**
 * Adds an item to the line with the same key, or as a new line (spec §4).
 *
 * @param stock available quantity; null when the stock is not managed
 * @returns `cart.not_enough_stock` when the variant's total quantity would exceed the stock (spec §5)
 */
export function addToCart(cart: Cart, item: CartItem, stock: number | null): CartChange {
  const total = quantityOf(cart, item.variant.id) + item.quantity;
  if (stock !== null && total > stock) return notEnoughStock(item, stock);
  const line = cart.find((one) => lineKey(one) === lineKey(item));
  return { cart: withLine(cart, { ...item, quantity: (line?.quantity ?? 0) + item.quantity }) };
}

/**
 * Sets the quantity of a line; 0 or less removes it. Only an increase is checked against the stock.
 *
 * @param key the line's {@link lineKey}
 * @param stock available quantity; null when the stock is not managed
 */
export function setQuantity(
  cart: Cart,
  key: string,
  quantity: number,
  stock: number | null,
): CartChange {
  const line = cart.find((one) => lineKey(one) === key);
  if (line === undefined) return { cart };
  if (quantity <= 0) return { cart: cart.filter((other) => other !== line) };
  const total = quantityOf(cart, line.variant.id) - line.quantity + quantity;
  if (stock !== null && quantity > line.quantity && total > stock)
    return notEnoughStock(line, stock);
  return { cart: withLine(cart, { ...line, quantity }) };
}

function currentLine(line: CartItem, product: CurrentProduct | undefined): CartItem {
  const { quantity, answers } = line;
  const variant = product?.variants.find(({ id }) => id === line.variant.id);
  if (product?.purchasable !== true || variant === undefined) return { ...line, unavailable: true };
  const { currency_info } = line.variant;
  const before = line.before ?? { cents: priceOf(line.variant), currency_info };
  const { id, title, thumbnail } = product;
  const kept = { product: { id, title, thumbnail }, variant, quantity };
  const current: CartItem = answers === undefined ? kept : { ...kept, answers };
  const isSame =
    before.cents === priceOf(variant) && before.currency_info.code === variant.currency_info.code;
  return isSame ? current : { ...current, before };
}

/**
 * Updates the cart to the store's current prices. Lines keep their previous price, and lines that are no longer sold
 * are marked unavailable.
 *
 * @param products by id; undefined for a product that no longer exists. Lines of other products are unchanged.
 */
export function withCurrentPrices(
  cart: Cart,
  products: ReadonlyMap<string, CurrentProduct | undefined>,
): Cart {
  return cart.map((line) =>
    products.has(line.product.id) ? currentLine(line, products.get(line.product.id)) : line,
  );
}

/** The total quantity of the cart. */
export function countOf(cart: Cart): number {
  return cart.reduce((count, { quantity }) => count + quantity, 0);
}

/** The totals in cents by currency, in the order of the cart's lines; currencies are never added up. */
export function totalsOf(cart: Cart): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { variant, quantity, unavailable } of cart) {
    const { currency } = variant;
    const price = unavailable === true ? 0 : priceOf(variant) * quantity;
    totals.set(currency, (totals.get(currency) ?? 0) + price);
  }
  return totals;
}
