import { listText } from '@bkksiam/domain/list-text';
import { bahtText } from '@bkksiam/domain/money';
import { bangkokWeekdayTimeText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from './i18n.ts';

/** Satang as an amount of baht; satang are written if there are some. */
export function useBaht(): (satang: number) => string {
  const language = useLanguage();
  return (satang) =>
    Number.isNaN(satang) ? '—' : bahtText(satang / 100, language, satang % 100 === 0 ? 0 : 2);
}

/** Items as a list in the language on screen. */
export function useListText(): (items: readonly string[]) => string {
  const language = useLanguage();
  return (items) => listText(items, language);
}

/** A stored time in Bangkok with its weekday. */
export function useBangkokTime(): (iso: string) => string {
  const language = useLanguage();
  return (iso) => bangkokWeekdayTimeText(iso, language) ?? iso;
}
