import { describe, expect, test } from 'vitest';
import { checkCode, tidyCode } from './one-time-code.ts';

describe('a code of an authenticator', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['๑๒๓ ๔๕๖', '123456'],
    ['12-34', '1234'],
    ['1234567', '123456'],
    ['code', ''],
  ])('%j is read as %j', (typed, code) => {
    expect(tidyCode(typed)).toBe(code);
  });

  test('is sent with all its digits only', () => {
    expect(checkCode({ code: '123456' })).toEqual({});
    for (const code of ['', '12345'])
      expect(checkCode({ code })).toEqual({
        code: { code: 'auth.missing_code', values: { digits: 6 } },
      });
  });
});
