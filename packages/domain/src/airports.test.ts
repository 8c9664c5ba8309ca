import { expect, it } from 'vitest';
import { airportCodes, findAirport } from './airports.ts';

it('knows ten airports, each once', () => {
  expect(new Set(airportCodes).size).toBe(10);
});

it('finds an airport in any case and with blanks around it', () => {
  expect(findAirport(' bkk ')).toBe('BKK');
});

it('finds nothing else', () => {
  expect([findAirport('LHR'), findAirport(''), findAirport(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
