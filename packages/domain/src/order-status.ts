import { transitions, type StatusTransition } from './status-transition.ts';

/** The statuses of an order of the shop in the order of its progress, then those it can end in. */
export const orderStatuses = [
  'PLACED',
  'PAID',
  'PACKED',
  'SHIPPED',
  'DELIVERED',
  'RETURNED',
  'CANCELLED',
] as const;

/** The status of an order. */
export type OrderStatus = (typeof orderStatuses)[number];

/** What moves the status of an order. */
export type OrderVerb =
  | 'record_payment'
  | 'pay_with_credit'
  | 'pack'
  | 'ship'
  | 'hand_over'
  | 'deliver'
  | 'take_back'
  | 'cancel'
  | 'expire';

/** The transitions of an order. Who buys as a guest acts as its member. */
export const orderTransitions: readonly StatusTransition<OrderStatus, OrderVerb>[] = [
  ...transitions(['PLACED'], 'record_payment', 'admin', 'PAID'),
  ...transitions(['PLACED'], 'pay_with_credit', 'member', 'PAID'),
  ...transitions(['PLACED'], 'cancel', 'member', 'CANCELLED'),
  ...transitions(['PLACED'], 'expire', 'system', 'CANCELLED'),
  // What is paid is refunded.
  ...transitions(['PLACED', 'PAID', 'PACKED'], 'cancel', 'admin', 'CANCELLED'),
  ...transitions(['PAID'], 'pack', 'admin', 'PACKED'),
  ...transitions(['PACKED'], 'ship', 'admin', 'SHIPPED'),
  // At the office, without a carrier.
  ...transitions(['PACKED'], 'hand_over', 'admin', 'DELIVERED'),
  ...transitions(['SHIPPED'], 'deliver', 'admin', 'DELIVERED'),
  ...transitions(['SHIPPED', 'DELIVERED'], 'take_back', 'admin', 'RETURNED'),
];

/** Whether the pieces of an order are still with the agency. */
export function isOpenOrder(status: string): boolean {
  return status === 'PLACED' || status === 'PAID' || status === 'PACKED';
}
