import { createInstance, type TFunction } from 'i18next';
import type { Language } from '@bkksiam/domain/languages';
import english from '../../public/locales/en/common.json';
import thai from '../../public/locales/th/common.json';
import { textOptions } from '#platform/i18n.ts';

const i18n = createInstance();
await i18n.init({
  ...textOptions,
  resources: { en: { common: english }, th: { common: thai } },
});

/** `t` in a language, whatever the language on screen: screens are tested by key, not by a copy of each text. */
export function textsOf(language: Language): TFunction {
  return i18n.getFixedT(language);
}
