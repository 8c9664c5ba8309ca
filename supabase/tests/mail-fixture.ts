import { randomUUID } from 'node:crypto';
import { callAsService } from '../../apps/server/src/outbox/product-messages.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import type { Mail } from '../functions/_shared/messages/mail.ts';
import { toMail } from '../functions/_shared/messages/message-mails.ts';
import { MessageQueue, type Message } from '../functions/_shared/messages/message-queue.ts';
import { messageRenderers } from '../functions/_shared/messages/message-renderers.ts';
import { family, startBookingDatabase, type BookingDatabase } from './booking-fixture.ts';
import { addFlight, compactDay } from './flight-fixture.ts';
import type { SignedInUser } from './member-database.ts';
import { legs, offer } from './request-fixture.ts';

const { nattaya, somchai, malee } = members;

/** Words of a user that would be markup, another header, or hide what follows. */
export const hostileWords =
  '<img src=x onerror="alert(1)"> & a seat near the window\r\nBcc: all@example.com\u202e';
/** The name of Nattaya. */
export const hostileName = `<b>Nat</b> & "O'Neill"`;

export interface RenderedMail {
  readonly event: string;
  readonly ids: Message['ids'];
  readonly language: Message['language'];
  readonly mail: Mail;
}

export interface MailDatabase extends BookingDatabase {
  /** Places a request for {@link family}. */
  request(): Promise<string>;
  /** Sends an offer with a deposit of 11,000 baht of a total of 75,850.50. */
  sendOffer(quoteId: string, changes?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Calls a function on the request and its present version. */
  onRequest(who: SignedInUser, name: string, quoteId: string, ...words: string[]): Promise<unknown>;
  /** As `call`, which must succeed. */
  must(who: SignedInUser, name: string, values: Readonly<Record<string, unknown>>): Promise<string>;
  pay(bookingId: string, satang: number): Promise<string>;
  /** Reverses a payment that `pay` has recorded. */
  reverse(payment: string): Promise<string>;
  /** Runs a function of the clock at a later time. */
  runClock(name: string, hours: number): Promise<void>;
  /** The messages that wait. */
  leased(): Promise<readonly Message[]>;
  render(message: Message, language?: Message['language']): Promise<Mail>;
  /** Sends the messages that wait, each rendered in both languages. */
  sent(): Promise<readonly RenderedMail[]>;
}

const familyOffer = {
  pax_adt: 2,
  pax_chd: 1,
  lines: [
    { label: 'Adult fare', type: 'adult', count: 2, price_satang: 2_190_025, tax_satang: 485_000 },
    { label: 'Child fare', type: 'child', count: 1, price_satang: 1_750_000, tax_satang: 485_000 },
  ],
  total_satang: 7_585_050,
  deposit_satang: 1_100_000,
};

const requestQuote = `select bkk_request_quote($1, 2, 1, 0, 'business', 3, '{TG}', 2800000, $2, $3) as id`;

function requestsOn(db: BookingDatabase) {
  const request: MailDatabase['request'] = async () => {
    const values = [JSON.stringify(legs), hostileWords, randomUUID()];
    const [row] = await db.rows(nattaya, requestQuote, values);
    return row?.id as string;
  };
  const onRequest: MailDatabase['onRequest'] = async (who, name, quoteId, ...words) => {
    const [details] = await db.test.sql<{ version: number }>(
      'select version from bkk_quote_details where quote_id = $1',
      [quoteId],
    );
    const places = words.map((_, index) => `, $${String(index + 3)}`).join('');
    const values = [quoteId, details?.version ?? 0, ...words];
    const [row] = await db.rows(who, `select ${name}($1, $2${places}) as result`, values);
    return row?.result;
  };
  const sendOffer: MailDatabase['sendOffer'] = async (quoteId, changes) => {
    const words = JSON.stringify(offer({ ...familyOffer, ...changes }));
    await onRequest(somchai, 'bkk_admin_send_offer', quoteId, words);
  };
  return { request, onRequest, sendOffer };
}

/** The demo database with requests and bookings switched on, and what its functions queue; Somchai is the admin. */
export async function startMailDatabase(): Promise<MailDatabase> {
  const db = await startBookingDatabase();
  await db.test.sql(`select bkk_internal.set_features('{requests,bookings}')`);
  await db.test.sql('update bkk_user_profiles set full_name = $1 where user_id = $2', [
    hostileName,
    nattaya.id,
  ]);
  const call = callAsService(db.test.database);
  const queue = new MessageQueue(call, 60);
  const mails = { renderers: messageRenderers, siteUrl: 'https://bkksiam.example', call };
  const render: MailDatabase['render'] = (message, language = message.language) =>
    toMail({ ...message, language }, mails);
  const must: MailDatabase['must'] = async (who, name, values) => {
    const said = await db.call(who, name, values);
    if (said !== 'done' && !said.startsWith('{')) throw new Error(`${name}: ${said}`);
    return said;
  };
  return {
    ...db,
    ...requestsOn(db),
    must,
    pay: (bookingId, satang) =>
      must(somchai, 'bkk_admin_record_payment', {
        p_booking_id: bookingId,
        p_amount_satang: String(satang),
        p_received_at: new Date().toISOString(),
        p_bank_reference: 'KB-1',
        p_note: null,
        p_idempotency_key: randomUUID(),
      }),
    reverse: (payment) =>
      must(somchai, 'bkk_admin_reverse_payment', {
        p_payment_id: (JSON.parse(payment) as { payment_id: string }).payment_id,
        p_note: 'Returned by the bank',
        p_idempotency_key: randomUUID(),
      }),
    async runClock(name, hours) {
      await db.test.sql(`select bkk_internal.${name}(now() + make_interval(hours => $1))`, [hours]);
    },
    leased: () => queue.lease(100),
    render,
    async sent() {
      const rendered: RenderedMail[] = [];
      for (const message of await queue.lease(100)) {
        const { event, ids } = message;
        for (const language of ['en', 'th'] as const)
          rendered.push({ event, ids, language, mail: await render(message, language) });
        await queue.sent(message);
      }
      return rendered;
    },
  };
}

/** From a request to tickets. */
async function walkToTickets(db: MailDatabase, sent: () => Promise<void>): Promise<void> {
  const quoteId = await db.request();
  await sent();
  await db.sendOffer(quoteId);
  await sent();
  await db.onRequest(nattaya, 'bkk_ask_offer_change', quoteId, hostileWords);
  await sent();
  await db.sendOffer(quoteId, { seats_reason: hostileWords });
  await db.runClock('remind_offers', 30);
  await sent();
  const accepted = await db.onRequest(nattaya, 'bkk_accept_offer', quoteId);
  const { booking_id: id } = accepted as { booking_id: string };
  await db.runClock('remind_holds', 70);
  await sent();
  await db.runClock('remind_holds', 91);
  await sent();
  await db.pay(id, 600_000);
  await sent();
  const payment = await db.pay(id, 500_000);
  await sent();
  await db.must(nattaya, 'bkk_set_passengers', { p_booking_id: id, p_passengers: family });
  await db.pay(id, 1_000_000);
  await sent();
  await db.pay(id, 5_485_050);
  await db.must(somchai, 'bkk_admin_ticket', {
    p_booking_id: id,
    p_pnr: 'X7K2QM',
    p_ticket_numbers: ['2170000000001', '2170000000002', '2170000000003'],
    p_reason: null,
  });
  await sent();
  await db.reverse(payment);
  await sent();
}

/** Requests that end otherwise, and an offer without a deposit. */
async function walkOtherRequests(db: MailDatabase, sent: () => Promise<void>): Promise<void> {
  const [expired, cancelled, free] = [await db.request(), await db.request(), await db.request()];
  await sent();
  await db.sendOffer(expired);
  await sent();
  await db.runClock('expire_offers', 49);
  await db.onRequest(somchai, 'bkk_admin_cancel_request', cancelled, hostileWords);
  await db.sendOffer(free, { deposit_satang: 0 });
  await sent();
  await db.onRequest(nattaya, 'bkk_accept_offer', free);
  await sent();
}

/** Bookings that end otherwise. */
async function walkOtherBookings(db: MailDatabase, sent: () => Promise<void>): Promise<void> {
  const refused = await db.held(nattaya, { slip: 'slip.jpg' });
  await sent();
  await db.must(somchai, 'bkk_admin_refuse_deposit', {
    p_booking_id: refused.booking_id,
    p_reason_en: hostileWords,
    p_reason_th: 'ยอดเงินในสลิปไม่ครบ',
  });
  await db.held(nattaya, { slip: 'slip.jpg' });
  await sent();
  await db.runClock('end_reviews', 25);
  const held = await db.held();
  await sent();
  await db.must(somchai, 'bkk_admin_extend_hold', {
    p_booking_id: held.booking_id,
    p_hold_expires_at: new Date(Date.now() + 48.5 * 3_600_000).toISOString(),
  });
  await sent();
  await db.must(somchai, 'bkk_admin_price_booking', {
    p_booking_id: held.booking_id,
    p_lines: familyOffer.lines,
    p_total_satang: String(familyOffer.total_satang),
  });
  await sent();
  await db.runClock('expire_holds', 49);
  await sent();
  await db.pay(held.booking_id, 100_000);
  const [byMember, byAdmin] = [await db.held(), await db.held()];
  await sent();
  const words = { p_reason: hostileWords };
  await db.must(nattaya, 'bkk_cancel_booking', { p_booking_id: byMember.booking_id, ...words });
  const payment = await db.pay(byAdmin.booking_id, 50_000);
  await sent();
  await db.must(somchai, 'bkk_admin_cancel_booking', {
    p_booking_id: byAdmin.booking_id,
    ...words,
  });
  await sent();
  await db.reverse(payment);
  await sent();
}

/** An airline that changes a flight of a booking, and then cancels its order. */
async function walkAirline(db: MailDatabase, sent: () => Promise<void>): Promise<void> {
  const { booking_id: id } = await db.held();
  await sent();
  await db.putOrder(id, 'null');
  await db.readOrder(id, { state: 'held', total_satang: 100, changes: ['aic_1'] });
  await sent();
  await db.readOrder(id, { state: 'cancelled' });
  await sent();
}

/** Holds a seat on an own flight, which then leaves two hours later. */
export async function changeOwnFlight(db: MailDatabase): Promise<string> {
  await db.test.sql(`select bkk_internal.set_features('{requests,bookings,flights}')`);
  const fare = await addFlight(db.test, { number: '108', times: 'BKK 08:05 CNX 09:25' });
  const { booking_id: id } = await db.held(nattaya, {
    flight: `own-1-0-0_${String(fare)}.${compactDay()}`,
    passengers: [family[0]],
    satang: 100_000,
  });
  await db.sent();
  await db.rows(
    somchai,
    `select bkk_admin_save_flight(flight_id, version, to_jsonb(flight) || jsonb_build_object(
       'departs_at', '10:05', 'arrives_at', '11:25', 'fares', (
         select jsonb_agg(to_jsonb(fare)) from bkk_flight_fares as fare where fare.flight_id = flight.flight_id)))
     from bkk_flights as flight`,
  );
  return id;
}

/** A cancelled booking for which 10,000 baht were paid, whose refund is decided unless there is no fee. */
async function openRefund(
  db: MailDatabase,
  sent: () => Promise<void>,
  fee?: number,
): Promise<string> {
  const { booking_id: id } = await db.held();
  await sent();
  await db.pay(id, 1_000_000);
  // The mail about the payment is that of another walk.
  await db.sent();
  await db.must(somchai, 'bkk_admin_cancel_booking', { p_booking_id: id, p_reason: hostileWords });
  await sent();
  const [row] = await db.test.sql<{ refund_id: string }>(
    'select refund_id from bkk_refunds where booking_id = $1',
    [id],
  );
  const refundId = row?.refund_id ?? '';
  if (fee !== undefined)
    await db.must(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: refundId,
      p_fee_satang: String(fee),
      p_note: hostileWords,
      p_idempotency_key: randomUUID(),
    });
  return refundId;
}

