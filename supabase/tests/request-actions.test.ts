import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase, type SignedInUser } from './member-database.ts';
import { day, hours, legs, offer } from './request-fixture.ts';

const { nattaya, somchai } = members;
const key = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

/** Somchai is the admin; the requests are Nattaya's. */
const db = shareDatabase(startAdminDatabase);
beforeAll(() => db.test.sql(`select bkk_internal.set_features('{requests,bookings}')`));

async function one(who: SignedInUser, text: string, values: readonly (string | number | null)[]) {
  const [row] = await db.rows(who, `select ${text} as it`, values);
  return row?.it;
}

interface QuoteRequest {
  readonly legs?: unknown;
  readonly passengers?: readonly [number, number, number];
  readonly requestKey?: string;
  readonly who?: SignedInUser;
}

const requestQuote = `bkk_request_quote($1, $2, $3, $4, 'business', 1, '{TG,NH}', 2800000, ' Near the window ', $5)`;

/** The values of {@link requestQuote}. */
const valuesOf = ({
  legs: wanted = legs,
  passengers = [18, 4, 0],
  requestKey = key(1),
}: QuoteRequest) => [JSON.stringify(wanted), ...passengers, requestKey] as const;

async function placed(request: QuoteRequest = {}): Promise<string> {
  return (await one(request.who ?? nattaya, requestQuote, valuesOf(request))) as string;
}

const resultOfRequest = (request: QuoteRequest) =>
  db.resultOf(request.who ?? nattaya, `select ${requestQuote}`, valuesOf(request));

/** A member's or admin's view of a request. */
async function stateOf(quoteId: string) {
  const [row] = await db.test.sql<{
    status: string;
    version: number;
    turn: string | null;
    offers: string;
    events: string;
  }>(
    `select request.status, details.version, details.turn,
       (select string_agg(state, ' ' order by version) from bkk_quote_offers where quote_id = $1) as offers,
       (select string_agg(actor || ' ' || event, ', ' order by event_id) from bkk_quote_events where quote_id = $1) as events
     from bkk_quote_requests as request join bkk_quote_details as details using (quote_id) where quote_id = $1`,
    [quoteId],
  );
  if (row === undefined) throw new Error(`no request ${quoteId}`);
  return row;
}

async function send(quoteId: string, changes?: Readonly<Record<string, unknown>>) {
  const { version } = await stateOf(quoteId);
  return one(somchai, 'bkk_admin_send_offer($1, $2, $3)', [
    quoteId,
    version,
    JSON.stringify(offer(changes)),
  ]);
}

async function resultOfSending(quoteId: string, changes: Readonly<Record<string, unknown>>) {
  const { version } = await stateOf(quoteId);
  return db.resultOf(somchai, 'select bkk_admin_send_offer($1, $2, $3)', [
    quoteId,
    version,
    JSON.stringify(offer(changes)),
  ]);
}

type MemberAction = 'accept' | 'decline' | 'ask' | 'cancel';

const memberActions: Readonly<Record<MemberAction, string>> = {
  accept: 'select bkk_accept_offer($1, $2)',
  decline: `select bkk_decline_offer($1, $2, 'Too late in the day')`,
  ask: `select bkk_ask_offer_change($1, $2, 'A later flight back, please')`,
  cancel: 'select bkk_cancel_request($1, $2)',
};

async function act(action: MemberAction, quoteId: string, who: SignedInUser = nattaya) {
  const { version } = await stateOf(quoteId);
  return db.resultOf(who, memberActions[action], [quoteId, version]);
}

/** Moves the deadline of the open offer into the past without the clock. */
const expire = (quoteId: string) =>
  db.test.sql(
    `update bkk_quote_offers set valid_until = now() - interval '1 second' where quote_id = $1 and state = 'open'`,
    [quoteId],
  );

const mails = async (event: string) =>
  (
    await db.test.sql<{ email: string }>(
      `select users.email from bkk_outbox join auth.users on users.id = user_id where event = $1 order by 1`,
      [event],
    )
  ).map(({ email }) => email);

