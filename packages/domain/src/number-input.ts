const thaiZero = 0x0e50;
const currency = /^(?:฿|THB)|(?:บาท|THB|฿)$/gi;
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.|$)/;

/** Thai digits as Latin ones, without spaces. */
function plainDigits(text: string): string {
  return text
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
    .replaceAll(/\s/g, '');
}

/**
 * Parses an amount of baht as people type it, such as `1,234.50`, `฿1234.5` or `๑๒๓ บาท`, into satang; undefined if it is no
 * such amount.
 */
export function parseSatang(text: string): number | undefined {
  const plain = plainDigits(text).replaceAll(currency, '');
  const digits = grouped.test(plain) ? plain.replaceAll(',', '') : plain;
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(digits);
  if (match === null) return undefined;
  const [, baht = '', satang = ''] = match;
  return Number(baht) * 100 + Number(satang.padEnd(2, '0'));
}

const minus = /^[-\u2010-\u2013\u2212]/;

/** As {@link parseSatang}, with a minus sign before an amount below zero, such as `-2,500` or `−฿2,500`. */
export function parseSignedSatang(text: string): number | undefined {
  const plain = text.trim();
  if (!minus.test(plain)) return parseSatang(plain);
  const satang = parseSatang(plain.slice(1));
  return satang === undefined || satang === 0 ? satang : -satang;
}

/** Writes satang as an amount of baht to edit: `1,234.50`, whole baht as `1,234`, a negative one as `−1,234`. */
export function satangText(satang: number): string {
  if (satang < 0) return `−${satangText(-satang)}`;
  const baht = String(Math.floor(satang / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const rest = satang % 100;
  return rest === 0 ? baht : `${baht}.${String(rest).padStart(2, '0')}`;
}

/** Parses a number of things, such as `1,200` or `๑๒`; undefined if it is no whole number. */
export function parseWholeNumber(text: string): number | undefined {
  const plain = plainDigits(text);
  const digits = grouped.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** Parses a weight of kilograms, such as `1.5` or `๒`, into grams; undefined if it is no such weight. */
export function parseGrams(text: string): number | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,3}))?(?:kg|กก\.?)?$/i.exec(plainDigits(text));
  if (match === null) return undefined;
  const [, kilograms = '', grams = ''] = match;
  return Number(kilograms) * 1000 + Number(grams.padEnd(3, '0'));
}

/** Writes grams as kilograms to edit: `1.5`. */
export const kilogramText = (grams: number): string => String(grams / 1000);
