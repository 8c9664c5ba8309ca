import { useSyncExternalStore } from 'react';
import type { Cart } from '@bkksiam/domain/cart';
import { localSlot } from '#platform/local-store.ts';
import { logFailure } from '#platform/log.ts';

type Reader = (stored: unknown) => Cart | undefined;

const empty: Cart = [];
const listeners = new Set<() => void>();
let reader: Reader | undefined;
let cart: Cart | undefined;
let kept = true;

const slot = localSlot<Cart>('cart', (stored) => reader?.(stored));

/** What reads a kept cart comes with the first there is, so that a page without one starts without it. */
async function readSlot(): Promise<Cart | undefined> {
  if (!slot.holds()) return undefined;
  ({ readCart: reader } = await import('./cart-schema.ts'));
  return slot.read();
}

function publish(next: Cart): void {
  cart = next;
  for (const listener of listeners) listener();
}

/** Takes what is kept for the cart. */
async function follow(): Promise<void> {
  publish((await readSlot()) ?? empty);
}

/** The same at the start, unless a cart has been made meanwhile. */
async function restore(): Promise<void> {
  const saved = cart === undefined ? await readSlot() : undefined;
  if (cart === undefined) publish(saved ?? empty);
}

function logUnread(error: unknown): void {
  logFailure('the saved cart could not be read', error);
}

// Another tab has changed the cart, or somebody has cleared the storage.
function onStorage(event: StorageEvent): void {
  if (event.key === null || event.key === slot.key) follow().catch(logUnread);
}

/** Calls back at each change, also one made in another tab. */
function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    restore().catch(logUnread);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The cart on screen, the same in every tab. */
export function useCart(): Cart {
  return useSyncExternalStore(
    watch,
    () => cart ?? empty,
    () => empty,
  );
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

/** The cart with what other tabs have made of it; at once, so that a change of it takes nobody else's away. */
export function latestCart(read: Reader): Cart {
  reader = read;
  const saved = slot.read();
  if (saved !== undefined) publish(saved);
  return cart ?? empty;
}
