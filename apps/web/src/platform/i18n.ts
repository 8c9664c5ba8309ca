import i18next, {
  type BackendModule,
  type CustomTypeOptions,
  type i18n as I18n,
  type InitOptions,
  type ParseKeys,
} from 'i18next';
import { use, useCallback, useSyncExternalStore } from 'react';
import { I18nContext, initReactI18next } from 'react-i18next';
import {
  fallbackLanguage,
  languages,
  languageStorageKey,
  toLanguage,
  type Language,
} from '@bkksiam/domain/languages';
import { settings, type AgencyTexts } from './env.ts';
import { savePreferenceCookie } from './local-store.ts';

/** A key of the interface texts (`common.json`); one key stands for all its plural forms. */
export type TextKey = ParseKeys;

/** A namespace of texts: `common`, or a feature's own. */
export type Namespace = keyof CustomTypeOptions['resources'];

/** A key of `common`, or one of another namespace with its name before it, such as `terms:title`. */
export type NamespacedKey = ParseKeys<['common', ...Namespace[]]>;

export type TextValues = Readonly<Record<string, string | number>>;

/** The address of a namespace's texts. */
export const localePath = (language: string, namespace: string) =>
  `/locales/${language}/${namespace}.json`;

type CommonTexts = CustomTypeOptions['resources']['common'];

/** Puts the agency's own details into the texts of `common`. */
export function nameAgency({ footer, pages }: CommonTexts, agency: AgencyTexts): void {
  Object.assign(footer, agency.footer);
  Object.assign(pages.contact, agency.contact);
}

/** Reads texts from the site. i18next repeats a read whose failure may pass. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, onRead) {
    async function load() {
      const path = localePath(language, namespace);
      const response = await fetch(path);
      if (!response.ok) {
        onRead(`${path}: ${String(response.status)}`, response.status >= 500);
        return;
      }
      const texts = (await response.json()) as CommonTexts;
      const agency = namespace === 'common' && settings().agency?.texts[language as Language];
      if (agency) nameAgency(texts, agency);
      onRead(null, texts);
    }
    load().catch((error: unknown) => onRead(String(error), true));
  },
};

/** The options of i18next in the browser and on the server (spec §9). */
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

/** The language chosen on an earlier visit; undefined if there is none or the browser forbids storage. */
export function savedLanguage(): Language | undefined {
  try {
    const saved = window.localStorage.getItem(languageStorageKey);
    return languages.find((language) => language === saved);
  } catch {
    return undefined;
  }
}

/** The first of the browser's languages that the site has, else the fallback. */
function browserLanguage(): Language {
  const tags = navigator.languages.map((tag) => tag.split('-', 1)[0]);
  const tag = tags.find((primary) => languages.some((language) => language === primary));
  return toLanguage(tag);
}

/** Saves the language for later visits, and in a cookie for the server, which renders the next page in it. */
function saveLanguage(language: Language): void {
  try {
    window.localStorage.setItem(languageStorageKey, language);
  } catch {
    // A browser without storage keeps the choice while the page is open.
  }
  savePreferenceCookie(languageStorageKey, language);
}

function showLanguage(tag: string): void {
  const language = toLanguage(tag);
  const root = document.documentElement;
  // Setting the same language again would recalculate the styles of the whole page.
  if (root.lang !== language) root.lang = language;
  saveLanguage(language);
}

/**
 * Starts the translations (spec §9) in a language, or else in the saved one, the first of the browser's that the site
 * has, or English. Resolves when the texts are loaded.
 *
 * @param namespaces the page's own, besides `common`
 * @throws when no texts could be loaded
 */
export async function startTranslations({
  language,
  namespaces = [],
}: {
  readonly language?: Language | undefined;
  readonly namespaces?: readonly string[];
} = {}): Promise<void> {
  i18next.on('languageChanged', showLanguage);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      ...textOptions,
      ns: [...textOptions.ns, ...namespaces],
      lng: language ?? savedLanguage() ?? browserLanguage(),
    });
  if (!i18next.exists('brand')) throw new Error('the texts of the site could not be loaded');
}

/**
 * Loads the texts of a feature in the language on screen, and adds them to those of later languages. The server has all.
 *
 * @throws where they could not be loaded
 */
export async function loadTexts(texts: string | readonly string[] = []): Promise<void> {
  if (!i18next.isInitialized) return;
  const namespaces = [texts].flat();
  await i18next.loadNamespaces(namespaces);
  // For i18next a failed namespace is loaded too.
  for (const namespace of namespaces) {
    if (!languages.some((language) => i18next.hasResourceBundle(language, namespace))) {
      throw new Error(`the texts of ${namespace} could not be loaded`);
    }
  }
}

/** The language on screen. Lists call it hundreds of times, and `useTranslation` copies the instance for each. */
export function useLanguage(): Language {
  const i18n = (use(I18nContext) as { i18n: I18n } | undefined)?.i18n ?? i18next;
  const subscribe = useCallback(
    (update: () => void) => {
      i18n.on('languageChanged', update);
      return () => i18n.off('languageChanged', update);
    },
    [i18n],
  );
  const language = () => toLanguage(i18n.resolvedLanguage);
  return useSyncExternalStore(subscribe, language, language);
}

/** The language on screen, for code outside a component. */
export function currentLanguage(): Language {
  return toLanguage(i18next.resolvedLanguage);
}

/**
 * Saves the language and switches to it; form state stays.
 *
 * @throws where its texts could not be loaded: the page stays in the language it has
 */
export async function changeLanguage(language: Language): Promise<void> {
  saveLanguage(language);
  const missing = () =>
    [i18next.options.ns ?? []].flat().filter((name) => !i18next.hasResourceBundle(language, name));
  // i18next itself would switch without the texts.
  if (missing().length > 0) await i18next.reloadResources([language], missing());
  if (missing().length > 0) throw new Error(`the texts in ${language} could not be loaded`);
  await i18next.changeLanguage(language);
}
