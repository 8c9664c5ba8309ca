import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageHeading } from '#platform/page-changes.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { canCancel, failureToast, useBookingActions, type Booking } from './booking-data.ts';

interface CancelBookingProps {
  readonly userId: string;
  readonly booking: Booking;
}

/** Asks before the booking is cancelled. */
function CancelQuestion({
  userId,
  booking,
  onClose,
}: CancelBookingProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('bookings');
  const actions = useBookingActions(userId, booking);
  const { mutate, isPending, isIdle } = useMutation({
    mutationKey: ['bookings', 'cancel'],
    mutationFn: () => actions.cancel(),
    meta: { errorToast: failureToast },
    onSuccess: () => showToast({ title: 'bookings:cancel.done' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() => mutate()}
      title={t('cancel.title')}
      text={<Phrases text={t('cancel.text')} />}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.back')}
      busy={isPending}
      focusAfter={() => (isIdle ? undefined : pageHeading())}
    />
  );
}

/** Cancels the booking after a question; nothing if the member may not. */
export function CancelBooking(props: CancelBookingProps) {
  const { t } = useTranslation('bookings');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {canCancel(props.booking) && (
        <Button tone="link" className="text-red!" onClick={() => setIsOpen(true)}>
          {t('cancel.action')}
        </Button>
      )}
      {isOpen && <CancelQuestion {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
