import { useTranslation } from 'react-i18next';
import type { FareRule } from '@bkksiam/domain/flight-offer';
import { strictestRule } from '@bkksiam/domain/own-seats';
import { useBaht } from '#platform/formats.ts';
import type { Condition } from './offer.ts';

/** The text of a condition: as it was written, or what the strictest of its rules says. Texts: `requests`. */
export function useConditionText(): (condition: Condition) => string {
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
    const rule = strictestRule(
      rules.map(({ is_allowed, fee_satang, until_hours }) => ({
        isAllowed: is_allowed,
        feeSatang: fee_satang,
        untilHoursBefore: until_hours,
      })),
    );
    return rule && (kind === 'change' || kind === 'refund') ? ruleText(kind, rule) : text;
  };
}
