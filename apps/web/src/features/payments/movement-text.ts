import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { Movement } from './movements-data.ts';

/** What a movement was. */
function kindOf({ kind, booking_id: booking, order_id: order, ...amounts }: Movement) {
  const { bank_satang: bank, credit_satang: credit } = amounts;
  switch (kind) {
    case 'opening':
    case 'correction':
    case 'reversal':
    case 'refund':
    case 'refund_paid':
      return kind;
    case 'top_up':
      if (order !== null) return 'lateOrder';
      return booking === null ? 'topUp' : 'late';
    case 'payment':
      if (credit > 0) return 'surplus';
      if (credit === 0) return 'direct';
      return bank > 0 ? 'mixed' : 'credit';
    default:
      return 'other';
  }
}

/** What a movement was, and what else is known of it. */
export function useMovementText() {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const language = useLanguage();
  return (movement: Movement) => {
    const { bank_satang: bank, credit_satang: credit, received_at: received } = movement;
    const day = bangkokDayText(received, language);
    const isLater = day !== bangkokDayText(movement.created_at, language);
    return {
      title: t(`movement.${kindOf(movement)}`),
      details: [
        ...(bank !== 0 && credit !== 0 && bank !== credit
          ? [t('movement.byBank', { amount: baht(bank) })]
          : []),
        ...(isLater && day !== undefined ? [t('movement.received', { day })] : []),
      ],
    };
  };
}
