import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientWithKey } from '../testing/test-client.ts';
import {
  bornBefore,
  dayAfter,
  flightDay,
  holdOf,
  searchOf,
  startFlightFunctions,
  traveller,
  type Answer,
  type FlightFunctions,
} from '../testing/flight-functions.ts';

interface FoundOffer {
  readonly id: string;
  readonly totalSatang: number;
  readonly heldUntil: string | null;
}

let flights: FlightFunctions;

beforeAll(async () => {
  flights = await startFlightFunctions();
});
afterAll(() => flights.close());

/** Bookings of others count for the limits of a member. */
afterEach(async () => {
  Object.assign(flights.duffel, { orderAnswer: 'ok' });
  flights.duffel.received.length = 0;
  await flights.backend.database.sql(
    `delete from bkk_bookings where user_id = '00000000-0000-4000-8000-000000000001' and quote_id is null;
     delete from bkk_flight_offers; delete from bkk_flight_searches;
     update bkk_user_roles set is_active = true; select bkk_internal.set_features('{bookings,flights}')`,
  );
});

/** The offers of a search: first those that can be held. */
async function found(route: string, fields: object = {}): Promise<readonly FoundOffer[]> {
  const { body } = await flights.call('search-flights', searchOf(route, fields));
  const offers = body.offers as readonly FoundOffer[];
  return offers.toSorted(
    (one, other) => Number(one.heldUntil === null) - Number(other.heldUntil === null),
  );
}

async function foundOne(route: string, fields: object = {}): Promise<FoundOffer> {
  const [offer] = await found(route, fields);
  if (offer === undefined) throw new Error('there is no such offer');
  return offer;
}

const hold = (input: object, bearer = flights.tokens.nattaya): Promise<Answer> =>
  flights.call('hold-flight', input, bearer);

const bookings = () =>
  flights.backend.database.sql(
    `select booking.*, departs_on::text, state, source_order_id, airline_reference, pay_by
     from bkk_bookings as booking join bkk_supplier_orders using (booking_id)`,
  );

const calls = () => flights.duffel.received.map(({ call }) => call);

