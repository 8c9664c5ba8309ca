import { randomUUID } from 'node:crypto';
import type { Identity } from '@bkksiam/domain/identity';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { family, startBookingDatabase, type BookingDatabase } from './booking-fixture.ts';
import { addFlight, day as flightDay } from './flight-fixture.ts';
import { identityOf, openSessions, type SignedInUser } from './member-database.ts';
import { openShop, type Orders } from './order-fixture.ts';
import { addOrders, orderArguments, productArguments } from './secrecy-shop.ts';
import { functionArguments } from './policies/functions.ts';
import { day, hours, legs, offer } from './request-fixture.ts';

const { nattaya, somchai, malee } = members;
/** Somchai stays an admin; this one did the same work and is a member now. */
const demoted = { id: '00000000-0000-4000-8000-00000000000d', email: 'demoted@bkksiam.example' };
const waiting = '00000000-0000-4000-8000-0000000000bb';
/** The thread of a visitor. */
const visitorThread = '00000000-0000-4000-8000-0000000000cc';
const push = { p_p256dh: 'p'.repeat(87), p_auth: 'a'.repeat(22) };

/** What a member has, each in a state in which actions on it succeed. */
interface Rows {
  readonly offered: string;
  readonly pending: string;
  /** From before the feature. */
  readonly confirmed: string;
  readonly held: string;
  readonly inReview: string;
  readonly paid: string;
  readonly confirmedBooking: string;
  readonly payment: string;
  readonly receipt: string;
  /** Also the id of a slip and of an approval; refunds have the ids of their bookings. */
  readonly member: string;
  readonly traveller: string;
  readonly thread: string;
  readonly order: string;
  readonly sentOrder: string;
}

type Arguments = Readonly<Record<string, unknown>>;

export interface Caller {
  readonly name: string;
  readonly identity: Identity;
  /** Arguments with which a function succeeds, for those who may call it. */
  readonly argumentsOf: (name: string) => Arguments;
}

export interface SecrecyDatabase extends BookingDatabase {
  readonly callers: readonly Caller[];
  /** Ids of rows of both members and of the admins. */
  readonly ids: readonly string[];
}

async function must(db: BookingDatabase, who: SignedInUser, name: string, values: Arguments) {
  const said = await db.call(who, name, values);
  if (/^\w{5} /.test(said)) throw new Error(`${name}: ${said}`);
  return said === 'done' ? undefined : (JSON.parse(said) as unknown);
}

async function versionOf(db: BookingDatabase, quoteId: string): Promise<number> {
  const [row] = await db.test.sql<{ version: number }>(
    'select version from bkk_quote_details where quote_id = $1',
    [quoteId],
  );
  return row?.version ?? 0;
}

const request = (notes: string) => ({
  p_legs: legs,
  p_adults: 18,
  p_children: 4,
  p_infants: 0,
  p_cabin: 'business',
  p_flexible_days: 1,
  p_preferred_airlines: ['TG', 'NH'],
  p_budget_satang: '2800000',
  p_notes: notes,
  p_request_key: randomUUID(),
});

const price = {
  p_lines: [{ label: 'Fare', type: 'adult', count: 1, price_satang: 1_234_567, tax_satang: 0 }],
  p_total_satang: '1234567',
  p_deposit_satang: '345678',
  p_balance_due_at: hours(200),
  p_names_due_at: hours(200),
};

const payment = (note: string) => ({
  p_amount_satang: '345678',
  p_received_at: '2026-01-01T00:00:00Z',
  p_bank_reference: 'KB 778899',
  p_note: note,
  p_idempotency_key: randomUUID(),
});

