import type { Problem } from './problem.ts';

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

/** A row of the form of rates; null for an empty field. */
export interface RateInput {
  readonly method: DeliveryRate['method'];
  readonly zone: DeliveryZone;
  readonly grams: number | null;
  readonly satang: number | null;
  readonly daysFrom: number | null;
  readonly daysTo: number | null;
}

/** The limits of rates; SQL has the same. */
export const rateLimits = { rates: 60, grams: 1_000_000, satang: 100_000_000, days: 90 } as const;

const isBetween = (value: number | null, least: number, most: number): value is number =>
  value !== null && value >= least && value <= most;

type RateProblems = Readonly<Partial<Record<'grams' | 'satang' | 'daysFrom' | 'daysTo', Problem>>>;

/** Checks each of the rates: its numbers, and that no other one is for the same weight. */
export function checkRates(rates: readonly RateInput[]): readonly RateProblems[] {
  const { grams: maxGrams, satang: maxSatang, days: maxDays } = rateLimits;
  const stepOf = ({ method, zone, grams }: RateInput) => `${method} ${zone} ${String(grams)}`;
  return rates.map((rate, index) => {
    const { grams, satang, daysFrom, daysTo } = rate;
    const isFirst = rates.findIndex((other) => stepOf(other) === stepOf(rate)) === index;
    const isLate = isBetween(daysFrom, 0, maxDays) && isBetween(daysTo, 0, daysFrom - 1);
    return {
      ...(!isBetween(grams, 1, maxGrams)
        ? { grams: { code: 'rate.weight', values: { max: maxGrams / 1000 } } }
        : !isFirst && { grams: { code: 'rate.twice' } }),
      ...(!isBetween(satang, 0, maxSatang) && {
        satang: { code: 'rate.price', values: { max: maxSatang / 100 } },
      }),
      ...(!isBetween(daysFrom, 0, maxDays) && {
        daysFrom: { code: 'rate.days', values: { max: maxDays } },
      }),
      ...(isLate
        ? { daysTo: { code: 'rate.order' } }
        : !isBetween(daysTo, 0, maxDays) && {
            daysTo: { code: 'rate.days', values: { max: maxDays } },
          }),
    };
  });
}