describe('a hold at an airline', () => {
  it('is a booking until the airline’s own deadline, with what was shown', async () => {
    const offer = await foundOne('BKK-NRT');
    const { status, body } = await hold(holdOf(offer, { notes: 'Window seats' }));
    const [order] = flights.duffel.orders.values();
    expect([status, body]).toEqual([
      200,
      {
        booking_id: expect.any(String) as string,
        reference: expect.stringMatching(/^BKK-/) as string,
        status: 'HOLD',
        hold_expires_at: expect.any(String) as string,
      },
    ]);
    expect(Date.parse(String(body.hold_expires_at))).toBe(
      Date.parse(order?.payment_status.payment_required_by ?? ''),
    );
    expect(await bookings()).toMatchObject([
      {
        booking_id: body.booking_id,
        flight_id: offer.id,
        notes: 'Window seats',
        contact_phone: '+66898765432',
        origin: 'BKK',
        destination: 'NRT',
        departs_on: flightDay,
        total_satang: '2469010',
        deposit_satang: '2469010',
        lines: [
          {
            label: 'Duffel Airways · Basic',
            type: null,
            count: 1,
            price_satang: 2_345_560,
            tax_satang: 123_450,
          },
        ],
        segments: [
          {
            airline: 'ZZ',
            number: '642',
            departs_at: `${flightDay}T23:45`,
            arrives_zone: 'Asia/Tokyo',
            baggage: '1 ×',
          },
        ],
        conditions: [
          { kind: 'change', rules: [{ is_allowed: true, fee_satang: 300_000, until_hours: 0 }] },
          { kind: 'refund', rules: [{ is_allowed: false, fee_satang: null, until_hours: null }] },
        ],
        state: 'held',
        source_order_id: order?.id,
        airline_reference: 'RZPNX8',
      },
    ]);
    const { sql } = flights.backend.database;
    expect(
      await sql('select event, actor, actor_name from bkk_booking_events where booking_id = $1', [
        String(body.booking_id),
      ]),
    ).toMatchObject([{ event: 'hold_placed', actor: 'member' }]);
    expect(
      await sql(`select event from bkk_outbox where ids ->> 'booking_id' = $1`, [
        String(body.booking_id),
      ]),
    ).toEqual([{ event: 'booking.hold_placed' }]);
  });

  it('is ordered with the title, gender and birth date of each, infants with an adult', async () => {
    const offer = await foundOne('BKK-NRT', { passengers: { adult: 2, child: 1, infant: 1 } });
    const child = { ...traveller, type: 'child', title: 'miss', birth_date: bornBefore(8) };
    const infant = { ...traveller, type: 'infant', title: 'miss', birth_date: bornBefore(1) };
    const oneName = { ...traveller, first_name: '', last_name: 'José' };
    const { status } = await hold(
      holdOf(offer, {
        passengers: [infant, traveller, child, oneName],
      }),
    );
    expect(status).toBe(200);
    const order = flights.duffel.received.find(({ call }) => call === 'POST /air/orders');
    expect(order?.body).toMatchObject({
      type: 'hold',
      passengers: [
        {
          id: 'pas_1',
          infant_passenger_id: 'pas_4',
          title: 'ms',
          gender: 'f',
          given_name: 'Kanyarat',
          family_name: 'Phromsri',
          born_on: '1990-05-01',
          email: 'kanyarat@example.com',
          phone_number: '+66898765432',
        },
        { id: 'pas_2', given_name: 'FNU', family_name: 'José' },
        { id: 'pas_3', born_on: bornBefore(8) },
        { id: 'pas_4', born_on: bornBefore(1) },
      ],
    });
  });

  it('is ordered with the id of the searched age for each child, in whatever order they are given', async () => {
    const offer = await foundOne('BKK-NRT', {
      passengers: { adult: 1, child: 3, infant: 0 },
      child_ages: [3, 7, 11],
    });
    const children = [11, 3, 7].map((age) => ({
      ...traveller,
      type: 'child',
      title: 'miss',
      birth_date: bornBefore(age),
    }));
    const { status } = await hold(holdOf(offer, { passengers: [...children, traveller] }));
    expect(status).toBe(200);
    const order = flights.duffel.received.find(({ call }) => call === 'POST /air/orders');
    const ordered = order?.body.passengers as readonly { id: string; born_on: string }[];
    expect(Object.fromEntries(ordered.map(({ id, born_on: born }) => [id, born]))).toEqual({
      pas_1: traveller.birth_date,
      pas_2: bornBefore(3),
      pas_3: bornBefore(7),
      pas_4: bornBefore(11),
    });
  });

  it('is made once for a key, however often and at once it is sent, also after the offer has expired', async () => {
    const input = holdOf(await foundOne('BKK-NRT'));
    const answers = await Promise.all([hold(input), hold(input)]);
    const [first] = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers)
      expect([status, body.booking_id ?? body.code]).toEqual(
        status === 200 ? [200, first?.body.booking_id] : [409, 'in_progress'],
      );
    await flights.backend.database.sql(`update bkk_flight_offers set expires_at = now()`);
    expect(await hold(input)).toEqual(first);
    expect(calls().filter((call) => call === 'POST /air/orders')).toHaveLength(1);
  });
});

