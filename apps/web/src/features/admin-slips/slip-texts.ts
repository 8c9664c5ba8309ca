import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { slipChip, type SlipStatus } from '#entities/payment/slip-status.ts';
import type { ShownStatus } from '#platform/status.ts';
import type { AppError } from '#platform/app-error.ts';
import { useReasonText } from '#platform/failure-text.ts';
import type { AdminSlip } from './slips-data.ts';

interface Sender {
  readonly reference: string | null;
  readonly full_name: string | null;
  readonly email?: string | null;
  readonly created_at: string;
}

/** What a slip is called, when it was sent, and by whom. */
export function useSlipNames() {
  const { t } = useTranslation('adminSlips');
  const short = useShortTime();
  return ({ reference, full_name: name, email, created_at: sent }: Sender) => ({
    slip: reference ?? t('topUp'),
    time: short.time(sent),
    name: name ?? email ?? t('noMember'),
  });
}

/** The status of a slip, with its meaning for admins: short is what was accepted, but was not all. */
export function useSlipStatus(): (slip: AdminSlip) => ShownStatus {
  const { t } = useTranslation('adminSlips');
  return ({ status, missing_satang: missing }) => {
    const isShort = status === 'ACCEPTED' && (missing ?? 0) > 0;
    const name: SlipStatus = isShort ? 'SHORT' : status;
    return { ...slipChip(name), meaning: t(`meaning.${name}`) };
  };
}

const conflicts = [
  'slip_taken',
  'slip_reviewed',
  'slip_unknown',
  'reference_used',
  'payment_amount',
  'payment_day',
  'reason_missing',
  'booking_changed',
] as const;

/** Why a slip was not reviewed. */
export function useConflictText(): (error: AppError) => string {
  const { t } = useTranslation('adminSlips');
  return useReasonText(conflicts, (reason) => t(`conflict.${reason}`));
}
