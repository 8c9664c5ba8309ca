import type { CurrencyInfo } from '@bkksiam/domain/catalog';

const amounts = new Map<string, { info: CurrencyInfo; format: (cents: number) => string }>();

/**
 * How amounts of a currency are written in the store's data: as English readers write them, to two decimals (spec §9),
 * whatever the currency.
 *
 * @param code ISO 4217 in either case
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
