import { describe, expect, it } from 'vitest';
import { displayName } from './users.ts';

describe('displayName', () => {
  it('takes the first name that is not blank', () => {
    expect(displayName(null, '  ', ' ณัฐญา วงศ์ไทย ', 'Nattaya')).toBe('ณัฐญา วงศ์ไทย');
  });

  it('greets a member without a name as Siam', () => {
    expect(displayName()).toBe('Siam');
    expect(displayName('', undefined, null)).toBe('Siam');
  });
});
