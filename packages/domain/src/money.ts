import type { CurrencyInfo } from './catalog.ts';
import type { Language } from './languages.ts';

/**
 * Formats a number with thousands separators; halves round away from zero. Creating `Intl` formatters would block a
 * phone for about 70 ms.
 */
function groupedText(amount: number, decimals: 0 | 2): string {
  // Shifted as text: the binary value of 1.005 is slightly less, and times 100 would round down.
  const shifted = Math.round(Number(`${String(Math.abs(amount))}e${String(decimals)}`));
  const digits = String(shifted).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/**
 * Formats an amount of baht (not satang) for a language: `THB 1,234.50` or `฿1,234.50`, a negative one with a minus sign
 * before it: `−THB 1,234.50`.
 *
 * @param decimals 2 for balances, 0 for round prices
 */
export function bahtText(amount: number, language: Language, decimals: 0 | 2): string {
  const sign = amount < 0 ? '−' : '';
  return `${sign}${language === 'th' ? '฿' : 'THB '}${groupedText(amount, decimals)}`;
}

/** Formats a store amount in its currency with two decimals (spec §9): `€12.50`, `฿1,780.00`. */
export function storeAmountText(cents: number, { template }: CurrencyInfo): string {
  return template.replace('$1', () => groupedText(cents / 100, 2));
}

/** The total of an empty cart (spec §9). */
export const emptyCartTotal = '$0.00';
