import { randomUUID } from 'node:crypto';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../apps/server/src/db/database.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import { addFlight, day } from './flight-fixture.ts';
import { identityOf, type SignedInUser } from './member-database.ts';

const { nattaya, somchai } = members;

const compactDay = day.replaceAll('-', '');

/** The day in Bangkok, which begins seven hours before that of the test database. */
const today = "(now() at time zone 'Asia/Bangkok')::date";

/** Somchai is the admin. */
const db = shareDatabase(startBookingDatabase);
beforeAll(() => db.test.sql(`select bkk_internal.set_features('{bookings,flights}')`));

/** The value of a function, or the error's message with its detail. */
const ask = (text: string, values: readonly (string | null)[] = [], who: SignedInUser = somchai) =>
  db.rows(who, `select ${text} as said`, [...values]).then(
    ([row]) => row?.said,
    (error: unknown) => {
      const { message, detail = null } = error as { message: string; detail?: string | null };
      return detail === null ? message : `${message} (${detail})`;
    },
  );

/** A flight of every day, from some days from now to others, with the id of its fare. */
async function addDailyFlight(number: string, days: readonly [number, number], seats = 9) {
  const fare = await addFlight(db.test, { number, times: 'BKK 08:00 CNX 09:20', seats });
  await db.test.sql(
    `update bkk_flights set first_day = ${today} + $2::int, last_day = ${today} + $3::int
     where flight_id = (select flight_id from bkk_flight_fares where fare_id = $1)`,
    [String(fare), String(days[0]), String(days[1])],
  );
  await db.test.sql(
    `insert into bkk_flight_seats (fare_id, day, total)
     select $1, ${today} + n, $4 from generate_series($2::int, $3::int) as n`,
    [String(fare), String(days[0]), String(days[1]), String(seats)],
  );
  return String(fare);
}

/** A hold of seats for adults, which gives the id of the booking. */
function holdOf(fare: string, adults: number): { text: string; values: string[] } {
  const passengers = Array.from({ length: adults }, (_, index) => ({
    first_name: `Somsri ${'ABCDEFGHI'.charAt(index)}`,
    last_name: 'Srisuk',
    type: 'adult',
  }));
  return {
    text: `select bkk_hold_booking($1, $2, $3::jsonb, 'n@example.com', '+66812345678', null, null, $4) ->> 'booking_id' as id`,
    values: [
      randomUUID(),
      `own-${String(adults)}-0-0_${fare}.${compactDay}`,
      JSON.stringify(passengers),
      String(adults * 100_000),
    ],
  };
}

async function hold(fare: string, adults: number, who: SignedInUser = nattaya): Promise<string> {
  const { text, values } = holdOf(fare, adults);
  const [row] = await db.rows(who, text, values);
  return String(row?.id);
}

interface StoredFlight {
  readonly flight_id: number;
  readonly version: number;
  readonly flight: { readonly fares: readonly object[] };
}

/** The flight of a fare as an import or a change sends it. */
async function storedFlight(fare: number): Promise<StoredFlight> {
  const [row] = await db.test.sql<{ stored: StoredFlight }>(
    `select jsonb_build_object('flight_id', flight_id, 'version', flight.version,
       'flight', to_jsonb(flight) || jsonb_build_object('fares', jsonb_build_array(to_jsonb(fare)))) as stored
     from bkk_flights as flight join bkk_flight_fares as fare using (flight_id) where fare_id = $1`,
    [String(fare)],
  );
  if (row === undefined) throw new Error('there is no such fare');
  return row.stored;
}

const withSeats = ({ flight, ...stored }: StoredFlight, seats: number) => ({
  ...stored,
  flight: { ...flight, fares: flight.fares.map((fare) => ({ ...fare, seats })) },
});

