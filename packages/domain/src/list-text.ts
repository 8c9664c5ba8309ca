import type { Language } from './languages.ts';

/**
 * The items of a list as text: `Thai Airways, Nok Air`, with spaces in Thai, which has no commas. A list format of the browser
 * would take 10 ms of a phone when the home page is hydrated.
 */
export const listText = (items: readonly string[], language: Language): string =>
  items.join(language === 'th' ? ' ' : ', ');
