import { describe, expect, it } from 'vitest';
import { displayName, initial } from './users.ts';

describe('displayName', () => {
  it('takes the first name that is not blank', () => {
    expect(displayName(null, '  ', ' ณัฐญา วงศ์ไทย ', 'Nattaya')).toBe('ณัฐญา วงศ์ไทย');
  });

  it('greets a member without a name as Siam', () => {
    expect(displayName()).toBe('Siam');
    expect(displayName('', undefined, null)).toBe('Siam');
  });
});

describe('initial', () => {
  it.each([
    ['nattaya', 'N'],
    ['ณัฐญา', 'ณ'],
    ['เอกชัย', 'อ'],
    ['ไพลิน', 'พ'],
    ['😀 smile', '😀'],
    ['  ', ''],
  ])('stands for %s as %s', (name, letter) => {
    expect(initial(name)).toBe(letter);
  });
});
