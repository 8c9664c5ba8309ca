import { expect, it } from 'vitest';
import { parseClock } from './clock-input.ts';

it.each([
  ['745', '07:45'],
  ['7.45', '07:45'],
  ['2345', '23:45'],
  [' 23:45 ', '23:45'],
  ['2475', '2475'],
  ['noon', 'noon'],
])('reads the time %j as %j', (typed, clock) => {
  expect(parseClock(typed)).toBe(clock);
});
