import type { CurrencyInfo } from '@bkksiam/domain/catalog';

const amounts = new Map<string, { info: CurrencyInfo; format: (cents: number) => string }>();

/**
 * The store's format for amounts of a currency: the English one with two decimals, whatever the currency (spec §9).
 *
 * @param code ISO 4217, case-insensitive
 */
export function currencyOf(code: string) {
  const upper = code.toUpperCase();
  const known = amounts.get(upper);
  if (known !== undefined) return known;
  const options = { style: 'currency', currency: upper } as const;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const narrow = new Intl.NumberFormat('en', {
    ...options,
    ...digits,
    currencyDisplay: 'narrowSymbol',
  });
  const parts = narrow.formatToParts(1);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? upper;
  const made = {
    info: {
      code: code.toLowerCase(),
      name: new Intl.DisplayNames('en', { type: 'currency' }).of(upper) ?? upper,
      symbol,
      template: parts[0]?.type === 'currency' ? `${symbol}$1` : `$1${symbol}`,
      decimal_digits: 2,
    },
    format: (cents: number) => narrow.format(cents / 100),
  };
  amounts.set(upper, made);
  return made;
}
