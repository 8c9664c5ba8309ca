import { useTranslation } from 'react-i18next';
import type { StatusIcon, StatusTone } from '@bkksiam/domain/statuses';
import type { ShownStatus } from '#platform/status.ts';
import type { Approval } from './approvals-data.ts';

const looks: Readonly<
  Record<'waiting' | 'approved' | 'refused', readonly [string, StatusTone, StatusIcon]>
> = {
  waiting: ['APPROVAL', 'wait', 'pages'],
  approved: ['APPROVED', 'ok', 'check'],
  refused: ['REFUSED', 'calm', 'cross'],
};

/** Look and meaning of where an approval stands. */
export function useApprovalStatus(): (approval: Approval) => ShownStatus {
  const { t } = useTranslation('adminApprovals');
  return ({ decision }) => {
    const state = decision ?? 'waiting';
    const [status, tone, icon] = looks[state];
    return { status, tone, icon, meaning: t(`status.${state}`) };
  };
}