describe('a request for a quote', () => {
  test('is kept with its legs and wishes; its summary is the first leg', async () => {
    const quoteId = await placed();
    expect(await stateOf(quoteId)).toEqual({
      status: 'PENDING',
      version: 1,
      turn: 'agency',
      offers: null,
      events: 'member requested',
    });
    expect(
      await db.rows(
        nattaya,
        `select origin, destination, dep_date::text, pax_adt, pax_chd, pax_inf, cabin, flexible_days, preferred_airlines,
           budget_satang::int, notes
         from bkk_quote_requests join bkk_quote_details using (quote_id) where quote_id = $1`,
        [quoteId],
      ),
    ).toEqual([
      {
        origin: 'BKK',
        destination: 'NRT',
        dep_date: day(40),
        pax_adt: 18,
        pax_chd: 4,
        pax_inf: 0,
        cabin: 'business',
        flexible_days: 1,
        preferred_airlines: ['TG', 'NH'],
        budget_satang: 2_800_000,
        notes: 'Near the window',
      },
    ]);
    expect(
      await db.rows(
        nattaya,
        'select origin, destination, dep_date::text from bkk_quote_legs where quote_id = $1 order by position',
        [quoteId],
      ),
    ).toEqual(legs);
    expect(await mails('request.received')).toEqual([nattaya.email]);
    expect(await mails('admin.request_received')).toEqual([somchai.email]);
  });

  test('is placed once for a key, also by two calls at once, and another member`s key is theirs', async () => {
    const [first, second] = await Promise.all([placed(), placed()]);
    expect(second).toBe(first);
    expect(await placed()).toBe(first);
    expect(await placed({ who: somchai })).not.toBe(first);
  });

  test('is refused after ten within an hour', async () => {
    for (let n = 1; n <= 10; n++) await placed({ requestKey: key(n) });
    expect(await resultOfRequest({ requestKey: key(11) })).toBe('PT429');
    expect(await resultOfRequest({ requestKey: key(10) })).toBe('done');
    expect(await resultOfRequest({ requestKey: key(11), who: somchai })).toBe('done');
  });

  test('with impossible legs or passengers is refused', async () => {
    const impossible: readonly (readonly [string, QuoteRequest])[] = [
      ['no leg', { legs: [] }],
      ['legs that are no list', { legs: {} }],
      ['seven legs', { legs: Array.from({ length: 7 }, () => legs[0]) }],
      ['an airport that there is not', { legs: [{ ...legs[0], origin: 'XXX' }] }],
      ['a leg to where it begins', { legs: [{ ...legs[0], destination: 'BKK' }] }],
      ['no date', { legs: [{ origin: 'BKK', destination: 'NRT' }] }],
      ['a date that there is not', { legs: [{ ...legs[0], dep_date: '2027-02-30' }] }],
      ['the day before yesterday', { legs: [{ ...legs[0], dep_date: day(-2) }] }],
      ['a day over 400 days ahead', { legs: [{ ...legs[0], dep_date: day(403) }] }],
      ['a year of the Buddhist era', { legs: [{ ...legs[0], dep_date: '2569-12-01' }] }],
      ['legs out of order', { legs: [legs[1], legs[0]] }],
      ['no adult', { passengers: [0, 1, 0] }],
      ['over 300 passengers', { passengers: [200, 101, 0] }],
      ['more infants than adults', { passengers: [1, 0, 2] }],
      ['fewer than none', { passengers: [1, -1, 0] }],
    ];
    for (const [name, request] of impossible)
      expect([name, await resultOfRequest(request)]).toEqual([name, 'PT400']);
  });

  test('prefers ten airlines at most, by their codes', async () => {
    const codes = (count: number) => `{${Array<string>(count).fill('TG').join()}}`;
    const ask = (airlines: string, requestKey: string) =>
      db.resultOf(
        nattaya,
        `select bkk_request_quote($1, 1, 0, 0, 'economy', 0, $2, null, null, $3)`,
        [JSON.stringify(legs), airlines, requestKey],
      );
    for (const airlines of [
      '{TGX}',
      '{T}',
      '{tg}',
      '{NULL}',
      codes(11),
      `{${'A'.repeat(100_000)}}`,
    ])
      expect([airlines.slice(0, 40), await ask(airlines, key(1))]).toEqual([
        airlines.slice(0, 40),
        'PT400',
      ]);
    expect(await ask(codes(10), key(1))).toBe('done');
    expect(await ask('{}', key(2))).toBe('done');
  });

  test('of 300 passengers is taken', async () => {
    expect(await resultOfRequest({ passengers: [150, 50, 100] })).toBe('done');
  });

  test('is nobody`s but the member`s and the admins`', async () => {
    const quoteId = await placed({ who: somchai });
    for (const table of ['requests', 'details', 'legs', 'events'])
      expect([
        table,
        await db.rows(nattaya, `select from bkk_quote_${table} where quote_id = $1`, [quoteId]),
      ]).toEqual([table, []]);
    expect(await act('cancel', quoteId)).toBe('PT404');
  });
});

