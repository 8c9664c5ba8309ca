import { readFileSync } from 'node:fs';
import type { Language } from './fixtures.ts';

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
export function textIn(language: Language): (key: string) => string {
  return (key) => {
    let found: string | Texts | undefined = texts[language];
    for (const part of key.split('.')) {
      found = typeof found === 'object' ? found[part] : undefined;
    }
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`);
    return found;
  };
}
