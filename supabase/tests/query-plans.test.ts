import { foldText } from '@bkksiam/domain/fold-text';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';
import { identityOf, openSessions, type SignedInUser } from './member-database.ts';
import {
  planningsOf,
  planOf,
  startRecordedCalls,
  type RecordedCalls,
  type Sent,
} from './recorded-calls.ts';

/**
 * The 10,000 members have 20,000 requests, 10,000 bookings, 10,000 orders and 20,000 sign-ins; member 1 is the admin. 2,000 flights have two
 * fares on 20 days.
 */
const memberAt = (number: number): SignedInUser => ({
  id: `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`,
  email: `traveller${String(number)}@bkksiam.example`,
});

/** Bypasses the triggers to run in seconds. */
const fill = `
  begin;
  set local session_replication_role = replica;
  create temp table members on commit drop as
    select n, ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid as id,
      'traveller' || n || '@bkksiam.example' as email,
      (array['Anong', 'Boonmee', 'Chai', 'ดาว', 'Ek', 'ฟ้า', 'Gorn'])[1 + n % 7] || ' '
        || (array['Srisuk', 'Wongthai', 'ใจดี', 'Novak', 'Miller'])[1 + n % 5] || ' ' || n as name,
      now() - (n * 7919 % 10000) * interval '1 hour' as since
    from generate_series(1, 10000) as n;
  insert into auth.users (id, email, aud, role, created_at)
    select id, email, 'authenticated', 'authenticated', since from members;
  ${openSessions};
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select id, id, 'totp', 'unverified', now(), now() from members;
  insert into public.bkk_user_roles (user_id, email, full_name, role, is_active, created_at)
    select id, email, name, case when n = 1 then 'admin' else 'member' end, n % 50 <> 0, since from members;
  insert into public.bkk_user_profiles (user_id, email, full_name) select id, email, name from members;
  insert into public.bkk_credit_accounts (user_id, balance) select id, n from members;
  insert into public.bkk_quote_requests (
      user_id, origin, destination, dep_date, status, created_at, updated_at, member_email, member_name)
    select id, 'BKK', 'NRT', current_date + request % 300,
      (array['PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'TICKETED', 'CANCELLED'])[1 + request % 6],
      now() - request * interval '1 minute', now() - (request * 7919 % 20000) * interval '1 minute', email, name
    from generate_series(1, 20000) as request join members on n = 1 + request % 10000;
  insert into public.bkk_quote_details (quote_id, user_id, turn, waiting_since)
    select quote_id, user_id, case status when 'PENDING' then 'agency' when 'QUOTED' then 'member' end,
      case when status in ('PENDING', 'QUOTED') then updated_at end
    from public.bkk_quote_requests;
  insert into public.bkk_bookings (
      reference, user_id, quote_id, status, request_key, pax_adt, hold_expires_at, due_at, departs_on, created_at,
      member_email, member_name)
    select 'BKK-' || translate(upper(lpad(to_hex(booking), 8, '0')), '01', 'XY'), id, quote_id,
      (array['HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED', 'TICKETED', 'EXPIRED', 'CANCELLED'])[1 + booking % 7],
      gen_random_uuid(), 1, now(), now() + (booking - 1000) * interval '1 minute', current_date + booking % 300,
      now() - booking * interval '1 minute', email, name
    from (select quote_id, row_number() over ()::int as booking from public.bkk_quote_requests limit 10000) as requests
      join members on n = 1 + booking % 10000;
  insert into public.bkk_flights (
      airline, flight_number, origin, destination, departs_at, arrives_at, weekdays, first_day, last_day, cabin)
    select 'TG', n, 'BKK', 'CNX', '08:00', '09:20', '{1,2,3,4,5,6,7}', current_date, current_date + 19, 'economy'
    from generate_series(1, 2000) as n;
  insert into public.bkk_flight_fares (flight_id, name, adult_satang, seats)
    select flight_id, name, 100000, 9 from public.bkk_flights, unnest(array['Saver', 'Flex']) as name;
  insert into public.bkk_flight_seats (fare_id, day, total)
    select fare_id, current_date + n, 9 from public.bkk_flight_fares, generate_series(0, 19) as n;
  insert into public.bkk_orders (
      number, user_id, is_guest, request_key, status, language, name, email, method, weight_grams, items_satang, delivery_satang, paid_satang,
      pay_by, shipped_at, ended_at, created_at)
    select 'ORD-' || translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY'), id, false, gen_random_uuid(), status, 'en', name, email,
      'standard', 400, n * 100, 6000, n * 100 + 6000, now(), now(), case status when 'DELIVERED' then now() end,
      now() - n * interval '1 minute'
    from (select *, case when n % 50 > 2 then 'DELIVERED' else (array['PAID', 'PACKED', 'SHIPPED'])[1 + n % 50] end as status from members) as placed;
  insert into public.bkk_order_lines (
      order_id, position, product_id, variant_id, title, variant_title, unit_satang, quantity, weight_grams, has_stock)
    select order_id, 1, 'tag', 'tag', 'Tag', 'One', items_satang, 1, 400, false from public.bkk_orders;
  insert into public.bkk_products (id, position, title, title_th, state)
    select 'p' || n, n, 'Mug ' || n, 'แก้ว ' || n, (array['PUBLISHED', 'PUBLISHED', 'DRAFT', 'ARCHIVED'])[1 + n % 4]
    from generate_series(1, 5000) as n;
  insert into public.bkk_product_variants (
      id, product_id, title, sku, price_in_cents, currency, inventory_quantity, received_quantity)
    select 'p' || n || '-' || v, 'p' || n, 'One', 'SKU-' || n || '-' || v, 100 + n * 7919 % 5000, 'thb', stock, stock
    from generate_series(1, 5000) as n, generate_series(1, 2) as v
      cross join lateral (select case when n % 100 < 2 then n % 100 * 2 else n % 50 end) as given (stock);
  select bkk_internal.list_product(id) from public.bkk_products;
  select bkk_internal.sum_stock(array(select id from public.bkk_products));
  insert into public.bkk_support_threads (
      user_id, request_key, member_email, member_name, subject, status, answer_due_at, changed_at, solved_at, assigned_to)
    select id, gen_random_uuid(), email, name, 'Baggage ' || n, status, case status when 'open' then now() + n * interval '1 minute' end,
      now() - n * interval '1 minute', case status when 'solved' then now() end,
      case when n % 100 = 0 then '00000000-0000-4000-9000-000000000001'::uuid end
    from members cross join lateral (select case when n % 50 = 0 then 'open' else 'solved' end) as given (status);
  select bkk_internal.set_features('{requests,bookings,payments,flights,shop,support}');
  insert into public.bkk_login_logs (user_id, email, success, created_at)
    select id, email, login % 40 <> 0, now() - login * interval '3 minutes'
    from generate_series(1, 20000) as login join members on n = 1 + login % 10000;
  insert into public.bkk_change_log (actor_id, table_name, row_id, operation)
    select '00000000-0000-4000-9000-000000000001', 'bkk_quote_requests', id, 'UPDATE'
    from members, generate_series(1, 2);
  insert into public.bkk_airline_news (title, is_public, created_at)
    select 'News ' || n, n % 3 <> 0, now() - n * interval '5 hours' from generate_series(1, 2000) as n;
  commit`;

