import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n.ts';
import type { AdminOrder } from './orders-data.ts';

/** The first title of an order, its pieces and how many further lines there are. */
export function useWhatText(): (order: AdminOrder) => string {
  const language = useLanguage();
  return ({ title, title_th: thai, quantity, lines }) => {
    const first = (language === 'th' ? (thai ?? title) : title) ?? '–';
    const pieces = (quantity ?? 1) > 1 ? ` × ${String(quantity)}` : '';
    const others = (lines ?? 1) > 1 ? ` +${String((lines ?? 1) - 1)}` : '';
    return `${first}${pieces}${others}`;
  };
}

/** Who bought; a guest is named as one. */
export function useBuyerText(): (order: AdminOrder) => string {
  const { t } = useTranslation('adminOrders');
  return ({ name, email, is_guest: isGuest }) => {
    const buyer = name ?? email;
    if (buyer === null) return t('noBuyer');
    return isGuest ? t('guest', { name: buyer }) : buyer;
  };
}

/** How an order is delivered, and the country of one that goes abroad. */
export function useDeliveryText(): (order: Pick<AdminOrder, 'method' | 'country'>) => string {
  const { t } = useTranslation('adminOrders');
  return ({ method, country }) =>
    method === 'pickup' || country === null || country === 'TH'
      ? t(`delivery.${method}`)
      : t('delivery.abroad', { method: t(`delivery.${method}`), country });
}

/** The titles of a line in the language on screen: of the product, and of the variant unless the product has one only. */
export function useLineText() {
  const language = useLanguage();
  return (line: {
    readonly title: string;
    readonly title_th: string | null;
    readonly variant_title: string;
    readonly variant_title_th: string | null;
  }): { readonly title: string; readonly variant: string } =>
    language === 'th'
      ? { title: line.title_th ?? line.title, variant: line.variant_title_th ?? line.variant_title }
      : { title: line.title, variant: line.variant_title };
}

/** What the buyer typed in the fields of a product, such as a name to print. */
export function answersText(answers: unknown): string {
  return Object.entries(Object(answers) as Readonly<Record<string, unknown>>)
    .map(([title, given]) => `${title}: ${[given].flat().map(String).join(', ')}`)
    .join(' · ');
}
