import i18next, { type BackendModule, type InitOptions, type ParseKeys } from 'i18next';
import LanguageDetector, { type DetectorOptions } from 'i18next-browser-languagedetector';
import { initReactI18next, useTranslation } from 'react-i18next';
import {
  fallbackLanguage,
  languages,
  languageStorageKey,
  toLanguage,
  type Language,
} from '@bkksiam/domain/languages';
import type { FirstView } from './first-view.ts';
import { innerTexts } from './inner-texts.ts';
import { takenOver } from './takeover.ts';

/** A key of the interface texts (`common.json`); one key stands for all its plural forms. */
export type TextKey = ParseKeys;

/** What a text's placeholders stand for. */
export type TextValues = Readonly<Record<string, string | number>>;

/** How texts are looked up, in a browser and where pages are painted (spec §9). */
export const textOptions = {
  supportedLngs: [...languages],
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: fallbackLanguage,
  ns: ['common'],
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} satisfies InitOptions;

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
  const root = document.documentElement;
  // Setting it to what it is would have the styles of the whole page worked out anew.
  if (root.lang !== language) root.lang = language;
  if (language === 'th') fetchThaiFont();
}

/** Reads texts that did not come with the page. The library that does it comes with the first of them. */
function lateBackend(): BackendModule<{ readonly loadPath: string }> {
  let library: Promise<BackendModule> | undefined;
  let setUp: Parameters<BackendModule['init']> | undefined;
  async function connect(): Promise<BackendModule> {
    const { default: HttpBackend } = await import('i18next-http-backend');
    const backend: BackendModule = new HttpBackend();
    if (setUp !== undefined) backend.init(...setUp);
    return backend;
  }
  return {
    type: 'backend',
    callbackApi: true,
    init(...given) {
      setUp = given;
    },
    read(language, namespace, done) {
      library ??= connect();
      library
        .then((backend) => backend.read(language, namespace, done))
        .catch((error: unknown) => {
          library = undefined;
          done(error instanceof Error ? error : String(error), true);
        });
    },
  };
}

const aYearOfMinutes = 365 * 24 * 60;

const detection: DetectorOptions = {
  order: ['localStorage', 'navigator'],
  lookupLocalStorage: languageStorageKey,
  // The cookie is for the server, which paints the next page by it.
  caches: ['localStorage', 'cookie'],
  lookupCookie: languageStorageKey,
  cookieMinutes: aYearOfMinutes,
  cookieOptions: { path: '/', sameSite: 'lax' },
  convertDetectedLanguage: (tag: string) => tag.split('-', 1)[0] ?? tag,
};

/** The language chosen on an earlier visit; undefined when there is none or the browser forbids to look. */
function savedLanguage(): Language | undefined {
  try {
    const saved = window.localStorage.getItem(languageStorageKey);
    return languages.find((language) => language === saved);
  } catch {
    return undefined;
  }
}

/**
 * Starts the translations (spec §9): on a painted page in its language and with the texts that came with it, else
 * in the saved language, the first of the browser's that we speak, or English. Resolves when the first texts are there.
 *
 * @returns the language saved in this browser where the page came in the other one: to be switched to once the page
 *   has been taken over
 * @throws when no texts could be loaded: a page of bare keys helps nobody
 */
export async function startTranslations(view?: FirstView): Promise<Language | undefined> {
  const saved = view && savedLanguage();
  i18next.on('languageChanged', speak);
  await i18next
    .use(lateBackend())
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      ...textOptions,
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection,
      ...(view && { lng: view.language, resources: { [view.language]: view.texts } }),
    });
  // Only from now on: at the start the library would wait for what the page does not need, such as the fallback's texts.
  i18next.options.partialBundledLanguages = true;
  if (!i18next.hasLoadedNamespace('common') || !i18next.exists('brand')) {
    throw new Error('the texts of the site could not be loaded');
  }
  if (view !== undefined) painted = document.getElementById('root') ?? undefined;
  if (view !== undefined && !hasInnerTexts(view.language)) partial = view.language;
  return saved === view?.language ? undefined : saved;
}

/** Where the painted page is, while parts of it may not have been taken over. */
let painted: Element | undefined;

/** The language whose texts came with a public page, and so without those of the pages behind the sign-in. */
let partial: Language | undefined;

/**
 * Resolves when the texts of the pages behind the sign-in are there too.
 *
 * @throws when they do not come
 */
export async function loadInnerTexts(): Promise<void> {
  if (partial === undefined) return;
  await i18next.reloadResources([partial], ['common']);
  if (!hasInnerTexts(partial)) throw new Error('the texts of this page could not be loaded');
  partial = undefined;
}

function hasInnerTexts(language: Language): boolean {
  return innerTexts.every((group) => i18next.getResource(language, 'common', group) !== undefined);
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

/**
 * Switches the language and remembers it; what is typed stays. A painted page keeps the language it was painted in
 * until all its parts have been taken over, because each must be found as it was painted.
 */
export async function changeLanguage(language: Language): Promise<void> {
  if (painted !== undefined) await takenOver(painted);
  painted = undefined;
  await i18next.changeLanguage(language);
}
