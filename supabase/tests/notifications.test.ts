import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import { addFlight } from './flight-fixture.ts';
import type { SignedInUser } from './member-database.ts';
import { openShop } from './order-fixture.ts';

const { nattaya, somchai, malee } = members;
const publicKey = 'B'.repeat(87);
const keysOf = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const lineUser = (digit: string) => `U${digit.repeat(32)}`;

const db = shareDatabase(startBookingDatabase);
beforeAll(() =>
  db.test.sql(`select bkk_internal.set_features('{bookings,notifications}'),
    bkk_internal.set_notification_channels(true, '${publicKey}')`),
);

const valueOf = async (who: SignedInUser, text: string) => (await db.rows(who, text))[0];
const queued = async (user: { readonly id: string } = nattaya) =>
  (
    await db.test.sql<{ message: string }>(
      `select concat_ws(' ', channel, event) as message from bkk_outbox where user_id = $1 order by 1`,
      [user.id],
    )
  ).map(({ message }) => message);
const told = (who: SignedInUser) =>
  db.rows(who, `select kind, event, values ->> 'reference' as reference from bkk_notifications`);
const addBrowser = (who: SignedInUser, name: string) =>
  db.rows(
    who,
    `select bkk_add_push_subscription('https://push.bkksiam.example/${name}', '${keysOf.p256dh}=', '${keysOf.auth}')`,
  );

async function linkLine(who: SignedInUser, account: string) {
  const row = await valueOf(who, `select bkk_start_line_link() ->> 'code' as code`);
  const [said] = await db.test.sql(`select bkk_link_line($1, $2) ->> 'state' as state`, [
    row?.code,
    account,
  ]);
  return { code: String(row?.code), state: said?.state };
}
const sendCode = async (code: string, account: string) => {
  const [row] = await db.test.sql(`select bkk_link_line($1, $2) ->> 'state' as state`, [
    code,
    account,
  ]);
  return row?.state;
};
const linked = async () =>
  (await db.test.sql('select user_id, line_user_id from bkk_line_accounts order by 2')).map(
    (row) => `${String(row.user_id)} ${String(row.line_user_id)}`,
  );

async function openedShop() {
  await db.test.sql(`select bkk_internal.set_features('{bookings,payments,shop,notifications}')`);
  return openShop(db);
}