describe('the list of flights', () => {
  const states = () =>
    db
      .rows(
        somchai,
        `select string_agg(number || ' ' || state || ' ' || free_seats, ', ' order by number) as text
         from bkk_flights_admin_view`,
      )
      .then(([row]) => row?.text);

  test('says what is sold, and counts the free seats of 30 days', async () => {
    const sold = await addDailyFlight('1', [0, 59]);
    const closed = await addDailyFlight('2', [0, 9]);
    const full = await addDailyFlight('3', [0, 9]);
    const later = await addDailyFlight('4', [0, 9]);
    await addDailyFlight('5', [-20, -2]);
    await db.test.sql('update bkk_flight_seats set held = 2 where fare_id = $1', [sold]);
    await db.test.sql('update bkk_flight_seats set is_closed = true where fare_id = $1', [closed]);
    await db.test.sql('update bkk_flight_seats set sold = total where fare_id = $1', [full]);
    await db.test.sql(
      `update bkk_flight_fares set sale_from = now() + interval '1 day' where fare_id = $1`,
      [later],
    );
    expect(await states()).toBe(
      'L51 on_sale 210, L52 closed 0, L53 sold_out 0, L54 scheduled 90, L55 ended 0',
    );
  });

  test.each([
    ['', 2],
    ['l5 10', 1],
    ['HKT', 1],
    ['bkk-cnx', 1],
    ['BKK CNX', 1],
    ['เชียงใหม่', 1],
    ['\u0e40\u0e0a\u0e35\u0e22\u0e07\u0e43\u0e2b\u0e21\u0e48', 1],
    ['CHIANG\u00a0MAI', 1],
    ['Krung Thep', 2],
    ['ประเทศไทย', 2],
    ['%', 0],
  ])('counts what matches %j', async (search, number) => {
    await addFlight(db.test, { number: '108', times: 'BKK 08:00 CNX 09:20' });
    await addFlight(db.test, { number: '900', times: 'BKK 08:00 HKT 09:20' });
    expect(await ask('bkk_admin_count_flights($1)', [search])).toEqual({
      states: number === 0 ? { all: 0 } : { all: number, on_sale: number },
      routes: ['BKK-CNX', 'BKK-HKT'],
      airlines: ['L5'],
    });
    expect(await ask(`bkk_admin_count_flights('', 'BKK-CNX', 'XX')`)).toMatchObject({
      states: { all: 0 },
    });
  });
});

describe('departures of a range', () => {
  const set = (fares: readonly string[], values: readonly (string | null)[]) =>
    ask(
      `bkk_admin_set_departures($1::bigint[], ${today} + $2::int, ${today} + $3::int, $4::smallint[], $5::integer, $6::boolean)`,
      [`{${fares.join()}}`, ...values],
    );
  const departures = (fare: string) =>
    db.test
      .sql<{ text: string }>(
        `select string_agg(total || case when is_closed then 'x' else '' end, ' ' order by day) as text
         from bkk_flight_seats where fare_id = $1 and day < '${day}'`,
        [fare],
      )
      .then(([row]) => row?.text);

  test('are changed from today on, each value by itself', async () => {
    const one = await addDailyFlight('1', [-2, 2], 5);
    const other = await addDailyFlight('2', [0, 1], 7);
    expect(await set([one, other], ['-2', '1', null, '6', null])).toBe(4);
    expect(await set([one], ['1', '5', null, null, 'true'])).toBe(2);
    expect([await departures(one), await departures(other)]).toEqual(['5 5 6 6x 5x', '6 6']);
    expect(await set([one], ['0', '6', '{8}', '6', null])).toBe(
      'There is no departure from today on these days.',
    );
    expect(await set([one], ['0', '6', null, null, null])).toBe('A departure has 0 to 500 seats.');
  });

  test('are changed on the days of the week alone', async () => {
    const fare = await addDailyFlight('1', [0, 13], 5);
    expect(await set([fare], ['0', '13', '{1,7}', '4', 'false'])).toBe(4);
  });

  test('are not changed where more seats are taken on one of them', async () => {
    const fare = await addDailyFlight('1', [0, 2], 5);
    await db.test.sql(
      `update bkk_flight_seats set held = 2, sold = 1 where fare_id = $1 and day = ${today} + 1`,
      [fare],
    );
    expect(await set([fare], ['0', '2', null, '2', null])).toMatch(
      /^3 seats are held or sold on \d{4}-\d\d-\d\d already\.$/,
    );
    expect(await departures(fare)).toBe('5 5 5');
  });
});

