import { priceOf, type Product, type Variant } from './catalog.ts';
import type { Problem } from './problem.ts';

/** What the cart keeps of a product: enough to show it and to judge its stock. */
export type CartProduct = Pick<Product, 'id' | 'title' | 'thumbnail'>;

/** One line of the cart (spec §3). */
export interface CartItem {
  readonly product: CartProduct;
  readonly variant: Variant;
  /** A whole number, at least 1. */
  readonly quantity: number;
  /** What was filled in for the product's custom fields, by the field's title; several where several were added. */
  readonly answers?: Answers;
}

export type Answers = Readonly<Record<string, readonly string[]>>;

export type Cart = readonly CartItem[];

/** The cart after a change, or why it stays as it is. */
export type CartChange = { readonly cart: Cart } | { readonly problem: Problem };

export function quantityOf(cart: Cart, variantId: string): number {
  return cart.find(({ variant }) => variant.id === variantId)?.quantity ?? 0;
}

function refused({ product, variant }: CartItem, stock: number): CartChange {
  const values = { product: product.title, variant: variant.title, left: Math.max(0, stock) };
  return { problem: { code: 'cart.not_enough_stock', values } };
}

function placed(cart: Cart, item: CartItem): Cart {
  const known = cart.some(({ variant }) => variant.id === item.variant.id);
  if (!known) return [...cart, item];
  return cart.map((line) => (line.variant.id === item.variant.id ? item : line));
}

function joined(some: Answers = {}, others: Answers = {}): Answers {
  const titles = [...new Set([...Object.keys(some), ...Object.keys(others)])];
  return Object.fromEntries(
    titles.map((title) => [
      title,
      [...new Set([...(some[title] ?? []), ...(others[title] ?? [])])],
    ]),
  );
}

/**
 * Adds to the line of the variant, or makes one (spec §4).
 *
 * @param stock how many there are; null where the stock is not managed
 * @returns `cart.not_enough_stock` when what is there and what is added are more than that (spec §5)
 */
export function addToCart(cart: Cart, item: CartItem, stock: number | null): CartChange {
  const line = cart.find(({ variant }) => variant.id === item.variant.id);
  const quantity = (line?.quantity ?? 0) + item.quantity;
  if (stock !== null && quantity > stock) return refused(item, stock);
  const answers = joined(line?.answers, item.answers);
  const told = Object.keys(answers).length > 0 ? { answers } : {};
  return { cart: placed(cart, { ...item, quantity, ...told }) };
}

/**
 * Sets the quantity of a variant's line; 0 or less removes it. Raising obeys the stock, lowering never asks.
 *
 * @param stock how many there are; null where the stock is not managed
 */
export function setQuantity(
  cart: Cart,
  variantId: string,
  quantity: number,
  stock: number | null,
): CartChange {
  const line = cart.find(({ variant }) => variant.id === variantId);
  if (line === undefined) return { cart };
  if (quantity <= 0) return { cart: cart.filter((other) => other !== line) };
  if (stock !== null && quantity > line.quantity && quantity > stock) return refused(line, stock);
  return { cart: placed(cart, { ...line, quantity }) };
}

/** How many things are in the cart. */
export function countOf(cart: Cart): number {
  return cart.reduce((count, { quantity }) => count + quantity, 0);
}

/** What the cart costs, in cents, by currency in the order the cart first names them: currencies are never mixed. */
export function totalsOf(cart: Cart): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { variant, quantity } of cart) {
    const { currency } = variant;
    totals.set(currency, (totals.get(currency) ?? 0) + priceOf(variant) * quantity);
  }
  return totals;
}
