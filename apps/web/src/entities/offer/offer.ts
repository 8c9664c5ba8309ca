import * as z from 'zod/mini';
import type { Database } from '@bkksiam/domain/database';
import { cabinClasses, type CabinClass } from '@bkksiam/domain/flight-search';
import type { Offer, OfferLine } from '@bkksiam/domain/offer';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import { fareRule, flightColumns, segmentOf } from './flight-columns.ts';

/** The stored names of the cabin classes. */
export const cabinColumn: Readonly<Record<CabinClass, string>> = {
  economy: 'economy',
  premium: 'premium_economy',
  business: 'business',
  first: 'first',
};

/** The cabin class of a stored cabin; undefined for another text. */
export function cabinOf(stored: string | null): CabinClass | undefined {
  return cabinClasses.find((cabin) => cabinColumn[cabin] === stored || cabin === stored);
}

const textOrNull = z.nullable(z.string());

const segment = z.pipe(
  z.object({ ...flightColumns, cabin: textOrNull, baggage: textOrNull }),
  z.transform(({ cabin, baggage, ...flight }) => ({
    ...segmentOf(flight),
    cabin: cabinOf(cabin) ?? null,
    baggage: baggage ?? '',
  })),
);

const line = z.pipe(
  z.object({
    label: z.string(),
    type: z.nullable(z.enum(passengerTypes)),
    count: z.int(),
    price_satang: z.int(),
    tax_satang: z.int(),
  }),
  z.transform(({ price_satang: priceSatang, tax_satang: taxSatang, ...rest }) => ({
    ...rest,
    priceSatang,
    taxSatang,
  })),
);

/** The columns of a line. */
export const lineColumns = ({ priceSatang, taxSatang, ...line }: OfferLine) => ({
  ...line,
  price_satang: priceSatang,
  tax_satang: taxSatang,
});

const content = z.object({
  segments: z.array(segment),
  lines: z.array(line),
  conditions: z.array(
    z.object({ kind: z.string(), text: z.string(), rules: z.optional(z.array(fareRule)) }),
  ),
});

/** What an offer contains. A booking has a copy of it. */
export type OfferContent = Pick<Offer, 'segments' | 'lines' | 'conditions' | 'seats'>;

type ContentColumn = 'segments' | 'lines' | 'conditions';

/**
 * The conditions of a stored offer or booking.
 *
 * @throws if the column has another shape
 */
export const conditionsOf = (column: unknown): OfferContent['conditions'] =>
  z.parse(content.shape.conditions, column);

/** The passengers of a row by type. */
export const seatsOf = ({ pax_adt: adult, pax_chd: child, pax_inf: infant }: StoredPassengers) => ({
  adult,
  child,
  infant,
});

/**
 * The content of a stored offer or booking.
 *
 * @throws if a column has another shape
 */
export const contentOf = (
  row: Readonly<Record<ContentColumn, unknown>> & StoredPassengers,
): OfferContent => ({ ...z.parse(content, row), seats: seatsOf(row) });

/** An offer that was sent for a request, with what its member reads. */
export interface SentOffer extends Offer {
  readonly version: number;
  readonly state: string;
  readonly sentAt: string;
  readonly answer: string | null;
}

type OfferRow = Omit<
  Database['public']['Tables']['bkk_quote_offers']['Row'],
  'quote_id' | 'sent_by' | 'margin_satang' | 'internal_notes' | 'answered_at'
>;

/** The offer of a row. */
export const offerOf = (row: OfferRow): SentOffer => ({
  ...contentOf(row),
  version: row.version,
  state: row.state,
  sentAt: row.sent_at,
  answer: row.answer,
  seatsReason: row.seats_reason ?? '',
  totalSatang: row.total_satang,
  depositSatang: row.deposit_satang,
  validUntil: row.valid_until,
  holdExpiresAt: row.hold_expires_at,
  depositDueAt: row.deposit_due_at,
  balanceDueAt: row.balance_due_at,
  namesDueAt: row.names_due_at,
});
