import * as z from 'zod/mini';
import type { Cart } from '@bkksiam/domain/cart';
import { localSlot } from '#platform/local-store.ts';
import { variantSchema } from './store-schema.ts';

const cartSchema = z.array(
  z.object({
    product: z.object({
      id: z.string(),
      title: z.string(),
      thumbnail: z.nullable(z.string()),
    }),
    variant: variantSchema,
    quantity: z.int().check(z.minimum(1)),
    answers: z._default(z.record(z.string(), z.array(z.string())), {}),
  }),
);

const slot = localSlot<Cart>('cart', (stored) => {
  const parsed = z.safeParse(cartSchema, stored);
  return parsed.success ? parsed.data : undefined;
});

let cart: Cart | undefined;
let kept = true;
const listeners = new Set<() => void>();
const empty: Cart = [];

function publish(next: Cart): void {
  cart = next;
  for (const listener of listeners) listener();
}

// Another tab has changed the cart, or somebody has cleared the storage.
function onStorage(event: StorageEvent): void {
  if (event.key === null || event.key === slot.key) publish(slot.read() ?? empty);
}

/** The cart as it stands in this tab. */
export function currentCart(): Cart {
  cart ??= slot.read() ?? empty;
  return cart;
}

/** Calls back at each change, also one made in another tab. */
export function watchCart(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The cart is this from now on, in every tab. */
export function keepCart(next: Cart): void {
  kept = slot.write(next);
  publish(next);
}

/** False when this browser would not keep the last change: it lives as long as the page. */
export function isCartKept(): boolean {
  return kept;
}

/** What the other tabs have made of the cart, where nobody watched. */
export function latestCart(): Cart {
  const saved = slot.read();
  if (saved !== undefined) publish(saved);
  return currentCart();
}
