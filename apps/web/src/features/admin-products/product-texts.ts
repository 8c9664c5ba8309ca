import { useTranslation } from 'react-i18next';
import type { AppError } from '#platform/app-error.ts';
import { useLanguage } from '#platform/i18n.ts';

/** Whether another admin has changed the product since it was loaded. */
export const isChangedMeanwhile = (error: AppError | null) => error?.reason === 'product_changed';

/** Why an action failed; the server's message if its reason has no text. */
export function useFailureText(): (error: AppError) => string {
  const { t, i18n } = useTranslation('adminProducts');
  return ({ reason, message }) => {
    const key = `problem.database.${reason}`;
    return reason !== '' && i18n.exists(`adminProducts:${key}`)
      ? t(key as 'problem.database.stock_short')
      : message;
  };
}

/** The part of the form that an error of the database belongs to; undefined for the whole product. */
export function partOfFailure({ reason }: AppError) {
  switch (reason) {
    case 'product_id':
    case 'product_duplicate':
      return 'id';
    case 'product_picture':
      return 'images';
    case 'product_options':
      return 'options';
    case 'product_related':
      return 'related';
    case 'sku_taken':
    case 'variant_count':
    case 'variant_in_stock':
    case 'variant_invalid':
    case 'variant_options':
    case 'variant_price':
    case 'variant_reserved':
      return 'variants';
    default:
      return undefined;
  }
}

/** The name of something that has a Thai one, in the language on screen. */
export function useOwnName() {
  const language = useLanguage();
  return ({ title, title_th: thai }: { title: string; title_th?: string | null }) =>
    language === 'th' && thai ? thai : title;
}
