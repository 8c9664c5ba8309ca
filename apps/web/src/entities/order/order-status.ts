import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '@bkksiam/domain/order-status';
import type { StatusIcon, StatusTone } from '@bkksiam/domain/statuses';
import type { ShownStatus } from '#platform/status.ts';

/** A status with what else decides how it looks: a slip that is checked, and an order that its buyer picks up. */
export type OrderStage = OrderStatus | 'CHECKING' | 'READY';

interface StagedOrder {
  readonly status: string;
  readonly method: string;
  readonly review_until: string | null;
}

export function stageOf({ status, method, review_until: reviewUntil }: StagedOrder): OrderStage {
  if (status === 'PLACED' && reviewUntil !== null) return 'CHECKING';
  if (status === 'PACKED' && method === 'pickup') return 'READY';
  // A check of the database knows the statuses.
  return status as OrderStatus;
}

const looks: Readonly<Record<OrderStage, readonly [StatusTone, StatusIcon]>> = {
  PLACED: ['pay', 'clock'],
  CHECKING: ['wait', 'search'],
  PAID: ['info', 'check'],
  PACKED: ['info', 'box'],
  READY: ['ask', 'box'],
  SHIPPED: ['info', 'truck'],
  DELIVERED: ['ok', 'check'],
  RETURNED: ['calm', 'return'],
  CANCELLED: ['calm', 'cross'],
};

/** Look and meaning of the status of an order. Texts: `orders`. */
export function useOrderStatus(): (order: StagedOrder) => ShownStatus {
  const { t } = useTranslation('orders');
  return (order) => {
    const stage = stageOf(order);
    const [tone, icon] = looks[stage];
    return { status: order.status, tone, icon, meaning: t(`status.${stage}`) };
  };
}
