import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import { addFlight, compactDay as compactDayAfter, day, dayAfter } from './flight-fixture.ts';
import { openSessions, type SignedInUser } from './member-database.ts';

const { nattaya, malee, somchai } = members;
const compactDay = compactDayAfter();

/** Somchai is the admin. */
const db = shareDatabase(startBookingDatabase);
let out: number;
let back: number;

beforeAll(async () => {
  await db.test.sql(`select bkk_internal.set_features('{bookings,flights}')`);
  out = await addFlight(db.test, {
    number: '108',
    times: 'BKK 08:05 CNX 09:25',
    changes: {
      adult_tax_satang: 51_000,
      change_allowed: true,
      change_fee_satang: 150_000,
      baggage: '{"adult":{"cabin_kg":7,"checked_pieces":1,"checked_kg":20}}',
    },
  });
  back = await addFlight(db.test, { number: '119', times: 'CNX 17:40 BKK 19:00', baht: 900 });
});

const person = (index: number, type: string) => ({
  first_name: `Somsri ${'ABCDEFGHI'.charAt(index)}`,
  last_name: 'Srisuk',
  type,
});

/** Adults, children and infants with names. */
const party = (numbers: readonly number[]) =>
  numbers.flatMap((number, type) =>
    Array.from({ length: number }, (_, index) =>
      person(index, ['adult', 'child', 'infant'][type] ?? 'adult'),
    ),
  );

interface HoldInput {
  readonly numbers?: readonly number[];
  readonly passengers?: readonly number[];
  readonly ways?: readonly (readonly number[])[];
  /** The day of all ways, `20990302`. */
  readonly on?: string;
  readonly expected?: number | null;
  readonly key?: string;
  readonly slip?: string | null;
}

/** The total of an offer now; null where there is none. */
async function priceOf(id: string, numbers: readonly number[]): Promise<number | null> {
  const rows = await db.test
    .sql<{ total: string }>(
      `select total_satang as total from bkk_internal.price_own_seats($1, $2, $3, $4)`,
      [id, ...numbers],
    )
    .catch(() => []);
  const [row] = rows;
  return typeof row?.total === 'string' ? Number(row.total) : null;
}

