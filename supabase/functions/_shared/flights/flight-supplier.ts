import type { FunctionEnvironment } from '../http/environment.ts';
import type { Cabin, OfferContent, PassengerNumbers, PassengerType } from './flight-offer.ts';

/** A search of flights; every leg has a calendar day. */
export interface FlightSearch {
  readonly legs: readonly {
    readonly origin: string;
    readonly destination: string;
    readonly day: string;
  }[];
  readonly cabin: Cabin;
  readonly passengers: PassengerNumbers;
  /** In years on the day of the last flight, one for each child. */
  readonly childAges: readonly number[];
}

/** A passenger as the supplier knows them. */
export interface SourcePassenger {
  readonly id: string;
  readonly type: PassengerType;
  /** Null where the search had none. */
  readonly age: number | null;
}

/** An offer with what is needed to order it. */
export interface SuppliedOffer {
  readonly sourceOfferId: string;
  readonly content: OfferContent;
  /** Of the total; null where the supplier does not say. */
  readonly taxSatang: number | null;
  /** The fare and the airline, in a few words. */
  readonly label: string;
  readonly passengers: readonly SourcePassenger[];
}

export interface SearchResult {
  readonly requestId: string;
  readonly offers: readonly SuppliedOffer[];
  /** How many offers were left out, by the reason. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A passenger of an order. */
export interface OrderPassenger {
  readonly type: PassengerType;
  readonly title: string;
  readonly gender: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
}

export interface OrderRequest {
  readonly bookingId: string;
  readonly sourceOfferId: string;
  readonly sourcePassengers: readonly SourcePassenger[];
  readonly passengers: readonly OrderPassenger[];
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

/** What a supplier says of an order. */
export interface SeenOrder {
  readonly state: 'held' | 'paid' | 'cancelled';
  readonly orderId: string;
  /** The airline's own; null where it has none. */
  readonly reference: string | null;
  /** ISO times. */
  readonly payBy: string | null;
  readonly priceUntil: string | null;
  readonly totalSatang: number;
  /** Ids of the changes that the airline has made. */
  readonly changes: readonly string[];
}

/**
 * Why a supplier did not do something: `refused` and `gone` (the offer or its price) are certain, after `late` and `failed` it
 * may have been done nevertheless.
 */
export class SupplierError extends Error {
  override readonly name = 'SupplierError';
  readonly kind: 'refused' | 'gone' | 'late' | 'failed';
  /** The supplier's code, of letters, digits and underscores; never its text, which may quote a passenger. */
  readonly code: string;

  constructor(kind: SupplierError['kind'], code: string) {
    super(`${kind}: ${code}`);
    this.kind = kind;
    this.code = code;
  }
}

/** A source of airlines' offers; every method throws {@link SupplierError}. README.md says what each owes to its callers. */
export interface FlightSupplier {
  /** Lower-case letters; stored with every offer and order. */
  readonly source: string;
  search(search: FlightSearch): Promise<SearchResult>;
  readOffer(sourceOfferId: string): Promise<SuppliedOffer>;
  placeOrder(order: OrderRequest): Promise<SeenOrder>;
  /** The order that was placed for a booking; null without one. */
  findOrder(sourceOfferId: string, bookingId: string): Promise<SeenOrder | null>;
  readOrder(orderId: string): Promise<SeenOrder>;
  /** Cancels an order that is not paid, and gives what it is then. */
  cancelOrder(orderId: string): Promise<SeenOrder>;
  /** Pays an order if it still costs this, and gives what it is then. */
  payOrder(orderId: string, totalSatang: number): Promise<SeenOrder>;
}

/** Creates the supplier that the environment has set up; undefined without one. */
export type CreateSupplier = (environment: FunctionEnvironment) => FlightSupplier | undefined;
