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

/** How a page is painted for whoever asks. */
export interface PageChoice {
  readonly language: Language;
  /** The chosen theme; undefined follows the system's. */
  readonly theme: 'light' | 'dark' | undefined;
}

/** The request headers a page is chosen by. */
export const choosingHeaders = 'Accept-Language, Cookie';

/**
 * Reads what the visitor has chosen on an earlier visit, as the site mirrors it in cookies; else the language they
 * like best of those we speak, else the fallback.
 */
export function choosePage(headers: IncomingHttpHeaders): PageChoice {
  const cookies = parse(headers.cookie ?? '');
  const saved = languages.find((language) => language === cookies[languageStorageKey]);
  const theme = cookies[themeKey];
  return {
    language: saved ?? toLanguage(new Negotiator({ headers }).language([...languages])),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
}
