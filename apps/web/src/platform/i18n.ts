import i18next, { type ParseKeys } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next, useTranslation } from 'react-i18next';
import {
  fallbackLanguage,
  languages,
  languageStorageKey,
  toLanguage,
  type Language,
} from '@bkksiam/domain/languages';

/** A key of the interface texts (`common.json`); one key stands for all its plural forms. */
export type TextKey = ParseKeys;

/** What a text's placeholders stand for. */
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Thai letters are a file of their own, fetched before the first Thai text is laid out and not at all where there is none.
 * A font that does not come costs the letters their shape, nothing else, so a failure needs no word.
 */
function fetchThaiFont(): void {
  if (!('fonts' in document)) return;
  document.fonts.load('1rem "Anuphan Variable"', 'ก').catch(() => undefined);
}

function speak(tag: string): void {
  const language = toLanguage(tag);
  document.documentElement.lang = language;
  if (language === 'th') fetchThaiFont();
}

/**
 * Starts the translations (spec §9): the saved language, else the first of the browser's that we speak, else English.
 * Resolves when the first texts are there.
 *
 * @throws when no texts could be loaded: a page of bare keys helps nobody
 */
export async function startTranslations(): Promise<void> {
  const detector = new LanguageDetector();
  i18next.on('languageChanged', speak);
  await i18next
    .use(HttpBackend)
    .use(detector)
    .use(initReactI18next)
    .init({
      supportedLngs: [...languages],
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      fallbackLng: fallbackLanguage,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['localStorage', 'navigator'],
        lookupLocalStorage: languageStorageKey,
        caches: ['localStorage'],
        convertDetectedLanguage: (tag: string) => tag.split('-', 1)[0] ?? tag,
      },
      react: { useSuspense: false },
    });
  if (!i18next.hasLoadedNamespace('common') || !i18next.exists('brand')) {
    throw new Error('the texts of the site could not be loaded');
  }
}

/** The language on screen; the words follow it without a reload. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return toLanguage(i18n.resolvedLanguage);
}

/** The language on screen, for code outside a component. */
export function currentLanguage(): Language {
  return toLanguage(i18next.resolvedLanguage);
}

/** Switches the language and remembers it; what is typed stays. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}
