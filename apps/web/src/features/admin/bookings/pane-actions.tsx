import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOpenBooking } from '@bkksiam/domain/booking-status';
import { Button } from '#ui/button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { isoOf, localOf } from './booking-time.tsx';
import type { AdminBooking, BookingDetails } from './bookings-data.ts';
import { canPrice, PriceDialog } from './price-dialog.tsx';

type AskedAction = 'price' | 'refuse' | 'extend' | 'cancel';

function allowedActions(row: AdminBooking): readonly AskedAction[] {
  const { status, paid_satang: paid } = row;
  return [
    ...(canPrice(row) ? (['price'] as const) : []),
    ...(status === 'DEPOSIT_PENDING' && paid === 0 ? (['refuse'] as const) : []),
    ...(status === 'HOLD' ? (['extend'] as const) : []),
    ...(isOpenBooking(status) ? (['cancel'] as const) : []),
  ];
}

const dayMs = 86_400_000;

function AskedDialog({
  asked,
  booking,
  onClose,
}: {
  readonly asked: AskedAction;
  readonly booking: BookingDetails;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminBookings');
  const { row } = booking;
  const common = {
    booking: row,
    onClose,
    title: t(`${asked}.title`),
    text: t(`${asked}.text`),
  };
  switch (asked) {
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
          action={({ reasonEn = '', reasonTh = '' }) => ({ kind: 'refuse', reasonEn, reasonTh })}
        />
      );
    case 'extend': {
      const now = row.hold_expires_at ?? row.created_at;
      const later = new Date(Date.parse(now) + dayMs).toISOString();
      return (
        <ActionDialog
          {...common}
          fields={[{ name: 'until', label: t('extend.until'), isTime: true }]}
          defaults={{ until: localOf(later) }}
          confirmLabel={t('extend.confirm')}
          action={({ until = '' }) => ({ kind: 'extend', until: isoOf(until) ?? '' })}
        />
      );
    }
    case 'cancel':
      return (
        <ActionDialog
          {...common}
          fields={[{ name: 'reason', label: t('cancel.reason') }]}
          confirmLabel={t('cancel.confirm')}
          tone="danger"
          action={({ reason = '' }) => ({ kind: 'cancel', reason })}
        />
      );
  }
}

/** What an admin may do with a booking; each asks for its words or amounts in a dialog. */
export function Actions({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const [asked, setAsked] = useState<AskedAction>();
  const actions = allowedActions(booking.row);
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
              onClick={() => setAsked(action)}
            >
              {t(`${action}.action`)}
            </Button>
          ))}
        </div>
      )}
      {asked !== undefined && (
        <AskedDialog asked={asked} booking={booking} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
