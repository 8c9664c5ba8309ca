import { sayCartFailure } from './cart-failure.ts';
import type * as cart from './cart.ts';

/**
 * Adds to the cart what the store has of it, and says so (spec §8); false when it was not added. The cart's own code
 * comes with the first press, so that a painted page starts without it.
 */
export async function addItem(...item: Parameters<typeof cart.addItem>): Promise<boolean> {
  try {
    const { addItem: add } = await import('./cart.ts');
    return await add(...item);
  } catch (error) {
    sayCartFailure(error);
    return false;
  }
}
