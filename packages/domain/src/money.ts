import type { CurrencyInfo } from './catalog.ts';
import type { Language } from './languages.ts';

/**
 * A number with commas between thousands, halves rounded away from zero. By hand, because setting up the formatters of
 * `Intl` would take a phone some 70 ms, before a page with prices answers.
 */
function groupedText(amount: number, decimals: 0 | 2): string {
  // Shifted as text: 1.005 is a little less than it says, and times 100 would be rounded down.
  const shifted = Math.round(Number(`${String(Math.abs(amount))}e${String(decimals)}`));
  const digits = String(shifted).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/**
 * An amount of baht (not satang) as a reader of the language expects it: `THB 1,234.50` or `฿1,234.50`.
 *
 * @param decimals 2 for balances, 0 for round prices
 */
export function bahtText(amount: number, language: Language, decimals: 0 | 2): string {
  const sign = amount < 0 ? '-' : '';
  return `${sign}${language === 'th' ? '฿' : 'THB '}${groupedText(amount, decimals)}`;
}

/** An amount of the store in its own currency, to two decimals (spec §9): `€12.50`, `฿1,780.00`. */
export function storeAmountText(cents: number, { template }: CurrencyInfo): string {
  return template.replace('$1', () => groupedText(cents / 100, 2));
}

/** What an empty cart costs (spec §9). */
export const emptyCartTotal = '$0.00';
