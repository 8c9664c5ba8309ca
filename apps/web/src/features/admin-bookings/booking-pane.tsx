import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasBookingEnded, paidShare } from '@bkksiam/domain/booking-status';
import { usePriceLines } from '#entities/offer/price-breakdown.tsx';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht } from '#platform/formats.ts';
import { useStatus } from '#platform/status.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { PriceBreakdown } from '#ui/parts/price-breakdown.tsx';
import { Section } from '#ui/parts/section.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AirlineOrderPart } from './airline-order.tsx';
import { Facts, Flights, History, Passengers } from './booking-parts.tsx';
import { paymentFieldsId, PaymentForm, Payments } from './booking-money.tsx';
import { Tickets } from './booking-tickets.tsx';
import { dueOf } from './booking-time.tsx';
import {
  bookingQuery,
  isAskingAirline,
  type AdminBooking,
  type BookingDetails,
} from './bookings-data.ts';
import { Actions } from './pane-actions.tsx';

/** The status with its meaning for the agency. */
function Status({ row }: { readonly row: AdminBooking }) {
  return (
    <span aria-live="polite">
      <StatusChip {...useStatus()('booking', row.status, paidShare(row))} show="beside" />
    </span>
  );
}

/** The next deadline and the sums. */
function Due({ booking: { row, lines } }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const due = dueOf(row);
  const { total_satang: total, deposit_satang: deposit, paid_satang: paid } = row;
  const priceLines = usePriceLines();
  return (
    <Section title={t('due.title')}>
      <div className="grid gap-3">
        {due !== undefined && row.due_at !== null && (
          <DeadlineCountdown
            label={t(`due.${due}`)}
            deadline={row.due_at}
            overText={t('deadline.over')}
          />
        )}
        {row.status === 'DEPOSIT_PENDING' && paid > 0 && (
          <Alert tone="info" title={t('due.decide')}>
            {t('due.decideText')}
          </Alert>
        )}
        {total === null ? (
          <p className="text-ink-2">
            {paid === 0 ? t('money.unpriced') : t('money.unpricedPaid', { amount: baht(paid) })}
          </p>
        ) : (
          <PriceBreakdown
            narrow
            total={{ label: t('money.total'), amount: baht(total) }}
            lines={priceLines(lines)}
            sums={[
              ...(deposit === null || deposit === total
                ? []
                : [{ label: t('money.deposit'), amount: baht(deposit) }]),
              { label: t('money.paid'), amount: baht(paid) },
              ...(paid > total
                ? [{ label: t('money.over'), amount: baht(paid - total), strong: true }]
                : []),
              ...(paid <= total && !hasBookingEnded(row.status)
                ? [{ label: t('money.left'), amount: baht(total - paid), strong: true }]
                : []),
            ]}
          />
        )}
      </div>
    </Section>
  );
}

const flagNames = [
  'paid_after_end',
  'reversed_after_tickets',
  'overpaid',
  'deposit_overdue',
  'balance_overdue',
  'names_overdue',
  'supplier_order',
  'flight_changed',
] as const;

/** What an admin has to decide. */
function Flags({ row }: { readonly row: AdminBooking }) {
  const { t } = useTranslation('adminBookings');
  const [clearing, setClearing] = useState<string>();
  const textOf = (flag: string) => {
    const name = flagNames.find((known) => known === flag);
    return name === undefined ? flag : t(`flag.${name}`);
  };
  return (
    <>
      {row.flags.map((flag) => (
        <Alert
          key={flag}
          title={textOf(flag)}
          action={
            <Button size="sm" tone="secondary" onClick={() => setClearing(flag)}>
              {t('clearFlag.action')}
            </Button>
          }
        />
      ))}
      {clearing !== undefined && (
        <ActionDialog
          booking={row}
          onClose={() => setClearing(undefined)}
          title={textOf(clearing)}
          text={t('clearFlag.text')}
          fields={[{ name: 'note', label: t('clearFlag.note') }]}
          confirmLabel={t('clearFlag.confirm')}
          action={({ note = '' }) => ({
            kind: 'clearFlag',
            args: { p_flag: clearing, p_note: note },
          })}
        />
      )}
    </>
  );
}

function Content({ booking }: { readonly booking: BookingDetails }) {
  const { row } = booking;
  return (
    <div className="grid gap-4 *:[section]:border-t *:[section]:border-line *:[section]:pt-4">
      <div className="grid gap-2">
        {row.origin !== null && row.destination !== null && (
          <RouteCodes
            route={{ origin: row.origin, destination: row.destination }}
            className="text-2xl leading-tight"
          />
        )}
        <Flights segments={booking.segments} />
        <Status row={row} />
      </div>
      <Flags row={row} />
      <Due booking={booking} />
      <Actions booking={booking} />
      {booking.order && <AirlineOrderPart booking={booking} order={booking.order} />}
      <PaymentForm row={row} />
      {row.status === 'CONFIRMED' && (
        <Tickets
          // Other passengers have other fields.
          key={`${String(booking.passengers.length)}-${String(row.has_all_names)}`}
          booking={booking}
        />
      )}
      <Passengers booking={booking} />
      <Payments booking={booking} />
      <Facts booking={booking} />
      <History events={booking.events} />
    </div>
  );
}

function CopyReference({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('adminBookings');
  const copy = useCopyText(reference, {
    title: 'adminBookings:copied',
    description: { text: reference },
  });
  return (
    <IconButton label={t('copy', { reference })} onClick={copy} className="hover:bg-sunken">
      <Copy className="size-5" />
    </IconButton>
  );
}

/** The selected booking beside the list: what is due, payments, tickets, passengers and history. */
export function BookingPane({ item }: { readonly item: SelectedRow<AdminBooking> }) {
  const query = useQuery({
    ...bookingQuery(item.id),
    refetchInterval: ({ state }) => (isAskingAirline(state.data) ? 3000 : false),
  });
  const row = query.data?.row ?? item.known;
  return (
    <PaneFrame
      title={row?.reference}
      item={item}
      texts="adminBookings:"
      keys={[
        {
          code: 'KeyR',
          press: () => document.getElementById(paymentFieldsId)?.querySelector('input')?.focus(),
        },
      ]}
      action={row && <CopyReference reference={row.reference} />}
    >
      <LoadedItem query={query} texts="adminBookings:">
        {(booking) => <Content key={item.id} booking={booking} />}
      </LoadedItem>
    </PaneFrame>
  );
}
