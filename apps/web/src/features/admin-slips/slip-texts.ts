import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import type { ShownStatus } from '#platform/status.ts';
import type { AppError } from '#platform/app-error.ts';
import { useFailureText } from '#platform/failure-text.ts';
import type { AdminSlip, SlipStatus } from './slips-data.ts';

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

const looks = {
  WAITING: { tone: 'wait', icon: 'search' },
  SHORT: { tone: 'pay', icon: 'clock' },
  ACCEPTED: { tone: 'ok', icon: 'check' },
  REFUSED: { tone: 'pay', icon: 'return' },
} as const;

/** The status of a slip: short is what was accepted, but was not all. */
export function useSlipStatus(): (slip: AdminSlip) => ShownStatus {
  const { t } = useTranslation('adminSlips');
  return ({ status, missing_satang: missing }) => {
    const isShort = status === 'ACCEPTED' && (missing ?? 0) > 0;
    const name: SlipStatus | 'SHORT' = isShort ? 'SHORT' : status;
    return { status: name, ...looks[name], meaning: t(`meaning.${name}`) };
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
  const failureText = useFailureText();
  return (error) => {
    const known = conflicts.find((reason) => reason === error.reason);
    return known === undefined ? failureText(error) : t(`conflict.${known}`);
  };
}