/** A question about a booking, with its answer and a note of the agency; gives its id. */
async function addThread(db: BookingDatabase, who: SignedInUser, held: string, place: number) {
  const thread = (await must(db, who, 'bkk_open_support_thread', {
    ...{ p_request_key: randomUUID(), p_subject: `Bags ${String(place)}` },
    ...{ p_text: `How many bags for member ${String(place)}?`, p_booking_id: held },
  })) as string;
  const answer = { p_thread_id: thread, p_message_id: randomUUID() };
  await must(db, demoted, 'bkk_admin_answer_support', { ...answer, p_text: `Two, ${who.email}` });
  await must(db, demoted, 'bkk_admin_answer_support', {
    ...{ ...answer, p_message_id: randomUUID(), p_is_note: true },
    p_text: `Team note ${String(place)} of the agency`,
  });
  return thread;
}

async function addRows(
  db: BookingDatabase,
  shop: Orders,
  who: SignedInUser,
  place: number,
): Promise<Rows> {
  const ask = async (notes: string) =>
    (await must(db, who, 'bkk_request_quote', request(notes))) as string;
  const offered = await ask(`Wish ${String(place)} of a member`);
  const pending = await ask(`Second wish ${String(place)} of a member`);
  const confirmed = await ask(`Third wish ${String(place)} of a member`);
  // No step leads there any more.
  await db.test.sql(`set session_replication_role = replica;
    update bkk_quote_requests set status = 'CONFIRMED' where quote_id = '${confirmed}'`);
  await must(db, demoted, 'bkk_admin_send_offer', {
    p_quote_id: offered,
    p_version: await versionOf(db, offered),
    p_offer: offer({
      margin_satang: 73_119_350 + place,
      internal_notes: `Note ${String(place)} of the agency`,
    }),
  });
  await must(db, demoted, 'bkk_admin_open_request', { p_quote_id: pending });
  const { booking_id: held } = await db.held(who);
  const { booking_id: inReview } = await db.held(who, { slip: `slip ${String(place)}.jpg` });
  const { booking_id: paid } = await db.held(who);
  await must(db, demoted, 'bkk_admin_price_booking', { p_booking_id: paid, ...price });
  const recorded = await must(db, demoted, 'bkk_admin_record_payment', {
    p_booking_id: paid,
    ...payment(`Payment note ${String(place)} of the agency`),
  });
  const [receipt] = await db.test.sql<{ id: string }>(
    `select receipt_id as id from bkk_receipts where booking_id = $1`,
    [paid],
  );
  const { booking_id: confirmedBooking } = await db.held(who);
  await db.put(confirmedBooking, `status = 'CONFIRMED'`);
  const traveller = randomUUID();
  await must(db, who, 'bkk_save_traveller', {
    p_traveller_id: traveller,
    p_first_name: 'Anong',
    p_last_name: `Srisai-${who.email.charAt(0)}`,
  });
  await must(db, who, 'bkk_add_push_subscription', {
    p_endpoint: `https://push.bkksiam.example/${String(place)}/browser`,
    ...push,
  });
  const thread = await addThread(db, who, held, place);
  return {
    ...(await addOrders(db, shop, who, place)),
    thread,
    ...{ offered, pending, confirmed, held, inReview, paid, confirmedBooking, traveller },
    payment: (recorded as { payment_id: string }).payment_id,
    receipt: receipt?.id ?? '',
    member: who.id,
  };
}

