import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/feedback.tsx';
import { useOrderFailure, type FailedOrder } from './order-actions.ts';

/** Why orders stay as they were, line by line. */
export function FailedOrders({ failed }: { readonly failed: readonly FailedOrder[] }) {
  const { t } = useTranslation('adminOrders');
  const failureText = useOrderFailure();
  if (failed.length === 0) return null;
  return (
    <Alert title={t('bulk.failed', { count: failed.length })}>
      <ul className="mt-1 grid gap-1">
        {failed.map(({ order, error }) => (
          <li key={order.order_id}>
            <strong className="num">{order.number}</strong> {failureText(error)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
