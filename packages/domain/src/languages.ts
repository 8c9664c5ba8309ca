import { productSlug } from './constants.ts';

/** The supported languages, the fallback first. */
export const languages = ['en', 'th'] as const;

/** A supported language. */
export type Language = (typeof languages)[number];

/** The default language. */
export const fallbackLanguage: Language = 'en';

/** Storage key of the chosen language. */
export const languageStorageKey = `${productSlug}-language`;

/** The supported language of a tag such as `th-TH`, else the default. */
export function toLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split('-', 1)[0];
  return languages.find((language) => language === primary) ?? fallbackLanguage;
}

const thaiLetter = /[\u0e00-\u0e7f]/;

/** The language of user-written text, which may differ from the page's. */
export function languageOfText(text: string): Language {
  return thaiLetter.test(text) ? 'th' : 'en';
}
