/** How an order reaches its buyer. */
export const deliveryMethods = ['standard', 'express', 'pickup'] as const;

export type DeliveryMethod = (typeof deliveryMethods)[number];

/** Where a delivery goes. */
export type DeliveryZone = 'bangkok' | 'thailand' | 'abroad';

/** A row of the agency's rates; SQL has the same columns. */
export interface DeliveryRate {
  readonly method: Exclude<DeliveryMethod, 'pickup'>;
  readonly zone: DeliveryZone;
  /** The heaviest parcel that it is for. */
  readonly up_to_grams: number;
  readonly price_satang: number;
  /** Working days. */
  readonly days_from: number;
  readonly days_to: number;
}

export interface DeliveryPlace {
  /** ISO 3166-1, two letters. */
  readonly country: string;
  readonly postalCode: string;
}

// The codes of Bangkok, Samut Prakan, Nonthaburi and Pathum Thani.
const nearBangkok = /^1[0-2]/;

/** The zone of an address. */
export function deliveryZone({ country, postalCode }: DeliveryPlace): DeliveryZone {
  if (country !== 'TH') return 'abroad';
  return nearBangkok.test(postalCode.trim()) ? 'bangkok' : 'thailand';
}

/** The rate of a parcel: that of the lightest step it fits in; undefined where the agency does not deliver it. */
export function deliveryRate(
  rates: readonly DeliveryRate[],
  method: DeliveryMethod,
  zone: DeliveryZone,
  grams: number,
): DeliveryRate | undefined {
  return rates
    .filter((rate) => rate.method === method && rate.zone === zone && rate.up_to_grams >= grams)
    .toSorted((one, other) => one.up_to_grams - other.up_to_grams)[0];
}

/** The price of a delivery in satang: nothing for what is picked up; undefined where the agency does not deliver it. */
export function deliverySatang(
  rates: readonly DeliveryRate[],
  method: DeliveryMethod,
  zone: DeliveryZone,
  grams: number,
): number | undefined {
  return method === 'pickup' ? 0 : deliveryRate(rates, method, zone, grams)?.price_satang;
}
