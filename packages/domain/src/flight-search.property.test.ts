import fc from 'fast-check';
import { expect, it } from 'vitest';
import { airportCodes } from './airports.ts';
import { checkSearch, searchProblems } from './flight-search-check.ts';
import {
  cabinClasses,
  changeSearch,
  emptySearch,
  passengerCounts,
  tripTypes,
  tieLegs,
  type FlightSearch,
  type SearchChange,
} from './flight-search.ts';

const index = fc.integer({ min: -1, max: 7 });
const airport = fc.constantFrom(...airportCodes, null);
const day = fc.constantFrom('', '2026-12-04', '2026-12-05', '2026-12-06', '2027-01-01');

const change: fc.Arbitrary<SearchChange> = fc.oneof(
  fc.record({ type: fc.constant('tripType' as const), tripType: fc.constantFrom(...tripTypes) }),
  fc.record({ type: fc.constant('cabin' as const), cabin: fc.constantFrom(...cabinClasses) }),
  fc.record({
    type: fc.constant('passengers' as const),
    passengers: fc.constantFrom(...passengerCounts),
  }),
  fc.record({ type: fc.constantFrom('origin' as const, 'destination' as const), index, airport }),
  fc.record({ type: fc.constant('departure' as const), index, day }),
  fc.constant({ type: 'swap' } as const),
  fc.constant({ type: 'addLeg' } as const),
  fc.record({ type: fc.constant('removeLeg' as const), index }),
);

/** The invariants of the specification (§4). */
function expectSound(search: FlightSearch): void {
  const { tripType, legs, passengers } = search;
  expect(typeof passengers).toBe('string');
  expect(passengers).toMatch(/^[1-9]$/);
  expect(legs.length).toBeGreaterThanOrEqual(2);
  expect(legs.length).toBeLessThanOrEqual(tripType === 'multicity' ? 6 : 2);
  if (tripType === 'multicity') {
    for (const [at, later] of legs.slice(1).entries()) {
      expect(later.origin).toBe(legs[at]?.destination);
    }
  } else {
    expect(legs[1].origin).toBe(legs[0].destination);
    expect(legs[1].destination).toBe(legs[0].origin);
  }
}

function walk(changes: readonly SearchChange[], see: (search: FlightSearch) => void): void {
  let search = emptySearch;
  for (const next of changes) {
    search = changeSearch(search, next);
    see(search);
  }
}

const runs = { numRuns: 500, seed: 20261205 };
const changes = fc.array(change, { maxLength: 40 });

it('holds together whatever is done to it, in any order', () => {
  fc.assert(
    fc.property(changes, (sequence) => walk(sequence, expectSound)),
    runs,
  );
});

it('does not change the form it is given, nor a locked origin', () => {
  fc.assert(
    fc.property(changes, change, (sequence, last) => {
      const search = sequence.reduce(changeSearch, emptySearch);
      const before = structuredClone(search);
      const after = changeSearch(search, last);
      expect(search).toEqual(before);
      if (last.type === 'origin' && last.index > 0) expect(after).toEqual(before);
    }),
    runs,
  );
});

it('is always tied by its rules', () => {
  fc.assert(
    fc.property(changes, (sequence) =>
      walk(sequence, (search) => {
        expect(tieLegs(search)).toEqual(search);
      }),
    ),
    { ...runs, numRuns: 100 },
  );
});

it('says one thing at a time, and nothing only when a search can be sent', () => {
  fc.assert(
    fc.property(changes, (sequence) =>
      walk(sequence, (search) => {
        const { tripType, legs } = search;
        const used = tripType === 'multicity' ? legs : [legs[0]];
        const days = (tripType === 'oneway' ? used : legs).map(({ departure }) => departure);
        const complete =
          used.every(({ origin, destination }) => origin !== null && destination !== null) &&
          days.every((one) => one !== '') &&
          days.join() === [...days].sort().join();
        expect(checkSearch(search) === null).toBe(complete);
        expect(searchProblems(search)[0] ?? null).toEqual(checkSearch(search));
      }),
    ),
    runs,
  );
});

it('ties legs that come from elsewhere', () => {
  const untied = { origin: 'SIN', destination: 'KUL', departure: '' } as const;
  const legs = [untied, untied, untied] as const;
  const [, back, ...rest] = tieLegs({ ...emptySearch, legs }).legs;
  expect([back, rest]).toEqual([{ origin: 'KUL', destination: 'SIN', departure: '' }, []]);
  const origins = tieLegs({ ...emptySearch, tripType: 'multicity', legs }).legs.map(
    ({ origin }) => origin,
  );
  expect(origins).toEqual(['SIN', 'KUL', 'KUL']);
});