describe('nothing is held', () => {
  afterEach(async () => {
    expect(await bookings()).toEqual([]);
    expect(calls()).not.toContain('POST /air/order_cancellations');
  });

  it('at another price than the member has seen, which is told and can be accepted', async () => {
    const offer = await foundOne('LHR-STN');
    const { status, body } = await hold(holdOf(offer));
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'price_changed',
        old_total_satang: offer.totalSatang,
        total_satang: offer.totalSatang + 10_000,
        offer: { id: offer.id, totalSatang: offer.totalSatang + 10_000 },
      },
    ]);
    expect(await flights.rpc('bkk_flight_offer', { p_id: offer.id })).toMatchObject({
      body: { totalSatang: offer.totalSatang + 10_000 },
    });
    expect(calls()).not.toContain('POST /air/orders');
  });

  it.each(['LGW-LHR', 'expired', 'unknown'])('of an offer that is gone: %s', async (what) => {
    const offer = await foundOne(what === 'LGW-LHR' ? what : 'BKK-NRT');
    if (what === 'expired')
      await flights.backend.database.sql('update bkk_flight_offers set expires_at = now()');
    const id = what === 'unknown' ? '00000000-0000-4000-8000-0000000000ff' : offer.id;
    expect(await hold(holdOf({ ...offer, id }))).toMatchObject({
      status: 409,
      body: { code: 'offer_expired' },
    });
  });

  it('without a total that was expected', async () => {
    const { id } = await foundOne('BKK-NRT');
    const held = flights.backend.database.sql(
      `select bkk_hold_supplier_booking(
         '00000000-0000-4000-8000-000000000001', gen_random_uuid(), $1, '[]', 'a@example.com', '+66812345678', '', null)`,
      [id],
    );
    await expect(held).rejects.toThrow('This offer has expired. Search again.');
  });

  it('where the airline refuses the order', async () => {
    Object.assign(flights.duffel, { orderAnswer: 'refused' });
    expect(await hold(holdOf(await foundOne('BKK-NRT')))).toMatchObject({
      status: 409,
      body: { code: 'airline_refused' },
    });
  });

  it('where the airline holds no seats: the agency gets a request with the offer, if it takes requests', async () => {
    const offer = await foundOne('LHR-LGW');
    const input = holdOf(offer, { notes: 'Two aisle seats' });
    expect(await hold(input)).toMatchObject({ status: 409, body: { code: 'not_holdable' } });
    await flights.backend.database.sql(
      `select bkk_internal.set_features('{bookings,requests,flights}')`,
    );
    const { status, body } = await hold(input);
    expect(status).toBe(200);
    expect((await hold(input)).body).toEqual(body);
    const [request] = await flights.backend.database.sql(
      `select details.notes, origin, pax_adt, offer.offer_id from bkk_quote_details as details
       join bkk_quote_requests using (quote_id) join bkk_flight_offers as offer using (quote_id) where quote_id = $1`,
      [String(body.quote_id)],
    );
    expect(request).toEqual({
      notes: `Two aisle seats\n\nZZ 642 LHR ${flightDay} 23:45 – LGW ${dayAfter} 07:40\nTHB 9,000.00`,
      origin: 'LHR',
      pax_adt: 1,
      offer_id: offer.id,
    });
    await flights.backend.database.sql('delete from bkk_quote_requests where quote_id = $1', [
      String(body.quote_id),
    ]);
  });

  it('for children of other ages than were searched, which the answer names', async () => {
    const offer = await foundOne('BKK-NRT', { passengers: { adult: 1, child: 1, infant: 0 } });
    const child = { ...traveller, type: 'child', birth_date: bornBefore(4) };
    expect(await hold(holdOf(offer, { passengers: [traveller, child] }))).toMatchObject({
      status: 409,
      body: { code: 'ages_differ', child_ages: [4] },
    });
  });

  it.each<[what: string, fields: (offer: FoundOffer) => object, passenger?: number]>([
    ['no passengers', () => ({ passengers: [] })],
    ['another number of passengers', () => ({ passengers: [traveller, traveller] })],
    ['no title', () => ({ passengers: [{ ...traveller, title: '' }] }), 1],
    ['another gender', () => ({ passengers: [{ ...traveller, gender: 'x' }] }), 1],
    ['a Thai name', () => ({ passengers: [{ ...traveller, first_name: 'กัญญารัตน์' }] }), 1],
    ['no name', () => ({ passengers: [{ ...traveller, first_name: ' ', last_name: '' }] }), 1],
    ['a long name', () => ({ passengers: [{ ...traveller, last_name: 'A'.repeat(21) }] }), 1],
    ['no such birthday', () => ({ passengers: [{ ...traveller, birth_date: '1990-02-30' }] }), 1],
    ['an adult of 11', () => ({ passengers: [{ ...traveller, birth_date: bornBefore(11) }] }), 1],
    ['a phone without its country', () => ({ phone: '0812345678' })],
    ['no e-mail address', () => ({ email: 'kanyarat' })],
    ['no key', () => ({ request_key: 'again' })],
    ['a total that is no number', () => ({ expected_total_satang: '2469010' })],
  ])('for %s', async (_what, fields, passenger) => {
    const offer = await foundOne('BKK-NRT');
    flights.duffel.received.length = 0;
    const { status, body } = await hold(holdOf(offer, fields(offer)));
    expect([status, body.code, body.passenger]).toEqual([400, 'bad_request', passenger]);
    expect(calls()).toEqual([]);
  });

  it('for visitors, inactive members, and while the feature is off', async () => {
    const input = holdOf(await foundOne('BKK-NRT'));
    const { anonKey, url, database } = flights.backend;
    expect(await hold(input, anonKey)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
    await database.sql(`update bkk_user_roles set is_active = false where role = 'member'`);
    expect(await hold(input)).toMatchObject({ status: 403, body: { code: 'not_active' } });
    await database.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await hold(input)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const { error } = await clientWithKey(url, anonKey).rpc('bkk_hold_supplier_booking', {
      p_user_id: '00000000-0000-4000-8000-000000000001',
    });
    expect(error).not.toBeNull();
  });

  it('beyond five unpaid bookings', async () => {
    await flights.backend.database.sql(
      `insert into bkk_bookings (reference, user_id, status, request_key, pax_adt, hold_expires_at)
       select 'BKK-2345678' || n, '00000000-0000-4000-8000-000000000001', 'HOLD', gen_random_uuid(), 1, now() + interval '1 hour'
       from generate_series(2, 6) as n`,
    );
    expect(await hold(holdOf(await foundOne('BKK-NRT')))).toMatchObject({
      status: 429,
      body: { code: 'too_many_holds' },
    });
    expect(calls()).not.toContain('POST /air/orders');
  });
});

