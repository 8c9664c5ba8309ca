import { describe, expect, it } from 'vitest';
import { bahtText, storeAmountText } from './money.ts';

describe('bahtText', () => {
  it.each([
    [1234.5, 'en', 2, 'THB 1,234.50'],
    [1234.5, 'th', 2, '฿1,234.50'],
    [0, 'en', 2, 'THB 0.00'],
    [0, 'th', 2, '฿0.00'],
    [25_900, 'en', 0, 'THB 25,900'],
    [25_900, 'th', 0, '฿25,900'],
    [1_000_000.005, 'en', 2, 'THB 1,000,000.01'],
    [-12.3, 'th', 2, '−฿12.30'],
    [-2500, 'en', 0, '−THB 2,500'],
  ] as const)('writes %d baht in %s with %d decimals as %s', (amount, language, decimals, text) => {
    expect(bahtText(amount, language, decimals)).toBe(text);
  });
});

describe('storeAmountText', () => {
  const euro = { code: 'eur', name: 'Euro', symbol: '€', template: '€$1', decimal_digits: 2 };

  it.each([
    [0, '€0.00'],
    [5, '€0.05'],
    [1250, '€12.50'],
    [99_999, '€999.99'],
    [123_456_789, '€1,234,567.89'],
  ])('writes %d cents as %s', (cents, text) => {
    expect(storeAmountText(cents, euro)).toBe(text);
  });

  it('puts the amount where the currency has it, whatever else is in its template', () => {
    expect(storeAmountText(178_000, { ...euro, template: '$1 ฿ $& $1' })).toBe('1,780.00 ฿ $& $1');
  });
});
