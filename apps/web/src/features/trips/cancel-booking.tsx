import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageHeading } from '#platform/page-changes.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { canCancel, failureToast, useBookingActions, type Booking } from './booking-data.ts';

/** Cancels the booking after a question; nothing if the member may not. */
export function CancelBooking({
  userId,
  booking,
}: {
  readonly userId: string;
  readonly booking: Booking;
}) {
  const { t } = useTranslation('bookings');
  const [isOpen, setIsOpen] = useState(false);
  const actions = useBookingActions(userId, booking);
  const { mutate, isPending, isIdle } = useMutation({
    mutationKey: ['bookings', 'cancel'],
    mutationFn: () => actions.cancel(),
    meta: { errorToast: failureToast },
    onSuccess: () => showToast({ title: 'bookings:cancel.done' }),
    onSettled: () => setIsOpen(false),
  });
  const mayCancel = canCancel(booking);
  return (
    <>
      {mayCancel && (
        <Button tone="link" className="text-red!" onClick={() => setIsOpen(true)}>
          {t('cancel.action')}
        </Button>
      )}
      <ConfirmDialog
        open={isOpen}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => mutate()}
        title={t('cancel.title')}
        text={<Phrases text={t('cancel.text')} />}
        confirmLabel={t('cancel.confirm')}
        cancelLabel={t('cancel.back')}
        busy={isPending}
        focusAfter={() => (isIdle ? undefined : pageHeading())}
      />
    </>
  );
}