/** What functions of the service write, and what only the owner may. */
const ownersRows = `
  update bkk_travellers set passport_sealed = 'sealed ' || md5(traveller_id::text), passport_ending = '123', passport_saved_at = now();
  insert into bkk_line_accounts (user_id, line_user_id) select id, 'U' || md5(id::text) from auth.users where email is not null;
  insert into bkk_line_codes (user_id, code_hash, expires_at) select id, sha256(uuid_send(id)), now() + interval '1 hour' from auth.users where email is not null;
  insert into bkk_admin_views (view_id, user_id, list, name, query)
    select id, id, 'bookings', 'View ' || left(id::text, 8), 'q=' || email from auth.users where email is not null;
  insert into bkk_support_threads (thread_id, request_key, subject, member_email, member_name, language, answer_due_at)
    values ('${visitorThread}', '${visitorThread}', 'Seats', 'visitor@bkksiam.example', 'Arthit', 'th', now());
  update bkk_bookings set flags = '{names_overdue}', has_all_names = true where paid_satang > 0;
  update bkk_outbox set failed_at = now(), last_failure = 'E 550 5 1 1' where number = (select min(number) from bkk_outbox);
  insert into auth.users (id, email) values ('${waiting}', 'waiting@bkksiam.example');
  insert into bkk_flight_offers (
      offer_id, source, source_offer_id, source_request_id, search_key, found_at, offer, total_satang, label, source_passengers, expires_at)
    select booking_id, 'duffel', 'off_' || reference, 'orq_' || reference, repeat('a', 64), now(),
      jsonb_build_object('id', booking_id, 'passengers', '{"adult": 1, "child": 0, "infant": 0}'::jsonb, 'slices', jsonb_build_array(
        jsonb_build_object('segments', jsonb_build_array(jsonb_build_object(
          'airline', 'TG', 'flightNumber', '640', 'origin', 'BKK', 'destination', 'NRT', 'cabin', 'economy',
          'departure', '{"local": "${day(50)}T08:00"}'::jsonb, 'arrival', '{"local": "${day(50)}T16:00"}'::jsonb))))),
      4455667, 'Airline', '[{"id": "pas_7788"}]', now() + interval '1 day'
    from bkk_bookings where paid_satang > 0;
  -- That of the head office is part of many an id.
  update bkk_agency set branch = '90817';
  select bkk_internal.add_posting('top_up:' || user_id, 'top_up', user_id, null, now(), '{"bank": -777711, "credit": 777711}')
    from bkk_bookings group by user_id;
  insert into bkk_slips (
      slip_id, user_id, request_key, typed_satang, payer_name, object_path, content_type, byte_size, sha256, reading, bank_code, trans_ref)
    select user_id, user_id, user_id, 888811, 'Payer ' || left(user_id::text, 8), 'slips/' || user_id, 'image/png', 1000,
      md5(user_id::text) || md5('x' || user_id), 'read', '004', 'REF ' || left(user_id::text, 8) from bkk_bookings group by user_id;
  insert into bkk_approvals (approval_id, kind, amount_satang, user_id, note, idempotency_key, asked_by, asked_by_name)
    select user_id, 'credit', 2999911, user_id, 'Approval ' || left(user_id::text, 8), md5('key' || user_id)::uuid, '${demoted.id}', 'Demoted 1'
    from bkk_bookings group by user_id;
  insert into bkk_refunds (refund_id, booking_id, user_id, status, paid_satang, fee_satang, promised_on, account_name, account_sealed)
    select booking_id, booking_id, user_id,
      case status when 'CONFIRMED' then 'OPEN' when 'HOLD' then 'ACCOUNT' else 'APPROVED' end, 666611,
      case when status <> 'CONFIRMED' then 55511 end, current_date, 'Account ' || left(booking_id::text, 8), 'sealed ' || md5(booking_id::text)
    from bkk_bookings where paid_satang = 0;
  insert into bkk_bank_statements (statement_id, account, file_name, first_day, last_day, last_at, lines, new_lines, imported_by_name)
    values ('${waiting}', 'account 554433', 'statement 554433.csv', current_date, current_date, now(), 3, 3, 'Demoted 2');
  insert into bkk_bank_lines (line_id, statement_id, account, at, has_time, amount_satang, description, fingerprint)
    select user_id, '${waiting}', 'account 554433', now(), true, 555511, 'Transfer ' || left(user_id::text, 8), sha256(uuid_send(user_id))
    from bkk_bookings group by user_id;
  insert into bkk_credit_postings (posting_id, key, kind, user_id, bank_satang, booking_satang, credit_satang, received_at)
    select user_id, 'hand:' || user_id, 'correction', user_id, 555511, 0, 0, now() from bkk_bookings group by user_id;
  insert into bkk_bank_lines (
      line_id, statement_id, account, at, has_time, amount_satang, description, fingerprint, state, decided_at, note)
    select booking_id, '${waiting}', 'account 554433', now(), true, 444411, 'Transfer ' || reference, sha256(uuid_send(booking_id)),
      'IGNORED', now(), 'Note ' || reference from bkk_bookings;
  insert into bkk_supplier_orders (booking_id, offer_id, source, state, source_order_id, total_satang)
    select booking_id, booking_id, 'duffel', 'held', 'ord_' || reference, 4455667 from bkk_bookings where paid_satang > 0`;