describe('an import', () => {
  const flight = (number: string, changes: object = {}) => ({
    airline: 'L5',
    flight_number: number,
    origin: 'BKK',
    destination: 'HKT',
    departs_at: '10:00',
    arrives_at: '11:20',
    weekdays: [1, 3],
    first_day: day,
    last_day: addDays(day, 13),
    cabin: 'economy',
    fares: [{ name: 'Saver', adult_satang: 100_000, seats: 5 }],
    ...changes,
  });
  const imported = (...flights: readonly object[]) =>
    ask('bkk_admin_import_flights($1)', [JSON.stringify(flights)]);
  const numbers = () =>
    db.test
      .sql<{ text: string | null }>(
        `select string_agg(flight_number || ' ' || version, ', ' order by flight_number) as text from bkk_flights`,
      )
      .then(([row]) => row?.text);

  test('adds and changes flights', async () => {
    expect(await imported({ flight: flight('1') }, { flight: flight('2') })).toBe(2);
    const [row] = await db.test.sql<{ id: string }>(
      `select flight_id as id from bkk_flights where flight_number = '1'`,
    );
    const changed = { flight_id: row?.id, version: 1, flight: flight('3') };
    expect(await imported(changed)).toBe(1);
    expect(await numbers()).toBe('2 1, 3 2');
  });

  test('of a flight that is refused changes nothing, and says which one', async () => {
    expect(
      await imported({ flight: flight('1') }, { flight: flight('2', { origin: 'ZZZ' }) }),
    ).toBe('A flight needs two airports that are known. (2)');
    expect(await imported({ flight: flight('1') }, { flight: flight('1') })).toBe(
      'There is such a flight, or two fares have one name. (2)',
    );
    expect(await numbers()).toBeNull();
  });
});

