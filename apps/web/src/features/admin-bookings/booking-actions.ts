import { useQueryClient } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import type { OfferLine } from '@bkksiam/domain/offer';
import { lineColumns } from '#entities/offer/offer.ts';
import type { AppError } from '#platform/app-error.ts';
import { callData } from '#platform/data-api.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { bookingKey, type AdminBooking } from './bookings-data.ts';

type Functions = Database['public']['Functions'];
type Args<Name extends keyof Functions> = Functions[Name]['Args'];

/** What an admin does with a booking. Times are ISO, amounts satang. */
export type BookingAction =
  | {
      readonly kind: 'record';
      readonly amount: number;
      readonly receivedAt: string;
      readonly bankReference: string;
      readonly note: string;
      readonly key: string;
    }
  | {
      readonly kind: 'reverse';
      readonly paymentId: string;
      readonly note: string;
      readonly key: string;
    }
  | { readonly kind: 'refuse'; readonly reasonEn: string; readonly reasonTh: string }
  | {
      readonly kind: 'price';
      readonly lines: readonly OfferLine[];
      readonly total: number;
      readonly deposit: number;
      readonly balanceDueAt: string | null;
      readonly namesDueAt: string | null;
    }
  | { readonly kind: 'extend'; readonly until: string }
  | {
      readonly kind: 'ticket';
      readonly pnr: string;
      readonly numbers: readonly string[];
      readonly reason: string;
    }
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'payAirline' }
  | { readonly kind: 'clearFlag'; readonly flag: string; readonly note: string };

/** The generated types know no arguments that may be null. */
type Nullable<Type> = { readonly [Key in keyof Type]: Type[Key] | null };

function call({ booking_id, version }: AdminBooking, action: BookingAction) {
  const seen = { p_booking_id: booking_id, p_version: version };
  return callData<unknown>((client) => {
    switch (action.kind) {
      case 'record':
        return client.rpc('bkk_admin_record_payment', {
          ...seen,
          p_amount_satang: action.amount,
          p_received_at: action.receivedAt,
          p_bank_reference: action.bankReference,
          p_note: action.note,
          p_idempotency_key: action.key,
        });
      case 'reverse':
        return client.rpc('bkk_admin_reverse_payment', {
          p_payment_id: action.paymentId,
          p_note: action.note,
          p_idempotency_key: action.key,
        });
      case 'refuse':
        return client.rpc('bkk_admin_refuse_deposit', {
          ...seen,
          p_reason_en: action.reasonEn,
          p_reason_th: action.reasonTh,
        });
      case 'price': {
        const price: Nullable<Args<'bkk_admin_price_booking'>> = {
          ...seen,
          p_lines: action.lines.map(lineColumns),
          p_total_satang: action.total,
          p_deposit_satang: action.deposit,
          p_balance_due_at: action.balanceDueAt,
          p_names_due_at: action.namesDueAt,
        };
        return client.rpc('bkk_admin_price_booking', price as Args<'bkk_admin_price_booking'>);
      }
      case 'extend':
        return client.rpc('bkk_admin_extend_hold', { ...seen, p_hold_expires_at: action.until });
      case 'ticket':
        return client.rpc('bkk_admin_ticket', {
          ...seen,
          p_pnr: action.pnr,
          p_ticket_numbers: [...action.numbers],
          p_reason: action.reason,
        });
      case 'cancel':
        return client.rpc('bkk_admin_cancel_booking', { ...seen, p_reason: action.reason });
      case 'payAirline':
        return client.rpc('bkk_admin_pay_supplier_order', seen);
      case 'clearFlag':
        return client.rpc('bkk_admin_clear_flag', {
          ...seen,
          p_flag: action.flag,
          p_note: action.note,
        });
    }
  });
}

type ConflictKey =
  `conflict.${'changed' | 'expired' | 'cancelled' | 'payments' | 'names' | 'unpaid' | 'airlineUnpaid' | 'reversed' | 'deadline' | 'order' | 'ticket' | 'limit' | 'due'}`;

/** What a refusal means, by its reason. */
const conflicts: ReadonlyMap<string, ConflictKey> = new Map([
  ['hold_expired', 'conflict.expired'],
  ['booking_cancelled', 'conflict.cancelled'],
  ['booking_paid', 'conflict.payments'],
  ['names_missing', 'conflict.names'],
  ['total_unpaid', 'conflict.unpaid'],
  ['order_unpaid', 'conflict.airlineUnpaid'],
  ['payment_reversed', 'conflict.reversed'],
  ['airline_deadline', 'conflict.deadline'],
  ['order_unpayable', 'conflict.order'],
  ['ticket_used', 'conflict.ticket'],
  ['hold_too_long', 'conflict.limit'],
  ['deadline_late', 'conflict.due'],
]);

/** The text of a failed action: what happened meanwhile, or the server's own words. */
export function failureText({
  code,
  reason,
  message,
}: AppError): ConflictKey | { readonly raw: string } {
  const known = conflicts.get(reason);
  if (known !== undefined) return known;
  return code === 'conflict' || code === 'not_found' ? 'conflict.changed' : { raw: message };
}

/** Loads the bookings again after every action: the booking may have changed before a refused one. */
export function useBookingAction(booking: AdminBooking) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: bookingKey });
  return {
    send: async (action: BookingAction): Promise<void> => {
      try {
        await call(booking, action);
        showToast({
          title: `adminBookings:done.${action.kind}`,
          description: { text: booking.reference },
        });
      } finally {
        logRejection('the bookings could not be loaded again', reload());
      }
    },
  };
}