interface Flight {
  readonly id: string;
  readonly fare: number;
}

type ArgumentsByName = Readonly<Record<string, Arguments>>;

const requestArguments = (
  { offered, pending, confirmed }: Rows,
  version: number,
  confirmedVersion: number,
): ArgumentsByName => {
  const seen = { p_quote_id: offered, p_version: version };
  return {
    bkk_request_quote: request('By the window'),
    bkk_cancel_request: seen,
    bkk_accept_offer: seen,
    bkk_decline_offer: seen,
    bkk_ask_offer_change: seen,
    bkk_admin_send_offer: { p_quote_id: pending, p_version: 1, p_offer: offer() },
    bkk_admin_cancel_request: seen,
    bkk_admin_ticket_request: { p_quote_id: confirmed, p_version: confirmedVersion },
    bkk_admin_open_request: { p_quote_id: offered },
    bkk_admin_assign_request: { p_quote_id: offered },
  };
};

const bookingArguments = (rows: Rows): ArgumentsByName => {
  const held = { p_booking_id: rows.held, p_version: 1 };
  const paid = { p_booking_id: rows.paid, p_version: '$version' };
  return {
    bkk_cancel_booking: held,
    bkk_set_passengers: { ...held, p_passengers: family },
    bkk_admin_price_booking: { ...held, ...price },
    bkk_admin_record_payment: { ...paid, ...payment('Why') },
    bkk_admin_reverse_payment: { p_payment_id: rows.payment, p_note: 'Why' },
    bkk_admin_refuse_deposit: { p_booking_id: rows.inReview, p_version: 1 },
    bkk_admin_extend_hold: { ...held, p_hold_expires_at: hours(96) },
    bkk_admin_ticket: {
      ...{ p_booking_id: rows.confirmedBooking, p_version: 1, p_pnr: 'AB12CD' },
      p_ticket_numbers: ['2170000000001', '2170000000002', '2170000000003'],
    },
    bkk_admin_cancel_booking: held,
    bkk_admin_assign_booking: { p_booking_id: rows.held },
    bkk_admin_clear_flag: { ...paid, p_flag: 'names_overdue', p_note: 'Why' },
    bkk_save_traveller: { p_traveller_id: rows.traveller },
    bkk_delete_traveller: { p_traveller_id: rows.traveller },
    bkk_flight_offer: { p_id: rows.paid },
    bkk_admin_pay_supplier_order: paid,
    bkk_request_flight_offer: {
      p_request_key: randomUUID(),
      ...{ p_offer_id: rows.paid, p_notes: 'Two bags' },
    },
  };
};

