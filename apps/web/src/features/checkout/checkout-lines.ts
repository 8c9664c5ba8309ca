import type { Cart, CartItem } from '@bkksiam/domain/cart';
import { priceOf } from '@bkksiam/domain/catalog';
import type { OrderedLine } from './checkout-data.ts';

/** Whether a line can be ordered: it is sold, and its price is in baht. */
const isSold = ({ variant, unavailable }: CartItem): boolean =>
  unavailable !== true && variant.currency.toLowerCase() === 'thb';

/** What of a cart can be ordered, and what cannot. */
export function splitCart(cart: Cart): { readonly sold: Cart; readonly unsold: Cart } {
  return { sold: cart.filter(isSold), unsold: cart.filter((line) => !isSold(line)) };
}

/** The sums of a cart: satang, pieces and grams. */
export function sumsOf(cart: Cart) {
  return {
    satang: cart.reduce((sum, { variant, quantity }) => sum + priceOf(variant) * quantity, 0),
    pieces: cart.reduce((sum, { quantity }) => sum + quantity, 0),
    grams: cart.reduce((sum, { variant, quantity }) => sum + (variant.weight ?? 0) * quantity, 0),
  };
}

export const orderedLines = (cart: Cart): readonly OrderedLine[] =>
  cart.map(({ product, variant, quantity, answers = {} }) => ({
    product_id: product.id,
    variant_id: variant.id,
    quantity,
    seen_satang: priceOf(variant),
    answers,
  }));
