import { paidShare, waitsForPayment } from '@bkksiam/domain/booking-status';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import type { QuoteRequest } from '#entities/request/request-data.ts';
import { useRequestStatus } from '#entities/request/request-parts.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useStatus, type ShownStatus } from '#platform/status.ts';
import type { ListedBooking } from './booking-list-data.ts';

/** What is shown of a request or a booking. */
export interface BookingRow {
  readonly id: string;
  /** Undefined for a hold whose flight is not known. */
  readonly route: { readonly origin: string; readonly destination: string } | undefined;
  /** The address of its page. */
  readonly address: string | undefined;
  /** The day in the language on screen; undefined if it is not known. */
  readonly date: { readonly iso: string; readonly day: string } | undefined;
  readonly passengers: StoredPassengers;
  readonly status: ShownStatus;
  /** Of a booking. */
  readonly reference?: string | null;
  /** The deadline of what the member has to do. */
  readonly dueAt?: string | null;
  /** Where to pay what is due; undefined if nothing is. Without the feature of payments the page of the booking says how. */
  readonly payAddress?: string | undefined;
}

/** The address of the page of a request; undefined without the feature of requests. */
export const requestAddress = (id: string) =>
  existsWith(settings().features, pages.request) ? pages.request.href(id) : undefined;

type Request = Pick<
  QuoteRequest,
  | 'quote_id'
  | 'origin'
  | 'destination'
  | 'pax_adt'
  | 'pax_chd'
  | 'pax_inf'
  | 'status'
  | 'updated_at'
>;

/** The row of a request, with the day of its last change. A request without the feature has its offer elsewhere. */
export function useRequestRow(): (request: Request, hasOffer?: boolean) => BookingRow {
  const language = useLanguage();
  const statusOf = useRequestStatus();
  return ({ quote_id: id, updated_at: iso, status, ...request }, hasOffer = true) => ({
    id,
    route: request,
    address: requestAddress(id),
    date: { iso, day: bangkokDayText(iso, language) ?? iso },
    passengers: request,
    status: statusOf(status, hasOffer),
  });
}

type Booking = Omit<ListedBooking, 'reference' | 'departs_on' | 'has_offer'> & {
  readonly reference: string;
};

const payAddress = (reference: string) =>
  (existsWith(settings().features, pages.pay) ? pages.pay : pages.memberBooking).href(reference);

/** The row of a booking with a day. */
export function useBookingRow(): (
  booking: Booking,
  iso: string | null,
  day: string | undefined,
) => BookingRow {
  const statusOf = useStatus();
  return (booking, iso, day) => {
    const { id, reference, origin, destination, status } = booking;
    return {
      id,
      reference,
      route: origin === null || destination === null ? undefined : { origin, destination },
      address: pages.memberBooking.href(reference),
      date: iso === null ? undefined : { iso, day: day ?? iso },
      passengers: booking,
      status: statusOf('booking', status, paidShare(booking)),
      dueAt: booking.due_at,
      payAddress: waitsForPayment(booking) ? payAddress(reference) : undefined,
    };
  };
}
