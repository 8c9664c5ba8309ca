import { describe, expect, it } from 'vitest';
import { emptySearch, type FlightSearch } from './flight-search.ts';
import { passengersOf } from './search-passengers.ts';

describe('the passengers of a search', () => {
  const three: FlightSearch = { ...emptySearch, passengers: '3' };

  it('are adults unless their types are chosen', () => {
    expect(passengersOf(three)).toEqual({ adult: 3, child: 0, infant: 0 });
    const byType = { adult: 1, child: 1, infant: 1 };
    expect(passengersOf({ ...three, passengersByType: byType })).toEqual(byType);
  });

  it.each([
    { adult: 2, child: 0, infant: 0 },
    { adult: 1, child: 0, infant: 2 },
    { adult: 0, child: 3, infant: 0 },
  ])('are adults where the types do not fit: %j', (byType) => {
    expect(passengersOf({ ...three, passengersByType: byType }).adult).toBe(3);
  });
});
