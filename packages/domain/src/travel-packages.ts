/** A sample travel package (spec §9); texts and picture are keyed by its id. */
export interface TravelPackage {
  readonly id: 'tokyo' | 'seoul' | 'singapore';
  /** Baht, not satang. */
  readonly price: number;
  readonly days: number;
  readonly nights: number;
  /** Out of 5. */
  readonly rating: number;
}

/** The three sample packages in display order. */
export const travelPackages: readonly TravelPackage[] = [
  { id: 'tokyo', price: 25_900, days: 5, nights: 4, rating: 4.8 },
  { id: 'seoul', price: 22_500, days: 4, nights: 3, rating: 4.9 },
  { id: 'singapore', price: 18_900, days: 3, nights: 2, rating: 4.7 },
];

/** The three highlights of the home page in display order. */
export const featureHighlights = ['hold', 'insurance', 'topUp'] as const;

/** A highlight of the home page, the key of its texts. */
export type FeatureHighlight = (typeof featureHighlights)[number];
