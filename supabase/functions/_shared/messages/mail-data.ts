import { Undeliverable } from './delivery-errors.ts';
import type { MessageContext } from './message-mails.ts';
import type { CallDatabase } from './message-queue.ts';
import type { MessageTexts } from './message-texts-en.ts';

/** A time in seconds since 1970. */
type Seconds = number;

interface Seats {
  readonly adults: number;
  readonly children: number;
  readonly infants: number;
}

/** The names of cities by the code of their airport. */
export type Cities = Readonly<Record<string, Readonly<Record<MessageContext['language'], string>>>>;

/** An offer of a request. */
export interface OfferData extends Seats {
  readonly state: 'open' | 'accepted' | 'declined' | 'void' | 'replaced' | 'expired';
  readonly seats_reason: string | null;
  readonly total_satang: number;
  readonly deposit_satang: number;
  readonly valid_until: Seconds;
  readonly deposit_due_at: Seconds;
  readonly answer: string | null;
}

/** What `bkk_request_mail_data` returns. */
export interface RequestData extends Seats {
  readonly number: string;
  readonly status: string;
  readonly member_name: string | null;
  readonly legs: readonly {
    readonly origin: string;
    readonly destination: string;
    readonly day: string;
  }[];
  readonly cabin: keyof MessageTexts['cabins'];
  readonly flexible_days: number;
  readonly budget_satang: number | null;
  readonly notes: string | null;
  readonly cancel_reason: string | null;
  readonly offer: OfferData | null;
  readonly cities: Cities;
}

export interface FlightData {
  readonly number: string;
  readonly origin: string;
  readonly destination: string;
  /** Without a zone, in that of the airport: `2026-12-26T23:45`. */
  readonly departs_local: string;
  readonly arrives_local: string;
  /** IANA names. */
  readonly departs_zone: string;
  readonly arrives_zone: string;
  readonly departs_at: Seconds;
  readonly arrives_at: Seconds;
}

interface BookingEventData {
  readonly at: Seconds;
  readonly actor: 'member' | 'admin' | 'system';
  readonly message: string | null;
  readonly reason: Readonly<Record<MessageContext['language'], string | null>>;
  /** The flight before it was changed: its number and local times. */
  readonly former_flight: Readonly<Record<'number' | 'departs_at' | 'arrives_at', string | null>>;
}

/** What `bkk_booking_mail_data` returns. */
export interface BookingData extends Seats {
  readonly reference: string;
  readonly status: 'HOLD' | 'DEPOSIT_PENDING' | 'CONFIRMED' | 'TICKETED' | 'EXPIRED' | 'CANCELLED';
  /** Counts the changes. */
  readonly version: number;
  readonly updated_at: Seconds;
  readonly member_name: string | null;
  readonly origin: string | null;
  readonly destination: string | null;
  readonly departs_on: string | null;
  readonly returns_on: string | null;
  readonly total_satang: number | null;
  readonly deposit_satang: number | null;
  readonly paid_satang: number;
  readonly hold_expires_at: Seconds | null;
  /** While a payment slip is reviewed. */
  readonly review_until: Seconds | null;
  /** The next deadline. */
  readonly due_at: Seconds | null;
  readonly balance_due_at: Seconds | null;
  readonly names_due_at: Seconds | null;
  readonly has_all_names: boolean;
  /** Whether members pay on the site. */
  readonly can_pay: boolean;
  /** Of a cancelled booking for which something was paid; null while members do not pay on the site. */
  readonly refund: {
    readonly status: string;
    readonly paid_satang: number;
    /** `2026-12-05` */
    readonly promised_on: string;
  } | null;
  readonly pnr: string | null;
  readonly flights: readonly FlightData[];
  readonly passengers: readonly { readonly name: string; readonly ticket_number: string | null }[];
  /** The last event of each kind. */
  readonly events: Partial<
    Readonly<
      Record<
        | 'cancelled'
        | 'deposit_refused'
        | 'ticketed'
        | 'flight_changed'
        | 'times_changed'
        | 'airline_cancelled',
        BookingEventData
      >
    >
  >;
  readonly cities: Cities;
}

/** A value of a message's ids. */
export function idOf({ ids }: Pick<MessageContext, 'ids'>, name: string): string {
  const value = ids[name];
  if (value === undefined) throw new Undeliverable('incomplete');
  return String(value);
}

/** A number of a message's ids. */
export function numberOf(context: Pick<MessageContext, 'ids'>, name: string): number {
  return Number(idOf(context, name));
}

/** What a function of the database tells, which raises PT404 while its feature is off. */
export function readFeature(
  { call }: Pick<MessageContext, 'call'>,
  ...[name, values]: Parameters<CallDatabase>
): Promise<unknown> {
  return call(name, values).catch((error: unknown) => {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    throw code === 'PT404' ? new Undeliverable('feature_off') : error;
  });
}

/** What a function of the database tells of a thing. @throws {Undeliverable} if it is gone */
export async function readData(
  context: MessageContext,
  ...[name, values]: Parameters<CallDatabase>
): Promise<unknown> {
  const data = await readFeature(context, name, values);
  if (data === null) throw new Undeliverable('gone');
  return data;
}

export async function readRequest(context: MessageContext): Promise<RequestData> {
  const { version } = context.ids;
  const data = await readData(context, 'bkk_request_mail_data', {
    p_quote_id: idOf(context, 'quote_id'),
    ...(version === undefined ? {} : { p_offer_version: version }),
  });
  return data as RequestData;
}

export async function readBooking(context: MessageContext): Promise<BookingData> {
  const values = { p_booking_id: idOf(context, 'booking_id') };
  return (await readData(context, 'bkk_booking_mail_data', values)) as BookingData;
}
