import { useTranslation } from 'react-i18next';
import type { StatusIcon, StatusTone } from '@bkksiam/domain/statuses';
import type { ShownStatus } from '#platform/status.ts';

/** SHORT is an accepted slip that left a part of what was due open. */
export type SlipStatus = 'WAITING' | 'SHORT' | 'REFUSED' | 'ACCEPTED';

const looks: Readonly<Record<SlipStatus, readonly [StatusTone, StatusIcon]>> = {
  WAITING: ['wait', 'search'],
  SHORT: ['pay', 'coin'],
  // The member can still mend it.
  REFUSED: ['pay', 'again'],
  ACCEPTED: ['ok', 'check'],
};

/** Look and meaning of the status of a slip. */
export function useSlipStatus(): (status: SlipStatus) => ShownStatus {
  const { t } = useTranslation('payments');
  return (status) => {
    const [tone, icon] = looks[status];
    return { status, tone, icon, meaning: t(`slip.${status}`) };
  };
}
