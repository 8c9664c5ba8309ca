import { describe, expect, it } from 'vitest';
import { displayName, nameAfterKhun } from './users.ts';

describe('displayName', () => {
  it('takes the first name that is not blank', () => {
    expect(displayName(null, '  ', ' ณัฐญา วงศ์ไทย ', 'Nattaya')).toBe('ณัฐญา วงศ์ไทย');
  });

  it('greets a member without a name as Siam', () => {
    expect(displayName()).toBe('Siam');
    expect(displayName('', undefined, null)).toBe('Siam');
  });
});

describe('nameAfterKhun', () => {
  it.each([
    ['th', 'Nattaya', 'คุณ Nattaya'],
    ['th', 'ณัฐยา', 'คุณณัฐยา'],
    ['en', 'Nattaya', 'คุณNattaya'],
  ] as const)('in %s, sets a space before %s if Thai needs it', (language, name, written) => {
    expect(`คุณ${nameAfterKhun(name, language)}`).toBe(written);
  });
});
