import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { AirlineOrder, BookingDetails } from './bookings-data.ts';

interface OrderProps {
  readonly booking: BookingDetails;
  readonly order: AirlineOrder;
}

/** Pays the airline after a confirmation that names the amount and what it is paid from. */
function Payment({ booking: { row }, order }: OrderProps) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const [isAsking, setAsking] = useState(false);
  const amount = baht(order.total_satang);
  if (order.state !== 'held') return null;
  if (row.status !== 'DEPOSIT_PENDING' && row.status !== 'CONFIRMED') {
    return <p className="text-sm text-ink-2">{t('order.payLater')}</p>;
  }
  return (
    <>
      <Button
        size="sm"
        tone="secondary"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        {t('payAirline.action')}
      </Button>
      {isAsking && (
        <ActionDialog
          booking={row}
          onClose={() => setAsking(false)}
          title={t('payAirline.title', { amount })}
          text={t('payAirline.text', {
            amount,
            paid: baht(row.paid_satang),
            total: baht(row.total_satang ?? 0),
          })}
          fields={[]}
          confirmLabel={t('payAirline.confirm', { amount })}
          action={() => ({ kind: 'payAirline', args: {} })}
        />
      )}
    </>
  );
}

/** The order that a booking has at an airline: its state, references and deadlines. */
export function AirlineOrderPart({ booking, order }: OrderProps) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { state, pay_by: payBy, price_until: priceUntil, last_failure: failure } = order;
  const isOpen = state === 'held' || state === 'paying';
  return (
    <Section title={t('order.title')}>
      <div className="grid gap-3">
        <FactList
          layout="ends"
          facts={[
            {
              name: t('order.state'),
              value: <span aria-live="polite">{t(`order.states.${state}`)}</span>,
            },
            { name: t('order.reference'), value: order.airline_reference },
            { name: t('order.id'), value: order.source_order_id },
            { name: t('order.total'), value: baht(order.total_satang) },
            { name: t('order.payBy'), value: isOpen && payBy !== null ? timeText(payBy) : null },
            {
              name: t('order.priceUntil'),
              value: isOpen && priceUntil !== null ? timeText(priceUntil) : null,
            },
          ]}
        />
        {failure !== null && (
          <Alert title={t('order.failed')}>{t('order.failedText', { code: failure })}</Alert>
        )}
        <Payment booking={booking} order={order} />
      </div>
    </Section>
  );
}
