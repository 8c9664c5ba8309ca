import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { slipKind } from '#entities/payment/slip-data.ts';
import type { AppError } from '#platform/app-error.ts';
import { useBaht } from '#platform/formats.ts';
import { newId } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import {
  reviewSlip,
  slipKey,
  type AdminSlip,
  type Decision,
  type ReviewResult,
} from './slips-data.ts';
import { useSlipNames } from './slip-texts.ts';

/** What has become of an accepted slip, in words. */
function useResultText(slip: AdminSlip) {
  const { t } = useTranslation('adminSlips');
  const baht = useBaht();
  const short = useShortTime();
  return (result: ReviewResult): string => {
    const { status, booking_status: booking, missing_until: until } = result;
    const [surplus, missing] = [result.surplus_satang ?? 0, result.missing_satang ?? 0];
    if (status === 'REFUSED') {
      const isOrder = slipKind(slip) === 'order';
      const state = booking
        ? t(isOrder ? 'order.done.status' : 'done.status', { status: booking })
        : '';
      return [state, t('done.told')].filter(Boolean).join(' ');
    }
    if (missing > 0) {
      const amount = baht(missing);
      return until
        ? t('done.missing', { amount, time: short.time(until) })
        : t('done.missingOpen', { amount });
    }
    const total = slip.total_satang;
    const isPaid = booking && total !== null && (result.paid_satang ?? 0) >= total;
    if (surplus === 0) return isPaid ? t('done.full') : t('done.told');
    // What came in after the booking was paid, or had ended, is all credit.
    const isPart = isPaid === true && surplus < (result.paid_satang ?? 0);
    return t(isPart ? 'done.fullAndSurplus' : 'done.surplus', { amount: baht(surplus) });
  };
}

/**
 * Sends a decision, says what has become of the slip, and reads the slips again.
 *
 * @param onDone selects the next slip, before this one leaves the list
 */
export function useReview(slip: AdminSlip, onDone: () => void) {
  const { t } = useTranslation('adminSlips');
  const queries = useQueryClient();
  const baht = useBaht();
  const resultText = useResultText(slip);
  const { slip: name } = useSlipNames()(slip);
  // A decision whose answer was lost counts once.
  const [key] = useState(newId);
  const reload = () =>
    logRejection('the slips could not be read', queries.invalidateQueries({ queryKey: slipKey }));
  return {
    send: (decision: Decision) => reviewSlip(slip.slip_id, decision, key),
    onSuccess: (result: ReviewResult, decision: Decision) => {
      const title = decision.isAccepted
        ? t('done.accepted', { amount: baht(decision.amount), slip: name })
        : t('done.refused', { slip: name });
      showToast({ title: { text: title }, description: { text: resultText(result) } });
      onDone();
      reload();
    },
    onError: (error: AppError) => {
      if (error.reason.startsWith('slip_')) reload();
    },
  };
}
