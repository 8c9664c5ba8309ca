import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'cookie';
import Negotiator from 'negotiator';
import { themeKey } from '@bkksiam/domain/constants';
import {
  languages,
  languageStorageKey,
  toLanguage,
  type Language,
} from '@bkksiam/domain/languages';

/** The language and theme a page is rendered with. */
export interface PagePreferences {
  readonly language: Language;
  /** The chosen theme; undefined follows the system. */
  readonly theme: 'light' | 'dark' | undefined;
}

/** The `Vary` header of pages. */
export const varyHeaders = 'Accept-Language, Cookie';

/**
 * Reads the preferences from the cookies the site sets; the language defaults to the best match of `Accept-Language`,
 * else to the fallback language.
 */
export function readPagePreferences(headers: IncomingHttpHeaders): PagePreferences {
  const cookies = parse(headers.cookie ?? '');
  const saved = languages.find((language) => language === cookies[languageStorageKey]);
  const theme = cookies[themeKey];
  return {
    language: saved ?? toLanguage(new Negotiator({ headers }).language([...languages])),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
}
