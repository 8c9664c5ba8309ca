import { useTranslation } from 'react-i18next';
import type { StatusIcon, StatusTone } from '@bkksiam/domain/statuses';
import type { ShownStatus } from '#platform/status.ts';

/** In the order of their progress. */
export const refundStatuses = ['OPEN', 'ACCOUNT', 'APPROVED', 'REFUNDED', 'NOTHING'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

const looks: Readonly<Record<RefundStatus, readonly [StatusTone, StatusIcon]>> = {
  OPEN: ['wait', 'clock'],
  ACCOUNT: ['ask', 'letter'],
  APPROVED: ['info', 'check'],
  REFUNDED: ['ok', 'coin'],
  NOTHING: ['calm', 'cross'],
};

/** Whether nothing is left to do for a refund. */
export const hasRefundEnded = (status: RefundStatus): boolean =>
  status === 'REFUNDED' || status === 'NOTHING';

/** Look and meaning of the status of a refund. */
export function useRefundStatus(): (status: RefundStatus) => ShownStatus {
  const { t } = useTranslation('refunds');
  return (status) => {
    const [tone, icon] = looks[status];
    return { status, tone, icon, meaning: t(`status.${status}`) };
  };
}