const large = [
  'bkk_quote_requests',
  'bkk_quote_details',
  'bkk_bookings',
  'bkk_orders',
  'bkk_order_lines',
  'bkk_products',
  'bkk_product_variants',
  'bkk_product_listings',
  'bkk_product_stock',
  'bkk_support_threads',
  'bkk_flight_fares',
  'bkk_flight_seats',
  'bkk_login_logs',
  'bkk_user_roles',
  'bkk_user_profiles',
  'bkk_credit_accounts',
  'bkk_change_log',
  'sessions',
  'mfa_factors',
];

type Call = (client: SupabaseClient, id: string) => PromiseLike<{ readonly error: unknown }>;

const memberCalls: Readonly<Record<string, Call>> = {
  'the balance': (client, id) =>
    client.from('bkk_credit_accounts').select('balance').eq('user_id', id).single(),
  'the five latest requests': (client, id) =>
    client
      .from('bkk_quote_requests')
      .select(
        'quote_id, origin, destination, pax_adt, pax_chd, pax_inf, status, updated_at, created_at',
      )
      .eq('user_id', id)
      .order('updated_at', { ascending: false })
      .limit(5),
  'every request': (client, id) =>
    client
      .from('bkk_quote_requests')
      .select('*')
      .eq('user_id', id)
      .order('created_at', { ascending: false }),
  'every request, without asking for the own ones': (client) =>
    client
      .from('bkk_quote_requests')
      .select('*')
      .order('created_at', { ascending: false })
      .limit(5),
  'the profile': (client, id) =>
    client.from('bkk_user_profiles').select('full_name, phone').eq('user_id', id).single(),
  'a change of the profile': (client, id) =>
    client
      .from('bkk_user_profiles')
      .update({ full_name: 'N', phone: '1', updated_at: new Date().toISOString() })
      .eq('user_id', id),
  'the profile at a sign-in': (client, id) =>
    client
      .from('bkk_user_profiles')
      .upsert({ user_id: id, email: memberAt(7).email }, { onConflict: 'user_id' }),
  'a sign-in put on record': (client, id) =>
    client
      .from('bkk_login_logs')
      .insert({ user_id: id, email: memberAt(7).email, event: 'login', success: true }),
  'a request with its parts': (client, id) =>
    client
      .from('bkk_quote_requests')
      .select(
        `quote_id, status, details:bkk_quote_details (version), legs:bkk_quote_legs (position),
        offers:bkk_quote_offers (version), events:bkk_quote_events (event_id), bookings:bkk_bookings (reference)`,
      )
      .eq('user_id', id)
      .eq('quote_id', id),
  'the latest bookings': (client, id) =>
    client
      .from('bkk_bookings')
      .select('booking_id, reference, status, due_at, created_at')
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(10),
  'a booking with its parts': (client, id) =>
    client
      .from('bkk_bookings')
      .select(
        `booking_id, status, passengers:bkk_booking_passengers (position), payments:bkk_booking_payments (payment_id),
        events:bkk_booking_events (event_id)`,
      )
      .eq('user_id', id)
      .eq('reference', 'BKK-XXXXXXXY'),
  'the right of an admin': (client) => client.rpc('bkk_is_admin'),
  'a sign-in noted': (client) => client.rpc('bkk_touch_last_login'),
};

