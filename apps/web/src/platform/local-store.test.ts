import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { localValue, tabValue } from './local-store.ts';

const numbers = localValue<number[]>('numbers', (stored) =>
  Array.isArray(stored) && stored.every((one) => typeof one === 'number') ? stored : undefined,
);

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('remembers under the product key and forgets', () => {
  expect(numbers.read()).toBeUndefined();
  expect(numbers.write([1, 2])).toBe(true);
  expect(localStorage.getItem('bkksiam-numbers')).toBe('[1,2]');
  expect(numbers.read()).toEqual([1, 2]);
  numbers.write(undefined);
  expect(localStorage.length).toBe(0);
});

it.each(['{"not":"a list"}', 'no json', '["a"]'])(
  'sets %s aside instead of guessing',
  (damaged) => {
    localStorage.setItem('bkksiam-numbers', damaged);
    expect(numbers.read()).toBeUndefined();
    expect(localStorage.getItem('bkksiam-numbers')).toBeNull();
    expect(localStorage.getItem('bkksiam-numbers-damaged')).toBe(damaged);
    expect(takeConsoleErrors()).toHaveLength(1);
  },
);

it('returns false when the browser forbids storage', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
  expect(numbers.read()).toBeUndefined();
  expect(numbers.write([1])).toBe(false);
});

it('remembers for the tab only, by the same rules', () => {
  const tab = tabValue('word', (stored) => (typeof stored === 'string' ? stored : undefined));
  expect(tab.write('hello')).toBe(true);
  expect(sessionStorage.getItem('bkksiam-word')).toBe('"hello"');
  expect(localStorage.length).toBe(0);
  expect(tab.read()).toBe('hello');
  tab.write(undefined);
  expect(sessionStorage.length).toBe(0);
});
