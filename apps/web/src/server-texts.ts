import { createInstance, type CustomTypeOptions, type i18n as I18n } from 'i18next';
import type { Language } from '@bkksiam/domain/languages';
import type { AgencyOnSite } from '#platform/env.ts';
import { nameAgency, textOptions } from '#platform/i18n.ts';

type Resources = CustomTypeOptions['resources'];

const localeFiles = import.meta.glob<object>('../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The texts of a language as they are in the files. */
export function resourcesOf(language: Language): Resources {
  const file = new RegExp(`/${language}/(\\w+)\\.json$`);
  const found: Record<string, object> = Object.fromEntries(
    Object.entries(localeFiles).flatMap(([path, texts]) => {
      const namespace = file.exec(path)?.[1];
      return namespace === undefined ? [] : [[namespace, texts]];
    }),
  );
  return found as Resources;
}

async function startTranslations(language: Language, agency?: AgencyOnSite): Promise<I18n> {
  const instance = createInstance();
  const texts = resourcesOf(language);
  if (agency !== undefined) {
    texts.common = structuredClone(texts.common);
    nameAgency(texts.common, agency.texts[language]);
  }
  const resources = { [language]: { ...texts } };
  await instance.init({ ...textOptions, lng: language, resources });
  return instance;
}

export type Translations = Readonly<Record<Language, I18n>>;

/** The texts of all languages, which name an agency. */
export async function startAllTranslations(agency?: AgencyOnSite): Promise<Translations> {
  const [en, th] = await Promise.all([
    startTranslations('en', agency),
    startTranslations('th', agency),
  ]);
  return { en, th };
}

/** The texts of all languages as they are in the files. */
export const translations = startAllTranslations();
