import { create } from 'zustand';
import type { Cart } from '@bkksiam/domain/cart';

interface CartState {
  readonly cart: Cart;
  /** The number of items. Part of the state, so that the header loads none of the cart's rules. */
  readonly count: number;
  /** False when the browser would not save the last change: it lives as long as the page. */
  readonly isSaved: boolean;
}

/** The cart on screen. Apart from what changes it (`cart.ts`), so that a page without a cart loads none of that. */
export const useCart = create<CartState>(() => ({ cart: [], count: 0, isSaved: true }));
