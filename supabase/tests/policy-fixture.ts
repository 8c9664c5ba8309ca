import type { Identity, Role } from '@bkksiam/domain/identity';
import pg from 'pg';
import { createTokens, serviceKey } from '../../apps/server/src/http/jwt.ts';
import {
  startTestBackend,
  type TestBackend,
  type TestBackendOptions,
} from '../../apps/server/src/testing/test-backend.ts';
import { roles, type PolicyRole } from './policies/policy-table.ts';

/** A user with the token of a real sign-up. */
interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** The identity the server derives from the token. */
  readonly identity: Identity;
}

/** The four kinds of members, another one as the owner of foreign rows, and one without rows. */
const names = [
  'member',
  'inactive member',
  'admin',
  'inactive admin',
  'other',
  'newcomer',
] as const;

/** The id of an unconfirmed account. */
export const waitingAccount = '00000000-0000-4000-8000-0000000000bb';

type UserName = (typeof names)[number];

export interface PolicyFixture {
  readonly backend: TestBackend;
  readonly users: Readonly<Record<UserName, TestUser>>;
  readonly callers: Readonly<Record<PolicyRole, { token: string; identity: Identity }>>;
  readonly close: () => Promise<void>;
}

function identityOf(token: string, role: Role): Identity {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Identity['claims'];
  return { role, claims };
}

