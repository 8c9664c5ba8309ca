import { useTranslation } from 'react-i18next';
import type { FareRule } from '@bkksiam/domain/flight-offer';
import type { OfferCondition } from '@bkksiam/domain/offer';
import { strictestRule } from '@bkksiam/domain/own-seats';
import { useBaht } from '#platform/formats.ts';

/** The text of a condition: as it was written, or that of the strictest of its rules. Texts: `requests`. */
export function useConditionText(): (condition: OfferCondition) => string {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  function ruleText(kind: 'change' | 'refund', rule: FareRule) {
    const { isAllowed, feeSatang, untilHoursBefore: hours } = rule;
    if (isAllowed === null) return t(`offer.rule.${kind}.unknown`);
    if (!isAllowed) return t(`offer.rule.${kind}.no`);
    const cost = feeSatang === null ? 'someFee' : feeSatang === 0 ? 'free' : 'fee';
    const values = { fee: baht(feeSatang ?? 0), hours: hours ?? 0 };
    return hours
      ? t(`offer.rule.${kind}.${cost}Until`, values)
      : t(`offer.rule.${kind}.${cost}`, values);
  }
  return ({ kind, text, rules = [] }) => {
    const rule = strictestRule(rules);
    return rule && (kind === 'change' || kind === 'refund') ? ruleText(kind, rule) : text;
  };
}
