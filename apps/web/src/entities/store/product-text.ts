import { textIn, titleIn } from '@bkksiam/domain/bilingual-text';
import { useLanguage } from '#platform/i18n.ts';

/** Gives the part of a product's text that is in the language on screen. */
export function useProductText(): (text: string) => string {
  const language = useLanguage();
  return (text) => textIn(language, text);
}

/** Gives a product's title in the language on screen. */
export function useProductTitle(): (product: { readonly title: string }) => string {
  const language = useLanguage();
  return ({ title }) => titleIn(language, title);
}
