import { describe, expect, it } from 'vitest';
import { parsePassengerList } from './passenger-list.ts';
import { freeSeats, seatFor, seatPassengers, seatProblems } from './passenger-seats.ts';

const today = '2026-12-01';
const lastDay = '2026-12-20';
const seated = (text: string, numbers: { adult: number; child: number; infant: number }) =>
  seatPassengers(parsePassengerList(text, today).passengers, numbers, lastDay);

describe('seatPassengers', () => {
  it('keeps the order of the list and leaves the other seats free', () => {
    const { seats, errors } = seated('Dee,Mali,child\nDee,Nok', { adult: 2, child: 1, infant: 0 });
    expect(seats.map(({ type, firstName }) => `${type} ${firstName}`)).toEqual([
      'child Mali',
      'adult Nok',
      'adult ',
    ]);
    expect(errors).toEqual([]);
  });

  it('takes the type from the birth date on the last day of the journey', () => {
    const { seats } = seated('Dee,Nok\nDee,Mali,,2014-12-21\nDee,Ton,,2014-12-20', {
      adult: 2,
      child: 1,
      infant: 0,
    });
    expect(seats.map(({ type }) => type)).toEqual(['adult', 'child', 'adult']);
  });

  it('does not guess a type from the birth date where no flight is known', () => {
    const { passengers } = parsePassengerList('Dee,Mali,,2020-01-01', today);
    expect(seatPassengers(passengers, { adult: 1, child: 0, infant: 0 }, null).seats).toEqual([
      { type: 'adult', lastName: 'Dee', firstName: 'Mali', birthDate: '2020-01-01' },
    ]);
  });

  it('gives passengers of a known type their seat before those without one', () => {
    const { seats, errors } = seated('Dee,Nok\nDee,Ton,adult', { adult: 1, child: 1, infant: 0 });
    expect(seats.map(({ type, firstName }) => `${type} ${firstName}`)).toEqual([
      'child Nok',
      'adult Ton',
    ]);
    expect(errors).toEqual([]);
  });

  it('names the lines for whom there is no seat', () => {
    const { seats, errors } = seated('Dee,Nok,adult\nDee,Ton,adult\nDee,Mali', {
      adult: 1,
      child: 0,
      infant: 0,
    });
    expect(seats).toHaveLength(1);
    expect(errors).toEqual([
      { line: 2, column: null, problem: { code: 'passenger_list.no_adult', values: { count: 1 } } },
      { line: 3, column: null, problem: { code: 'passenger_list.no_seat' } },
    ]);
  });
});

describe('seatProblems', () => {
  const [free] = freeSeats({ adult: 1, child: 0, infant: 0 });

  it('lets a seat stay free', () => {
    expect(free && seatProblems({ ...free, lastName: '  ' }, today)).toEqual({});
  });

  it.each([
    ['วงศ์ไทย', '', '', ['lastName passenger_name.thai']],
    ['Suhartini', ' ', '', []],
    ['\u200b', 'Suhartini', '', []],
    ['', '-', '', ['firstName passenger_name.empty']],
    ['', '', '1/1/1990', ['lastName passenger_name.empty', 'firstName passenger_name.empty']],
  ])('wants a name in Latin letters, not %j and %j', (lastName, firstName, birthDate, codes) => {
    const problems = seatProblems({ type: 'adult', lastName, firstName, birthDate }, today);
    expect(Object.entries(problems).map(([column, { code }]) => `${column} ${code}`)).toEqual(
      codes,
    );
  });

  it('refuses a birth date that is no day or still to come', () => {
    const born = (birthDate: string) =>
      seatProblems({ type: 'adult', lastName: 'Dee', firstName: 'Nok', birthDate }, today).birthDate
        ?.code;
    expect(born('31/2/1990')).toBe('passenger_list.birth_date');
    expect(born('2/12/2026')).toBe('passenger_list.birth_in_future');
    expect(born('31/5/2533')).toBeUndefined();
    expect(born('')).toBeUndefined();
  });

  it('wants the names of a passenger whose birth date is given', () => {
    const seat = { type: 'adult', lastName: '', firstName: '', birthDate: '1990-05-31' } as const;
    expect(Object.keys(seatProblems(seat, today))).toEqual(['lastName', 'firstName']);
  });
});

describe('seatFor', () => {
  const [adult, child] = freeSeats({ adult: 1, child: 1, infant: 0 });
  const taken = { type: 'adult', lastName: 'Dee', firstName: 'Nok', birthDate: '' } as const;
  const seats = [taken, adult, child].filter((seat) => seat !== undefined);
  const bornAsChild = '2018-01-01';

  it.each([
    ['the preferred seat', bornAsChild, 1, 1],
    ['a seat of the type where the preferred one is taken', bornAsChild, 0, 2],
    ['the first free seat where the type is not known', null, 0, 1],
    ['the first free seat where no seat is of the type', '2026-11-01', -1, 1],
  ])('gives %s', (_, birthDate, preferred, index) => {
    expect(seatFor(birthDate, seats, { lastDay, preferred })).toBe(index);
  });

  it('does not guess a type where no flight is known, and finds no seat where all are taken', () => {
    expect(seatFor(bornAsChild, seats, { lastDay: null, preferred: -1 })).toBe(1);
    expect(seatFor(bornAsChild, [taken], { lastDay, preferred: 0 })).toBe(-1);
  });
});
