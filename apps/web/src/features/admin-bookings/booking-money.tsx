import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { amountDue } from '@bkksiam/domain/amount-due';
import { bangkokIso } from '@bkksiam/domain/bangkok';
import { hasBookingEnded, isOpenBooking, statusForPayments } from '@bkksiam/domain/booking-status';
import type { Problem } from '@bkksiam/domain/problem';
import { pages } from '#pages.ts';
import { bangkokNow } from '#platform/bangkok-clock.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Section } from '#ui/parts/section.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { ActionDialog, Failure } from './action-dialog.tsx';
import { useBookingAction } from './booking-actions.ts';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import type { Posting } from './booking-postings.ts';
import {
  bookingKey,
  type AdminBooking,
  type BookingDetails,
  type Payment,
  type WaitingApproval,
} from './bookings-data.ts';

/** What the status becomes with a payment. */
function useAfter(row: AdminBooking) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  return (amount: number): string => {
    const { status, total_satang: total, deposit_satang: deposit } = row;
    const paid = row.paid_satang + amount;
    if (hasBookingEnded(status)) return t('after.ended', { status });
    if (total === null || deposit === null) return t('after.unpriced');
    if (paid > total) return t('after.over', { amount: baht(paid - total) });
    const next = isOpenBooking(status)
      ? statusForPayments(status, { depositSatang: deposit, paidSatang: paid })
      : status;
    if (paid === total) return t('after.full', { status: next });
    if (next === 'CONFIRMED' || deposit === total)
      return t('after.left', { amount: baht(total - paid), status: next });
    return t('after.pending', { amount: baht(deposit - paid), status: next });
  };
}

const shape = z.object({
  amount: z.nullable(z.number()),
  receivedAt: z.string(),
  bankReference: trimmedText,
  note: trimmedText,
});
type PaymentInput = z.infer<typeof shape>;

function problemsOf({
  amount,
  receivedAt,
  bankReference,
  note,
}: PaymentInput): Readonly<Partial<Record<keyof PaymentInput, Problem>>> {
  const received = bangkokIso(receivedAt);
  return {
    ...((amount === null || amount < 1) && { amount: { code: 'admin_booking.amount' } }),
    ...(received === undefined && { receivedAt: { code: 'admin_booking.time' } }),
    // The clocks of two devices differ by minutes.
    ...(received !== undefined &&
      Date.parse(received) > serverNow() + 300_000 && {
        receivedAt: { code: 'admin_booking.future' },
      }),
    ...(bankReference.length > 60 && {
      bankReference: { code: 'admin_booking.too_long', values: { max: 60 } },
    }),
    ...(note.length > 500 && { note: { code: 'admin_booking.too_long', values: { max: 500 } } }),
  };
}

const schema = shape.check(domainCheck<PaymentInput>(problemsOf, 'adminBookings'));

/** The form of a payment. */
function usePayment(row: AdminBooking) {
  const { send } = useBookingAction(row);
  const key = useIdempotencyKey();
  return useAppForm({
    schema,
    values: {
      amount: amountDue(row)?.satang ?? null,
      // While it is untouched it follows the time.
      receivedAt: bangkokNow(),
      bankReference: '',
      note: '',
    } satisfies PaymentInput,
    clearsAfterwards: true,
    draftKey: `payment ${row.booking_id}`,
    notStored: ['bankReference'],
    mutationKey: [...bookingKey, 'action'],
    send: async (payment: PaymentInput) => {
      const { amount, receivedAt, bankReference, note } = payment;
      await send({
        kind: 'record',
        args: {
          p_amount_satang: amount,
          p_received_at: bangkokIso(receivedAt) ?? '',
          p_bank_reference: bankReference,
          p_note: note,
          p_idempotency_key: key.keyOf(payment),
        },
      });
      key.forget();
    },
  });
}

/** The id of what holds the first field, for the key R. */
export const paymentFieldsId = 'record-payment';

/** Records a payment. The button names the amount, and a line says what the status becomes. */
export function PaymentForm({ row }: { readonly row: AdminBooking }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const after = useAfter(row);
  const payment = usePayment(row);
  const { form, field, control, busy, onSubmit, failure } = payment;
  const amount = form.watch('amount') ?? 0;
  return (
    <Section title={t('payment.title')}>
      <Form onSubmit={onSubmit} className="grid gap-2">
        <div
          id={paymentFieldsId}
          className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-2 pointer-fine:[&_label+div]:min-h-11 pointer-fine:[&_label+div>div]:my-0.5 pointer-fine:[&_label+div>div]:h-10"
        >
          <NumberField {...payment.amount('amount')} label={t('payment.amount')} />
          <TextField
            {...field('bankReference')}
            label={t('payment.bankReference')}
            autoComplete="off"
          />
          <BangkokTimeField
            {...control('receivedAt')}
            label={t('payment.received')}
            className="sm:col-span-2"
          />
          <TextField
            {...field('note')}
            label={t('payment.note')}
            autoComplete="off"
            className="sm:col-span-2"
          />
        </div>
        <Failure error={failure} />
        {amount > 0 && (
          <p className="text-sm text-ink-2" aria-live="polite">
            {after(amount)}
          </p>
        )}
        <Button type="submit" size="sm" wide busy={busy}>
          {amount > 0 ? t('payment.submit', { amount: baht(amount) }) : t('payment.submitEmpty')}
        </Button>
      </Form>
    </Section>
  );
}

