import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileFlightOrders } from '../../../../supabase/functions/_shared/flights/reconcile-flight-orders.ts';
import { members } from '../testing/rest-service.ts';
import {
  holdOf,
  searchOf,
  startFlightFunctions,
  type FlightFunctions,
} from '../testing/flight-functions.ts';

let flights: FlightFunctions;
/** A booking of Nattaya that is held at the airline, and its order. */
let bookingId: string;
let order: ReturnType<FlightFunctions['duffel']['orders']['get']> & object;

beforeAll(async () => {
  flights = await startFlightFunctions();
});
afterAll(() => flights.close());

beforeEach(async () => {
  const { backend, duffel, tokens } = flights;
  await backend.database.sql(
    `delete from bkk_bookings where flight_id is not null and user_id = '${members.nattaya.id}'; delete from bkk_flight_searches`,
  );
  duffel.orders.clear();
  duffel.changes.clear();
  duffel.paymentAnswer = 'ok';
  duffel.cancelAnswer = 'ok';
  const { body } = await flights.call('search-flights', searchOf('BKK-NRT'));
  const offers = body.offers as { id: string; totalSatang: number; heldUntil: string | null }[];
  const offer = offers.find(({ heldUntil }) => heldUntil !== null);
  const held = await flights.call(
    'hold-flight',
    holdOf(offer ?? { id: '', totalSatang: 0 }),
    tokens.nattaya,
  );
  bookingId = String(held.body.booking_id);
  const [placed] = duffel.orders.values();
  if (held.status !== 200 || placed === undefined) throw new Error(JSON.stringify(held));
  order = placed;
  duffel.received.length = 0;
});

const sql: FlightFunctions['backend']['database']['sql'] = (...given) =>
  flights.backend.database.sql(...given);

