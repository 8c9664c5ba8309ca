import { expect, it } from 'vitest';
import { checkTravelDay } from './travel-day.ts';

const today = '2026-11-27';

it.each([
  ['2026-11-27', null],
  ['2027-12-31', null],
  ['2028-01-01', null],
  ['2028-01-02', 'too_late 400'],
  ['2036-12-01', 'too_late 400'],
  ['9999-12-31', 'too_late 400'],
  ['2569-12-01', 'other_year 2026 2569'],
  ['2570-05-01', 'other_year 2027 2570'],
  ['2571-01-01', 'other_year 2028 2571'],
  ['2569-11-26', 'too_late 400'],
  ['2572-02-29', 'too_late 400'],
  ['3112-12-01', 'too_late 400'],
  ['0026-12-01', 'other_year 2026 2569'],
  ['0027-01-31', 'other_year 2027 2570'],
  ['0069-12-01', 'other_year 2026 2569'],
  ['0070-02-28', 'other_year 2027 2570'],
  ['2025-12-01', null],
  ['2026-11-26', null],
  ['0000-00-00', null],
  ['2026-02-30', null],
  ['', null],
])('%j is %s', (day, problem) => {
  const found = checkTravelDay(day, today);
  expect(found && [found.code, ...Object.values(found.values)].join(' ')).toBe(problem);
});

it('has no leap day in a year that has none', () => {
  expect(checkTravelDay('2571-02-28', '2028-01-01')?.code).toBe('other_year');
  expect(checkTravelDay('0028-02-29', '2028-01-01')?.values).toEqual({
    year: 2028,
    buddhist: 2571,
  });
  expect(checkTravelDay('2572-02-29', '2028-03-01')?.code).toBe('too_late');
});