/** Holds own seats; `{"booking_id", ...}` or SQLSTATE and message. */
async function hold(who: SignedInUser, input: HoldInput = {}): Promise<string> {
  const { numbers = [2, 1, 0], passengers = numbers, ways = [[out], [back]] } = input;
  const { on = compactDay } = input;
  const flights = ways.map((way) => way.map((fare) => `${String(fare)}.${on}`).join('-'));
  const id = ['own-' + numbers.join('-'), ...flights].join('_');
  const { key = randomUUID(), slip = null } = input;
  const { expected = await priceOf(id, numbers) } = input;
  try {
    const [row] = await db.rows(
      who,
      'select bkk_hold_booking($1, $2, $3::jsonb, $4, $5, null, $6, $7) as said',
      [
        key,
        id,
        JSON.stringify(party(passengers)),
        'nat@example.com',
        '+66812345678',
        slip,
        expected,
      ],
    );
    return JSON.stringify(row?.said);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${String(code)} ${message}`;
  }
}

const bookingOf = (said: string) => (JSON.parse(said) as { booking_id: string }).booking_id;

/** Total, held and sold seats of both departures. */
const seats = () =>
  db.test
    .sql<{ fare_id: string; taken: string }>(
      `select fare_id, concat_ws(' ', total, held, sold) as taken from bkk_flight_seats order by fare_id`,
    )
    .then((rows) => rows.map(({ taken }) => taken));

describe('a hold of own seats', () => {
  test('takes the seats of all but infants, with the price, flights and conditions of the moment', async () => {
    const id = bookingOf(await hold(nattaya, { numbers: [2, 1, 1], expected: 634_000 }));
    expect(await seats()).toEqual(['9 3 0', '9 3 0']);
    const [booking] = await db.test.sql(
      'select *, departs_on::text, returns_on::text from bkk_bookings where booking_id = $1',
      [id],
    );
    expect(booking).toMatchObject({
      status: 'HOLD',
      origin: 'BKK',
      destination: 'CNX',
      departs_on: day,
      returns_on: day,
      total_satang: '634000',
      deposit_satang: '634000',
      lines: [
        { label: 'Saver', type: 'adult', count: 2, price_satang: 190_000, tax_satang: 51_000 },
        { label: 'Saver', type: 'child', count: 1, price_satang: 152_000, tax_satang: 0 },
        { label: 'Saver', type: 'infant', count: 1, price_satang: 0, tax_satang: 0 },
      ],
      segments: [
        { airline: 'L5', number: '108', departs_at: `${day}T08:05`, baggage: '7 kg + 20 kg' },
        { airline: 'L5', number: '119', departs_at: `${day}T17:40`, baggage: '' },
      ],
    });
    await db.test.sql('update bkk_flight_fares set adult_satang = 1');
    expect(await db.booking(id)).toMatchObject({ total_satang: '634000' });
  });

  test('is refused with the new price where the price has changed, and takes nothing', async () => {
    expect(await hold(nattaya, { expected: 1 })).toBe('PT409 The price has changed.');
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });

  test('at whatever price is refused, and takes nothing', async () => {
    expect(await hold(nattaya, { expected: null })).toBe('PT409 The price has changed.');
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });

  test.each([
    ['a child alone', [0, 1, 0], 'PT400 A booking needs an adult.'],
    [
      'nine adults with nine infants',
      [9, 0, 9],
      'PT400 Seats are for 1 to 9 passengers with an adult, and no more infants than adults.',
    ],
  ])('for %s is refused, and takes nothing', async (_, numbers, message) => {
    expect(await hold(nattaya, { numbers })).toBe(message);
    const id = `own-${numbers.join('-')}_${String(out)}.${compactDay}`;
    expect(await db.resultOf(nattaya, 'select bkk_own_seats_offer($1)', [id])).toBe('PT400');
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });

  describe('whose sale closes soon', () => {
    /** A flight that departs in 20 hours and is sold until 4 hours before. */
    const soon = async (changes: Readonly<Record<string, unknown>> = {}) => {
      const [day = '', time = ''] = new Date(Date.now() + 27 * 3_600_000).toISOString().split('T');
      const departs = time.slice(0, 5);
      const arrives = departs < '22:40' ? '23:59' : '01:00';
      const fare = await addFlight(db.test, {
        number: '900',
        times: `BKK ${departs} CNX ${arrives}`,
        days: arrives < departs ? 1 : 0,
        on: day,
        changes,
      });
      return { ways: [[fare]], on: day.replaceAll('-', '') };
    };

    test.each([
      ['its sale', {}],
      ['the end of its fare', { sale_until: new Date(Date.now() + 16 * 3_600_000).toISOString() }],
    ])('with the name of a slip lasts no longer than %s', async (_, changes) => {
      const id = bookingOf(await hold(nattaya, { ...(await soon(changes)), slip: 'slip.png' }));
      const { hold_hours: held, review_hours: reviewed } = await db.booking(id);
      expect([held, reviewed]).toEqual([expect.closeTo(16, 1), expect.closeTo(16, 1)]);
      await db.test.sql(`select bkk_internal.end_reviews(now() + interval '17 hours')`);
      expect((await db.booking(id)).hold_hours).toBeCloseTo(16, 1);
      await db.test.sql(`select bkk_internal.expire_holds(now() + interval '17 hours')`);
      expect(await db.booking(id)).toMatchObject({ status: 'EXPIRED' });
      expect((await seats()).at(-1)).toBe('9 0 0');
    });

    test('is not extended beyond it', async () => {
      const id = bookingOf(await hold(nattaya, await soon()));
      await db.put(id, `hold_expires_at = now() + interval '5 hours'`);
      const extend = (hours: number) =>
        db.call(somchai, 'bkk_admin_extend_hold', {
          p_booking_id: id,
          p_hold_expires_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
        });
      expect(await extend(17)).toBe(
        'PT400 The hold must end before the departure, and before the sale of its seats closes.',
      );
      expect(await extend(15.9)).toBe('done');
    });
  });

  test.each<[string, HoldInput, string]>([
    ['more than are free', { numbers: [9, 0, 0] }, 'PT409 These seats are no longer free.'],
    [
      'other passengers',
      { passengers: [1, 0, 0] },
      'PT400 The passengers differ from those of the search.',
    ],
    ['an unknown fare', { ways: [[999_999]] }, 'PT409 These seats are no longer free.'],
  ])('of %s is refused, and takes nothing', async (_, input, refusal) => {
    await db.test.sql('update bkk_flight_seats set total = 8 where fare_id = $1', [back]);
    expect(await hold(nattaya, input)).toBe(refusal);
    expect((await seats()).map((text) => text.slice(1))).toEqual([' 0 0', ' 0 0']);
  });

  test('of ways that overlap is refused', async () => {
    expect(await hold(nattaya, { ways: [[back], [out]] })).toBe(
      'PT400 Flight 2 departs before the one before it has arrived.',
    );
  });

  test.each([
    ['a closed departure', 'update bkk_flight_seats set is_closed = true'],
    ['a sale that is over', `update bkk_flight_fares set sale_until = now() - interval '1 second'`],
  ])('of %s is refused', async (_, change) => {
    await db.test.sql(change);
    expect(await hold(nattaya)).toBe('PT409 These seats are no longer free.');
  });

  test('twice with one key takes the seats once', async () => {
    const key = randomUUID();
    expect(await hold(nattaya, { key })).toBe(await hold(nattaya, { key }));
    expect(await seats()).toEqual(['9 3 0', '9 3 0']);
  });

  test('of three ways takes a seat on each', async () => {
    const later = await addFlight(db.test, { number: '3', times: 'BKK 20:30 CNX 21:50' });
    bookingOf(await hold(nattaya, { ways: [[out], [back], [later]], numbers: [2, 0, 0] }));
    expect(await seats()).toEqual(['9 2 0', '9 2 0', '9 2 0']);
  });

  test('gives the seats back when it is cancelled or its time is over', async () => {
    const id = bookingOf(await hold(nattaya));
    await db.call(nattaya, 'bkk_cancel_booking', { p_booking_id: id });
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
    bookingOf(await hold(malee));
    await db.test.sql(`select bkk_internal.run_due(now() + interval '49 hours')`);
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });

  test('is sold with the tickets', async () => {
    const id = bookingOf(await hold(nattaya, { numbers: [2, 0, 0] }));
    const pay = { p_bank_reference: null, p_note: null, p_idempotency_key: randomUUID() };
    await db.call(somchai, 'bkk_admin_record_payment', {
      p_booking_id: id,
      p_amount_satang: 482_000,
      p_received_at: new Date().toISOString(),
      ...pay,
    });
    expect(
      await db.call(somchai, 'bkk_admin_ticket', {
        p_booking_id: id,
        p_pnr: 'ABC234',
        p_ticket_numbers: ['1234567890123', '1234567890124'],
        p_reason: null,
      }),
    ).toBe('done');
    expect(await seats()).toEqual(['9 0 2', '9 0 2']);
  });

  test('gives the seats back when the owner deletes it', async () => {
    bookingOf(await hold(nattaya));
    await db.test.sql('delete from bkk_bookings');
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });

  test('is a plain hold without seats while the feature is off', async () => {
    await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
    const id = bookingOf(await hold(nattaya));
    expect(await db.booking(id)).toMatchObject({ status: 'HOLD', total_satang: null });
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });
});

describe('seats by admins', () => {
  const set = (total: number, isClosed = false) =>
    db
      .rows(somchai, 'select bkk_admin_set_departure($1, $2, $3, $4)', [
        String(out),
        day,
        String(total),
        String(isClosed),
      ])
      .then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      );

  test('are never fewer than those taken', async () => {
    bookingOf(await hold(nattaya));
    expect(await set(2)).toBe('3 seats are held or sold already.');
    expect(await set(3)).toBe('done');
    expect(await hold(malee, { numbers: [1, 0, 0] })).toBe('PT409 These seats are no longer free.');
    expect(await set(4, true)).toBe('done');
    expect((await seats())[0]).toBe('4 3 0');
  });

  const save = (id: string | null, version: number | null, flight: object) =>
    db
      .rows(somchai, 'select bkk_admin_save_flight($1, $2, $3) as id', [
        id,
        version === null ? null : String(version),
        JSON.stringify(flight),
      ])
      .then(
        ([row]) => String(row?.id),
        (error: unknown) => (error as Error).message,
      );
  const flight = {
    airline: 'L5',
    flight_number: '700',
    origin: 'BKK',
    destination: 'HKT',
    departs_at: '10:00',
    arrives_at: '11:20',
    weekdays: [1, 3],
    first_day: dayAfter(6),
    last_day: dayAfter(19),
    cabin: 'economy',
    fares: [{ name: 'Saver', adult_satang: 100_000, seats: 5 }],
  };
  const departures = (id: string) =>
    db.test
      .sql<{ text: string }>(
        `select day || ' ' || total as text from bkk_flight_seats natural join bkk_flight_fares
         where flight_id = $1 order by day`,
        [id],
      )
      .then((rows) => rows.map(({ text }) => text));

  test('are added for each day of operation, and follow a change of them', async () => {
    const id = await save(null, null, flight);
    expect(await departures(id)).toEqual([
      `${dayAfter(7)} 5`,
      `${dayAfter(9)} 5`,
      `${dayAfter(14)} 5`,
      `${dayAfter(16)} 5`,
    ]);
    const [fare] = await db.test.sql<{ fare_id: string }>(
      'select fare_id from bkk_flight_fares where flight_id = $1',
      [id],
    );
    await db.test.sql('update bkk_flight_seats set total = 7 where fare_id = $1 and day = $2', [
      fare?.fare_id ?? '',
      dayAfter(9),
    ]);
    const fares = [{ ...flight.fares[0], fare_id: fare?.fare_id, seats: 6 }];
    expect(await save(id, 1, { ...flight, weekdays: [3, 5], fares })).toBe(id);
    expect(await departures(id)).toEqual([
      `${dayAfter(9)} 7`,
      `${dayAfter(11)} 6`,
      `${dayAfter(16)} 6`,
      `${dayAfter(18)} 6`,
    ]);
    expect(await save(id, 1, flight)).toBe('The flight was changed meanwhile. Load it again.');
  });

  test('that are booked are not removed', async () => {
    bookingOf(await hold(nattaya, { ways: [[out]] }));
    const [known] = await db.test.sql<{ id: string }>(
      `select flight_id as id from bkk_flights where flight_number = '108'`,
    );
    const booked = 'There are bookings on a departure that this would remove. Close it instead.';
    expect(await save(known?.id ?? '', 1, { ...flight, flight_number: '108' })).toBe(booked);
    expect(await seats()).toEqual(['9 3 0', '9 0 0']);
  });

  test.each([
    ['no fares', { fares: [] }, 'A flight has 1 to 10 fares.'],
    ['an unknown airport', { origin: 'ZZZ' }, 'A flight needs two airports that are known.'],
  ])('are refused with %s', async (_, changes, message) => {
    expect(await save(null, null, { ...flight, ...changes })).toBe(message);
  });
});

describe('seats never get lost or sold twice', () => {
  const person4 = (index: number) => ({
    id: `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    email: `racer${String(index)}@bkksiam.example`,
  });
  const racers = Array.from({ length: 60 }, (_, index) => person4(index));

  test('when 60 members want the last 9 at once', async () => {
    await db.test.sql(
      `insert into auth.users (id, aud, role, email, email_confirmed_at)
       select id::uuid, 'authenticated', 'authenticated', email, now()
       from json_to_recordset('${JSON.stringify(racers)}') as racer (id text, email text)`,
    );
    await db.test.sql(`${openSessions} on conflict do nothing`);
    const said = await Promise.all(
      racers.map((racer, index) => {
        const numbers = [1 + (index % 4), index % 3, 0];
        // Some take the flights in the other order of their fares.
        const ways = index % 2 === 0 ? [[out], [back]] : [[back]];
        return hold(racer, { numbers, ways });
      }),
    );
    const refused = said.filter((text) => !text.startsWith('{'));
    expect(new Set(refused)).toEqual(new Set(['PT409 These seats are no longer free.']));
    const taken = await db.test.sql<{ total: number; held: number; booked: string }>(
      `select total, held, (select sum(seats) from bkk_booking_seats as taken
         where taken.fare_id = departure.fare_id and state = 'held') as booked
       from bkk_flight_seats as departure`,
    );
    for (const { total, held, booked } of taken) {
      expect(held).toBeLessThanOrEqual(total);
      expect(Number(booked)).toBe(held);
    }
    await db.test.sql(`select bkk_internal.run_due(now() + interval '49 hours')`);
    expect(await seats()).toEqual(['9 0 0', '9 0 0']);
  });

  test('whatever is done in whatever order', async () => {
    const placed: string[] = [];
    const step = fc.record({
      action: fc.constantFrom('hold', 'cancel', 'expire', 'ticket', 'total'),
      number: fc.integer({ min: 1, max: 5 }),
      of: fc.nat({ max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await db.test.sql('delete from bkk_bookings');
        await db.test.sql('update bkk_flight_seats set total = 9');
        const ids: string[] = [];
        for (const { action, number, of } of steps) {
          const id = ids[of % Math.max(ids.length, 1)];
          if (action === 'hold') {
            await db.test.sql(`begin; set local session_replication_role = replica;
              update bkk_bookings set created_at = created_at - interval '1 day', user_id = null; commit`);
            const said = await hold(nattaya, { numbers: [number, 0, 0] });
            if (said.startsWith('{')) ids.push(bookingOf(said));
            placed.push(...ids.slice(-1));
          } else if (action === 'total') {
            await db
              .rows(somchai, 'select bkk_admin_set_departure($1, $2, $3, false)', [
                String(out),
                day,
                String(number + of),
              ])
              .catch(() => undefined);
          } else if (id !== undefined) {
            const status = { cancel: 'CANCELLED', expire: 'EXPIRED', ticket: 'TICKETED' }[action];
            // From a status that leads there.
            if (action === 'ticket')
              await db.test
                .sql(
                  `update bkk_bookings set status = 'CONFIRMED' where booking_id = $1 and status = 'HOLD'`,
                  [id],
                )
                .catch(() => undefined);
            await db.test
              .sql('update bkk_bookings set status = $2 where booking_id = $1', [id, status])
              .catch(() => undefined);
          }
          const [wrong] = await db.test.sql<{ count: string }>(
            `select count(*) from bkk_flight_seats as departure
             where held + sold > total
               or held <> (select coalesce(sum(seats), 0) from bkk_booking_seats as taken
                 where taken.fare_id = departure.fare_id and taken.day = departure.day and state = 'held')
               or sold <> (select coalesce(sum(seats), 0) from bkk_booking_seats as taken
                 where taken.fare_id = departure.fare_id and taken.day = departure.day and state = 'sold')`,
          );
          expect(Number(wrong?.count)).toBe(0);
        }
      }),
      { numRuns: 25 },
    );
    expect(placed).not.toEqual([]);
  });
});
