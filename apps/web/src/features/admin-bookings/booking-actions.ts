import { useQueryClient } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import { readItem } from '#list/list-query.ts';
import { runEach } from '#list/run-each.ts';
import type { AppError } from '#platform/app-error.ts';
import { callData } from '#platform/data-api.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { bookingKey, bookingList, type AdminBooking } from './bookings-data.ts';

type Functions = Database['public']['Functions'];

/** What an admin does with a booking, by the functions of the database. */
const functions = {
  record: 'bkk_admin_record_payment',
  reverse: 'bkk_admin_reverse_payment',
  refuse: 'bkk_admin_refuse_deposit',
  price: 'bkk_admin_price_booking',
  extend: 'bkk_admin_extend_hold',
  ticket: 'bkk_admin_ticket',
  cancel: 'bkk_admin_cancel_booking',
  payAirline: 'bkk_admin_pay_supplier_order',
  clearFlag: 'bkk_admin_clear_flag',
} as const satisfies Record<string, keyof Functions>;

type Kind = keyof typeof functions;
type Args<Name extends Kind> = Functions[(typeof functions)[Name]]['Args'];

/** An action with the arguments of its function; the generated types know none that may be null. */
export type BookingAction = {
  [Name in Kind]: {
    readonly kind: Name;
    readonly args: {
      readonly [Key in Exclude<keyof Args<Name>, 'p_booking_id' | 'p_version'>]:
        | Args<Name>[Key]
        | null;
    };
  };
}[Kind];

function call({ booking_id, version }: AdminBooking, { kind, args }: BookingAction) {
  // A payment is reversed by its own id.
  const seen = kind === 'reverse' ? {} : { p_booking_id: booking_id, p_version: version };
  return callData<unknown>((client) =>
    client.rpc(functions[kind], { ...seen, ...args } as Args<Kind>),
  );
}

type ConflictKey =
  `conflict.${'changed' | 'expired' | 'cancelled' | 'payments' | 'names' | 'unpaid' | 'airlineUnpaid' | 'reversed' | 'deadline' | 'order' | 'ticket' | 'limit' | 'due' | 'later'}`;

/** The message of an error, by its reason. */
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
  ['hold_not_later', 'conflict.later'],
  ['deadline_late', 'conflict.due'],
]);

/** The text of a failed action: what has changed meanwhile, or the server's message. */
export function failureText({
  code,
  reason,
  message,
}: AppError): ConflictKey | { readonly raw: string } {
  const known = conflicts.get(reason);
  if (known !== undefined) return known;
  return code === 'conflict' || code === 'not_found' ? 'conflict.changed' : { raw: message };
}

/** An action for several bookings, one after the other. */
export function useBookingsAction() {
  const queries = useQueryClient();
  return {
    /** Gives the bookings that it failed for, as they are now. */
    sendEach: async (bookings: readonly AdminBooking[], action: BookingAction) => {
      const failed = await runEach(bookings, (booking) => call(booking, action));
      await queries.invalidateQueries({ queryKey: bookingKey });
      return Promise.all(
        failed.map(async ({ row, error }) => ({
          row: (await readItem(bookingList, row.booking_id).catch(() => null)) ?? row,
          error,
        })),
      );
    },
  };
}

/** Whether the amount is above the limit: nothing is done until a second admin approves it. */
const waitsForApproval = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'approval_id' in answer;

/** Loads the bookings again after every action: the booking may have changed before a refused one. */
export function useBookingAction(booking: AdminBooking) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: bookingKey });
  return {
    send: async (action: BookingAction): Promise<void> => {
      try {
        const answer = await call(booking, action);
        showToast({
          title: `adminBookings:done.${waitsForApproval(answer) ? 'approval' : action.kind}`,
          description: { text: booking.reference },
        });
      } finally {
        logRejection('the bookings could not be loaded again', reload());
      }
    },
  };
}
