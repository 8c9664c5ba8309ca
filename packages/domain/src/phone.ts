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
