import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingReferenceCharacters, parseBookingReference } from './booking-reference.ts';

describe('a booking reference', () => {
  it.each([
    'BKK-7M4Q9XWD',
    'bkk-7m4q9xwd',
    ' BKK 7M4Q 9XWD ',
    'BKK7M4Q9XWD',
    '7m4q9xwd',
    '#BKK-7M4Q-9XWD',
    'BKK\u20137M4Q9XWD',
    'bkk ๗m๔q๙xwd',
    '\u2068BKK-\u200e7M4Q9XWD\u2069',
  ])('is recognized in %j', (text) => {
    expect(parseBookingReference(text)).toBe('BKK-7M4Q9XWD');
  });

  it('may have the letters of its prefix itself', () => {
    expect(parseBookingReference('bkkbkk23')).toBe('BKK-BKKBKK23');
    expect(parseBookingReference('bkk-bkkbkk23')).toBe('BKK-BKKBKK23');
  });

  it.each([
    '',
    'BKK-',
    'BKK-7M4Q9XW',
    'BKK-7M4Q9XWDD',
    'BKK-7M4Q9XW0',
    'BKK-7M4Q9XWO',
    'BKK-7M4Q9XW1',
    'BKK-7M4Q9XWI',
    'BKK-7M4Q9XWL',
    'CNX-7M4Q9XWD',
    'BKK-7M4Q9X_D',
    // Of a booking that only the browser has.
    'BKK-1795612345678',
  ])('is not %j', (text) => {
    expect(parseBookingReference(text)).toBeNull();
  });

  it('is found again however it is written', () => {
    const characters = fc.array(fc.constantFrom(...bookingReferenceCharacters.split('')), {
      minLength: 8,
      maxLength: 8,
    });
    const prefix = fc.constantFrom('BKK-', 'bkk-', 'Bkk', 'BKK ', '');
    fc.assert(
      fc.property(characters, prefix, fc.boolean(), fc.nat(8), (written, before, isLower, at) => {
        const body = [...written.slice(0, at), ' ', ...written.slice(at)].join('');
        const typed = before + (isLower ? body.toLowerCase() : body);
        expect(parseBookingReference(typed)).toBe(`BKK-${written.join('')}`);
      }),
    );
  });
});