const paymentArguments = (rows: Rows): ArgumentsByName => {
  const key = { p_idempotency_key: randomUUID() };
  const slip = { p_slip_id: rows.member };
  return {
    bkk_agency_profile: {},
    bkk_admin_setup: {},
    bkk_admin_dismiss_setup: { p_is_dismissed: false },
    bkk_admin_send_test_mail: {},
    bkk_admin_open_test_mail: { p_token: rows.paid },
    bkk_admin_save_agency: { p_version: 1, p_details: { phone: '02 000 0001' } },
    bkk_pay_with_credit: {
      ...{ p_booking_id: rows.paid, p_version: '$version', p_amount_satang: '100' },
      ...key,
    },
    bkk_admin_change_credit: { p_user_id: rows.member, p_amount_satang: '100', ...key },
    bkk_admin_decide_approval: { p_approval_id: rows.member },
    bkk_check_slip: { p_booking_id: rows.held },
    bkk_admin_take_slip: slip,
    bkk_admin_leave_slip: slip,
    bkk_admin_review_slip: { ...slip, ...key },
    bkk_admin_decide_refund: { p_refund_id: rows.confirmedBooking, ...key },
    bkk_admin_pay_refund: { p_refund_id: rows.inReview },
    bkk_admin_plan_refund: { p_refund_id: rows.held, p_version: 1, p_promised_on: day(9) },
    bkk_take_refund_as_credit: { p_refund_id: rows.held },
    bkk_set_receipt_buyer: {
      p_receipt_id: rows.receipt,
      p_buyer: { name: 'Anong Srisai', address: '99 Sample Road', tax_id: '0105561234560' },
    },
    bkk_admin_void_receipt: { p_receipt_id: rows.receipt, p_reason: 'Why' },
    bkk_save_receipt_buyer: {
      p_buyer: { name: 'Anong Srisai', address: '99 Sample Road', tax_id: '0105561234560' },
      p_receipt_ids: [rows.receipt],
    },
    bkk_admin_import_bank_lines: {
      p_lines: [{ at: hours(-1), amount_satang: 5, description: 'TRF' }],
      ...{ p_account: 'account 1', p_file_name: 'a.csv' },
    },
    bkk_admin_confirm_bank_line: { p_line_id: rows.member, p_posting_id: rows.member },
    bkk_admin_post_bank_line: { p_line_id: rows.member, p_booking_id: rows.paid, ...key },
    bkk_admin_ignore_bank_line: { p_line_id: rows.member, p_note: 'fee' },
    bkk_admin_reopen_bank_line: { p_line_id: rows.held },
  };
};

const flightArguments = ({ id, fare }: Flight): ArgumentsByName => {
  const ownSeats = `own-1-0-0_${String(fare)}.${flightDay.replaceAll('-', '')}`;
  const flight = {
    ...{ airline: 'L5', flight_number: '108', origin: 'BKK', destination: 'CNX' },
    ...{ departs_at: '08:05', arrives_at: '09:25', weekdays: [1, 2, 3, 4, 5, 6, 7] },
    ...{ first_day: flightDay, last_day: flightDay, cabin: 'economy' },
    fares: [{ fare_id: fare, name: 'Saver', adult_satang: 100_000, seats: 9 }],
  };
  const trip = { p_legs: [{ origin: 'BKK', destination: 'CNX', day: flightDay }] };
  return {
    bkk_search_flights: trip,
    bkk_search_flight_days: trip,
    bkk_own_seats_offer: { p_flight_id: ownSeats },
    bkk_hold_booking: {
      ...{ p_request_key: randomUUID(), p_flight_id: ownSeats, p_passengers: [family[0]] },
      ...{ p_email: 'nat@example.com', p_phone: '+66812345678', p_notes: 'Window seats' },
      ...{ p_slip_name: 'slip.jpg', p_expected_total_satang: '100000' },
    },
    bkk_admin_save_flight: { p_flight_id: id, p_version: 1, p_flight: flight },
    bkk_admin_set_departure: { p_fare_id: fare, p_day: flightDay, p_total: 8 },
    bkk_admin_delete_flight: { p_flight_id: id, p_version: 1 },
    bkk_admin_set_departures: { p_fare_ids: [fare], p_first_day: flightDay, p_last_day: flightDay },
    bkk_admin_import_flights: { p_flights: [{ flight_id: id, version: 1, flight }] },
  };
};

const supportArguments = ({ thread, held }: Rows): ArgumentsByName => {
  const message = { p_thread_id: thread, p_message_id: randomUUID(), p_text: 'Thank you' };
  return {
    bkk_open_support_thread: { p_request_key: randomUUID(), p_booking_id: held },
    bkk_post_support_message: message,
    bkk_solve_support_thread: { p_thread_id: thread },
    bkk_read_support_thread: { p_thread_id: thread },
    bkk_check_support_file: { p_thread_id: thread, p_message_id: randomUUID() },
    bkk_admin_read_thread: { p_thread_id: thread },
    bkk_admin_answer_support: message,
    bkk_admin_set_thread_status: { p_thread_id: thread, p_expected: 'waiting' },
    bkk_admin_assign_thread: { p_thread_id: thread, p_expected: demoted.id },
    bkk_admin_erase_thread: { p_thread_id: visitorThread },
  };
};

