import type { OfferCondition } from './offer.ts';
import { strictestRule } from './own-seats.ts';

/**
 * What the conditions of a booking keep of its payments if it is cancelled: the fee for each passenger, or all where they give
 * nothing back. Undefined where they do not say.
 */
export function refundPenalty(
  conditions: readonly OfferCondition[],
  passengers: number,
  paidSatang: number,
): number | undefined {
  const rules = conditions.flatMap(({ kind, rules: own = [] }) => (kind === 'refund' ? own : []));
  const rule = strictestRule(rules);
  if (rule?.isAllowed === false) return paidSatang;
  if (rule?.isAllowed !== true || rule.feeSatang === null) return undefined;
  return Math.min(rule.feeSatang * passengers, paidSatang);
}
