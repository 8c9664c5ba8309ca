import { describe, expect, it } from 'vitest';
import { bahtText } from './money.ts';

describe('bahtText', () => {
  it.each([
    [1234.5, 'en', 2, 'THB 1,234.50'],
    [1234.5, 'th', 2, '฿1,234.50'],
    [0, 'en', 2, 'THB 0.00'],
    [0, 'th', 2, '฿0.00'],
    [25_900, 'en', 0, 'THB 25,900'],
    [25_900, 'th', 0, '฿25,900'],
    [1_000_000.005, 'en', 2, 'THB 1,000,000.01'],
    [-12.3, 'th', 2, '-฿12.30'],
  ] as const)('writes %d baht in %s with %d decimals as %s', (amount, language, decimals, text) => {
    expect(bahtText(amount, language, decimals)).toBe(text);
  });
});
