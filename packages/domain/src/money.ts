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
