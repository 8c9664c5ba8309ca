import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { readConfig } from '../config.ts';
import { startFreshCluster, type FreshCluster } from '../testing/fresh-cluster.ts';
import { openDatabase } from './open-database.ts';

const silent = { info: () => undefined, warn: () => undefined };
const cheap = { hashPassword: (plain: string) => hash(plain, { memoryCost: 8, timeCost: 1 }) };

let cluster: FreshCluster;
let counter = 0;

beforeAll(async () => {
  cluster = await startFreshCluster('migrated');
});

afterAll(() => cluster.stop());

/** A database that is started with features, as often as a test needs. */
async function createDatabase() {
  counter += 1;
  const name = `features_${String(counter)}`;
  const url = await cluster.createDatabase(name);
  return {
    sql: (text: string) => cluster.sql(text, name),
    async start(features: string, seed = 'demo') {
      const DATA_DIR = join(cluster.folder, name);
      const env = { DATABASE_URL: url, DATA_DIR, SEED: seed, FEATURES: features };
      await (await openDatabase(readConfig(env), silent, cheap)).close();
    },
  };
}

type StartedDatabase = Awaited<ReturnType<typeof createDatabase>>;

const countOf = async ({ sql }: StartedDatabase, table: string) => {
  const [row] = await sql(`select count(*)::int as n from ${table}`);
  return row?.n;
};

describe('the demo data of features', () => {
  let db: StartedDatabase;

  beforeAll(async () => {
    db = await createDatabase();
    await db.start('all');
  });

  test('has requests, offers and bookings in every state', async () => {
    const [states] = await db.sql(`select
      (select array_agg(distinct status order by status) from bkk_quote_requests) as requests,
      (select array_agg(distinct state order by state) from bkk_quote_offers) as offers,
      (select array_agg(distinct status order by status) from bkk_bookings) as bookings,
      (select array_agg(distinct flag order by flag) from bkk_bookings, unnest(flags) as flag) as flags`);
    expect(states).toEqual({
      requests: [
        'ACCEPTED',
        'CANCELLED',
        'CONFIRMED',
        'DECLINED',
        'EXPIRED',
        'PENDING',
        'QUOTED',
        'TICKETED',
      ],
      offers: ['accepted', 'declined', 'expired', 'open', 'replaced', 'void'],
      bookings: ['CANCELLED', 'CONFIRMED', 'DEPOSIT_PENDING', 'EXPIRED', 'HOLD', 'TICKETED'],
      flags: ['balance_overdue', 'paid_after_end'],
    });
  });

  test('has books that agree', async () => {
    const [checked] = await db.sql(
      'select bkk_internal.check_ledger(now()) as ledger, bkk_internal.check_receipts(now()) as receipts',
    );
    expect(checked).toEqual({ ledger: '0', receipts: '0' });
  });

  test('finds flights, with seats that bookings hold', async () => {
    const [found] = await db.sql(`select
      jsonb_array_length(bkk_search_flights(jsonb_build_array(
        jsonb_build_object('origin', 'BKK', 'destination', 'CNX', 'day', current_date + 22)), 'economy', 2) -> 0) > 2 as some,
      (select sum(held)::int from bkk_flight_seats) as held,
      (select sum(seats)::int from bkk_booking_seats where state = 'held') as taken`);
    expect(found).toEqual({ some: true, held: 10, taken: 10 });
  });

  test('leaves the new member without anything', async () => {
    const rows = await db.sql(`select from bkk_bookings where member_email like 'malee@%'
      union all select from bkk_quote_requests where member_email like 'malee@%'`);
    expect(rows).toEqual([]);
  });

  test.each([
    [
      'a status that its payments and deadlines have not',
      `select reference from bkk_bookings where case status
         when 'HOLD' then paid_satang > 0 or hold_expires_at <= now()
         when 'DEPOSIT_PENDING' then paid_satang >= deposit_satang or (paid_satang = 0) <> (review_until > now())
         when 'CONFIRMED' then paid_satang < deposit_satang
         when 'TICKETED' then paid_satang < total_satang or pnr is null or not has_all_names
         else hold_expires_at > now() end`,
    ],
    [
      'an amount that is not the sum of its payments or lines',
      `select reference from bkk_bookings as booking
       where paid_satang <> coalesce((select sum(amount_satang) from bkk_booking_payments as payment
           where payment.booking_id = booking.booking_id), 0)
         or case when total_satang is not null then
           total_satang <> (select parsed.total_satang from bkk_internal.parse_lines(booking.lines) as parsed) end`,
    ],
    [
      'passengers that were not booked, or names that are not complete',
      `select reference from bkk_bookings as booking
         left join bkk_booking_passengers as passenger using (booking_id)
       group by booking.booking_id
       having count(passenger) not in (0, pax_adt + pax_chd + pax_inf)
         or has_all_names <> (count(first_name) = pax_adt + pax_chd + pax_inf)
         or status = 'TICKETED' and count(ticket_number) <> pax_adt + pax_chd + pax_inf`,
    ],
    [
      'an offer with other flights or lines than those of its booking',
      `select reference from bkk_bookings as booking left join bkk_quote_offers as offer
         on offer.quote_id = booking.quote_id and offer.version = booking.offer_version and offer.state = 'accepted'
       where booking.quote_id is not null
         and (offer.segments, offer.lines, offer.total_satang) is distinct from
           (booking.segments, booking.lines, booking.total_satang)`,
    ],
    [
      'no event of its status',
      `select reference from bkk_bookings as booking
       where not exists (select from bkk_booking_events as event where event.booking_id = booking.booking_id
         and event.event = case booking.status when 'HOLD' then 'hold_placed' when 'DEPOSIT_PENDING' then 'hold_placed'
           else lower(booking.status) end)`,
    ],
  ])('has no booking with %s', async (_what, query) => {
    expect(await db.sql(query)).toEqual([]);
  });

  test('is inserted once, whatever is switched off or deleted meanwhile', async () => {
    const before = await countOf(db, 'bkk_bookings');
    await db.sql(`delete from bkk_bookings where reference = 'BKK-7H2KQ9MD'`);
    await db.start('');
    await db.start('bookings');
    await db.start('all');
    expect(await countOf(db, 'bkk_bookings')).toBe(Number(before) - 1);
  });
});

test('the demo data of a feature comes when it is first on', async () => {
  const db = await createDatabase();
  await db.start('');
  expect(await countOf(db, 'bkk_bookings')).toBe(0);
  await db.start('bookings');
  expect(await countOf(db, 'bkk_bookings')).toBe(8);
  expect(await countOf(db, 'bkk_quote_offers')).toBe(0);
  await db.start('bookings,requests');
  expect(await countOf(db, 'bkk_bookings')).toBe(13);
  expect(await countOf(db, 'bkk_quote_offers')).toBe(11);
});

test('a member who was deleted gets no demo data, nor does a database without demo members', async () => {
  onlyInWholeSuite();
  const db = await createDatabase();
  await db.start('');
  await db.sql(`delete from auth.users where email = 'somchai@bkksiam.example'`);
  await db.start('all');
  expect(await db.sql('select distinct member_email as email from bkk_bookings')).toEqual([
    { email: 'nattaya@bkksiam.example' },
  ]);
  const own = await createDatabase();
  await own.start('all', 'none');
  await own.sql(`insert into auth.users (id, email)
    values ('00000000-0000-4000-8000-000000000001', 'owner@example.com')`);
  await own.start('all');
  expect(await countOf(own, 'bkk_bookings')).toBe(0);
  expect(await countOf(own, 'bkk_quote_requests')).toBe(0);
});