async function reconcile(bearer = flights.secrets.service): Promise<Response> {
  const request = new Request(`${flights.backend.url}/functions/v1/reconcile-flight-orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  });
  return reconcileFlightOrders(request, flights.environment);
}

/** The state of the booking and its order once it is reconciled, which the clock of the server may do first. */
async function reconciled() {
  await reconcile();
  const [row] = await sql<{ text: string }>(
    `select concat_ws(' ', booking.status, supplier.state, nullif(array_to_string(booking.flags, ','), '')) as text
     from bkk_bookings as booking join bkk_supplier_orders as supplier using (booking_id) where booking_id = $1`,
    [bookingId],
  );
  return row?.text;
}

const makeDue = () =>
  sql('update bkk_supplier_orders set due_at = clock_timestamp() where booking_id = $1', [
    bookingId,
  ]);

const events = () =>
  sql<{ event: string }>(
    'select event from bkk_booking_events where booking_id = $1 order by event_id',
    [bookingId],
  ).then((rows) => rows.map(({ event }) => event));

const mails = () =>
  sql<{ mail: string }>(
    `select event || ' ' || split_part(account.email, '@', 1) as mail from bkk_outbox as message
     join auth.users as account on account.id = message.user_id
     where ids ->> 'booking_id' = $1 order by number`,
    [bookingId],
  ).then((rows) => rows.map(({ mail }) => mail));

const versionOf = async () => {
  const [row] = await sql<{ version: number }>(
    'select version from bkk_bookings where booking_id = $1',
    [bookingId],
  );
  return row?.version ?? 0;
};

const calls = (call: string) => flights.duffel.received.filter((one) => one.call === call).length;

describe('an order of a booking that ends', () => {
  it('is cancelled at the airline, once', async () => {
    const cancelled = await flights.rpc(
      'bkk_cancel_booking',
      { p_booking_id: bookingId, p_version: await versionOf() },
      flights.tokens.nattaya,
    );
    expect(cancelled.status).toBe(204);
    await expect.poll(reconciled).toBe('CANCELLED cancelled');
    expect(order.cancelled_at).not.toBeNull();
    expect(calls('POST /air/order_cancellations/*/actions/confirm')).toBe(1);
    expect(await events()).toEqual(['hold_placed', 'cancelled', 'order_cancelled']);
    await makeDue();
    await expect.poll(reconciled).toBe('CANCELLED cancelled');
    expect(calls('POST /air/order_cancellations')).toBe(1);
  });

  it('by expiry is cancelled too', async () => {
    await sql(`update bkk_bookings set hold_expires_at = now() where booking_id = $1`, [bookingId]);
    await sql('select bkk_internal.expire_holds(now())');
    await expect.poll(reconciled).toBe('EXPIRED cancelled');
    expect(order.cancelled_at).not.toBeNull();
  });

  it('and that the airline does not cancel is flagged once, until its own deadline has ended it', async () => {
    flights.duffel.cancelAnswer = 'refused';
    await sql(`update bkk_bookings set status = 'CANCELLED' where booking_id = $1`, [bookingId]);
    for (let times = 0; times < 2; times += 1) {
      await makeDue();
      await expect.poll(reconciled).toBe('CANCELLED cancelling supplier_order');
    }
    expect(await events()).toEqual(['hold_placed', 'order_cancel_failed']);
    await sql('update bkk_supplier_orders set pay_by = now() where booking_id = $1', [bookingId]);
    await makeDue();
    await expect.poll(reconciled).toBe('CANCELLED cancelled supplier_order');
  });

  it('and that the airline does not cancel is flagged, too, where it has no deadline', async () => {
    flights.duffel.cancelAnswer = 'refused';
    await sql('update bkk_supplier_orders set pay_by = null where booking_id = $1', [bookingId]);
    await sql(`update bkk_bookings set status = 'CANCELLED' where booking_id = $1`, [bookingId]);
    await makeDue();
    await expect.poll(reconciled).toBe('CANCELLED cancelling supplier_order');
  });

  it('and that the airline no longer knows is asked for again later, not at once', async () => {
    await sql(`update bkk_bookings set status = 'CANCELLED' where booking_id = $1`, [bookingId]);
    const [leased] = await sql<{ lease: string }>(
      `update bkk_supplier_orders set lease = gen_random_uuid(), due_at = 'infinity' where booking_id = $1 returning lease`,
      [bookingId],
    );
    await sql(`select bkk_record_supplier_order($1, $2, '{"state": "missing"}')`, [
      bookingId,
      leased?.lease ?? '',
    ]);
    const [row] = await sql<{ waits: boolean }>(
      `select due_at > now() + interval '5 minutes' as waits from bkk_supplier_orders where booking_id = $1`,
      [bookingId],
    );
    expect(row?.waits).toBe(true);
  });

  it('and is paid is left for an admin to decide', async () => {
    order.payment_status.paid_at = new Date().toISOString();
    await makeDue();
    await expect.poll(reconciled).toBe('HOLD paid');
    await sql(`update bkk_bookings set status = 'CANCELLED' where booking_id = $1`, [bookingId]);
    await expect.poll(reconciled).toBe('CANCELLED paid supplier_order');
    expect(order.cancelled_at).toBeNull();
  });
});

describe('an order that an admin pays', () => {
  const pay = async (bearer: string) =>
    flights.rpc(
      'bkk_admin_pay_supplier_order',
      { p_booking_id: bookingId, p_version: await versionOf() },
      bearer,
    );

  beforeEach(async () => {
    await sql(`update bkk_bookings set status = 'CONFIRMED' where booking_id = $1`, [bookingId]);
  });

  it('is paid once, with what it costs; nobody else can ask for it', async () => {
    expect((await pay(flights.tokens.nattaya)).status).toBe(403);
    expect((await pay(flights.tokens.somchai)).status).toBe(204);
    expect(await pay(flights.tokens.somchai)).toMatchObject({ status: 409 });
    await expect.poll(reconciled).toBe('CONFIRMED paid');
    expect(flights.duffel.received.find(({ call }) => call === 'POST /air/payments')?.body).toEqual(
      {
        order_id: order.id,
        payment: { type: 'balance', amount: '24690.10', currency: 'THB' },
      },
    );
    expect(await events()).toEqual(['hold_placed', 'order_payment_asked', 'order_paid']);
  });

  it('is paid before the tickets', async () => {
    const ticket = async () =>
      flights.rpc(
        'bkk_admin_ticket',
        {
          ...{ p_booking_id: bookingId, p_version: await versionOf(), p_pnr: 'RZPNX8' },
          ...{ p_ticket_numbers: ['2170000000001'], p_reason: 'Pays by card' },
        },
        flights.tokens.somchai,
      );
    expect(await ticket()).toMatchObject({ status: 409, body: { hint: 'bkk.order_unpaid' } });
    await pay(flights.tokens.somchai);
    await expect.poll(reconciled).toBe('CONFIRMED paid');
    expect((await ticket()).status).toBe(204);
  });

  it('is not paid again where the answer was lost', async () => {
    flights.duffel.paymentAnswer = 'lost';
    await pay(flights.tokens.somchai);
    await expect.poll(reconciled).toBe('CONFIRMED paying');
    await expect.poll(() => calls('POST /air/payments')).toBe(1);
    await makeDue();
    await expect.poll(reconciled).toBe('CONFIRMED paid');
    expect(calls('POST /air/payments')).toBe(1);
  });

  it('stays held where it cannot be paid, or costs more by now, and is flagged', async () => {
    flights.duffel.paymentAnswer = 'no_balance';
    await pay(flights.tokens.somchai);
    await expect.poll(reconciled).toBe('CONFIRMED held supplier_order');
    flights.duffel.paymentAnswer = 'ok';
    order.total_amount = '25000.00';
    await pay(flights.tokens.somchai);
    await expect.poll(reconciled).toBe('CONFIRMED held supplier_order');
    expect(order.payment_status.paid_at).toBeNull();
    expect(await events()).toEqual([
      'hold_placed',
      'order_payment_asked',
      'order_payment_failed',
      'order_payment_asked',
      'order_payment_failed',
    ]);
  });
});

describe('an order that is read', () => {
  it('and that the airline has cancelled ends an unpaid hold, which member and admins are told', async () => {
    order.cancelled_at = new Date().toISOString();
    await makeDue();
    await expect.poll(reconciled).toBe('CANCELLED cancelled');
    expect(await events()).toEqual(['hold_placed', 'airline_cancelled', 'cancelled']);
    expect(await mails()).toEqual([
      'booking.hold_placed nattaya',
      'booking.airline_cancelled nattaya',
      'admin.airline_cancelled somchai',
    ]);
    await expect
      .poll(async () => (await flights.backend.mails()).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining([expect.stringContaining('cancelled your seats')]));
  });

  it('and that the airline has cancelled after money came in is an admin’s to decide', async () => {
    await sql(`update bkk_bookings set status = 'CONFIRMED' where booking_id = $1`, [bookingId]);
    order.cancelled_at = new Date().toISOString();
    await makeDue();
    await expect.poll(reconciled).toBe('CONFIRMED cancelled supplier_order');
  });

  it('with a change of the airline puts it into the time line and tells member and admins once', async () => {
    flights.duffel.changes.set(order.id, ['aic_1']);
    for (let times = 0; times < 2; times += 1) {
      await makeDue();
      await expect.poll(reconciled).toBe('HOLD held supplier_order');
    }
    expect(await events()).toEqual(['hold_placed', 'flight_changed']);
    expect((await mails()).slice(1)).toEqual([
      'booking.flight_changed nattaya',
      'admin.flight_changed somchai',
    ]);
  });

  it('takes an earlier deadline of the airline over, and flags another price', async () => {
    order.payment_status.payment_required_by = '2026-11-26T23:00:00Z';
    order.total_amount = '26000.00';
    await makeDue();
    await expect.poll(reconciled).toBe('HOLD held supplier_order');
    const [row] = await sql<{ until: Date; total: string }>(
      `select hold_expires_at as until, supplier.total_satang as total from bkk_bookings
       join bkk_supplier_orders as supplier using (booking_id) where booking_id = $1`,
      [bookingId],
    );
    expect([row?.until.toISOString(), row?.total]).toEqual(['2026-11-26T23:00:00.000Z', '2600000']);
  });

  it('is reconciled for the service key alone', async () => {
    for (const bearer of [flights.backend.anonKey, flights.tokens.somchai])
      expect((await reconcile(bearer)).status).toBe(403);
    // A server has a clock of its own.
    expect(
      await flights.call('reconcile-flight-orders', {}, flights.secrets.service),
    ).toMatchObject({
      status: 404,
    });
  });
});

describe('the webhook', () => {
  const event = (id: string, orderId: string) =>
    JSON.stringify({
      id: 'wev_1',
      type: 'order.airline_initiated_change_detected',
      idempotency_key: id,
      data: { object: { id: 'aic_9', order_id: orderId } },
    });

  const signature = (body: string, secret = flights.secrets.webhook, time = '1616202842') =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

  const send = (body: string, header?: string) =>
    fetch(`${flights.backend.url}/functions/v1/duffel-webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header !== undefined && { 'x-duffel-signature': header }),
      },
      body,
    }).then(({ status }) => status);

  const isDue = async () => {
    const [row] = await sql<{ due: boolean }>(
      'select due_at <= clock_timestamp() as due from bkk_supplier_orders where booking_id = $1',
      [bookingId],
    );
    return row?.due;
  };

  it('lets the order be read, once for an event, without believing it', async () => {
    flights.duffel.changes.set(order.id, ['aic_1']);
    const body = event('first', order.id);
    expect(await send(body, signature(body))).toBe(200);
    await expect.poll(reconciled).toBe('HOLD held supplier_order');
    expect(await events()).toEqual(['hold_placed', 'flight_changed']);
    expect(await send(body, signature(body, flights.secrets.webhook, '1616300000'))).toBe(200);
    expect(await isDue()).toBe(false);
  });

  it('takes nothing without the right signature of the body as sent', async () => {
    const body = event('second', order.id);
    expect(await send(body)).toBe(401);
    expect(await send(body, signature(body, 'another secret'))).toBe(401);
    expect(await send(`${body} `, signature(body))).toBe(401);
    expect(await send(body, 't=1,v1=00')).toBe(401);
    expect(await isDue()).toBe(false);
    expect(await sql(`select from bkk_supplier_events where event_id = 'second'`)).toEqual([]);
  });

  it('answers for what is signed and is no event of an order', async () => {
    const ping = JSON.stringify({ id: 'wev_2', type: 'ping.triggered', data: { object: {} } });
    expect(await send(ping, signature(ping))).toBe(200);
    expect(await send('no event', signature('no event'))).toBe(400);
    const unknown = event('third', 'ord_unknown');
    expect(await send(unknown, signature(unknown))).toBe(200);
  });
});

it('the log has neither tokens nor anything of a passenger', () => {
  const text = flights.log.join('');
  expect(text).toContain('an order could not be reconciled');
  const { token, webhook } = flights.secrets;
  const found = [token, webhook, 'Kanyarat', 'Phromsri', 'kanyarat@example.com', '898765432'];
  expect(found.filter((value) => text.includes(value))).toEqual([]);
});

it('a hold is extended up to the deadline of the airline, and not beyond it', async () => {
  const extend = async (hours: number) =>
    flights.rpc(
      'bkk_admin_extend_hold',
      {
        p_booking_id: bookingId,
        p_version: await versionOf(),
        p_hold_expires_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
      },
      flights.tokens.somchai,
    );
  const refused = await extend(80);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/^The airline keeps the seats until 20\d\d-.* Bangkok time/);
  await sql(
    `update bkk_supplier_orders set pay_by = now() + interval '90 hours' where booking_id = $1`,
    [bookingId],
  );
  expect((await extend(80)).status).toBe(204);
  expect((await extend(91)).status).toBe(409);
  await sql('update bkk_supplier_orders set pay_by = null where booking_id = $1', [bookingId]);
  expect((await extend(85)).status).toBe(409);
});