const search = (text: string) => `email.ilike."%${text}%",full_name.ilike."%${text}%"`;
const folded = (text: string) => `search_text.like."%${foldText(text)}%"`;
const users = (client: SupabaseClient) =>
  client.from('bkk_users_admin_view').select('*', { count: 'exact' });
const requests = (client: SupabaseClient) =>
  client.from('bkk_quote_requests_admin_view').select('*', { count: 'exact' });
const signIns = (client: SupabaseClient) =>
  client.from('bkk_login_logs_admin_view').select('*', { count: 'exact' });
const queue = (client: SupabaseClient) => client.from('bkk_group_requests_admin_view').select('*');
const bookings = (client: SupabaseClient) => client.from('bkk_bookings_admin_view').select('*');
const orders = (client: SupabaseClient) => client.from('bkk_orders_admin_view').select('*');
const flights = (client: SupabaseClient) =>
  client
    .from('bkk_flights_admin_view')
    .select('flight_id, number, route, fares, from_satang, free_seats, state', { count: 'exact' });
const products = (client: SupabaseClient) => client.from('bkk_products_admin_view').select('*');
const threads = (client: SupabaseClient) =>
  client.from('bkk_support_threads_admin_view').select('*');
const latest = { ascending: false };

const adminCalls: Readonly<Record<string, Call>> = {
  'the count of users': (client) =>
    client.from('bkk_users_admin_view').select('*', { count: 'exact', head: true }),
  'the count of waiting requests': (client) =>
    client
      .from('bkk_quote_requests')
      .select('*', { count: 'exact', head: true })
      .eq('status', 'PENDING'),
  'the count of sign-ins': (client) =>
    client.from('bkk_login_logs').select('*', { count: 'exact', head: true }),
  ...Object.fromEntries(
    ['email', 'full_name', 'role', 'is_active', 'created_at'].map((column) => [
      `users by ${column}`,
      ((client) => users(client).order(column).order('user_id').range(0, 9)) satisfies Call,
    ]),
  ),
  'users found by name or e-mail': (client) =>
    users(client)
      .or(search('traveller777'))
      .order('created_at', latest)
      .order('user_id', latest)
      .range(0, 9),
  'users found in Thai': (client) =>
    users(client).or(search('ใจดี 777')).order('email').order('user_id').range(0, 9),
  'users found by folded text': (client) =>
    client
      .from('bkk_users_search_view')
      .select('*', { count: 'exact' })
      .or(folded('น้ำใจดี 777'))
      .order('email')
      .order('user_id')
      .range(0, 9),
  'requests, the first page': (client) => requests(client).order('created_at', latest).range(0, 9),
  ...Object.fromEntries(
    ['full_name', 'dep_date', 'created_at', 'status'].map((column) => [
      `requests by ${column}`,
      ((client) =>
        requests(client)
          .order(column)
          .order(column === 'status' ? 'created_at' : 'quote_id')
          .range(0, 19)) satisfies Call,
    ]),
  ),
  'requests that wait': (client) =>
    requests(client).eq('status', 'PENDING').order('created_at', latest).range(0, 9),
  'requests found by their member': (client) =>
    requests(client).or(folded('traveller777')).order('created_at', latest).range(0, 9),
  'sign-ins, the first page': (client) => signIns(client).order('created_at', latest).range(0, 9),
  'sign-ins that failed': (client) =>
    signIns(client).is('success', false).order('created_at', latest).range(0, 9),
  'sign-ins found by e-mail': (client) =>
    signIns(client).ilike('email', '%traveller777%').order('created_at', latest).range(0, 9),
  'sign-ins for a file': (client) =>
    client
      .from('bkk_login_logs_admin_view')
      .select('*')
      .lte('created_at', '2026-01-01T00:00:00Z')
      .or('created_at.lt."2026-01-01T00:00:00Z",id.lt.7')
      .order('created_at', latest)
      .order('id', latest)
      .limit(1000),
  ...Object.fromEntries(
    ['full_name', 'dep_date', 'created_at', 'waiting_since', 'status'].map((column) => [
      `the queue by ${column}`,
      ((client) => queue(client).order(column).order('quote_id').range(0, 9)) satisfies Call,
    ]),
  ),
  'the queue of the agency': (client) =>
    queue(client).eq('turn', 'agency').order('waiting_since').order('quote_id').range(0, 9),
  'the queue of an admin': (client) =>
    queue(client).eq('is_mine', true).order('waiting_since').order('quote_id').range(0, 9),
  'the queue, a status': (client) =>
    queue(client).eq('status', 'QUOTED').order('created_at', latest).range(0, 9),
  'the queue, found by the member': (client) =>
    queue(client).or(folded('traveller777')).order('created_at', latest).range(0, 9),
  ...Object.fromEntries(
    ['full_name', 'departs_on', 'created_at', 'due_at'].map((column) => [
      `bookings by ${column}`,
      ((client) => bookings(client).order(column).order('booking_id').range(0, 9)) satisfies Call,
    ]),
  ),
  'bookings of a status': (client) =>
    bookings(client).eq('status', 'HOLD').order('due_at').order('booking_id').range(0, 9),
  'bookings of an admin': (client) =>
    bookings(client).eq('is_mine', true).order('due_at').order('booking_id').range(0, 9),
  'bookings that are overdue': (client) =>
    bookings(client).lt('due_at', new Date().toISOString()).order('due_at').range(0, 9),
  'bookings found by reference or member': (client) =>
    bookings(client)
      .or(`${folded('XX777')},reference.eq.BKK-XXXXX777`)
      .order('created_at', latest)
      .range(0, 9),
  ...Object.fromEntries(
    ['created_at', 'name', 'number', 'total_satang', 'status'].map((column) => [
      `orders by ${column}`,
      ((client) =>
        orders(client)
          .order(column)
          .order(column === 'status' ? 'created_at' : 'order_id')
          .range(0, 19)) satisfies Call,
    ]),
  ),
  'orders that are open': (client) =>
    orders(client)
      .eq('is_open', true)
      .order('created_at', latest)
      .order('order_id', latest)
      .range(0, 19),
  'orders that come back': (client) =>
    orders(client).eq('return_open', true).order('created_at').order('order_id').range(0, 19),
  'orders to pack': (client) =>
    orders(client).eq('status', 'PAID').order('created_at').order('order_id').range(0, 19),
  'orders found by number or buyer': (client) =>
    orders(client)
      .or(`${folded('XX777')},number.eq.ORD-XXXXX777`)
      .order('created_at', latest)
      .range(0, 19),
  ...Object.fromEntries(
    (
      [
        ['bookings', bookings, 'booking_id'],
        ['orders', orders, 'order_id'],
        ['threads', threads, 'thread_id'],
      ] as const
    ).flatMap(([name, list, id]) =>
      ['|zq', 'ใจดี 777'].map((text) => [
        `${name} found by ${text}`,
        ((client) => list(client).or(folded(text)).order(id).range(0, 19)) satisfies Call,
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['position', 'title', 'from_cents', 'free', 'updated_at'].map((column) => [
      `products by ${column}`,
      ((client) => products(client).order(column).order('id').range(0, 19)) satisfies Call,
    ]),
  ),
  'products that are drafts': (client) =>
    products(client).eq('state', 'DRAFT').order('position').order('id').range(0, 19),
  'products out of stock': (client) =>
    products(client).eq('stock', 'out').order('position').order('id').range(0, 19),
  'products found by a Thai title': (client) =>
    products(client).or(folded('แก้ว 777')).order('position').order('id').range(0, 19),
  'products found by an article number': (client) =>
    products(client).or(folded('SKU-777-1')).order('position').order('id').range(0, 19),
  'threads that are due': (client) =>
    threads(client).eq('status', 'open').order('answer_due_at').order('thread_id').range(0, 19),
  'threads of an admin': (client) =>
    threads(client)
      .eq('assigned_to', memberAt(1).id)
      .neq('status', 'solved')
      .order('answer_due_at')
      .range(0, 19),
  ...Object.fromEntries(
    ['number', 'route', 'departs_at', 'from_satang'].map((column) => [
      `own flights by ${column}`,
      ((client) => flights(client).order(column).order('flight_id').range(0, 23)) satisfies Call,
    ]),
  ),
  'own flights, page 50': (client) =>
    flights(client).order('number').order('flight_id').range(1176, 1199),
  'own flights on sale': (client) => flights(client).eq('state', 'on_sale').range(0, 23),
  'own flights found by a place': (client) => flights(client).or(folded('Chiang')).range(0, 23),
  'what happened to a request': (client, id) =>
    client.from('bkk_change_log').select('*').eq('row_id', id).order('id', latest),
  'a request moved on': (client, id) =>
    client.rpc('bkk_admin_set_quote_status', { p_quote_id: id, p_from: 'PENDING', p_to: 'QUOTED' }),
};

let db: TestDatabase;
let calls: RecordedCalls;

/** Updates statistics and the visibility map; open transactions delay the latter. */
async function vacuumAnalyze(): Promise<void> {
  let notAllVisible: unknown[];
  do {
    await db.sql('vacuum analyze');
    notAllVisible = await db.sql(
      `select from pg_class where relname = any ($1) and relkind = 'r' and relallvisible < relpages`,
      [large],
    );
  } while (notAllVisible.length > 0);
}

beforeAll(async () => {
  db = await createTestDatabase();
  await db.sql(fill);
  await vacuumAnalyze();
  calls = await startRecordedCalls(db.database);
});

afterAll(async () => {
  await calls.close();
  await db.drop();
});

async function sentBy(call: Call, who: SignedInUser): Promise<readonly Sent[]> {
  const client = await calls.client(who);
  const sent = await calls.during(async () => {
    await call(client, who.id);
  });
  expect(sent.length).toBeGreaterThan(0);
  return sent;
}

async function scans(sent: readonly Sent[]): Promise<readonly string[]> {
  const plans: string[] = [];
  for (const one of sent) {
    plans.push(...(await planOf(db.database, one, 'custom')));
    // A search by a pattern is never prepared: see db/prepared-statements.ts.
    if (!/ i?like /.test(one.statement.text))
      plans.push(...(await planOf(db.database, one, 'generic')));
  }
  return plans.filter((node) => large.some((table) => node === `Seq Scan ${table}`));
}

describe('no call of the product reads a large table from end to end', () => {
  test.each(Object.entries(memberCalls))('a member: %s', async (_name, call) => {
    expect(await scans(await sentBy(call, memberAt(7)))).toEqual([]);
  });

  test.each(Object.entries(adminCalls))('an admin: %s', async (_name, call) => {
    expect(await scans(await sentBy(call, memberAt(1)))).toEqual([]);
  });
});

test('a call that does so is noticed', async () => {
  const sent = await sentBy(
    (client) => client.from('bkk_quote_requests').select('*').eq('pax_inf', 3),
    memberAt(1),
  );
  expect(await scans(sent)).toContain('Seq Scan bkk_quote_requests');
});

test('the few latest of very many are planned once and for all', async () => {
  const sent = await sentBy(
    (client) => client.from('bkk_quote_requests').select('*').order('created_at', latest).limit(5),
    memberAt(1),
  );
  expect(sent).toHaveLength(1);
  // PostgreSQL makes custom plans for the first five runs before it considers a generic one.
  for (const one of sent) expect(await planningsOf(db.database, one)).toBeLessThanOrEqual(5);
});

test('the question who is an admin reads sessions and factors by their indexes', async () => {
  const text = `select relname, seq_scan::int from pg_stat_xact_all_tables
    where relid in ('auth.sessions'::regclass, 'auth.mfa_factors'::regclass) and idx_scan > 0 order by 1`;
  const seen = await db.database.transaction(identityOf(memberAt(1)), async (transaction) => {
    const { rows } = await transaction.run({ text: 'select bkk_is_admin() as yes' });
    return [...rows, ...(await transaction.run({ text })).rows];
  });
  expect(seen).toEqual([
    { yes: true },
    { relname: 'mfa_factors', seq_scan: 0 },
    { relname: 'sessions', seq_scan: 0 },
  ]);
});
