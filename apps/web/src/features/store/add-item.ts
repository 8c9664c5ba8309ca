import { useEffect } from 'react';
import { sayCartFailure } from './cart-failure.ts';
import type * as cart from './cart.ts';

const loadCart = () => import('./cart.ts');

/** Fetches the cart's own code once its page is there, while there is a line. */
export function usePreparedCart(): void {
  useEffect(() => void loadCart().catch(() => undefined), []);
}

/**
 * Adds to the cart what the store has of it, and says so (spec §8); false when it was not added. A painted page starts
 * without the cart's own code.
 */
export async function addItem(...item: Parameters<typeof cart.addItem>): Promise<boolean> {
  try {
    const { addItem: add } = await loadCart();
    return await add(...item);
  } catch (error) {
    sayCartFailure(error);
    return false;
  }
}
