import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';
import { addFlight, compactDay, day, dayAfter } from './flight-fixture.ts';

interface FoundFlight {
  readonly fare_id: number;
  readonly number: string;
  readonly departs_at: string;
  readonly arrives_at: string;
  readonly seats_left: number;
}
type Way = readonly FoundFlight[];

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.sql(`select bkk_internal.set_features('{bookings,flights}')`);
});
afterAll(() => db.drop());
beforeEach(() => db.sql('delete from bkk_flights'));

const leg = (origin: string, destination: string, on = day) => ({ origin, destination, day: on });

async function search(legs: readonly object[], passengers: readonly number[] = [1, 0, 0]) {
  const [row] = await db.database.asIdentity({ role: 'anon', claims: {} }, [
    {
      text: `select bkk_search_flights($1, 'economy', $2, $3, $4) as legs`,
      values: [JSON.stringify(legs), ...passengers],
    },
  ]);
  return row?.rows[0]?.legs as readonly (readonly Way[])[];
}

/** The numbers of the flights of each way. */
async function numbers(legs: readonly object[], passengers?: readonly number[]) {
  return (await search(legs, passengers)).map((ways) =>
    ways.map((way) => way.map(({ number }) => number).join('+')),
  );
}

const refusal = (legs: unknown, passengers?: readonly number[]) =>
  search(legs as object[], passengers).then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );

describe('a search of own seats', () => {
  test('finds what flies on the day, cheapest and fastest first, for each leg', async () => {
    await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20', baht: 900 });
    await addFlight(db, { number: '2', times: 'BKK 18:00 CNX 19:20', baht: 700 });
    await addFlight(db, { number: '3', times: 'CNX 20:00 BKK 21:20' });
    await addFlight(db, { number: '4', times: 'BKK 08:00 CNX 09:20', on: dayAfter(1) });
    expect(await numbers([leg('BKK', 'CNX'), leg('CNX', 'BKK')])).toEqual([['2', '1'], ['3']]);
  });

  test('says times with zones, price, conditions and what is left', async () => {
    const fare = await addFlight(db, {
      number: '642',
      times: 'BKK 23:55 NRT 07:40',
      days: 1,
      changes: {
        change_allowed: true,
        change_fee_satang: 150_000,
        baggage: '{"adult":{"checked_kg":20}}',
      },
    });
    expect((await search([leg('BKK', 'NRT')]))[0]?.[0]?.[0]).toMatchObject({
      fare_id: fare,
      airline: 'L5',
      operating_airline: 'L5',
      departs_at: `${day}T23:55`,
      departs_zone: 'Asia/Bangkok',
      arrives_at: `${dayAfter(1)}T07:40`,
      arrives_zone: 'Asia/Tokyo',
      baggage: { adult: { checked_kg: 20 } },
      prices: { adult: { fare_satang: 100_000, tax_satang: 0 } },
      change: { is_allowed: true, fee_satang: 150_000, until_hours: null },
      refund: { is_allowed: null },
      seats_left: 9,
    });
  });

  test('connects flights with time to change, of the next day too', async () => {
    await addFlight(db, { number: '1', times: 'CNX 20:00 BKK 21:20' });
    await addFlight(db, { number: '2', times: 'BKK 22:19 NRT 06:30', days: 1 });
    await addFlight(db, { number: '3', times: 'BKK 22:20 NRT 06:30', days: 1 });
    await addFlight(db, { number: '4', times: 'BKK 09:20 NRT 17:00', on: dayAfter(1) });
    await addFlight(db, { number: '5', times: 'BKK 09:21 NRT 17:00', on: dayAfter(1) });
    expect(await numbers([leg('CNX', 'NRT')])).toEqual([['1+3', '1+4']]);
    await db.sql(`update bkk_airports set min_connection_minutes = 59 where code = 'BKK'`);
    expect(await numbers([leg('CNX', 'NRT')])).toEqual([['1+2', '1+3', '1+4']]);
    await db.sql(`update bkk_airports set min_connection_minutes = 60 where code = 'BKK'`);
  });

  test('connects with the cheapest fare alone, and never through the origin or the destination', async () => {
    await addFlight(db, { number: '1', times: 'CNX 08:00 BKK 09:20' });
    await addFlight(db, { number: '2', times: 'BKK 11:00 HKT 12:20' });
    await addFlight(db, { number: '3', times: 'HKT 14:00 CNX 16:00' });
    await db.sql(
      `with fare as (
         insert into bkk_flight_fares (flight_id, name, seats, adult_satang)
         select flight_id, 'Flex', 9, 200000 from bkk_flights where flight_number = '1' returning fare_id)
       insert into bkk_flight_seats (fare_id, day, total) select fare_id, $1, 9 from fare`,
      [day],
    );
    expect(await numbers([leg('CNX', 'HKT')])).toEqual([['1+2']]);
    expect(await numbers([leg('CNX', 'BKK')])).toEqual([['1', '1']]);
  });

  test('finds only what has seats for all but infants, and a price for each', async () => {
    await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20', seats: 3 });
    await addFlight(db, {
      number: '2',
      times: 'BKK 09:00 CNX 10:20',
      baht: 2000,
      changes: { child_satang: null, infant_satang: null },
    });
    expect(await numbers([leg('BKK', 'CNX')], [2, 1, 2])).toEqual([['1']]);
    expect(await numbers([leg('BKK', 'CNX')], [4, 0, 0])).toEqual([['2']]);
    expect(await numbers([leg('BKK', 'CNX')], [3, 1, 0])).toEqual([[]]);
  });

  test('finds nothing that is closed, not on sale, too near or in another cabin', async () => {
    await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20' });
    const found = () => numbers([leg('BKK', 'CNX')]);
    const tryWith = async (change: string, back: string) => {
      await db.sql(change);
      const before = await found();
      await db.sql(back);
      return [before, await found()];
    };
    const gone = [[[]], [['1']]];
    expect(
      await tryWith(
        'update bkk_flight_seats set is_closed = true',
        'update bkk_flight_seats set is_closed = false',
      ),
    ).toEqual(gone);
    expect(
      await tryWith(
        `update bkk_flight_fares set sale_from = now() + interval '1 minute'`,
        `update bkk_flight_fares set sale_from = '-infinity'`,
      ),
    ).toEqual(gone);
    expect(
      await tryWith(
        'update bkk_flight_seats set held = 5, sold = 4',
        'update bkk_flight_seats set held = 5, sold = 3',
      ),
    ).toEqual(gone);
    expect(
      await tryWith(
        `update bkk_flights set cabin = 'business'`,
        `update bkk_flights set cabin = 'economy'`,
      ),
    ).toEqual(gone);
  });

  test('is closed so many hours before the departure', async () => {
    const local = `(now() at time zone 'Asia/Bangkok' + interval '5 hours')`;
    const [at] = await db.sql<{ day: string; time: string }>(
      `select to_char(${local}, 'YYYY-MM-DD') as day, to_char(${local}, 'HH24:MI') as time`,
    );
    const on = at?.day ?? '';
    await addFlight(db, { number: '1', times: `BKK ${at?.time ?? ''} CNX 00:10`, days: 1, on });
    expect(await numbers([leg('BKK', 'CNX', on)])).toEqual([['1']]);
    await db.sql('update bkk_flight_fares set closes_hours = 5');
    expect(await numbers([leg('BKK', 'CNX', on)])).toEqual([[]]);
  });

  test('gives at most 200 ways together: the cheapest and the fastest', async () => {
    await db.sql(
      `with flight as (
         insert into bkk_flights (airline, flight_number, origin, destination, departs_at, arrives_at, weekdays, first_day, last_day, cabin)
         select 'L5', number::text, 'BKK', 'CNX', '08:00', time '09:00' + make_interval(mins => (301 - number)::int), '{1}', $1, $1, 'economy'
         from generate_series(1, 300) as number returning flight_id, flight_number),
       fare as (
         insert into bkk_flight_fares (flight_id, name, seats, adult_satang)
         select flight_id, 'Saver', 9, 1000 * flight_number::int from flight returning fare_id)
       insert into bkk_flight_seats (fare_id, day, total) select fare_id, $1, 9 from fare`,
      [day],
    );
    const [ways = []] = await numbers([leg('BKK', 'CNX')]);
    expect(ways).toHaveLength(200);
    expect(ways.slice(0, 4).toSorted()).toEqual(['1', '2', '299', '300']);
    const both = await search([leg('BKK', 'CNX'), leg('BKK', 'CNX')]);
    expect(both.map(({ length }) => length)).toEqual([100, 100]);
  });

  test.each([
    ['no legs', [], [1, 0, 0], 'A search has 1 to 6 flights.'],
    ['seven legs', Array(7).fill(leg('BKK', 'CNX')), [1, 0, 0], 'A search has 1 to 6 flights.'],
    ['an object', {}, [1, 0, 0], 'A search has 1 to 6 flights.'],
    [
      'one airport',
      [leg('BKK', 'BKK')],
      [1, 0, 0],
      'Flight 1 of the search needs two airports and a day.',
    ],
    [
      'a day that is none',
      [leg('BKK', 'CNX', '2099-02-30')],
      [1, 0, 0],
      'Flight 1 of the search needs two airports and a day.',
    ],
    ...[dayAfter(345), '2569-12-01'].map(
      (on) =>
        [
          `the day ${on}`,
          [leg('BKK', 'CNX'), leg('CNX', 'BKK', on)],
          [1, 0, 0],
          'Flight 2 of the search is more than 400 days ahead.',
        ] as const,
    ),
    [
      'a leg that is a number',
      [leg('BKK', 'CNX'), 5],
      [1, 0, 0],
      'Flight 2 of the search needs two airports and a day.',
    ],
    [
      'nobody',
      [leg('BKK', 'CNX')],
      [0, 1, 0],
      'A search is for 1 to 9 passengers with an adult, and no more infants than adults.',
    ],
    [
      'ten',
      [leg('BKK', 'CNX')],
      [8, 2, 0],
      'A search is for 1 to 9 passengers with an adult, and no more infants than adults.',
    ],
    [
      'two infants for an adult',
      [leg('BKK', 'CNX')],
      [1, 0, 2],
      'A search is for 1 to 9 passengers with an adult, and no more infants than adults.',
    ],
  ] as const)('refuses %s', async (_, legs, passengers, message) => {
    expect(await refusal(legs, passengers)).toBe(message);
  });

  test('is not there while the feature is off', async () => {
    await db.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await refusal([leg('BKK', 'CNX')])).toBe('This feature is not switched on.');
    await db.sql(`select bkk_internal.set_features('{bookings,flights}')`);
  });
});

