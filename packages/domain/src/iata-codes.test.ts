import { expect, it } from 'vitest';
import { isAirlineCode, isAirportCode } from './iata-codes.ts';

it('an airport has three letters', () => {
  expect(['BKK', 'bkk', 'BK', 'BKKX', 'B1K', ''].map(isAirportCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('an airline has two characters, at least one of them a letter', () => {
  expect(['TG', '3K', 'U2', '33', 'tg', 'T', 'THA', ''].filter(isAirlineCode)).toEqual([
    'TG',
    '3K',
    'U2',
  ]);
});
