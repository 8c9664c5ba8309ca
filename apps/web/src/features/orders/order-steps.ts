import type { OrderStatus } from '@bkksiam/domain/order-status';
import { hasExpired, type Order } from './order-data.ts';

/** A step of an order. */
export interface OrderStep {
  readonly status: OrderStatus;
  readonly state: 'done' | 'next' | 'later';
  /** When it was taken. */
  readonly at: string | null;
}

const progress: readonly OrderStatus[] = ['PLACED', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED'];

const eventOf: Readonly<Partial<Record<OrderStatus, string>>> = {
  PACKED: 'pack',
  SHIPPED: 'ship',
};

/** When an order reached a status; null if it has not. */
function reachedAt(order: Order, status: OrderStatus): string | null {
  if (status === 'PLACED') return order.created_at;
  if (status === 'PAID') return order.paid_at;
  if (status === order.status) return order.ended_at ?? eventTime(order, status);
  return eventTime(order, status);
}

function eventTime({ events }: Order, status: OrderStatus): string | null {
  const names = status === 'DELIVERED' ? ['deliver', 'hand_over'] : [eventOf[status]];
  return events.findLast(({ event }) => names.includes(event))?.created_at ?? null;
}

/** The steps of an order in their order: those it has taken, and those to come unless it has ended. */
export function stepsOf(order: Order): readonly OrderStep[] {
  const { status, method } = order;
  const steps = progress.filter((step) => method !== 'pickup' || step !== 'SHIPPED');
  const hasEnded = status === 'CANCELLED' || status === 'RETURNED';
  if (hasEnded) {
    const taken = [...steps, status].map((step) => ({ step, at: reachedAt(order, step) }));
    return taken.flatMap(({ step, at }) =>
      at === null ? [] : [{ status: step, state: 'done' as const, at }],
    );
  }
  const now = steps.indexOf(status);
  return steps.map((step, index) => ({
    status: step,
    state: index <= now ? 'done' : index === now + 1 && !hasExpired(order) ? 'next' : 'later',
    at: index <= now ? reachedAt(order, step) : null,
  }));
}
