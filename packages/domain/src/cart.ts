import { priceOf, type CurrencyInfo, type Product, type Variant } from './catalog.ts';
import type { Problem } from './problem.ts';

/** What the cart keeps of a product: enough to show it and to judge its stock. */
export type CartProduct = Pick<Product, 'id' | 'title' | 'thumbnail'>;

/** One line of the cart (spec §3). */
export interface CartItem {
  readonly product: CartProduct;
  readonly variant: Variant;
  /** A whole number, at least 1. */
  readonly quantity: number;
  /** What was filled in for the product's custom fields, by the field's title; older saved carts hold several for one. */
  readonly answers?: Answers;
  /** What it cost when it was added, where the store has changed the price since. */
  readonly before?: PriceBefore | undefined;
  /** The store no longer has it, or no longer sells it: it does not count in the total. */
  readonly unavailable?: boolean | undefined;
}

export interface PriceBefore {
  readonly cents: number;
  readonly currency_info: CurrencyInfo;
}

export type Answers = Readonly<Record<string, readonly string[]>>;

export type Cart = readonly CartItem[];

/** The cart after a change, or why it stays as it is. */
export type CartChange = { readonly cart: Cart } | { readonly problem: Problem };

/** Identifies a line: the same variant with the same answers (spec §4). */
export function lineKey({ variant, answers = {} }: Pick<CartItem, 'variant' | 'answers'>): string {
  const given = Object.entries(answers).filter(([, texts]) => texts.length > 0);
  return JSON.stringify([variant.id, given.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

/** How many of a variant are in the cart, over all its lines. */
export function quantityOf(cart: Cart, variantId: string): number {
  return countOf(cart.filter(({ variant }) => variant.id === variantId));
}

function refused({ product, variant }: CartItem, stock: number): CartChange {
  const values = { product: product.title, variant: variant.title, left: Math.max(0, stock) };
  return { problem: { code: 'cart.not_enough_stock', values } };
}

function placed(cart: Cart, item: CartItem): Cart {
  const key = lineKey(item);
  const known = cart.some((line) => lineKey(line) === key);
  if (!known) return [...cart, item];
  return cart.map((line) => (lineKey(line) === key ? item : line));
}

/**
 * Adds to the line of the variant with the same answers, or makes one (spec §4).
 *
 * @param stock how many there are; null where the stock is not managed
 * @returns `cart.not_enough_stock` when all lines of the variant and what is added are more than that (spec §5)
 */
export function addToCart(cart: Cart, item: CartItem, stock: number | null): CartChange {
  const total = quantityOf(cart, item.variant.id) + item.quantity;
  if (stock !== null && total > stock) return refused(item, stock);
  const line = cart.find((one) => lineKey(one) === lineKey(item));
  return { cart: placed(cart, { ...item, quantity: (line?.quantity ?? 0) + item.quantity }) };
}

/**
 * Sets the quantity of a line; 0 or less removes it. Raising obeys the stock of the variant, lowering never asks.
 *
 * @param key the line's {@link lineKey}
 * @param stock how many there are; null where the stock is not managed
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
  if (stock !== null && quantity > line.quantity && total > stock) return refused(line, stock);
  return { cart: placed(cart, { ...line, quantity }) };
}

function currentLine(line: CartItem, product: Product | undefined): CartItem {
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
 * The cart at the store's current prices; lines keep what they cost before, and lines that cannot be bought are marked.
 *
 * @param products by id; undefined for one the store does not have. Lines of other products stay as they are.
 */
export function withCurrentPrices(
  cart: Cart,
  products: ReadonlyMap<string, Product | undefined>,
): Cart {
  return cart.map((line) =>
    products.has(line.product.id) ? currentLine(line, products.get(line.product.id)) : line,
  );
}

/** How many things are in the cart. */
export function countOf(cart: Cart): number {
  return cart.reduce((count, { quantity }) => count + quantity, 0);
}

/** What the cart costs, in cents, by currency in the order the cart first names them: currencies are never mixed. */
export function totalsOf(cart: Cart): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { variant, quantity, unavailable } of cart) {
    const { currency } = variant;
    const price = unavailable === true ? 0 : priceOf(variant) * quantity;
    totals.set(currency, (totals.get(currency) ?? 0) + price);
  }
  return totals;
}
