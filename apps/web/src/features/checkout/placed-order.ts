import { useLocation } from 'react-router';
import { guestHref } from '#entities/order/guest-order-data.ts';
import { pages } from '#pages.ts';
import type { PlacedOrder } from './checkout-data.ts';

/** The state of the navigation after an order was placed. */
export interface PlacedState {
  readonly placed: PlacedOrder;
  /** Where the mails about it go. */
  readonly email: string;
}

/** The order that was just placed, also after a reload; null if the page was opened in another way. */
export function usePlacedOrder(): PlacedState | null {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'placed' in state
    ? (state as PlacedState)
    : null;
}

/** The addresses of an order and of its payment: those of the member, or of the guest's link. */
export const hrefsOf = ({ number, token }: PlacedOrder) =>
  token === undefined
    ? { order: pages.order.href(number), pay: pages.payOrder.href(number) }
    : { order: guestHref('guestOrder', token), pay: guestHref('payGuestOrder', token) };