/** The part of a payment that came from credit, or became credit. */
function useCreditText() {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  return (satang = 0): string | undefined => {
    if (satang === 0) return undefined;
    const amount = baht(Math.abs(satang));
    return satang < 0 ? t('payments.fromCredit', { amount }) : t('payments.toCredit', { amount });
  };
}

interface PaymentRowProps {
  readonly payment: Payment;
  readonly posting: Posting | undefined;
  readonly isReversed: boolean;
  readonly onReverse: () => void;
}

function PaymentRow({ payment, posting, isReversed, onReverse }: PaymentRowProps) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const { amount_satang: amount, bank_reference: reference, note, reverses } = payment;
  // What is taken for the refund of the booking is negative and reverses nothing.
  const isRefund = reverses === null && amount < 0;
  const canReverse = reverses === null && !isRefund && !isReversed;
  const creditText = useCreditText();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2">
      <span>
        <BangkokTime at={payment.received_at} className="num" />
        <span className="block text-xs wrap-anywhere text-ink-2">
          {[
            reverses === null ? undefined : t('payments.reversal'),
            isRefund ? t('payments.refund') : undefined,
            reference === null ? undefined : t('payments.reference', { reference }),
            creditText(posting?.creditSatang),
            payment.recorded_by_name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {note !== null && <span className="block text-xs wrap-anywhere">{note}</span>}
      </span>
      <span className="text-right">
        <span className={`num font-mid ${isReversed ? 'line-through' : ''}`}>{baht(amount)}</span>
        {isReversed && <span className="block text-xs text-ink-2">{t('payments.reversed')}</span>}
        {canReverse && (
          <Button
            tone="link"
            onClick={onReverse}
            aria-label={t('payments.reverseOne', { amount: baht(amount) })}
            className="flex! text-sm"
          >
            {t('payments.reverse')}
          </Button>
        )}
      </span>
    </li>
  );
}

/** What waits for a second admin. */
function WaitingRow({ approval }: { readonly approval: WaitingApproval }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { approval_id: id, kind, asked_by_name: name } = approval;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2">
      <span>
        <StatusChip
          status="APPROVAL"
          tone="wait"
          icon="pages"
          meaning={t('payments.waiting')}
          show="beside"
          small
        />
        <span className="block text-xs wrap-anywhere text-ink-2">
          {[
            kind === 'reversal' ? t('payments.reversal') : undefined,
            kind === 'refund' ? t('payments.waitingRefund') : undefined,
            t('payments.asked', { name: name ?? '—', time: timeText(approval.asked_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Link
          to={`${pages.adminApprovals.href()}?approval=${id}`}
          className="inline-flex min-h-9 items-center text-teal underline pointer-coarse:min-h-11"
        >
          {t('payments.openApproval')}
        </Link>
      </span>
      <span className="num text-right font-mid text-ink-2">{baht(approval.amount_satang)}</span>
    </li>
  );
}

/** The payments and their reversals, and what waits for a second admin. */
export function Payments({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const [reversing, setReversing] = useState<{ readonly payment: Payment; readonly key: string }>();
  const { payments, postings, approvals, row } = booking;
  const reversed = new Set(payments.map(({ reverses }) => reverses));
  if (payments.length + approvals.length === 0) return null;
  return (
    <Section title={t('payments.title')}>
      <ul>
        {payments.map((payment) => (
          <PaymentRow
            key={payment.payment_id}
            payment={payment}
            posting={postings.ofPayment.get(payment.payment_id)}
            isReversed={reversed.has(payment.payment_id)}
            onReverse={() => setReversing({ payment, key: newId() })}
          />
        ))}
        {approvals.map((approval) => (
          <WaitingRow key={approval.approval_id} approval={approval} />
        ))}
      </ul>
      {reversing && (
        <ActionDialog
          booking={row}
          onClose={() => setReversing(undefined)}
          title={t('reverse.title', { amount: baht(reversing.payment.amount_satang) })}
          text={t('reverse.text')}
          fields={[{ name: 'note', label: t('reverse.note'), max: 500 }]}
          confirmLabel={t('reverse.confirm')}
          tone="danger"
          action={({ note = '' }) => ({
            kind: 'reverse',
            args: {
              p_payment_id: reversing.payment.payment_id,
              p_note: note,
              p_idempotency_key: reversing.key,
            },
          })}
        />
      )}
    </Section>
  );
}