/** Refunds to a bank account, to credit and of nothing, and amounts that a second admin approves and refuses. */
async function walkRefunds(db: MailDatabase, sent: () => Promise<void>): Promise<void> {
  await db.test.sql(`select bkk_internal.set_features('{requests,bookings,payments}')`);
  // The limits of members count what was placed before.
  await db.test.sql(`begin; set local session_replication_role = replica;
    update bkk_bookings set created_at = created_at - interval '1 day'; commit`);
  await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
  await openRefund(db, sent);
  const toBank = await openRefund(db, sent, 150_000);
  const toCredit = await openRefund(db, sent, 0);
  await openRefund(db, sent, 1_000_000);
  await sent();
  await db.test.sql(`select bkk_store_refund_account($1, $2, '004', $3, 'sealed', '4417')`, [
    toBank,
    nattaya.id,
    hostileName,
  ]);
  await sent();
  await db.must(somchai, 'bkk_admin_pay_refund', {
    p_refund_id: toBank,
    p_paid_at: new Date().toISOString(),
    p_bank_reference: 'SCB-1',
  });
  await db.must(nattaya, 'bkk_take_refund_as_credit', { p_refund_id: toCredit });
  await sent();
  const { booking_id: id } = await db.held();
  await sent();
  const asked = [await db.pay(id, 2_500_000), await db.pay(id, 2_600_000)];
  await db.must(somchai, 'bkk_admin_change_credit', {
    p_user_id: nattaya.id,
    p_amount_satang: '-2100000',
    p_note: hostileWords,
    p_idempotency_key: randomUUID(),
  });
  await sent();
  for (const [index, approval] of asked.entries())
    await db.must(malee, 'bkk_admin_decide_approval', {
      p_approval_id: (JSON.parse(approval) as { approval_id: string }).approval_id,
      p_approve: index === 0,
      p_note: hostileWords,
    });
  await sent();
}

/** Walks through every event of requests and bookings and returns the mails, each in both languages. */
export async function walkEveryMail(db: MailDatabase): Promise<readonly RenderedMail[]> {
  const mails: RenderedMail[] = [];
  const sent = async () => {
    mails.push(...(await db.sent()));
  };
  await walkToTickets(db, sent);
  await walkOtherRequests(db, sent);
  await walkOtherBookings(db, sent);
  await walkAirline(db, sent);
  await changeOwnFlight(db);
  await sent();
  await walkRefunds(db, sent);
  return mails;
}
