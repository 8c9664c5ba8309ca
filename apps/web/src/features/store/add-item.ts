import { usePreparedCode } from '#platform/prepared-code.ts';
import { sayCartFailure } from './cart-failure.ts';
import type * as cart from './cart.ts';

const loadCart = () => import('./cart.ts');

/** For the pages whose goods go into the cart. */
export function usePreparedCart(): void {
  usePreparedCode(loadCart);
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
