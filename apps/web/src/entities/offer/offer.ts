import type { Database } from '@bkksiam/domain/database';
import type { CabinClass } from '@bkksiam/domain/flight-search';

/** A flight of an offer, as stored: local times with their zones. */
export interface Segment {
  readonly airline: string;
  readonly number: string;
  readonly origin: string;
  readonly destination: string;
  readonly departs_at: string;
  readonly departs_zone: string;
  readonly arrives_at: string;
  readonly arrives_zone: string;
  readonly cabin: string | null;
  readonly baggage: string | null;
}

/** A line of an offer's price, in satang for one. */
export interface Line {
  readonly label: string;
  readonly type: 'adult' | 'child' | 'infant' | null;
  readonly count: number;
  readonly price_satang: number;
  readonly tax_satang: number;
}

export interface Condition {
  readonly kind: string;
  /** Empty where it has rules. */
  readonly text: string;
  /** What a fare says of a change or a refund, by flight. */
  readonly rules?: readonly {
    readonly is_allowed: boolean | null;
    readonly fee_satang: number | null;
    readonly until_hours: number | null;
  }[];
}

type OfferRow = Database['public']['Tables']['bkk_quote_offers']['Row'];

/** An offer of a request, with what its member reads. Functions have checked the shapes of its JSON. */
export interface Offer extends Omit<
  OfferRow,
  'quote_id' | 'sent_by' | 'margin_satang' | 'internal_notes' | 'segments' | 'lines' | 'conditions'
> {
  readonly segments: readonly Segment[];
  readonly lines: readonly Line[];
  readonly conditions: readonly Condition[];
}

/** What an offer contains. A booking has a copy of it. */
export type OfferContent = Pick<
  Offer,
  'segments' | 'lines' | 'conditions' | 'pax_adt' | 'pax_chd' | 'pax_inf'
>;

/** The stored names of the cabin classes. */
export const cabinColumn: Readonly<Record<CabinClass, string>> = {
  economy: 'economy',
  premium: 'premium_economy',
  business: 'business',
  first: 'first',
};

/** The cabin class of a stored cabin; undefined for another text. */
export function cabinOf(stored: string | null): CabinClass | undefined {
  const cabins: readonly CabinClass[] = ['economy', 'premium', 'business', 'first'];
  return cabins.find((cabin) => cabinColumn[cabin] === stored || cabin === stored);
}
