import { useTranslation } from 'react-i18next';
import type { StatusIcon, StatusTone } from '@bkksiam/domain/statuses';
import type { ShownStatus } from '#platform/status.ts';

/** As it is stored. */
export type StoredSlipStatus = 'WAITING' | 'ACCEPTED' | 'REFUSED';

/** SHORT is an accepted slip that left a part of what was due open. */
export type SlipStatus = StoredSlipStatus | 'SHORT';

const looks: Readonly<Record<SlipStatus, readonly [StatusTone, StatusIcon]>> = {
  WAITING: ['wait', 'search'],
  SHORT: ['pay', 'coin'],
  // The member can still mend it.
  REFUSED: ['pay', 'again'],
  ACCEPTED: ['ok', 'check'],
};

/** The chip of a slip's status, the same for members and admins, who read another meaning. */
export function slipChip(status: SlipStatus): Omit<ShownStatus, 'meaning'> {
  const [tone, icon] = looks[status];
  return { status, tone, icon };
}

/** Look and meaning of the status of a slip for its member. */
export function useSlipStatus(): (status: SlipStatus) => ShownStatus {
  const { t } = useTranslation('payments');
  return (status) => ({ ...slipChip(status), meaning: t(`slip.${status}`) });
}
