import type { CurrencyInfo } from './catalog.ts';
import type { Language } from './languages.ts';

const locales: Record<Language, string> = { en: 'en-US', th: 'th-TH' };

/**
 * An amount of baht (not satang) as a reader of the language expects it: `THB 1,234.50` or `฿1,234.50`.
 *
 * @param decimals 2 for balances, 0 for round prices
 */
export function bahtText(amount: number, language: Language, decimals: 0 | 2): string {
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'THB',
    currencyDisplay: language === 'th' ? 'narrowSymbol' : 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
    .format(amount)
    .replaceAll('\u00a0', ' ');
}

const storeNumber = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** An amount of the store in its own currency, to two decimals (spec §9): `€12.50`, `฿1,780.00`. */
export function storeAmountText(cents: number, { template }: CurrencyInfo): string {
  return template.replace('$1', () => storeNumber.format(cents / 100));
}

/** What an empty cart costs (spec §9). */
export const emptyCartTotal = '$0.00';
