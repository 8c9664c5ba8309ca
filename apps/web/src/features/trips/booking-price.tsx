import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { usePriceLines } from '#entities/offer/price-breakdown.tsx';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { PriceBreakdown, type PriceLine } from '#ui/parts/price-breakdown.tsx';
import { hasEnded, leftToPay, type Booking } from './booking-data.ts';

/** What is taken from the booking for its refund is negative, as is a reversal, but reverses no payment. */
const labelOf = ({ amount_satang: satang, reverses }: Booking['payments'][number]) => {
  if (reverses !== null) return 'price.reversed';
  return satang < 0 ? 'price.refunded' : 'price.paid';
};

/** Each payment and each reversal, then what is left. */
function useSums(booking: Booking): readonly PriceLine[] {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const baht = useBaht();
  const payments = booking.payments.map((payment) => {
    const { amount_satang: satang, received_at: at, bank_reference: reference } = payment;
    const day = bangkokDayText(at, language) ?? at;
    return {
      label: t(labelOf(payment), { day }),
      ...(reference !== null && { detail: t('price.reference', { reference }) }),
      // What is paid lessens what is left, and a reversal adds to it.
      amount: `${satang < 0 ? '+' : ''}${baht(-satang)}`,
    };
  });
  const left = leftToPay(booking);
  if (left === null || hasEnded(booking)) return payments;
  const over = booking.paid_satang - (booking.total_satang ?? 0);
  const last =
    over > 0
      ? { label: t('price.over'), amount: baht(over), strong: true }
      : { label: t('price.left'), amount: baht(left), strong: true };
  return [...payments, last];
}

/** What the booking costs, what of it is paid, and what is left. */
export function BookingPrice({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const baht = useBaht();
  const lines = usePriceLines()(booking.lines);
  const sums = useSums(booking);
  const { total_satang: total } = booking;
  return (
    <>
      <PriceBreakdown
        total={{
          label: t('price.total', { count: passengerTotal(booking.seats) }),
          amount: total === null ? '—' : baht(total),
        }}
        lines={lines}
        sums={sums}
      />
      {total === null && <p className="text-sm text-ink-2">{t('price.none')}</p>}
    </>
  );
}
