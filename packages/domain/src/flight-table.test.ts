import { describe, expect, it } from 'vitest';
import { importLimits } from './import-table.ts';
import { flightColumns, parseFlightTable, writeFlightTable } from './flight-table.ts';
import { emptyFare, type OwnFare, type OwnFlight, type StoredFlight } from './own-flight.ts';

const zones = new Map([
  ['BKK', 'Asia/Bangkok'],
  ['CNX', 'Asia/Bangkok'],
  ['HNL', 'Pacific/Honolulu'],
]);

const bags = { cabin_pieces: 1, cabin_kg: 7, checked_pieces: 2, checked_kg: null };
const fare: OwnFare = {
  ...emptyFare,
  fare_id: 3,
  name: 'Saver, early',
  adult_satang: 190_050,
  adult_tax_satang: 51_000,
  child_satang: 0,
  baggage: {
    ...emptyFare.baggage,
    adult: bags,
    child: { ...bags, cabin_pieces: null, checked_kg: 20 },
  },
  change_allowed: true,
  change_fee_satang: 150_000,
  refund_allowed: false,
  seats: 9,
  sale_from: '2026-11-01T09:00',
};

const flight: OwnFlight = {
  airline: 'L5',
  flight_number: '0108',
  operating_airline: '',
  origin: 'BKK',
  destination: 'HNL',
  origin_terminal: '=1+1',
  destination_terminal: '',
  departs_at: '08:05',
  arrives_at: '23:25',
  arrives_days: -1,
  weekdays: [1, 5],
  first_day: '2026-12-01',
  last_day: '2026-12-31',
  cabin: 'economy',
  aircraft: 'Airbus A320',
  fares: [fare, { ...fare, fare_id: 4, name: 'Flex' }],
};

const known: StoredFlight = { flight_id: 12, version: 5, flight };
const context = { stored: [known], zones, today: '2026-11-27' };

const fileOf = (...flights: readonly StoredFlight[]) => writeFlightTable(flights).join('');

/** A file with one line, whose cells are changed. */
function lineWith(changes: Readonly<Record<string, string>>, columns = flightColumns) {
  const [, line = ''] = writeFlightTable([{ ...known, flight: { ...flight, fares: [fare] } }]);
  const cells = line.trim().replace('"Saver, early"', 'Flex').split(',');
  const of = (column: string) => changes[column] ?? cells[flightColumns.indexOf(column)] ?? '';
  return `${columns.join(',')}\r\n${columns.map(of).join(',')}\r\n`;
}

const errorsOf = (file: string) =>
  parseFlightTable(file, context).errors.map(
    ({ line, column, problem }) => `${String(line)} ${String(column)} ${problem.code}`,
  );