describe('an offer of own seats by its id', () => {
  const offer = async (id: string) => {
    const [row] = await db.database.asIdentity({ role: 'anon', claims: {} }, [
      { text: 'select bkk_own_seats_offer($1) as slices', values: [id] },
    ]);
    return row?.rows[0]?.slices as readonly Way[];
  };
  const refused = (id: string) =>
    offer(id).then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );

  test('is as the search has found it, slice by slice', async () => {
    const out = await addFlight(db, { number: '1', times: 'CNX 08:00 BKK 09:20' });
    const onward = await addFlight(db, { number: '2', times: 'BKK 11:00 NRT 19:00' });
    const back = await addFlight(db, { number: '3', times: 'NRT 21:00 CNX 01:00', days: 1 });
    const found = await search([leg('CNX', 'NRT'), leg('NRT', 'CNX')], [2, 1, 1]);
    const id = `own-2-1-1_${String(out)}.${compactDay()}-${String(onward)}.${compactDay()}_${String(back)}.${compactDay()}`;
    // Two calls have two moments from which the 48 hours count.
    const timeless = (slices: unknown): unknown =>
      JSON.parse(
        JSON.stringify(slices, (key, value: unknown) => (key === 'held_until' ? null : value)),
      );
    expect(timeless(await offer(id))).toEqual(timeless(found.map(([way]) => way)));
  });

  test('is refused once its seats are taken, closed or gone', async () => {
    const fare = await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20', seats: 2 });
    const id = `own-2-0-1_${String(fare)}.${compactDay()}`;
    expect(await refused(id)).toBe('done');
    expect(await refused(id.replace('2-0-1', '2-1-0'))).toBe('These seats are no longer free.');
    expect(await refused(id.replace(compactDay(), compactDay(1)))).toBe(
      'These seats are no longer free.',
    );
    await db.sql('update bkk_flight_seats set is_closed = true');
    expect(await refused(id)).toBe('These seats are no longer free.');
  });

  test.each(['', 'TG110', 'own-1-0-0', `own-1-0-0_1.${day}`, "own-1-0-0_1'.20990302"])(
    'is no flight: %s',
    async (id) => {
      expect(await refused(id)).toBe('This is no flight.');
    },
  );
});

test('a search reads the seats of departures by their index alone', async () => {
  await db.sql(`
    insert into bkk_flights (airline, flight_number, origin, destination, departs_at, arrives_at, weekdays, first_day, last_day, cabin)
      select 'L5', n, origin, destination, make_time(n % 24, n % 60, 0), make_time((n + 2) % 24, n % 60, 0), '{1,2,3,4,5,6,7}',
        '${dayAfter(-30)}', '${dayAfter(30)}', 'economy'
      from generate_series(1, 400) as n
        cross join lateral (select (array['CNX', 'BKK', 'HKT', 'SIN'])[1 + n % 4], (array['BKK', 'NRT', 'BKK', 'BKK'])[1 + n % 4])
          as way (origin, destination)`);
  await db.sql(`insert into bkk_flight_fares (flight_id, name, adult_satang, seats)
    select flight_id, 'Saver', 100000, 9 from bkk_flights`);
  await db.sql(`insert into bkk_flight_seats (fare_id, day, total)
    select fare_id, day, 9 from bkk_flight_fares, generate_series('${dayAfter(-30)}'::date, '${dayAfter(30)}', interval '1 day') as day`);
  await db.sql('analyze bkk_flights, bkk_flight_fares, bkk_flight_seats');
  const [, scans] = await db.database.asIdentity({ role: 'anon', claims: {} }, [
    {
      text: `select bkk_search_flights($1, 'economy', 1) as legs`,
      values: [JSON.stringify([leg('CNX', 'NRT')])],
    },
    {
      text: `select seq_scan::int, idx_scan > 0 as is_read from pg_stat_xact_user_tables where relname = 'bkk_flight_seats'`,
      values: [],
    },
  ]);
  expect(scans?.rows).toEqual([{ seq_scan: 0, is_read: true }]);
});

