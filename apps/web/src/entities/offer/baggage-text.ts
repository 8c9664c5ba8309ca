import { useTranslation } from 'react-i18next';
import { parseBaggage } from '@bkksiam/domain/baggage';
import type { Baggage } from '@bkksiam/domain/flight-offer';

/** What a passenger may take along, in words; undefined where the source does not say. */
export function useBagsText(): (bags: Baggage | undefined) => string | undefined {
  const { t } = useTranslation('flights');
  const amount = (kg: number | null, pieces: number | null) =>
    kg !== null && kg > 0
      ? t('bags.kg', { kg })
      : pieces !== null && pieces > 0
        ? t('bags.pieces', { count: pieces })
        : undefined;
  return (bags) => {
    if (bags === undefined) return undefined;
    const cabin = amount(bags.cabinKg, bags.cabinPieces);
    const checked = amount(bags.checkedKg, bags.checkedPieces);
    const hasNoChecked = checked === undefined && (bags.checkedPieces ?? bags.checkedKg) === 0;
    if (cabin !== undefined && checked !== undefined) return t('bags.both', { cabin, checked });
    if (checked !== undefined) return t('bags.checked', { checked });
    if (cabin !== undefined) return t(hasNoChecked ? 'bags.cabinOnly' : 'bags.cabin', { cabin });
    return hasNoChecked ? t('bags.none') : undefined;
  };
}

/** The baggage that an offer or a booking has as a text: what SQL wrote is said in the language on screen. Texts: `flights`. */
export function useBaggageText(): (stored: string) => string {
  const { t } = useTranslation('flights');
  const bagsText = useBagsText();
  return (stored) => {
    const bags = parseBaggage(stored);
    if (bags === undefined) return stored;
    return typeof bags === 'number' ? t('bags.kg', { kg: bags }) : (bagsText(bags) ?? stored);
  };
}