describe('an order whose answer is lost', () => {
  const makeDue = () =>
    flights.backend.database.sql(
      `update bkk_supplier_orders set due_at = now() - interval '1 second'`,
    );

  it('is looked for when the same key comes again, and is not placed twice', async () => {
    const input = holdOf(await foundOne('BKK-NRT'));
    Object.assign(flights.duffel, { orderAnswer: 'lost' });
    expect(await hold(input)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await bookings()).toMatchObject([{ status: 'HOLD', state: 'ordering' }]);
    expect(await hold(input)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    await makeDue();
    await expect.poll(() => hold(input)).toMatchObject({ status: 200, body: { status: 'HOLD' } });
    expect(calls().filter((call) => call === 'POST /air/orders')).toHaveLength(1);
    expect(await bookings()).toMatchObject([{ state: 'held', airline_reference: 'RZPNX8' }]);
  });

  it('and that was not placed is given up after three minutes, with its booking', async () => {
    const input = holdOf(await foundOne('BKK-NRT'));
    Object.assign(flights.duffel, { orderAnswer: 'unknown' });
    expect(await hold(input)).toMatchObject({ status: 503 });
    await makeDue();
    expect(await hold(input)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    await flights.backend.database.sql(
      `update bkk_supplier_orders set created_at = now() - interval '4 minutes'`,
    );
    await makeDue();
    await expect
      .poll(() => hold(input))
      .toMatchObject({ status: 409, body: { code: 'airline_refused' } });
    expect(await bookings()).toMatchObject([{ status: 'CANCELLED', state: 'failed' }]);
  });

  it('and that was not placed is an admin’s to decide once money came in', async () => {
    const input = holdOf(await foundOne('BKK-NRT'));
    Object.assign(flights.duffel, { orderAnswer: 'unknown' });
    await hold(input);
    await flights.backend.database.sql(
      `update bkk_bookings set status = 'CONFIRMED' where flight_id is not null;
       update bkk_supplier_orders set created_at = now() - interval '4 minutes'`,
    );
    await makeDue();
    await expect
      .poll(() => hold(input))
      .toMatchObject({ status: 409, body: { code: 'airline_refused' } });
    expect(await bookings()).toMatchObject([{ status: 'CONFIRMED', state: 'failed' }]);
    const [row] = await flights.backend.database.sql(
      `select flags, (select string_agg(event, ' ') from bkk_booking_events as event
        where event.booking_id = booking.booking_id) as events
       from bkk_bookings as booking where flight_id is not null and status = 'CONFIRMED'`,
    );
    expect(row).toEqual({ flags: ['supplier_order'], events: 'airline_cancelled' });
  });

  it('is not reminded of, before the airline has said its deadline', async () => {
    Object.assign(flights.duffel, { orderAnswer: 'lost' });
    await hold(holdOf(await foundOne('BKK-NRT')));
    const reminders = () =>
      flights.backend.database.sql(`select bkk_internal.remind_holds(now())::int as reminders`);
    expect(await reminders()).toEqual([{ reminders: 0 }]);
    await flights.backend.database.sql(`update bkk_supplier_orders set state = 'held'`);
    expect(await reminders()).toEqual([{ reminders: 1 }]);
  });
});

it('the log has neither tokens nor anything of a passenger', () => {
  const text = flights.log.join('');
  expect(text).toContain('an order could not be placed');
  const { token, webhook, service } = flights.secrets;
  const found = [
    token,
    webhook,
    service,
    'Kanyarat',
    'Phromsri',
    'kanyarat@example.com',
    '898765432',
    '1990-05-01',
    'Window seats',
  ].filter((value) => text.includes(value));
  expect(found).toEqual([]);
});