/** The connections that wait for a lock. */
const waiting = () =>
  db.test.sql(`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);

test('an import waits for holds in their order, whatever the order of its flights', async () => {
  const fares = [
    await addFlight(db.test, { number: '1', times: 'BKK 08:00 CNX 09:20' }),
    await addFlight(db.test, { number: '2', times: 'BKK 08:00 HKT 09:20' }),
  ];
  const [one = '', other = ''] = fares.map(String);
  const changes = (await Promise.all(fares.map(storedFlight))).map((stored) =>
    withSeats(stored, 12),
  );
  let importing: Promise<unknown> | undefined;
  await db.test.database.transaction(identityOf(nattaya), async (transaction) => {
    await transaction.run(holdOf(one, 1));
    importing = ask('bkk_admin_import_flights($1)', [JSON.stringify(changes.toReversed())]);
    await expect.poll(waiting).toHaveLength(1);
    await transaction.run(holdOf(other, 1));
  });
  expect(await importing).toBe(2);
  expect(await db.test.sql('select total, held from bkk_flight_seats order by fare_id')).toEqual([
    { total: 12, held: 1 },
    { total: 12, held: 1 },
  ]);
});

test('a hold takes its departures in the order of admins, whatever the order of its flights', async () => {
  const one = await addFlight(db.test, { number: '1', times: 'BKK 08:00 CNX 09:20' });
  const other = await addFlight(db.test, { number: '2', times: 'HKT 05:00 BKK 06:20' });
  const { text, values } = holdOf(String(one), 1);
  const [key = '', , passengers = ''] = values;
  const id = ['own-1-0-0', other, one].join('_').replaceAll(/_(\d+)/g, `_$1.${compactDay}`);
  let holding: Promise<unknown> | undefined;
  await db.test.database.transaction(identityOf(somchai), async (transaction) => {
    const setSeats = (fare: number) =>
      transaction.run({
        text: 'select bkk_admin_set_departure($1, $2, 12, false)',
        values: [fare, day],
      });
    await setSeats(one);
    holding = db.rows(nattaya, text, [key, id, passengers, '200000']);
    holding.catch(() => undefined);
    await expect.poll(waiting).toHaveLength(1);
    await setSeats(other);
  });
  expect(await holding).toHaveLength(1);
});

describe('a flight that is saved', () => {
  const save = ({ flight_id: id, flight }: StoredFlight, version: number | null, changes = {}) =>
    ask('bkk_admin_save_flight($1, $2, $3)', [
      String(id),
      version === null ? null : String(version),
      JSON.stringify({ ...flight, ...changes }),
    ]);
  const fareOf = () => addFlight(db.test, { number: '1', times: 'BKK 08:00 CNX 09:20' });

  test.each([
    ['airline', { airline: 'thai' }],
    ['last_day', { last_day: '2026-02-01' }],
    ['destination', { destination: 'BKK' }],
    ['cabin', { cabin: null }],
    ['seats', { fares: [{ name: 'Saver', adult_satang: 1, seats: 501 }] }],
    [
      'sale_until',
      { fares: [{ name: 'Saver', adult_satang: 1, seats: 1, sale_until: '-infinity' }] },
    ],
  ])('names what is not valid: %s', async (column, changes) => {
    expect(await save(await storedFlight(await fareOf()), 1, changes)).toBe(
      `The flight or a fare has no valid ${column}.`,
    );
  });

  test.each(['2062-12-01', '2569-12-01', 'infinity'])('does not begin on %s', async (first) => {
    const stored = await storedFlight(await fareOf());
    expect(await save(stored, 1, { first_day: first, last_day: first })).toBe(
      'The first day of a flight is at most 400 days ahead.',
    );
    expect(
      await ask('bkk_admin_save_flight(null, null, $1)', [
        JSON.stringify({ ...stored.flight, first_day: first, last_day: first }),
      ]),
    ).toMatch(/at most 400 days ahead/);
  });

  test('needs the version that was seen', async () => {
    const stored = await storedFlight(await fareOf());
    const isOld = 'The flight was changed meanwhile. Load it again.';
    expect(await save(stored, null)).toBe(isOld);
    expect(await save(stored, 2)).toBe(isOld);
    expect(await save(stored, 1)).toBe(stored.flight_id);
  });

  test.each([
    ['other times', { departs_at: '09:00', arrives_at: '10:20' }, 'times_changed'],
    ['another number', { flight_number: '2' }, 'times_changed'],
    ['another day of arrival', { arrives_days: 1 }, 'times_changed'],
    ['another route', { destination: 'HKT' }, 'flight_changed'],
    ['another cabin', { cabin: 'business' }, 'flight_changed'],
    ['another aircraft', { aircraft: 'Airbus A320' }, null],
  ])('with %s flags the bookings of its departures: %j, %s', async (_what, changes, event) => {
    const fare = await fareOf();
    const [booked, cancelled] = [await hold(String(fare), 1), await hold(String(fare), 1)];
    await db.test.sql(`update bkk_bookings set status = 'CANCELLED' where booking_id = $1`, [
      cancelled,
    ]);
    const stored = await storedFlight(fare);
    expect(await save(stored, 1, changes)).toBe(stored.flight_id);
    expect((await db.booking(booked)).flags).toEqual(event === null ? [] : ['flight_changed']);
    expect((await db.booking(cancelled)).flags).toEqual([]);
    const events = event === null ? [] : [event];
    expect(await db.events(booked)).toEqual(['hold_placed', ...events]);
    expect(await db.events(cancelled)).toEqual(['hold_placed']);
    const told = (await db.mails()).filter((mail) => mail.includes('_changed'));
    expect(told).toEqual(events.map((name) => `booking.${name} nattaya`));
    // A decision ends the flag.
    if (event !== null) {
      const clear = { p_booking_id: booked, p_flag: 'flight_changed', p_note: 'Called' };
      expect(await db.call(somchai, 'bkk_admin_clear_flag', clear)).toBe('done');
    }
  });

  test('with other times changes those of its bookings, and says what they were', async () => {
    const fare = await fareOf();
    const booked = await hold(String(fare), 1);
    const other = await addFlight(db.test, { number: '7', times: 'BKK 08:00 CNX 09:20' });
    const untouched = await hold(String(other), 1);
    const before = await db.booking(booked);
    const later = { departs_at: '23:30', arrives_at: '00:50', arrives_days: 1, flight_number: '2' };
    await save(await storedFlight(fare), 1, later);
    const next = addDays(day, 1);
    expect(await db.booking(booked)).toMatchObject({
      version: before.version + 1,
      segments: [{ number: '2', departs_at: `${day}T23:30`, arrives_at: `${next}T00:50` }],
    });
    const [row] = await db.test.sql(
      `select departs_on::text, returns_on::text, (select details from bkk_booking_events
         where booking_id = $1 and event = 'times_changed') as details
       from bkk_bookings where booking_id = $1`,
      [booked],
    );
    expect(row).toEqual({
      departs_on: day,
      returns_on: next,
      details: {
        flight: 'L5 2',
        departs_at: '23:30',
        arrives_at: '00:50',
        former_flight: 'L5 1',
        former_departs_at: '08:00',
        former_arrives_at: '09:20',
      },
    });
    // A second change finds the flight as the first one left it.
    await save(await storedFlight(fare), 2, { ...later, departs_at: '22:00' });
    expect(await db.booking(booked)).toMatchObject({ segments: [{ departs_at: `${day}T22:00` }] });
    expect(await db.booking(untouched)).toMatchObject({ version: 1, flags: [] });
  });

  test('is held as it was saved, by a hold that comes meanwhile', async () => {
    const fare = await fareOf();
    const stored = await storedFlight(fare);
    const { text, values } = holdOf(String(fare), 1);
    let holding: Promise<readonly Row[]> | undefined;
    await db.test.database.transaction(identityOf(somchai), async (transaction) => {
      await transaction.run({
        text: 'select bkk_admin_save_flight($1, 1, $2)',
        values: [stored.flight_id, JSON.stringify({ ...stored.flight, departs_at: '07:00' })],
      });
      holding = db.rows(nattaya, text, values);
      holding.catch(() => undefined);
      await expect.poll(waiting).toHaveLength(1);
    });
    const [held] = (await holding) ?? [];
    const booking = await db.booking(String(held?.id));
    expect(booking).toMatchObject({ segments: [{ departs_at: `${day}T07:00` }], flags: [] });
  });

  test('waits for no action on a booking, which may wait for its departures', async () => {
    const fare = await fareOf();
    const booked = await hold(String(fare), 1);
    const stored = await storedFlight(fare);
    await db.test.database.transaction(identityOf(nattaya), async (transaction) => {
      const { version } = await db.booking(booked);
      await transaction.run({
        text: 'select bkk_set_passengers($1, $2, $3)',
        values: [
          booked,
          version,
          JSON.stringify([{ first_name: 'Somsri', last_name: 'Srisuk', type: 'adult' }]),
        ],
      });
      expect(await save(stored, 1, { departs_at: '07:00' })).toBe(
        'A booking on this flight is being changed. Save the flight again.',
      );
    });
    expect(await save(stored, 1, { departs_at: '07:00' })).toBe(stored.flight_id);
  });
});

test('sales are of the routes of own seats and offers, and only what is paid is revenue', async () => {
  const fare = await addFlight(db.test, { number: '1', times: 'BKK 08:00 CNX 09:20' });
  const other = await addFlight(db.test, { number: '2', times: 'BKK 08:00 HKT 09:20' });
  const paid = await hold(String(fare), 2);
  await hold(String(fare), 1);
  const old = await hold(String(other), 3);
  await db.put(paid, `status = 'CONFIRMED', paid_satang = total_satang + 5`);
  await db.put(old, `created_at = now() - interval '40 days'`);
  const route = { origin: 'BKK', destination: 'CNX', bookings: 2, held: 3, sold: 0 };
  expect(await ask('bkk_admin_route_sales(30)')).toEqual([{ ...route, revenue_satang: 200_000 }]);
  expect(await ask('bkk_admin_route_sales(90)')).toEqual([
    { ...route, revenue_satang: 200_000 },
    { ...route, destination: 'HKT', bookings: 1, revenue_satang: 0 },
  ]);
  // Accepted offers and orders at airlines have no own seats.
  await db.test.sql(`insert into bkk_bookings (
      reference, status, request_key, segments, origin, destination, pax_adt, pax_chd, pax_inf, hold_expires_at,
      total_satang, deposit_satang, paid_satang)
    values
      ('BKK-22222222', 'TICKETED', gen_random_uuid(), '[{}, {}]', 'BKK', 'CNX', 2, 1, 1, now(), 500, 100, 500),
      ('BKK-33333333', 'HOLD', gen_random_uuid(), '[{}]', 'BKK', 'NRT', 12, 0, 0, now(), 900, 100, 0),
      ('BKK-44444444', 'HOLD', gen_random_uuid(), '[]', null, null, 1, 0, 0, now(), null, null, 0)`);
  expect(await ask('bkk_admin_route_sales(30)')).toEqual([
    { ...route, bookings: 3, sold: 6, revenue_satang: 200_500 },
    { ...route, destination: 'NRT', bookings: 1, held: 12, revenue_satang: 0 },
  ]);
});

test('members have none of it', async () => {
  await addDailyFlight('1', [0, 2]);
  expect(await db.rows(nattaya, 'select number from bkk_flights_admin_view')).toEqual([]);
  for (const call of [
    'bkk_admin_count_flights()',
    'bkk_admin_route_sales(30)',
    `bkk_admin_import_flights('[]')`,
    `bkk_admin_set_departures('{1}', '2099-01-01', '2099-01-01', null, 1, null)`,
  ]) {
    expect(await ask(call, [], nattaya)).toMatch(/admin/i);
  }
});