describe('the days around a search', () => {
  async function days(
    legs: readonly object[],
    passengers: readonly number[] = [1, 0, 0],
    cabin: string | null = 'economy',
  ) {
    const [row] = await db.database.asIdentity({ role: 'anon', claims: {} }, [
      {
        text: 'select bkk_search_flight_days($1, $2, $3, $4, $5) as days',
        values: [JSON.stringify(legs), cabin, ...passengers],
      },
    ]);
    return row?.rows[0]?.days;
  }

  test('have the lowest total of all passengers, null where there is no flight', async () => {
    await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20', baht: 900 });
    await addFlight(db, { number: '2', times: 'BKK 18:00 CNX 19:00', baht: 1200 });
    await addFlight(db, { number: '3', times: 'BKK 18:00 CNX 19:00', baht: 700, on: dayAfter(2) });
    await addFlight(db, { number: '4', times: 'BKK 18:00 CNX 19:00', on: dayAfter(-1), seats: 2 });
    await addFlight(db, { number: '5', times: 'BKK 18:00 CNX 19:00', on: dayAfter(3) });
    expect(await days([leg('BKK', 'CNX')], [2, 1, 1])).toEqual([
      null,
      null,
      252_000,
      null,
      196_000,
    ]);
  });

  test('move both ways of a round trip, with the same number of nights', async () => {
    await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20' });
    await addFlight(db, { number: '2', times: 'CNX 08:00 BKK 09:20', on: dayAfter(4), baht: 500 });
    await addFlight(db, { number: '3', times: 'CNX 08:00 BKK 09:20', on: dayAfter(5) });
    const trip = [leg('BKK', 'CNX'), leg('CNX', 'BKK', dayAfter(4))];
    expect(await days(trip)).toEqual([null, null, 150_000, null, null]);
  });

  test('have no price where the cheapest flights do not follow each other', async () => {
    await addFlight(db, { number: '1', times: 'BKK 08:00 CNX 09:20' });
    await addFlight(db, { number: '2', times: 'CNX 10:00 BKK 11:20' });
    expect(await days([leg('BKK', 'CNX'), leg('CNX', 'BKK')])).toEqual(Array(5).fill(null));
  });

  test.each([
    ['without flights', [], [1, 0, 0], 'economy', 'A search has 1 to 6 flights.'],
    ['in no cabin', [leg('BKK', 'CNX')], [1, 0, 0], 'hold', 'This is no cabin.'],
    ['without a cabin', [leg('BKK', 'CNX')], [1, 0, 0], null, 'This is no cabin.'],
    ['without an adult', [leg('BKK', 'CNX')], [0, 1, 0], 'economy', 'A search is for 1 to 9'],
    ['for ten', [leg('BKK', 'CNX')], [9, 1, 0], 'economy', 'A search is for 1 to 9'],
    ['from nowhere', [leg('', 'CNX')], [1, 0, 0], 'economy', 'needs two airports and a day'],
    [
      'without a day',
      [leg('BKK', 'CNX', 'x')],
      [1, 0, 0],
      'economy',
      'needs two airports and a day',
    ],
  ])('are not searched %s', async (_how, legs, passengers, cabin, message) => {
    await expect(days(legs, passengers, cabin)).rejects.toThrow(message);
  });

  test('cost ten searches at most: a trip of three flights has none', async () => {
    const trip = [
      leg('BKK', 'CNX'),
      leg('CNX', 'BKK', dayAfter(4)),
      leg('BKK', 'CNX', dayAfter(7)),
    ];
    for (const [index, { origin, destination, day: on }] of trip.entries())
      await addFlight(db, {
        number: String(index + 1),
        times: `${origin} 08:00 ${destination} 09:20`,
        on,
      });
    expect(await days(trip.slice(0, 2))).toEqual([null, null, 200_000, null, null]);
    expect(await days(trip)).toEqual(Array(5).fill(null));
  });
});
