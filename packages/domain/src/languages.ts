import { productSlug } from './constants.ts';

/** The languages the product is written in, the fallback first. */
export const languages = ['en', 'th'] as const;

/** A language the product is written in. */
export type Language = (typeof languages)[number];

/** What is read when nothing better is known. */
export const fallbackLanguage: Language = 'en';

/** The translation files of each language; `common` holds the interface. */
export const namespaces = ['common', 'terms', 'privacy'] as const;

/** Under this key the browser remembers the chosen language. */
export const languageStorageKey = `${productSlug}-language`;

/** The language meant by a tag such as `th-TH`; the fallback for every other. */
export function toLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split('-', 1)[0];
  return languages.find((language) => language === primary) ?? fallbackLanguage;
}

const thaiLetter = /[\u0e00-\u0e7f]/;

/** The language a text of somebody's own is written in, which need not be the page's. */
export function languageOfText(text: string): Language {
  return thaiLetter.test(text) ? 'th' : 'en';
}
