import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { normalizePhone } from '@bkksiam/domain/phone';

/**
 * A phone number as machines use it (E.164), such as `+66812345678`. One without its country is Thai. Undefined for a text
 * that is no number, and for one with an extension, which this form cannot keep.
 */
export function internationalPhone(text: string): string | undefined {
  // `00` is how most people begin a country; in Thailand itself it is 001 to 009.
  const typed = normalizePhone(text)
    .replace(/^00(?=[\s\d])/, '+')
    .replace('ต่อ', 'ext.');
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'TH', extract: false });
  if (number === undefined || !number.isValid() || number.ext !== undefined) return undefined;
  return number.number;
}
