/** What goes beyond the specification. None is on unless the operator names it (`FEATURES`). */
export const features = [
  'requests',
  'bookings',
  'payments',
  'flights',
  'shop',
  'support',
  'notifications',
  'offline',
] as const;

export type Feature = (typeof features)[number];

/** The features that a feature builds on. */
export const requiredFeatures: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  requests: ['bookings'],
  payments: ['bookings'],
  flights: ['bookings'],
  shop: ['payments'],
  notifications: ['bookings'],
};

/** Why a set of features cannot be switched on: an unknown name, or a feature without one it builds on. */
export type FeatureProblem =
  | { readonly code: 'features.unknown'; readonly name: string }
  | { readonly code: 'features.incomplete'; readonly feature: Feature; readonly missing: Feature };

/** Checks the names of the features to switch on; gives them in the order of `features`. */
export function checkFeatures(names: readonly string[]): readonly Feature[] | FeatureProblem {
  const unknown = names.find((name) => !features.some((feature) => feature === name));
  if (unknown !== undefined) return { code: 'features.unknown', name: unknown };
  const on = features.filter((feature) => names.includes(feature));
  for (const feature of on) {
    const missing = requiredFeatures[feature]?.find((needed) => !on.includes(needed));
    if (missing !== undefined) return { code: 'features.incomplete', feature, missing };
  }
  return on;
}