const otherArguments: ArgumentsByName = {
  bkk_add_push_subscription: { p_endpoint: 'https://push.bkksiam.example/new', ...push },
  bkk_delete_push_subscription: { p_endpoint: 'https://push.bkksiam.example/1/browser' },
  bkk_admin_erase_user: { p_user_id: demoted.id },
  bkk_admin_save_view: { p_view_id: randomUUID(), p_name: 'Late', p_query: 'show=overdue' },
  bkk_has_feature: { p_name: 'bookings' },
  bkk_require_feature: { p_name: 'bookings' },
  ...productArguments,
};

/** Both members with all that the features keep of them, an admin, and one who was an admin and worked on it. */
export async function startSecrecyDatabase(): Promise<SecrecyDatabase> {
  const db = await startBookingDatabase();
  const { sql } = db.test;
  await sql(`
    select bkk_internal.set_features('{requests,bookings,payments,flights,shop,support,notifications}'), bkk_internal.set_notification_channels(true, '${'B'.repeat(87)}');
    insert into auth.users (id, email) values ('${demoted.id}', '${demoted.email}');
    update bkk_user_roles set role = 'admin' where user_id = '${demoted.id}'; ${openSessions} where id = '${demoted.id}'`);
  const fare = await addFlight(db.test, { number: '108', times: 'BKK 08:05 CNX 09:25' });
  const [flight] = await sql<{ id: string }>('select flight_id as id from bkk_flights');
  const shop = await openShop(db);
  const rows = [await addRows(db, shop, nattaya, 1), await addRows(db, shop, malee, 2)] as const;
  await sql(ownersRows);
  await sql(`update bkk_user_roles set role = 'member' where user_id = '${demoted.id}'`);
  const failed = 'select id from bkk_outbox where failed_at is not null';
  const [message] = await sql<{ id: string }>(failed);
  const caller = async (name: string, identity: Identity, own: Rows, other: SignedInUser) => {
    const strong: ArgumentsByName = {
      ...requestArguments(
        own,
        await versionOf(db, own.offered),
        await versionOf(db, own.confirmed),
      ),
      ...bookingArguments(own),
      ...paymentArguments(own),
      ...supportArguments(own),
      ...orderArguments(own),
      ...flightArguments({ id: flight?.id ?? '', fare }),
      ...otherArguments,
      bkk_admin_retry_message: { p_id: message?.id },
      bkk_admin_delete_view: { p_view_id: identity.claims.sub },
    };
    const paid = await db.booking(own.paid);
    const meanings: Arguments = { $others: other.id, $waiting: waiting, $version: paid.version };
    const argumentsOf = (called: string): Arguments => {
      const given = Object.entries({ ...functionArguments[called], ...strong[called] });
      return Object.fromEntries(
        given.map(([key, value]) => [
          key,
          typeof value === 'string' && value in meanings ? meanings[value] : value,
        ]),
      );
    };
    return { name, identity, argumentsOf };
  };
  return {
    ...db,
    callers: [
      await caller('visitor', { role: 'anon', claims: {} }, rows[0], malee),
      await caller('member', identityOf(nattaya), rows[0], malee),
      await caller('other member', identityOf(malee), rows[1], nattaya),
      await caller('demoted admin', identityOf(demoted), rows[0], malee),
      await caller('admin', identityOf(somchai), rows[0], malee),
    ],
    ids: [...rows, { nattaya: nattaya.id, malee: malee.id, somchai: somchai.id }].flatMap(
      (own) => Object.values(own) as string[],
    ),
  };
}
