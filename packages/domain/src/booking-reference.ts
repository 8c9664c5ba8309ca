import { removeInvisible } from './invisible-characters.ts';
import { arabicDigits } from './phone.ts';

/** The characters of a booking reference, without those that are read as another one: 0, O, 1, I and L. */
export const bookingReferenceCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const prefix = 'BKK';
const reference = new RegExp(`^(?:${prefix})?([${bookingReferenceCharacters}]{8})$`);

/**
 * Parses a booking reference as people type it, in lower case, with spaces, without its dash or its prefix, into its
 * form `BKK-7M4Q9XWD`; null for any other text.
 */
export function parseBookingReference(text: string): string | null {
  const typed = arabicDigits(removeInvisible(text))
    .toUpperCase()
    .replaceAll(/[\s#\u2010-\u2015\u2212-]/g, '');
  const characters = reference.exec(typed)?.[1];
  return characters === undefined ? null : `${prefix}-${characters}`;
}