async function signUp(backend: TestBackend, name: UserName): Promise<TestUser> {
  const email = `${name.replace(' ', '.')}@bkksiam.example`;
  const answer = await fetch(`${backend.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse', data: { full_name: `The ${name}` } }),
  });
  const body = (await answer.json()) as { access_token?: string; user?: { id: string } };
  const { access_token: token, user } = body;
  if (token === undefined || user === undefined) throw new Error(JSON.stringify(body));
  return { id: user.id, email, token, identity: identityOf(token, 'authenticated') };
}

/** The rows of the features: a request with an offer, an expired booking and a traveller of each user, a flight, and an offer of a supplier. */
const featureRows = `
  insert into public.bkk_quote_details (quote_id, user_id) select id, id from users;
  insert into public.bkk_quote_legs (quote_id, position, origin, destination, dep_date)
    select id, 1, 'BKK', 'CNX', '2030-01-01' from users;
  insert into public.bkk_quote_offers (
      quote_id, version, segments, pax_adt, pax_chd, pax_inf, lines, total_satang, valid_until, hold_expires_at, deposit_satang,
      deposit_due_at)
    select id, 1, '[]', 1, 0, 0, '[]', 100, '2029-01-01', '2029-01-02', 0, '2029-01-02' from users;
  insert into public.bkk_quote_events (quote_id, actor, event) select id, 'member', 'requested' from users;
  insert into public.bkk_bookings (
      booking_id, user_id, reference, status, request_key, pax_adt, total_satang, deposit_satang, paid_satang,
      hold_expires_at)
    select id, id, 'BKK-2345678' || chr(64 + row_number() over ()::int), 'EXPIRED', id, 1, 200, 100, 1, '2029-01-01' from users;
  insert into public.bkk_booking_passengers (booking_id, position, type) select id, 1, 'adult' from users;
  insert into public.bkk_booking_payments (payment_id, booking_id, amount_satang, received_at, idempotency_key)
    select id, id, 1, now(), gen_random_uuid() from users;
  insert into public.bkk_booking_events (booking_id, actor, event) select id, 'member', 'hold_placed' from users;
  insert into public.bkk_travellers (traveller_id, user_id, first_name, last_name) select id, id, 'Anna', 'Lee' from users;
  insert into public.bkk_admin_views (view_id, user_id, list, name, query) select id, id, 'bookings', 'Own', '' from users;
  insert into public.bkk_flights (
      flight_id, airline, flight_number, origin, destination, departs_at, arrives_at, weekdays, first_day, last_day, cabin)
    overriding system value values (1, 'L5', '108', 'BKK', 'CNX', '08:05', '09:25', '{1}', '2030-01-01', '2030-01-31', 'economy');
  insert into public.bkk_flight_fares (fare_id, flight_id, name, adult_satang, seats)
    overriding system value values (1, 1, 'Saver', 100, 9);
  insert into public.bkk_flight_seats (fare_id, day, total) values (1, '2030-01-01', 9);
  insert into public.bkk_booking_seats (booking_id, fare_id, day, seats, state)
    select id, 1, '2030-01-01', 1, 'released' from users limit 1;
  insert into public.bkk_flight_searches (key, searched_at) values (repeat('a', 64), '2029-01-01');
  insert into public.bkk_flight_search_counts (day, network, searches) values ('2030-01-01', 'network', 1);
  insert into public.bkk_flight_offers (
      offer_id, source, source_offer_id, source_request_id, search_key, found_at, offer, total_satang, label, source_passengers,
      expires_at)
    values (
      '00000000-0000-4000-8000-0000000000cc', 'duffel', 'off_1', 'orq_1', repeat('a', 64), '2029-01-01', '{"id": "offer"}', 100,
      'Airline', '[]', '2029-01-01');
  insert into public.bkk_supplier_orders (booking_id, offer_id, source, total_satang)
    select id, '00000000-0000-4000-8000-0000000000cc', 'duffel', 100 from users limit 1;
  insert into public.bkk_supplier_events (source, event_id) values ('duffel', 'wev_1');
  insert into public.bkk_notifications (notification_id, user_id, kind, event, values, key)
    select id, id, 'bookings', 'booking.priced', '{}', id from users;
  insert into public.bkk_notification_settings (user_id, kind) select id, 'bookings' from users;
  insert into public.bkk_line_accounts (user_id, line_user_id) select id, 'U' || md5(id::text) from users;
  insert into public.bkk_line_codes (user_id, code_hash, expires_at) select id, sha256(uuid_send(id)), '2029-01-01' from users;
  insert into public.bkk_line_attempts (line_user_id, since, attempts) values ('U0', '2029-01-01', 1);
  insert into public.bkk_credit_postings (
      posting_id, key, kind, user_id, bank_satang, booking_satang, credit_satang, credit_after_satang, received_at)
    select id, id, 'top_up', id, 1, 0, 1, 1, now() from users;
  insert into public.bkk_credit_entries (posting_id, account, holder, amount_satang, day)
    select id, 'credit', id, 1, '2030-01-01' from users limit 1;
  insert into public.bkk_credit_days (day, account, shard, came_in_satang, went_out_satang, entries)
    values ('2030-01-01', 'credit', 0, 1, 0, 1);
  insert into public.bkk_slips (
      slip_id, user_id, request_key, status, typed_satang, object_path, content_type, byte_size, sha256, reading, reviewed_at, reason)
    select id, id, id, 'REFUSED', 1, id, 'image/png', 1, repeat('a', 64), 'no_qr', now(), 'used' from users;
  insert into public.bkk_approvals (approval_id, kind, amount_satang, user_id, idempotency_key, asked_by)
    select id, 'credit', 1, id, gen_random_uuid(), id from users;
  insert into public.bkk_refunds (refund_id, booking_id, user_id, status, paid_satang, fee_satang, promised_on, ended_at)
    select id, id, id, 'REFUNDED', 2, 1, '2030-01-01', now() from users;
  insert into public.bkk_receipt_counters (series, year, last) values ('RT', 2030, 5);
  insert into public.bkk_receipts (receipt_id, series, year, number, posting_id, user_id, dated_at, amount_satang, data)
    select id, 'RT', 2030, row_number() over (), id, id, '2030-01-01', 1, '{}' from users;
  insert into public.bkk_receipt_buyers (user_id, name, address) select id, id, 'Bangkok' from users;
  insert into public.bkk_finance_days (what, day, satang, count) values ('receipts', '2030-01-01', 1, 1);
  insert into public.bkk_bank_statements (statement_id, account, file_name, first_day, last_day, last_at, lines, new_lines)
    select id, '1', 'a.csv', '2030-01-01', '2030-01-01', '2030-01-01', 1, 1 from users limit 1;
  insert into public.bkk_bank_lines (line_id, statement_id, account, at, has_time, amount_satang, description, fingerprint)
    select id, id, '1', '2030-01-01', true, 1, 'TRF', sha256('1') from users limit 1;
  insert into public.bkk_orders (
      order_id, number, user_id, is_guest, request_key, language, method, weight_grams, items_satang, delivery_satang, pay_by)
    select id, 'ORD-2345678' || chr(64 + row_number() over ()::int), id, false, id, 'en', 'pickup', 0, 1, 0, '2029-01-01' from users;
  insert into public.bkk_order_lines (
      order_id, position, product_id, variant_id, title, variant_title, unit_satang, quantity, weight_grams, has_stock)
    select id, 1, 'tote', 'tote', 'Tote', 'Tote', 1, 1, 0, false from users;
  insert into public.bkk_order_events (order_id, actor, event) select id, 'member', 'placed' from users;
  insert into public.bkk_order_links (link_hash, order_id, expires_at)
    select encode(sha256(uuid_send(id)), 'hex'), id, '2029-01-01' from users;
  insert into public.bkk_products (id, title) values ('tote', 'Tote');
  insert into public.bkk_product_variants (id, product_id, title, price_in_cents, inventory_quantity)
    values ('tote', 'tote', 'Tote', 100, null), ('tote-out', 'tote', 'Out', 100, 0);
  select bkk_internal.list_product('tote');
  select bkk_internal.sum_stock('{tote}');
  insert into public.bkk_stock_alerts (variant_id, user_id) select 'tote-out', id from users;
  insert into public.bkk_support_threads (thread_id, user_id, request_key, subject, answer_due_at)
    select id, id, id, 'Bags', '2030-01-01' from users;
  insert into public.bkk_support_messages (message_id, thread_id, author, text) select id, id, 'agency', 'Two' from users;
  insert into public.bkk_support_links (link_hash, thread_id, expires_at)
    select encode(sha256(uuid_send(id)), 'hex'), id, '2029-01-01' from users;
  insert into public.bkk_visitor_attempts (key, since, attempts) values ('network:a', '2029-01-01', 1);
  insert into public.bkk_help_answers (question_en, question_th, answer_en, answer_th, is_public)
    values ('Where?', 'ที่ไหน', 'Here.', 'ที่นี่', true), ('Why?', 'ทำไม', 'So.', 'อย่างนี้', true), ('When?', 'เมื่อไร', 'Now.', 'เดี๋ยวนี้', false);
  insert into public.bkk_canned_answers (title, text_en, text_th) values ('Bags', 'Two.', 'สองใบ');
  insert into public.bkk_stock_movements (variant_id, kind, quantity, free_after, reserved_after) values ('tote', 'RECEIVED', 1, 1, 0);
  insert into public.bkk_push_subscriptions (subscription_id, user_id, endpoint, p256dh, auth)
    select id, id, 'https://push.bkksiam.example/' || id, repeat('a', 87), repeat('a', 22) from users;`;

/**
 * SQL that gives every user but the newcomer one row in each table, and switches on the features that have tables; a request
 * and a message have their member's id.
 */
function rowsText(users: Readonly<Record<UserName, TestUser>>): string {
  const list = names.map((name) => ({ name, id: users[name].id, email: users[name].email }));
  return `
    begin;
    set local session_replication_role = replica;
    create temp table users on commit drop as
      select * from jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(list))})
        as test_user (name text, id uuid, email text)
      where name <> 'newcomer';
    delete from public.bkk_change_log;
    delete from public.bkk_credit_accounts;
    delete from public.bkk_user_profiles;
    insert into auth.users (id, email) values ('${waitingAccount}', 'waiting@bkksiam.example');
    delete from public.bkk_user_roles;
    select bkk_internal.set_features('{requests,bookings,payments,flights,shop,support,notifications}');
    insert into public.bkk_user_roles (user_id, email, full_name, role, is_active)
      select id, email, name, case when name like '%admin' then 'admin' else 'member' end,
        name not like 'inactive%' from users;
    insert into public.bkk_user_profiles (user_id, email, full_name) select id, email, name from users;
    insert into public.bkk_invited_roles (user_id, role) select id, 'admin' from users;
    insert into public.bkk_credit_accounts (user_id, balance) select id, 0 from users;
    insert into public.bkk_login_logs (user_id, email) select id, email from users;
    insert into public.bkk_quote_requests (
        quote_id, user_id, origin, destination, dep_date, member_email, member_name)
      select id, id, 'BKK', 'CNX', '2030-01-01', email, name from users;
    ${featureRows}
    insert into public.bkk_airline_news (title, is_public)
      values ('For all', true), ('For all too', true), ('For members', false);
    insert into public.bkk_outbox (id, user_id, key, channel, event, failed_at)
      select id, id, id, 'mail', 'greeting', now() from users;
    insert into public.bkk_change_log (table_name, row_id, operation)
      values ('bkk_airline_news', gen_random_uuid(), 'INSERT');
    commit`;
}

/** Starts the real app with one user of each kind, and their rows. */
export async function startPolicyFixture(
  config: TestBackendOptions['config'] = {},
): Promise<PolicyFixture> {
  const backend = await startTestBackend({ config: { autoconfirm: true, ...config } });
  const signed: (readonly [UserName, TestUser])[] = [];
  for (const name of names) signed.push([name, await signUp(backend, name)]);
  const users = Object.fromEntries(signed) as Record<UserName, TestUser>;
  const service = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
  const caller = (role: PolicyRole) => {
    if (role === 'anon')
      return { token: backend.anonKey, identity: identityOf(backend.anonKey, 'anon') };
    if (role === 'service_role')
      return { token: service, identity: identityOf(service, 'service_role') };
    return users[role];
  };
  await backend.database.sql(rowsText(users));
  return {
    backend,
    users,
    callers: Object.fromEntries(
      roles.map((role) => [role, caller(role)]),
    ) as PolicyFixture['callers'],
    close: () => backend.close(),
  };
}
