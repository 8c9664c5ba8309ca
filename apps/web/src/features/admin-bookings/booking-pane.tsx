import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasBookingEnded, paidShare } from '@bkksiam/domain/booking-status';
import { takeId, WorkedOn } from '#entities/assignment/worked-on.tsx';
import { usePriceLines } from '#entities/offer/price-breakdown.tsx';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { pages } from '#pages.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht } from '#platform/formats.ts';
import { useStatus } from '#platform/status.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
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
  assignBooking,
  bookingKey,
  bookingQuery,
  isAskingAirline,
  type AdminBooking,
  type BookingDetails,
} from './bookings-data.ts';
import { Actions } from './pane-actions.tsx';

/** The status with its meaning for the agency. */
function Status({ row }: { readonly row: AdminBooking }) {
  return (
    <span
      aria-live="polite"
      className="[&>span]:gap-x-2 [&>span]:gap-y-0.5 [&>span>span:last-child]:text-xs"
    >
      <StatusChip {...useStatus()('booking', row.status, paidShare(row))} show="beside" small />
    </span>
  );
}

/** The total, the deposit until it is paid, and what is paid and left once something is. */
function Sums({ row }: { readonly row: AdminBooking }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const { total_satang: total, deposit_satang: deposit, paid_satang: paid } = row;
  if (total === null) {
    return (
      <p className="text-ink-2">
        {paid === 0 ? t('money.unpriced') : t('money.unpricedPaid', { amount: baht(paid) })}
      </p>
    );
  }
  const isDepositDue = deposit !== null && deposit < total && paid < deposit;
  const left = paid === 0 || hasBookingEnded(row.status) ? undefined : baht(total - paid);
  return (
    <FactList
      layout="ends"
      facts={[
        { name: t('money.total'), value: baht(total) },
        { name: t('money.deposit'), value: isDepositDue ? baht(deposit) : undefined },
        { name: t('money.paid'), value: paid === 0 ? undefined : baht(paid) },
        paid > total
          ? { name: t('money.over'), value: <strong>{baht(paid - total)}</strong> }
          : { name: t('money.left'), value: left && <strong>{left}</strong> },
      ]}
    />
  );
}

/** The next deadline and the sums. */
function Due({ row }: { readonly row: AdminBooking }) {
  const { t } = useTranslation('adminBookings');
  const due = dueOf(row);
  return (
    <Section title={t('due.title')}>
      <div className="grid gap-1.5 [&_dl>div]:py-0">
        {due !== undefined && row.due_at !== null && (
          <DeadlineCountdown
            label={t(`due.${due}`)}
            deadline={row.due_at}
            overText={t('deadline.over')}
          />
        )}
        <Sums row={row} />
      </div>
    </Section>
  );
}

/** What the total is made of. */
function Price({ booking: { row, lines } }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const priceLines = usePriceLines();
  if (row.total_satang === null || lines.length === 0) return null;
  return (
    <Section title={t('money.title')}>
      <PriceBreakdown
        narrow
        total={{ label: t('money.total'), amount: baht(row.total_satang) }}
        lines={priceLines(lines)}
      />
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
  if (row.flags.length === 0) return null;
  return (
    <div className="grid gap-2 [&>[role=alert]]:items-center [&>[role=alert]]:px-3 [&>[role=alert]]:py-1 [&>[role=alert]>div]:basis-0">
      {row.flags.map((flag) => (
        <Alert
          key={flag}
          title={textOf(flag)}
          action={
            <Button tone="link" onClick={() => setClearing(flag)}>
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
    </div>
  );
}

/** What an admin does with a part of the deposit. */
function PartOfDeposit({ row }: { readonly row: AdminBooking }) {
  const { t } = useTranslation('adminBookings');
  if (row.status !== 'DEPOSIT_PENDING' || row.paid_satang === 0) return null;
  return (
    <Alert tone="info" title={t('due.decide')}>
      {t('due.decideText')}
    </Alert>
  );
}

/** Leads to the review of a slip. */
function WaitingSlip({ postings: { waitingSlip } }: Pick<BookingDetails, 'postings'>) {
  const { t } = useTranslation('adminBookings');
  if (waitingSlip === null) return null;
  return (
    <Alert tone="info" title={t('waitingSlip.title')}>
      <Link
        to={`${pages.adminSlips.href()}?slip=${waitingSlip}`}
        className="inline-flex min-h-9 items-center text-teal underline pointer-coarse:min-h-11"
      >
        {t('waitingSlip.open')}
      </Link>
    </Alert>
  );
}

function Content({ booking }: { readonly booking: BookingDetails }) {
  const { row } = booking;
  const isUnpriced = row.total_satang === null;
  return (
    <div className="grid gap-2.5 *:[section]:border-t *:[section]:border-line *:[section]:pt-2.5">
      <div className="flex flex-wrap items-start gap-x-3">
        {row.origin !== null && row.destination !== null && (
          <RouteCodes
            route={{ origin: row.origin, destination: row.destination }}
            className="mr-auto text-xl leading-tight"
          />
        )}
        <Status row={row} />
        <Flights segments={booking.segments} />
      </div>
      <WorkedOn
        row={row}
        assign={(to, expected) => assignBooking(row, to, expected)}
        queryKey={bookingKey}
      />
      <Flags row={row} />
      <WaitingSlip postings={booking.postings} />
      <Due row={row} />
      {isUnpriced && <Actions booking={booking} />}
      <PaymentForm row={row} />
      <PartOfDeposit row={row} />
      {!isUnpriced && <Actions booking={booking} />}
      {booking.order && <AirlineOrderPart booking={booking} order={booking.order} />}
      {row.status === 'CONFIRMED' && (
        <Tickets
          // Other passengers have other fields.
          key={`${String(booking.passengers.length)}-${String(row.has_all_names)}`}
          booking={booking}
        />
      )}
      <Passengers booking={booking} />
      <Payments booking={booking} />
      <Price booking={booking} />
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
        { code: 'KeyT', press: () => document.getElementById(takeId)?.click() },
      ]}
      action={row && <CopyReference reference={row.reference} />}
    >
      <LoadedItem query={query} texts="adminBookings:">
        {(booking) => <Content key={item.id} booking={booking} />}
      </LoadedItem>
    </PaneFrame>
  );
}
