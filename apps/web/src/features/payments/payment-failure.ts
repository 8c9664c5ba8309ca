import { useTranslation } from 'react-i18next';
import type { SlipFailure } from '#entities/payment/chosen-slip.ts';

/** The reasons of functions that have a text of their own. */
const reasons = [
  'booking_changed',
  'booking_unknown',
  'credit_short',
  'nothing_due',
  'order_changed',
  'order_unknown',
  'payment_amount',
  'payment_too_much',
  'slip_busy',
  'slip_missing',
  'slip_too_large',
  'slip_too_many_pixels',
  'slip_type',
  'slip_unreadable',
  'too_many_slips',
  'too_many_waiting_slips',
  'top_up_amount',
] as const;

/** Why a payment was not accepted, and what to do. Without a response nothing is lost: it is sent again under its key. */
export function usePaymentFailure(): (error: SlipFailure) => string {
  const { t } = useTranslation('payments');
  return ({ code, reason, message }) => {
    if (code === 'network') return t('failure.network');
    const known = reasons.find((name) => name === reason);
    return known === undefined ? message : t(`failure.${known}`);
  };
}