describe('an event', () => {
  test('is told in the site and by every channel of its reader, once', async () => {
    await linkLine(nattaya, lineUser('a'));
    await addBrowser(nattaya, 'phone');
    await addBrowser(nattaya, 'laptop');
    const { reference, booking_id: id, version } = await db.held();
    expect(await told(nattaya)).toEqual([
      { kind: 'bookings', event: 'booking.hold_placed', reference },
    ]);
    const all = ['line', 'mail', 'push', 'push'].map((channel) => `${channel} booking.hold_placed`);
    expect(await queued()).toEqual(all);

    const again = `select bkk_internal.queue_message('mail', '${nattaya.id}', 'booking.hold_placed', '{}', 'booking.hold_placed:${id}:${String(version)}') as queued`;
    expect(await db.test.sql(again)).toEqual([{ queued: false }]);
    expect(await queued()).toEqual(all);
    expect(await told(malee)).toEqual([]);
  });

  test('that was mailed before the feature was on is not told again', async () => {
    await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
    const { booking_id: id, version } = await db.held();
    expect(await queued()).toEqual(['mail booking.hold_placed']);
    await db.test.sql(`select bkk_internal.set_features('{bookings,notifications}');
      select bkk_internal.queue_message('mail', '${nattaya.id}', 'booking.hold_placed', '{}', 'booking.hold_placed:${id}:${String(version)}')`);
    expect(await queued()).toEqual(['mail booking.hold_placed']);
    expect(await db.test.sql('select from bkk_notifications')).toEqual([]);
  });

  test('reaches admins as one of the agency, by the channels of each', async () => {
    await db.rows(
      somchai,
      `insert into bkk_notification_settings (user_id, kind, mail) values ('${somchai.id}', 'agency', false)`,
    );
    const { booking_id: id, reference } = await db.held();
    await db.call(nattaya, 'bkk_cancel_booking', { p_booking_id: id, p_reason: 'Ill' });
    expect(await told(somchai)).toEqual([
      { kind: 'agency', event: 'admin.booking_cancelled', reference },
    ]);
    expect(await queued(somchai)).toEqual([]);
  });

  test('is told by the channels that are on for its kind alone', async () => {
    await linkLine(nattaya, lineUser('a'));
    await addBrowser(nattaya, 'phone');
    const choose = (mail: boolean, line: boolean, push: boolean) =>
      db.rows(
        nattaya,
        `insert into bkk_notification_settings values ('${nattaya.id}', 'bookings', ${[mail, line, push].join()})
          on conflict (user_id, kind) do update
            set (mail, line, push) = row(excluded.mail, excluded.line, excluded.push)`,
      );
    await choose(false, true, false);
    await db.held();
    expect(await queued()).toEqual(['line booking.hold_placed']);
    await choose(false, false, false);
    await db.held(nattaya);
    expect(await queued()).toHaveLength(1);
    expect(await told(nattaya)).toHaveLength(2);
  });

  test('of an order reaches its member by the channels on for orders, a guest by mail alone', async () => {
    const shop = await openedShop();
    await linkLine(nattaya, lineUser('a'));
    await addBrowser(nattaya, 'phone');
    await db.rows(
      nattaya,
      `insert into bkk_notification_settings (user_id, kind, mail) values ('${nattaya.id}', 'orders', false)`,
    );
    const { order_id: id, number, total_satang: total } = await shop.placed(nattaya);
    await shop.placed(null, { email: 'guest@example.com' });
    expect(await queued()).toEqual(['line order.placed', 'push order.placed']);
    expect(
      await db.test.sql('select channel, event from bkk_outbox where user_id is null'),
    ).toEqual([{ channel: 'mail', event: 'order.placed' }]);
    await db.test.sql(
      `select bkk_internal.pay_order(placed, 10000, now(), '{}') from bkk_orders as placed where order_id = $1`,
      [id],
    );
    expect(
      await db.rows(
        nattaya,
        `select kind, event, values ->> 'reference' as reference, values -> 'left_satang' as left
          from bkk_notifications order by created_at`,
      ),
    ).toEqual([
      { kind: 'orders', event: 'order.placed', reference: number, left: null },
      { kind: 'orders', event: 'order.part_paid', reference: number, left: Number(total) - 10_000 },
    ]);
    expect(await db.test.sql('select from bkk_notifications')).toHaveLength(2);
  });

  test('of a product that is back is told once, by the channels on for orders', async () => {
    await openedShop();
    await addBrowser(nattaya, 'phone');
    await db.rows(nattaya, `select bkk_ask_stock_alert('tag-red')`);
    const { alert_id: id } = (await db.test.sql('select alert_id from bkk_stock_alerts'))[0] ?? {};
    await db.test.sql(
      `update bkk_product_variants set inventory_quantity = 1 where id = 'tag-red';
        select bkk_internal.send_stock_alerts(now()), bkk_internal.send_stock_alerts(now())`,
    );
    expect(await queued()).toEqual(['mail stock.back', 'push stock.back']);
    expect(await db.rows(nattaya, 'select kind, event, values from bkk_notifications')).toEqual([
      {
        kind: 'orders',
        event: 'stock.back',
        values: { alert_id: id, product_id: 'tag', title: 'Departure Tag' },
      },
    ]);
  });

  test('with the mail off reminds once all the same', async () => {
    await db.rows(
      nattaya,
      `insert into bkk_notification_settings (user_id, kind, mail) values ('${nattaya.id}', 'bookings', false)`,
    );
    await db.held();
    const remind = `select bkk_internal.remind_holds(now() + interval '24.1 hours') as reminded`;
    expect(await db.test.sql(remind)).toEqual([{ reminded: '1' }]);
    expect(await db.test.sql(remind)).toEqual([{ reminded: '0' }]);
  });
});