describe('an offer', () => {
  let quoteId: string;

  beforeEach(async () => {
    quoteId = await placed();
  });

  test('makes the request QUOTED and the member`s turn, and its margin and notes are the admins` alone', async () => {
    expect(await send(quoteId)).toBe(1);
    expect(await stateOf(quoteId)).toMatchObject({
      status: 'QUOTED',
      turn: 'member',
      offers: 'open',
    });
    expect(await mails('request.offer_sent')).toEqual([nattaya.email]);
    const columns = 'select margin_satang::int, internal_notes from';
    expect(await db.resultOf(nattaya, `${columns} bkk_quote_offers`)).toBe('42501');
    expect(await db.rows(nattaya, `${columns} bkk_quote_offers_admin_view`)).toEqual([]);
    expect(await db.rows(somchai, `${columns} bkk_quote_offers_admin_view`)).toEqual([
      { margin_satang: 900_000, internal_notes: 'Ask for the group desk' },
    ]);
  });

  test('has the time zones of its airports', async () => {
    await send(quoteId);
    const [row] = await db.rows(nattaya, 'select segments from bkk_quote_offers');
    expect(row?.segments).toMatchObject([
      { departs_zone: 'Asia/Bangkok', arrives_zone: 'Asia/Tokyo', baggage: '30 kg' },
      { departs_zone: 'Asia/Tokyo', arrives_zone: 'Asia/Bangkok', baggage: null },
    ]);
  });

  test('that does not add up or fit is refused', async () => {
    const impossible: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['no flights', { segments: [] }],
      ['an unknown airport', { segments: [{ ...offer().segments[0], origin: 'XXX' }] }],
      ['no flight number', { segments: [{ ...offer().segments[0], number: '' }] }],
      ['no time', { segments: [{ ...offer().segments[0], departs_at: '26 Dec' }] }],
      [
        'an arrival before its departure',
        { segments: [{ ...offer().segments[0], arrives_at: `${day(40)}T23:00` }] },
      ],
      ['flights out of order', { segments: [...offer().segments].reverse() }],
      ['lines that add up to something else', { total_satang: 1 }],
      [
        'a line of half a satang',
        { lines: [{ label: 'Fare', count: 1, price_satang: 0.5 }], total_satang: 0 },
      ],
      ['no lines', { lines: [], total_satang: 0 }],
      ['other seats without a reason', { pax_adt: 17 }],
      ['no seats at all', { pax_adt: 0, pax_chd: 0, pax_inf: 0, seats_reason: 'None are left' }],
      ['an unknown number of seats', { pax_adt: null, seats_reason: 'Nobody knows' }],
      ['a reason that is too long', { pax_adt: 17, seats_reason: 'x'.repeat(501) }],
      ['notes that are too long', { internal_notes: 'x'.repeat(2001) }],
      ['conditions that are no list', { conditions: {} }],
      ['a time that is over', { valid_until: hours(-1) }],
      ['a hold that ends before the offer', { hold_expires_at: hours(47) }],
      ['a deposit due after the hold', { deposit_due_at: hours(97) }],
      ['a deposit over the total', { deposit_satang: 99_999_999_999 }],
      ['a balance due after the departure', { balance_due_at: hours(24 * 50) }],
      ['a balance due before all times', { balance_due_at: '-infinity' }],
      ['names that are due already', { names_due_at: hours(-1) }],
    ];
    for (const [name, changes] of impossible)
      expect([name, await resultOfSending(quoteId, changes)]).toEqual([name, 'PT400']);
    expect(await stateOf(quoteId)).toMatchObject({ status: 'PENDING', offers: null });
  });

  test('with other seats and a reason is sent', async () => {
    expect(
      await resultOfSending(quoteId, { pax_adt: 17, seats_reason: 'The flight has 21 seats' }),
    ).toBe('done');
  });

  test('is replaced by a newer one', async () => {
    await send(quoteId);
    expect(await send(quoteId, { deposit_satang: 0 })).toBe(2);
    expect(await stateOf(quoteId)).toMatchObject({ status: 'QUOTED', offers: 'replaced open' });
  });

  test('of two admins who send at once is one', async () => {
    const { version } = await stateOf(quoteId);
    const values = [quoteId, version, JSON.stringify(offer())];
    const text = 'select bkk_admin_send_offer($1, $2, $3)';
    const results = await Promise.all([1, 2].map(() => db.resultOf(somchai, text, values)));
    expect(results.sort()).toEqual(['PT409', 'done']);
  });

  test('that is accepted becomes a booking with all it says, once', async () => {
    await send(quoteId);
    const { version } = await stateOf(quoteId);
    const results = await Promise.all(
      [1, 2].map(() => db.resultOf(nattaya, memberActions.accept, [quoteId, version])),
    );
    expect(results.sort()).toEqual(['PT409', 'done']);
    expect(await stateOf(quoteId)).toMatchObject({
      status: 'ACCEPTED',
      turn: null,
      offers: 'accepted',
    });
    expect(
      await db.rows(
        nattaya,
        `select status, booking.origin, booking.destination, departs_on::text, returns_on::text, pax_adt, pax_chd,
           total_satang::int, deposit_satang::int, paid_satang::int, offer_version,
           booking.hold_expires_at = offer.hold_expires_at as held, booking.deposit_due_at = offer.deposit_due_at as deposit,
           booking.balance_due_at = offer.balance_due_at as balance, booking.names_due_at = offer.names_due_at as names,
           booking.segments = offer.segments and booking.lines = offer.lines and booking.conditions = offer.conditions as copied
         from bkk_bookings as booking join bkk_quote_offers as offer using (quote_id, pax_adt, pax_chd, total_satang, deposit_satang)
         where quote_id = $1`,
        [quoteId],
      ),
    ).toEqual([
      {
        status: 'HOLD',
        origin: 'BKK',
        destination: 'NRT',
        departs_on: day(40),
        returns_on: day(45),
        pax_adt: 18,
        pax_chd: 4,
        total_satang: offer().total_satang,
        deposit_satang: 11_000_000,
        paid_satang: 0,
        offer_version: 1,
        held: true,
        deposit: true,
        balance: true,
        names: true,
        copied: true,
      },
    ]);
    expect(await mails('booking.hold_placed')).toEqual([nattaya.email]);
    expect(await mails('admin.offer_accepted')).toEqual([somchai.email]);
  });

  test('without a deposit is confirmed when it is accepted', async () => {
    await send(quoteId, { deposit_satang: 0 });
    expect(await act('accept', quoteId)).toBe('done');
    expect(await db.rows(nattaya, 'select status from bkk_bookings')).toEqual([
      { status: 'CONFIRMED' },
    ]);
  });

  test('is answered by a request to change it, with the words of the member', async () => {
    await send(quoteId);
    expect(
      await db.resultOf(nattaya, `select bkk_ask_offer_change($1, $2, ' ')`, [quoteId, 2]),
    ).toBe('PT400');
    expect(await act('ask', quoteId)).toBe('done');
    expect(await stateOf(quoteId)).toMatchObject({
      status: 'PENDING',
      turn: 'agency',
      offers: 'void',
    });
    expect(await mails('admin.change_asked')).toEqual([somchai.email]);
    expect(await act('accept', quoteId)).toBe('PT409');
    expect(await send(quoteId)).toBe(2);
    expect(await act('accept', quoteId)).toBe('done');
  });

  test('that was declined may be followed by another', async () => {
    await send(quoteId);
    expect(await act('decline', quoteId)).toBe('done');
    expect(await stateOf(quoteId)).toMatchObject({
      status: 'DECLINED',
      turn: null,
      offers: 'declined',
    });
    expect(await send(quoteId)).toBe(2);
    expect(await stateOf(quoteId)).toMatchObject({ status: 'QUOTED', offers: 'declined open' });
  });

  test('that has expired is answered by nobody, whether the clock has run or not', async () => {
    await send(quoteId);
    await expire(quoteId);
    for (const action of ['accept', 'decline', 'ask'] as const)
      expect([action, await act(action, quoteId)]).toEqual([action, 'PT409']);
    // The clock skips a row that a refused call still locks, until its rollback.
    await vi.waitUntil(async () => {
      const [row] = await db.test.sql('select bkk_internal.expire_offers(now()) as expired');
      return Number(row?.expired) === 1;
    }, 10_000);
    expect(await stateOf(quoteId)).toMatchObject({
      status: 'EXPIRED',
      turn: null,
      offers: 'expired',
      events: 'member requested, admin offer_sent, system offer_expired',
    });
    expect(await mails('request.offer_expired')).toEqual([nattaya.email]);
    expect(await act('accept', quoteId)).toBe('PT409');
    expect(await send(quoteId)).toBe(2);
  });

  test('follows an accepted one only after its booking has ended', async () => {
    await send(quoteId);
    await act('accept', quoteId);
    expect(await resultOfSending(quoteId, {})).toBe('PT409');
    await db.test.sql(`update bkk_bookings set status = 'CANCELLED' where quote_id = $1`, [
      quoteId,
    ]);
    expect(await send(quoteId)).toBe(2);
  });

  test('from an outdated version is answered by nobody', async () => {
    await send(quoteId);
    const { version } = await stateOf(quoteId);
    await send(quoteId);
    expect(await db.resultOf(nattaya, memberActions.accept, [quoteId, version])).toBe('PT409');
  });

  test('of a request that was cancelled while the feature was off is not announced', async () => {
    await send(quoteId, { valid_until: hours(12), hold_expires_at: hours(96) });
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    const set = 'select bkk_admin_set_quote_status($1, $2, $3)';
    expect(await db.resultOf(somchai, set, [quoteId, 'QUOTED', 'CANCELLED'])).toBe('done');
    await db.test.sql(`select bkk_internal.set_features('{requests,bookings}')`);
    const at = `now() + interval '8 hours'`;
    expect(await db.test.sql(`select bkk_internal.remind_offers(${at})::int as count`)).toEqual([
      { count: 0 },
    ]);
  });

  test('is announced 24 and 6 hours before it expires, once each', async () => {
    await send(quoteId);
    const run = (before: number) =>
      db.test.sql(
        `select bkk_internal.remind_offers(valid_until - make_interval(hours => $1)) from bkk_quote_offers`,
        [before],
      );
    const count = async () => (await mails('request.offer_reminder')).length;
    await run(25);
    expect(await count()).toBe(0);
    for (let n = 0; n < 2; n++) await run(23);
    expect(await count()).toBe(1);
    expect(await mails('admin.offer_reminder')).toEqual([somchai.email]);
    for (let n = 0; n < 2; n++) await run(5);
    expect(await count()).toBe(2);
    expect(await mails('admin.offer_reminder')).toHaveLength(1);
  });
});

