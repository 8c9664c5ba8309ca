import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokIso, bangkokLocal } from '@bkksiam/domain/bangkok';
import { isOpenBooking } from '@bkksiam/domain/booking-status';
import { Button } from '#ui/button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDetails } from './bookings-data.ts';
import { canPrice, PriceDialog } from './price-dialog.tsx';

const paneActions = ['price', 'refuse', 'extend', 'cancel'] as const;
type PaneAction = (typeof paneActions)[number];

/** A hold never outlasts the airline's own deadline. */
function canExtend({ row, order }: BookingDetails): boolean {
  if (row.status !== 'HOLD') return false;
  return order === null || Date.parse(order.pay_by ?? '') > Date.parse(row.hold_expires_at ?? '');
}

function allowedActions(booking: BookingDetails): readonly PaneAction[] {
  const { row, postings } = booking;
  const isAllowed: Readonly<Record<PaneAction, boolean>> = {
    price: canPrice(row),
    // A slip that waits is refused at its review.
    refuse:
      row.status === 'DEPOSIT_PENDING' && row.paid_satang === 0 && postings.waitingSlip === null,
    extend: canExtend(booking),
    cancel: isOpenBooking(row.status),
  };
  return paneActions.filter((action) => isAllowed[action]);
}

const dayMs = 86_400_000;

interface PaneActionDialogProps {
  readonly action: PaneAction;
  readonly booking: BookingDetails;
  readonly onClose: () => void;
}

function PaneActionDialog({ action, booking, onClose }: PaneActionDialogProps) {
  const { t } = useTranslation(['adminBookings', 'common']);
  const { row } = booking;
  const common = {
    booking: row,
    onClose,
    title: t(`${action}.title`),
    text: t(`${action}.text`),
  };
  switch (action) {
    case 'price':
      return <PriceDialog booking={booking} onClose={onClose} />;
    case 'refuse':
      return (
        <ActionDialog
          {...common}
          fields={[
            { name: 'reasonTh', label: t('refuse.reasonTh'), max: 500 },
            { name: 'reasonEn', label: t('refuse.reasonEn'), max: 500 },
          ]}
          confirmLabel={t('refuse.confirm')}
          tone="danger"
          action={({ reasonEn = '', reasonTh = '' }) => ({
            kind: 'refuse',
            args: { p_reason_en: reasonEn, p_reason_th: reasonTh },
          })}
        />
      );
    case 'extend': {
      const now = row.hold_expires_at ?? row.created_at;
      const latest = Date.parse(booking.order?.pay_by ?? '');
      const dayLater = Date.parse(now) + dayMs;
      const later = new Date(latest < dayLater ? latest : dayLater).toISOString();
      return (
        <ActionDialog
          {...common}
          fields={[{ name: 'until', label: t('extend.until'), isTime: true }]}
          defaults={{ until: bangkokLocal(later) }}
          confirmLabel={t('extend.confirm')}
          action={({ until = '' }) => ({
            kind: 'extend',
            args: { p_hold_expires_at: bangkokIso(until) ?? '' },
          })}
        />
      );
    }
    case 'cancel':
      return (
        <ActionDialog
          {...common}
          fields={[{ name: 'reason', label: t('cancel.reason') }]}
          confirmLabel={t('cancel.confirm')}
          cancelLabel={t('common:admin.requests.keep')}
          tone="danger"
          action={({ reason = '' }) => ({ kind: 'cancel', args: { p_reason: reason } })}
        />
      );
  }
}

/** The actions that a booking allows. Each opens a dialog for its reason, time or amounts. */
export function Actions({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const [opened, setOpened] = useState<PaneAction>();
  const actions = allowedActions(booking);
  return (
    <>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button
              key={action}
              size="sm"
              tone={
                action === 'price' && booking.row.total_satang === null ? 'primary' : 'secondary'
              }
              onClick={() => setOpened(action)}
            >
              {t(`${action}.action`)}
            </Button>
          ))}
        </div>
      )}
      {opened !== undefined && (
        <PaneActionDialog action={opened} booking={booking} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