describe.each([
  ['demoted', `role = 'member'`],
  ['deactivated', 'is_active = false'],
])('an admin who was %s', (_how, change) => {
  test('is not told of other members any more, by no channel', async () => {
    const setUser = (who: SignedInUser, changes: string) =>
      db.test.sql(`update bkk_user_roles set ${changes} where user_id = '${who.id}'`);
    await setUser(malee, `role = 'admin'`);
    await linkLine(somchai, lineUser('a'));
    await addBrowser(somchai, 'phone');
    const { booking_id: id, reference } = await db.held();
    await db.held(somchai);
    await db.call(nattaya, 'bkk_cancel_booking', { p_booking_id: id, p_reason: 'Ill' });
    const toAdmin = ['line', 'mail', 'push'].map((channel) => `${channel} admin.booking_cancelled`);
    expect(await queued(somchai)).toEqual(expect.arrayContaining(toAdmin));
    expect(await told(somchai)).toHaveLength(2);

    await setUser(somchai, change);
    const [row] = await db.test.sql<{ leased: readonly { event: string; user_id: string }[] }>(
      // By day: at night they would wait.
      `select bkk_internal.lease_messages(100, 60,
        ((now() at time zone 'Asia/Bangkok')::date + 1 + time '12:00') at time zone 'Asia/Bangkok') as leased`,
    );
    const leased = row?.leased.filter(({ event }) => event.startsWith('admin.')) ?? [];
    expect(leased.map(({ user_id }) => user_id)).toEqual([malee.id]);
    const own = ['line', 'mail', 'push'].map((channel) => `${channel} booking.hold_placed`);
    expect(await queued(somchai)).toEqual(own);

    await setUser(somchai, 'is_active = true');
    if (change.startsWith('is_active')) return;
    expect(JSON.stringify(await told(somchai))).not.toContain(reference);
    expect(await valueOf(somchai, 'select bkk_unread_notifications() as unread')).toEqual({
      unread: 1,
    });
    const mark = 'select bkk_mark_notifications_read() as marked';
    expect(await valueOf(somchai, mark)).toEqual({ marked: 1 });
  });
});

test('a member counts and marks their own notifications', async () => {
  const { booking_id: id } = await db.held();
  await db.held(malee);
  await db.call(nattaya, 'bkk_cancel_booking', { p_booking_id: id, p_reason: 'Ill' });
  const unread = () => valueOf(nattaya, 'select bkk_unread_notifications() as unread');
  expect(await unread()).toEqual({ unread: 2 });
  const [{ notification_id: one } = {}] = await db.test.sql(
    `select notification_id from bkk_notifications where user_id = '${nattaya.id}' limit 1`,
  );
  const mark = (who: SignedInUser, ids: string) =>
    valueOf(who, `select bkk_mark_notifications_read(${ids}) as marked`);
  expect(await mark(malee, `array['${String(one)}']::uuid[]`)).toEqual({ marked: 0 });
  expect(await mark(nattaya, `array['${String(one)}']::uuid[]`)).toEqual({ marked: 1 });
  expect(await mark(nattaya, '')).toEqual({ marked: 1 });
  expect(await unread()).toEqual({ unread: 0 });
});

