import { create } from 'zustand';
import type { Cart } from '@bkksiam/domain/cart';

interface CartState {
  readonly cart: Cart;
  /** The number of items. Part of the state, so that the header loads none of the cart's rules. */
  readonly count: number;
  /** False when the browser could not save the last change, which is lost when the page is closed. */
  readonly isSaved: boolean;
}

/** The cart on screen. Separate from `cart.ts`, so that a page without a cart does not load the cart's rules. */
export const useCart = create<CartState>(() => ({ cart: [], count: 0, isSaved: true }));