describe('a file of flights', () => {
  it('that was exported changes nothing', () => {
    const { items: flights, errors } = parseFlightTable(fileOf(known), context);
    expect(errors).toEqual([]);
    expect(flights).toEqual([{ line: 2, change: 'unchanged', stored: known, flight, fields: [] }]);
  });

  it('has no formulas', () => {
    expect(fileOf(known)).toContain("'=1+1");
    expect(fileOf(known)).toContain("'-1");
  });

  it('adds flights that are not stored', () => {
    const { items: flights } = parseFlightTable(
      lineWith({ flight_id: '', flight_number: '9' }),
      context,
    );
    expect(flights).toMatchObject([{ change: 'new', stored: null, fields: [] }]);
    expect(flights[0]?.flight.fares).toEqual([{ ...fare, fare_id: null, name: 'Flex' }]);
  });

  it('finds a stored flight by its number, first day and cabin, and keeps fares that it does not name', () => {
    const file = lineWith({ flight_id: '', adult_fare: '"1,901"', departs_at: '8.10' });
    const { items: flights, errors } = parseFlightTable(file, context);
    expect(errors).toEqual([]);
    expect(flights).toMatchObject([
      { change: 'changed', stored: known, fields: ['departs_at', 'Flex.adult_satang'] },
    ]);
    expect(flights[0]?.flight.fares.map(({ fare_id: id, name }) => [id, name])).toEqual([
      [4, 'Flex'],
      [3, 'Saver, early'],
    ]);
  });

  it('keeps what it has no columns for', () => {
    const columns = flightColumns.filter((column) => !/aircraft|bags|change|sale/.test(column));
    const { items: flights } = parseFlightTable(lineWith({}, columns), context);
    expect(flights).toMatchObject([{ change: 'unchanged' }]);
  });

  it.each([
    [{ departs_at: '25' }, '2 departs_at table.value'],
    [{ departs_at: '25:00' }, '2 departs_at flight.time'],
    [{ weekdays: '1-5' }, '2 weekdays table.value'],
    [{ first_day: '31/11/2026' }, '2 first_day table.value'],
    [{ cabin: 'sleeper' }, '2 cabin table.value'],
    [{ seats: '9.5' }, '2 seats table.value'],
    [{ seats: '' }, '2 seats flight.seats'],
    [{ adult_fare: 'much' }, '2 adult_fare table.value'],
    [{ adult_fare: '' }, '2 adult_fare flight.amount'],
    [{ refund_allowed: 'perhaps' }, '2 refund_allowed table.value'],
    [{ child_checked_bags: '1/20' }, '2 child_checked_bags table.value'],
    [{ sale_until: '2026-12-01' }, '2 sale_until table.value'],
    [{ sale_until: '2026-10-01 09:00' }, '2 sale_until flight.sale_order'],
    [{ origin: 'ZZZ' }, '2 origin flight.airport'],
    [{ flight_id: '99' }, '2 flight_id flight_table.unknown'],
    [{ aircraft: 'A\ufffd320' }, '2 aircraft table.value'],
    [{ fare: 'แฟ\ufffdร์' }, '2 fare table.value'],
    [{ aircraft: '"A320' }, '2 null table.quote'],
  ])('with %j says so at its line', (changes, error) => {
    expect(errorsOf(lineWith(changes))).toContain(error);
  });

  it.each([
    [{ first_day: '1/12/2569', weekdays: '"5, 1"' }],
    [{ arrives_at: '2325', change_allowed: 'TRUE' }],
    [{ adult_cabin_bags: '1 x 7 kg', child_checked_bags: '2x20kg' }],
    [{ sale_from: '1/11/2026 9:00', airline: 'l5' }],
    [{ sale_from: '1 พ.ย. 2569 09:00', first_day: '1 Dec 2026' }],
    [{ first_day: '2026-12-01 00:00:00', last_day: '31/12/2569 0:00' }],
  ])('may be written as %j', (changes) => {
    const { items: flights } = parseFlightTable(lineWith(changes), context);
    expect(flights).toMatchObject([{ change: 'unchanged' }]);
  });

  it.each([
    ['in any order', (head: string) => head.split(',').toReversed().join(','), true],
    ['as words', (head: string) => head.replaceAll('_', ' ').toUpperCase(), false],
    ['with remarks', (head: string) => head.replace('adult_fare', 'Adult fare (THB)'), false],
    ['after sep=,', (head: string) => `sep=,\r\n${head}`, false],
  ])('has its columns %s', (_, change, isReversed) => {
    const [head = '', line = ''] = lineWith({ aircraft: 'A320' }).trim().split('\r\n');
    const cells = isReversed ? line.split(',').toReversed().join(',') : line;
    expect(parseFlightTable(`${change(head)}\r\n${cells}`, context)).toMatchObject({
      items: [{ change: 'changed', fields: ['aircraft'] }],
      errors: [],
      ignored: [],
    });
  });

  it('names the columns that it does not read', () => {
    const columns = [...flightColumns, 'Remarks', 'chid_fare', 'Seats', ''];
    const file = lineWith({ Remarks: 'x', chid_fare: '1', Seats: '7' }, columns);
    const { ignored, errors } = parseFlightTable(file, context);
    expect([ignored, errors]).toEqual([['Remarks', 'chid_fare', 'Seats'], []]);
    const unheaded = file.trim().replace(/,$/, ',x');
    expect(errorsOf(unheaded)).toEqual(['2 null table.columns']);
  });

  it('whose lines of a flight contradict each other says where', () => {
    const [head = '', first = '', second = ''] = writeFlightTable([known]);
    const file = head + first + second.replace('08:05', '08:10');
    expect(parseFlightTable(file, context)).toMatchObject({
      items: [],
      errors: [
        {
          line: 3,
          column: 'departs_at',
          problem: { code: 'flight_table.differs', values: { line: 2 } },
        },
      ],
    });
  });

  it('without the columns that every flight needs is refused', () => {
    expect(errorsOf('')).toEqual(['1 null table.header']);
    const columns = flightColumns.filter((column) => column !== 'seats' && column !== 'cabin');
    expect(parseFlightTable(lineWith({}, columns), context).errors).toEqual([
      {
        line: 1,
        column: null,
        problem: { code: 'table.header', values: { missing: 'cabin, seats' } },
      },
    ]);
    expect(errorsOf('\nairline,fare\nL5,Saver')).toEqual(['2 null table.header']);
  });

  it('is not longer than its limits', () => {
    const { maxLines, maxItems: maxFlights } = importLimits;
    const [head = '', line = ''] = writeFlightTable([known]);
    expect(errorsOf(head + line.repeat(maxLines + 1))).toEqual([
      `${String(maxLines + 2)} null table.lines`,
    ]);
    const many = Array.from({ length: maxFlights + 1 }, (_, index) => ({
      ...known,
      flight: { ...flight, flight_number: String(index + 1) },
    }));
    const added = fileOf(...many).replaceAll(/^12,/gm, ',');
    expect(errorsOf(added)).toEqual([`${String(2 * maxFlights + 2)} null table.items`]);
  });
});