describe('quiet hours', () => {
  /** The events that a worker leases at an hour of Bangkok, on a day from tomorrow. */
  async function leasedAt(time: string, day = 1) {
    const [row] = await db.test.sql<{ leased: { event: string }[] }>(
      `select bkk_internal.lease_messages(100, 0, ((now() at time zone 'Asia/Bangkok')::date + $2::int + $1::time)
        at time zone 'Asia/Bangkok') as leased`,
      [time, day],
    );
    return (row?.leased ?? []).map(({ event }) => event).sort();
  }
  /** How many messages are overdue at a time of tomorrow, and the minutes that the oldest has waited. */
  async function queueAt(time: string) {
    const [row] = await db.test.sql<{ stuck: number; minutes: number | null }>(
      `select (count ->> 'stuck')::int as stuck, ((count ->> 'oldest_seconds')::float8 / 60)::int as minutes
        from bkk_internal.count_messages(((now() at time zone 'Asia/Bangkok')::date + 1 + $1::time)
          at time zone 'Asia/Bangkok') as count`,
      [time],
    );
    return [row?.stuck, row?.minutes];
  }
  /** A hold that ends at a time of the day after tomorrow. */
  const holdUntil = async (time: string) => {
    const { booking_id: id } = await db.held();
    await db.endHoldAt(
      id,
      `((now() at time zone 'Asia/Bangkok')::date + 2 + '${time}'::time) at time zone 'Asia/Bangkok'`,
    );
  };

  test('keep messages from 22:00 to 07:00 of the next day, across midnight', async () => {
    await holdUntil('12:00');
    for (const [time, day] of [
      ['22:00', 1],
      ['23:59:59', 1],
      ['00:00', 2],
      ['06:59:59', 2],
    ] as const)
      expect(await leasedAt(time, day)).toEqual([]);
    expect(await leasedAt('07:00', 2)).toEqual(['booking.hold_placed']);
  });

  test('let a message pass at the last moment before them', async () => {
    await holdUntil('12:00');
    expect(await leasedAt('21:59:59')).toEqual(['booking.hold_placed']);
  });

  test('let the mails to a guest pass, and those to a member whose time to pay ends in the night', async () => {
    const shop = await openedShop();
    const guest = await shop.placed(null, { email: 'guest@example.com' });
    const member = await shop.placed(nattaya);
    expect(await leasedAt('23:00')).toEqual(['order.placed']);
    await db.test.sql('delete from bkk_outbox where user_id is null');
    expect(await leasedAt('23:00')).toEqual([]);
    await db.test.sql(
      `update bkk_orders set pay_by = ((now() at time zone 'Asia/Bangkok')::date + 2 + time '07:30') at time zone 'Asia/Bangkok'
        where order_id in ($1, $2)`,
      [guest.order_id, member.order_id],
    );
    expect(await leasedAt('23:00')).toEqual(['order.placed']);
  });

  /** Segments that depart at local times of zones. */
  const flights = (...times: readonly (readonly [local: string, zone: string])[]) =>
    JSON.stringify(times.map(([local, zone]) => ({ departs_at: local, departs_zone: zone })));
  const bangkok = (local: string) => flights([local, 'Asia/Bangkok']);
  /** Whether a message about a booking is sent at a time in Bangkok of one of the nights around 28 March 2027. */
  async function isSentAt(time: string, changes: string, deadline?: string) {
    const { booking_id: id } = await db.held();
    await db.put(id, `hold_expires_at = '2027-06-01', due_at = '2027-06-01'`);
    await db.put(id, changes);
    const [row] = await db.test.sql(
      `with told as (
        update bkk_outbox set due_at = $1::timestamp at time zone 'Asia/Bangkok', ids = ids - 'deadline' || case
          when $2::timestamp is null then '{}'
          else jsonb_build_object('deadline', extract(epoch from $2::timestamp at time zone 'Asia/Bangkok')::bigint) end
        returning due_at)
      select due_at as at from told`,
      [time, deadline ?? null],
    );
    const [leased] = await db.test.sql<{ count: number }>(
      'select jsonb_array_length(bkk_internal.lease_messages(100, 0, $1)) as count',
      [row?.at],
    );
    return leased?.count === 1;
  }
  const ticketed = `status = 'TICKETED', due_at = null`;
  const cancelled = `status = 'CANCELLED', due_at = null`;
  const leaving = (segments: string, changes = ticketed) => `${changes}, segments = '${segments}'`;
  const holdUntilTime = (time: string) => `hold_expires_at = '${time}+07', due_at = '${time}+07'`;

  test.each([
    ['a flight in two hours', '2027-03-28 04:45', leaving(bangkok('2027-03-28T06:45')), true],
    ['a flight after midnight', '2027-03-27 23:30', leaving(bangkok('2027-03-28T00:30')), true],
    [
      'a flight that is cancelled',
      '2027-03-27 22:00',
      leaving(bangkok('2027-03-28T11:00'), cancelled),
      true,
    ],
    ['a flight after 11:00', '2027-03-28 06:59', leaving(bangkok('2027-03-28T11:01')), false],
    ['a flight at noon', '2027-03-27 23:00', leaving(bangkok('2027-03-28T12:00')), false],
    ['a flight that has left', '2027-03-27 23:00', leaving(bangkok('2027-03-27T22:30')), false],
    [
      'a flight of next week',
      '2027-03-28 03:00',
      leaving(bangkok('2027-04-04T06:45'), cancelled),
      false,
    ],
    [
      'the way back',
      '2027-03-28 03:00',
      leaving(flights(['2027-03-20T06:45', 'Asia/Bangkok'], ['2027-03-28T12:30', 'Asia/Tokyo'])),
      true,
    ],
    [
      'a flight abroad',
      '2027-03-28 03:00',
      leaving(flights(['2027-03-28T13:30', 'Asia/Tokyo'])),
      false,
    ],
    // 11:00 in Bangkok by summer time, and noon the day before.
    [
      'summer time',
      '2027-03-28 03:00',
      leaving(flights(['2027-03-28T05:00', 'Europe/London'])),
      true,
    ],
    [
      'winter time',
      '2027-03-27 03:00',
      leaving(flights(['2027-03-27T05:00', 'Europe/London'])),
      false,
    ],
    ['a day without a time', '2027-03-28 03:00', `${ticketed}, departs_on = '2027-03-28'`, true],
    ['a later day', '2027-03-28 03:00', `${ticketed}, departs_on = '2027-03-29'`, false],
    ['no flight and no deadline', '2027-03-28 03:00', ticketed, false],
    ['a hold that ends at night', '2027-03-27 22:30', holdUntilTime('2027-03-28 06:30'), true],
    ['a hold that ends at 08:00', '2027-03-28 00:00', holdUntilTime('2027-03-28 08:00'), true],
    ['a hold that ends later', '2027-03-28 06:59', holdUntilTime('2027-03-28 08:01'), false],
    ['names due', '2027-03-27 23:00', `status = 'CONFIRMED', due_at = '2027-03-28 06:30+07'`, true],
    ['by day', '2027-03-28 07:00', ticketed, true],
  ])('let pass what cannot wait: %s', async (_what, time, changes, isSent) => {
    expect(await isSentAt(time, changes)).toBe(isSent);
  });

  test.each([
    ['2027-03-28 06:30', true],
    ['2027-03-28 08:01', false],
    // Past already: nothing is left to do.
    ['2027-03-27 22:30', false],
  ])('let pass a message whose own deadline is %s', async (deadline, isSent) => {
    expect(await isSentAt('2027-03-27 23:00', ticketed, deadline)).toBe(isSent);
  });

  test('let pass the change of an own flight that leaves earlier now', async () => {
    const fare = await addFlight(db.test, {
      number: '11',
      times: 'BKK 06:45 CNX 08:00',
      on: '2027-03-28',
    });
    const { booking_id: id } = await db.held();
    const seat = `insert into bkk_booking_seats (booking_id, fare_id, day, seats, state) values ($1, $2, '2027-03-28', 3, $3)`;
    await db.test.sql(seat, [id, fare, 'sold']);
    const next = async () => {
      const [row] = await db.test.sql(
        `select bkk_internal.next_departure(booking, '2027-03-27 23:00+07') = '2027-03-28 06:45+07' as is_early
          from bkk_bookings as booking where booking_id = $1`,
        [id],
      );
      return row?.is_early;
    };
    await db.put(id, `segments = '${bangkok('2027-03-28T12:00')}'`);
    expect(await next()).toBe(true);
    await db.test.sql(`update bkk_booking_seats set state = 'released'`);
    expect(await next()).toBe(false);
  });

  test('do not keep what belongs to no kind, nor anything with the feature off', async () => {
    await holdUntil('12:00');
    await db.test.sql(
      `select bkk_internal.queue_message('mail', '${nattaya.id}', 'greeting', '{}', 'greeting')`,
    );
    expect(await leasedAt('23:00')).toEqual(['greeting']);
    await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await leasedAt('23:30')).toEqual(['booking.hold_placed', 'greeting']);
  });

  test('make no message overdue or old, nor in the minute after them', async () => {
    await holdUntil('12:00');
    expect(await Promise.all(['03:00', '07:00:30', '07:05', '21:00'].map(queueAt))).toEqual([
      [0, null],
      [0, null],
      [1, 5],
      [1, 840],
    ]);
  });
});

