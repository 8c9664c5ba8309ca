import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { amountDue, isShort } from '@bkksiam/domain/amount-due';
import { slipsQuery, type Slip } from '#entities/payment/slip-data.ts';
import { useSlipStatus, type SlipStatus } from '#entities/payment/slip-status.ts';
import { useSlipChanges } from '#entities/payment/use-slip-changes.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { buttonClass } from '#ui/button.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import type { Booking } from './booking-data.ts';

/** Whether members pay on this site. */
export const takesPayments = () => existsWith(settings().features, pages.pay);

/** The last slip of a booking; undefined without one, and without the feature of payments. */
export function useLastSlip(userId: string, bookingId: string): Slip | undefined {
  const { data = [] } = useQuery({ ...slipsQuery(userId), enabled: takesPayments() });
  return data.find(({ booking_id: of }) => of === bookingId);
}

function statusOf(booking: Booking, slip: Slip): SlipStatus {
  if (slip.status !== 'ACCEPTED') return slip.status === 'WAITING' ? 'WAITING' : 'REFUSED';
  return isShort(slip, amountDue(booking)) ? 'SHORT' : 'ACCEPTED';
}

/** What became of the last slip of a booking, live, with the way to its payment. */
export function LastSlip({
  userId,
  booking,
  slip,
}: {
  readonly userId: string;
  readonly booking: Booking;
  readonly slip: Slip;
}) {
  const { t } = useTranslation('payments');
  const status = useSlipStatus();
  useSlipChanges(userId, slip.status === 'WAITING', requestKeys.ofMember(userId));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <StatusChip {...status(statusOf(booking, slip))} show="beside" />
      <Link to={pages.pay.href(booking.reference)} className={buttonClass({ tone: 'link' })}>
        {t('seePayment')}
      </Link>
    </div>
  );
}
