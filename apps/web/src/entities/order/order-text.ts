import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n.ts';

/** A line of an order, with the titles of the day on which it was placed. */
interface TitledLine {
  readonly title: string;
  readonly title_th: string | null;
  readonly quantity: number;
}

/** The title of a line in the language on screen. */
export function useLineTitle(): (line: Pick<TitledLine, 'title' | 'title_th'>) => string {
  const language = useLanguage();
  return ({ title, title_th: thai }) => (language === 'th' ? (thai ?? title) : title);
}

/** How many pieces an order has. */
export const pieceCount = (lines: readonly Pick<TitledLine, 'quantity'>[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The first title of an order and how many further ones there are. Texts: `orders`. */
export function useOrderTitle(): (lines: readonly TitledLine[]) => string {
  const { t } = useTranslation('orders');
  const titleOf = useLineTitle();
  return ([first, ...others]) => {
    if (first === undefined) return '';
    const title =
      first.quantity > 1 ? `${titleOf(first)} × ${String(first.quantity)}` : titleOf(first);
    return others.length === 0 ? title : t('andMore', { title, count: others.length });
  };
}