describe('a LINE account', () => {
  test('is linked once by the code of a member, however often LINE sends the event', async () => {
    const { code, state } = await linkLine(nattaya, lineUser('a'));
    expect(code).toMatch(/^BKK-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(state).toBe('linked');
    expect(await sendCode(code, lineUser('a'))).toBe('linked');
    expect(await sendCode(code, lineUser('b'))).toBe('unknown');
    expect(await linked()).toEqual([`${nattaya.id} ${lineUser('a')}`]);
    const channels = await valueOf(nattaya, 'select bkk_notification_channels() as channels');
    expect(channels?.channels).toMatchObject({ line: { is_offered: true }, push: { count: 0 } });
  });

  test('belongs to the member who linked it last', async () => {
    await linkLine(nattaya, lineUser('a'));
    await linkLine(malee, lineUser('a'));
    expect(await linked()).toEqual([`${malee.id} ${lineUser('a')}`]);
  });

  test('is not linked by a code after ten minutes, nor after ten wrong ones', async () => {
    const start = () => valueOf(nattaya, `select bkk_start_line_link() ->> 'code' as code`);
    const late = String((await start())?.code);
    await db.test.sql('update bkk_line_codes set expires_at = clock_timestamp()');
    expect(await sendCode(late, lineUser('a'))).toBe('unknown');
    const code = String((await start())?.code);
    for (let wrong = 0; wrong < 9; wrong += 1) await sendCode('BKK-0000-0000', lineUser('a'));
    expect(await sendCode(code, lineUser('a'))).toBe('limited');
    await db.test.sql(`update bkk_line_attempts set since = now() - interval '1 hour'`);
    expect(await sendCode(code.toLowerCase(), lineUser('a'))).toBe('linked');
  });

  test('that blocks the agency is unlinked with what waits for it; an older event changes nothing', async () => {
    await linkLine(nattaya, lineUser('a'));
    await db.held();
    const unfollow = (at: string) =>
      db.test.sql(`select bkk_unlink_line_account('${lineUser('a')}', ${at})`);
    await unfollow(`now() - interval '1 hour'`);
    expect(await queued()).toEqual(['line booking.hold_placed', 'mail booking.hold_placed']);
    await unfollow('clock_timestamp()');
    expect(await linked()).toEqual([]);
    expect(await queued()).toEqual(['mail booking.hold_placed']);
  });

  test('is offered by no agency without one', async () => {
    await db.test.sql('select bkk_internal.set_notification_channels(false, null)');
    expect(await db.resultOf(nattaya, 'select bkk_start_line_link()')).toBe('PT409');
    expect(
      await db.resultOf(nattaya, `select bkk_add_push_subscription('https://a.b/', 'p', 'a')`),
    ).toBe('PT409');
  });
});

describe('a browser', () => {
  const endpoints = async () =>
    (
      await db.test.sql(
        `select split_part(endpoint, '/', 4) || ' ' || (user_id = '${nattaya.id}') as one from bkk_push_subscriptions order by created_at`,
      )
    ).map(({ one }) => one);

  test('belongs to the member who is signed in there, with nothing left of the former', async () => {
    await addBrowser(nattaya, 'shared');
    await db.held();
    expect(await queued()).toContain('push booking.hold_placed');
    await addBrowser(malee, 'shared');
    expect(await endpoints()).toEqual(['shared false']);
    expect(await queued()).toEqual(['mail booking.hold_placed']);
  });

  test('is one of ten, and is removed by its own member', async () => {
    for (let n = 1; n <= 11; n += 1) await addBrowser(nattaya, String(n));
    expect(await endpoints()).toHaveLength(10);
    const remove = (who: SignedInUser) =>
      db.rows(who, `select bkk_delete_push_subscription('https://push.bkksiam.example/11')`);
    await remove(malee);
    expect(await endpoints()).toHaveLength(10);
    await remove(nattaya);
    expect(await endpoints()).not.toContain('11 true');
  });

  test.each(['http://push.bkksiam.example/1', 'https://a@b/1', 'file:///etc/passwd', 'https:///1'])(
    'at %s is refused',
    async (endpoint) => {
      const text = `select bkk_add_push_subscription('${endpoint}', '${keysOf.p256dh}', '${keysOf.auth}')`;
      expect(await db.resultOf(nattaya, text)).toBe('PT400');
    },
  );
});

test('a notification goes 90 days after it was read and after a year', async () => {
  await db.held();
  await db.held(malee);
  await db.rows(malee, 'select bkk_mark_notifications_read()');
  const prune = async (days: number) =>
    (
      await db.test.sql(
        `select bkk_internal.prune_notifications(now() + make_interval(days => $1)) as n`,
        [days],
      )
    )[0]?.n;
  expect(await prune(89)).toBe('0');
  expect(await prune(91)).toBe('1');
  expect(await prune(364)).toBe('0');
  expect(await prune(366)).toBe('1');
});

test('the export of a member has their notifications and where they are sent, without keys', async () => {
  await linkLine(nattaya, lineUser('a'));
  await addBrowser(nattaya, 'phone');
  await db.held();
  const [row] = await db.test.sql<{ data: Record<string, unknown> }>(
    `select bkk_internal.export_user('${nattaya.id}') as data`,
  );
  expect(row?.data).toMatchObject({
    account: { email: nattaya.email },
    notifications: [{ event: 'booking.hold_placed', read_at: null }],
    notification_channels: [],
    line: { line_user_id: lineUser('a') },
    push_subscriptions: [{ service: 'https://push.bkksiam.example' }],
    bookings: [{ status: 'HOLD' }],
    messages: [{ channel: 'mail' }, { channel: 'line' }, { channel: 'push' }],
  });
  expect(JSON.stringify(row?.data)).not.toContain(keysOf.p256dh);
});
