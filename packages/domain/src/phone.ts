import { removeInvisible } from './invisible-characters.ts';

const thaiZero = '๐'.codePointAt(0) ?? 0;

/** Replaces Thai digits by Arabic ones. */
export function arabicDigits(text: string): string {
  return text.replaceAll(/[๐-๙]/g, (digit) => String((digit.codePointAt(0) ?? 0) - thaiZero));
}

/** Trims a phone number, removes invisible characters and replaces Thai digits by Arabic ones. */
export function normalizePhone(text: string): string {
  return arabicDigits(removeInvisible(text).trim());
}

/**
 * A phone number with its country, such as `+66812345678` (E.164). One with a single leading 0 is Thai; undefined for any
 * other text.
 */
export function internationalPhone(text: string): string | undefined {
  const plain = normalizePhone(text)
    .replace('(0)', '')
    .replaceAll(/[\s().-]/g, '');
  const number = plain.replace(/^00/, '+').replace(/^0/, '+66');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}