describe('a request', () => {
  test('is cancelled by its member while it is open', async () => {
    const pending = await placed();
    expect(await act('cancel', pending)).toBe('done');
    expect(await act('cancel', pending)).toBe('PT409');
    const quoted = await placed({ requestKey: key(2) });
    await send(quoted);
    expect(await act('cancel', quoted)).toBe('done');
    expect(await stateOf(quoted)).toMatchObject({
      status: 'CANCELLED',
      offers: 'void',
      turn: null,
    });
    const accepted = await placed({ requestKey: key(3) });
    await send(accepted);
    await act('accept', accepted);
    expect(await act('cancel', accepted)).toBe('PT409');
  });

  test('is cancelled by an admin with a reason, which the member reads', async () => {
    const quoteId = await placed();
    const cancel = 'select bkk_admin_cancel_request($1, 1, $2)';
    expect(await db.resultOf(somchai, cancel, [quoteId, ' '])).toBe('PT400');
    expect(await db.resultOf(nattaya, cancel, [quoteId, 'No seats'])).toBe('42501');
    expect(await db.resultOf(somchai, cancel, [quoteId, 'No seats'])).toBe('done');
    expect(
      await db.rows(
        nattaya,
        `select actor, actor_name, message from bkk_quote_events where event = 'cancelled'`,
      ),
    ).toEqual([{ actor: 'admin', actor_name: 'Somchai Rattanakul', message: 'No seats' }]);
    expect(await mails('request.cancelled')).toEqual([nattaya.email]);
  });

  test('has a status that no caller writes', async () => {
    const quoteId = await placed();
    const update = `update bkk_quote_requests set status = 'QUOTED' where quote_id = $1`;
    expect(await db.resultOf(somchai, update, [quoteId])).toBe('42501');
    expect(
      await db.resultOf(
        somchai,
        `insert into bkk_quote_requests (user_id, origin, destination, dep_date, status)
         values ($1, 'BKK', 'NRT', current_date, 'QUOTED')`,
        [nattaya.id],
      ),
    ).toBe('42501');
    expect(await db.resultOf(nattaya, update, [quoteId])).toBe('done');
    expect(await stateOf(quoteId)).toMatchObject({ status: 'PENDING' });
  });

  test('that an admin has open is leased to them for two minutes', async () => {
    const quoteId = await placed();
    const open = 'bkk_admin_open_request($1)';
    expect(await one(somchai, open, [quoteId])).toMatchObject({ is_mine: true });
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [nattaya.id]);
    expect(await one(nattaya, open, [quoteId])).toMatchObject({
      is_mine: false,
      opened_by_name: 'Somchai Rattanakul',
    });
    await db.test.sql(`update bkk_quote_details set opened_until = now() - interval '1 second'`);
    expect(await one(nattaya, open, [quoteId])).toMatchObject({ is_mine: true });
    expect(await stateOf(quoteId)).toMatchObject({ version: 1 });
  });

  test('is counted for admins by the filters of the queue and by a search', async () => {
    const quoteId = await placed();
    await placed({ requestKey: key(2) });
    await send(quoteId);
    const counts = async (search: string) => one(somchai, 'bkk_admin_count_requests($1)', [search]);
    const rows = await db.test.sql(`select
      count(*)::int as all, count(*) filter (where turn = 'agency')::int as agency,
      count(*) filter (where turn = 'member')::int as member from bkk_quote_details`);
    expect(await counts('')).toMatchObject(rows[0] ?? {});
    const number = quoteId.slice(-8);
    for (const search of [number, ` #${number.slice(0, 4)} ${number.slice(4)}`, quoteId])
      expect(await counts(search)).toMatchObject({ all: 1, agency: 0, member: 1, CANCELLED: 0 });
    expect(await counts('ATTAYA@')).toMatchObject({ member: 1 });
    expect(await counts('100%')).toMatchObject({ all: 0 });
  });

  test('is counted up to 1001', async () => {
    await db.test.sql(`begin; set local session_replication_role = replica;
      insert into bkk_quote_requests (quote_id, user_id, origin, destination, dep_date, status)
        select gen_random_uuid(), '${nattaya.id}', 'BKK', 'NRT', current_date + 9, 'PENDING' from generate_series(1, 1100);
      insert into bkk_quote_details (quote_id, user_id, turn, waiting_since)
        select quote_id, user_id, 'agency', now() from bkk_quote_requests on conflict do nothing; commit`);
    const counts = await one(somchai, 'bkk_admin_count_requests()', []);
    expect(counts).toMatchObject({ all: 1001, agency: 1001 });
  });

  test('from before the feature is listed as waiting for the agency, also one that is QUOTED', async () => {
    const turns = await db.rows(
      somchai,
      `select distinct status, turn from bkk_group_requests_admin_view order by status`,
    );
    expect(turns).toContainEqual({ status: 'PENDING', turn: 'agency' });
    expect(turns).toContainEqual({ status: 'QUOTED', turn: 'agency' });
    expect(turns).toContainEqual({ status: 'CONFIRMED', turn: null });
  });

  test('from before the feature that is CONFIRMED is ticketed or cancelled by an admin', async () => {
    const rows = await db.test.sql<{ quote_id: string; version: number }>(
      `select quote_id, version from bkk_quote_requests join bkk_quote_details using (quote_id)
       where status = 'CONFIRMED' order by quote_id`,
    );
    const [flown, cancelled] = rows.map(({ quote_id: id, version }) => [id, version] as const);
    if (flown === undefined || cancelled === undefined) throw new Error('the demo has changed');
    const ticket = 'select bkk_admin_ticket_request($1, $2)';
    expect(await db.resultOf(nattaya, ticket, flown)).toBe('42501');
    expect(await db.resultOf(somchai, ticket, [flown[0], flown[1] + 1])).toBe('PT409');
    expect(await db.resultOf(somchai, ticket, flown)).toBe('done');
    expect(await stateOf(flown[0])).toMatchObject({ status: 'TICKETED', events: 'admin ticketed' });
    const cancel = `select bkk_admin_cancel_request($1, $2, 'The flight is full.')`;
    expect(await db.resultOf(somchai, cancel, cancelled)).toBe('done');
    expect(await stateOf(cancelled[0])).toMatchObject({ status: 'CANCELLED' });
    const { version } = await stateOf(flown[0]);
    expect(await db.resultOf(somchai, ticket, [flown[0], version])).toBe('PT409');
    const pending = await placed();
    expect(await db.resultOf(somchai, ticket, [pending, 1])).toBe('PT409');
  });
});

describe('with the feature switched off again', () => {
  test('a status of the feature may only be cancelled, and an offer still expires without a mail', async () => {
    const declined = await placed();
    await send(declined);
    await act('decline', declined);
    const open = await placed({ requestKey: key(2) });
    await send(open);
    await expire(open);
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    await db.test.sql('select bkk_internal.expire_offers(now())');
    expect(await stateOf(open)).toMatchObject({ status: 'QUOTED', offers: 'expired' });
    expect(await mails('request.offer_expired')).toEqual([]);
    const turnOf = `select turn from bkk_quote_details where quote_id = $1`;
    expect(await db.test.sql(turnOf, [open])).toEqual([{ turn: 'agency' }]);
    const set = 'select bkk_admin_set_quote_status($1, $2, $3)';
    expect(await db.resultOf(somchai, set, [declined, 'DECLINED', 'QUOTED'])).toBe('PT400');
    expect(await db.resultOf(somchai, set, [declined, 'DECLINED', 'CANCELLED'])).toBe('done');
    expect(await act('accept', open)).toBe('PT404');
  });
});
