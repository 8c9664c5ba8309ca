import { readFileSync } from 'node:fs';
import type english from '../../apps/web/public/locales/en/common.json';
import type { Language } from './fixtures.ts';

type Keys<Group, Prefix extends string = ''> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? `${Prefix}${Key}`
    : Keys<Group[Key], `${Prefix}${Key}.`>;
}[keyof Group & string];

/** The key of a text; those of plural forms have their suffix. */
export type TextKey = Keys<typeof english>;

interface Texts {
  readonly [key: string]: string | Texts;
}

const read = (language: Language): Texts =>
  JSON.parse(
    readFileSync(
      new URL(`../../apps/web/public/locales/${language}/common.json`, import.meta.url),
      'utf8',
    ),
  ) as Texts;

const texts: Record<Language, Texts> = { en: read('en'), th: read('th') };

/** The sentence behind a key, as the site shows it; a key without one is a mistake in the journey. */
export function textIn(language: Language): (key: TextKey) => string {
  return (key) => {
    let found: string | Texts | undefined = texts[language];
    for (const part of key.split('.')) {
      found = typeof found === 'object' ? found[part] : undefined;
    }
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`);
    return found;
  };
}

/** A text with its values filled in. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));

/** An amount of baht as the site shows it. */
export const baht = (language: Language, amount: string) =>
  language === 'th' ? `฿${amount}` : `THB ${amount}`;
