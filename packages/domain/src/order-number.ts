import { bookingReferenceCharacters } from './booking-reference.ts';
import { removeInvisible } from './invisible-characters.ts';
import { arabicDigits } from './phone.ts';

const number = new RegExp(`^ORD([${bookingReferenceCharacters}]{8})$`);

/**
 * Parses the number of an order as people type it, in lower case, with spaces or without its dash, into its form
 * `ORD-7K2M9QXT`; null for any other text.
 */
export function parseOrderNumber(text: string): string | null {
  const typed = arabicDigits(removeInvisible(text))
    .toUpperCase()
    .replaceAll(/[\s#\u2010-\u2015\u2212-]/g, '');
  const characters = number.exec(typed)?.[1];
  return characters === undefined ? null : `ORD-${characters}`;
}
