import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { databaseUrl } from '../../apps/server/src/testing/database-url.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';
import { family, startBookingDatabase } from './booking-fixture.ts';
import { isWholeSuite, onlyInWholeSuite } from '../../apps/server/src/testing/variations.ts';

const { nattaya, somchai } = members;

/** Holds of Nattaya, the first due now and each further one after `apartMs`. */
const placeHolds = (count: number, apartMs = 0) => `
  insert into bkk_bookings (reference, user_id, status, request_key, pax_adt, hold_expires_at)
  select bkk_internal.new_booking_reference(), '${nattaya.id}', 'HOLD', gen_random_uuid(), 1,
    clock_timestamp() + make_interval(secs => n * ${String(apartMs / 1000)})
  from generate_series(0, ${String(count - 1)}) as n`;

describe('the clock of bookings', () => {
  /** Somchai is the admin; the bookings are Nattaya's. */
  const db = shareDatabase(startBookingDatabase);

  /** Runs what is due so many hours from now. */
  const runIn = (hours: number) =>
    db.test.sql(`select bkk_internal.run_due(now() + make_interval(mins => $1))`, [
      Math.round(hours * 60),
    ]);
  const statusOf = async (id: string) => (await db.booking(id)).status;
  /** Event and hours of the queued mails. */
  const reminders = async () =>
    (
      await db.test.sql<{ mail: string }>(
        `select concat_ws(' ', event, ids ->> 'hours') as mail from bkk_outbox order by number`,
      )
    ).map(({ mail }) => mail);

  test('reminds 24, 6 and 1 hour before the end of a hold, once each, and ends it once', async () => {
    const { booking_id: id } = await db.held();
    for (const hours of [1, 23.9, 24.1, 24.2, 41.9, 42.1, 43, 46.9, 47.1, 47.9]) await runIn(hours);
    expect(await statusOf(id)).toBe('HOLD');
    for (const hours of [48.1, 48.2, 72]) await runIn(hours);
    expect(await statusOf(id)).toBe('EXPIRED');
    expect(await reminders()).toEqual([
      'booking.hold_placed',
      'booking.hold_reminder 24',
      'booking.hold_reminder 6',
      'booking.hold_reminder 1',
      'booking.expired',
    ]);
    expect(await db.events(id)).toEqual(['hold_placed', 'expired']);
  });

  test('that was late sends the last reminder alone', async () => {
    await db.held();
    for (const hours of [47.5, 47.7]) await runIn(hours);
    expect(await reminders()).toEqual(['booking.hold_placed', 'booking.hold_reminder 1']);
  });

  test('reminds again of a deadline that was moved', async () => {
    const { booking_id: id } = await db.held();
    await runIn(24.1);
    await db.call(somchai, 'bkk_admin_extend_hold', {
      p_booking_id: id,
      p_hold_expires_at: new Date(Date.now() + 100 * 3_600_000).toISOString(),
    });
    for (const hours of [48.1, 75.9]) await runIn(hours);
    expect(await statusOf(id)).toBe('HOLD');
    await runIn(76.1);
    expect((await reminders()).slice(1)).toEqual([
      'booking.hold_reminder 24',
      'booking.hold_extended',
      'booking.hold_reminder 24',
    ]);
  });

  test('neither ends a hold with a payment nor reminds of it', async () => {
    const { booking_id: id } = await db.held();
    await db.call(somchai, 'bkk_admin_record_payment', {
      p_booking_id: id,
      p_amount_satang: 1,
      p_received_at: new Date().toISOString(),
      p_bank_reference: null,
      p_note: null,
      p_idempotency_key: randomUUID(),
    });
    for (const hours of [24.1, 47.5]) await runIn(hours);
    expect((await db.booking(id)).flags).toEqual([]);
    for (const hours of [49, 1000]) await runIn(hours);
    expect(await db.booking(id)).toMatchObject({
      status: 'DEPOSIT_PENDING',
      flags: ['deposit_overdue'],
    });
    expect(await db.events(id)).toEqual(['hold_placed', 'payment_recorded', 'deposit_overdue']);
    expect(await reminders()).toEqual(['booking.hold_placed', 'booking.payment_received']);
  });

  test('reminds of a deposit that is due before the hold ends, and flags one that is late', async () => {
    const { booking_id: id } = await db.held();
    await db.test.sql(
      `update bkk_bookings set deposit_due_at = now() + interval '20 hours' where booking_id = $1`,
      [id],
    );
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_booking_events set created_at = now() - interval '30 hours'; commit`);
    for (const hours of [1, 13, 14.5, 15, 19.5, 19.6]) await runIn(hours);
    expect((await db.booking(id)).flags).toEqual([]);
    await runIn(20.1);
    expect((await db.booking(id)).flags).toEqual(['deposit_overdue']);
    await db.call(somchai, 'bkk_admin_clear_flag', {
      p_booking_id: id,
      p_flag: 'deposit_overdue',
      p_note: 'Called',
    });
    for (const hours of [21, 42.5, 47.5]) await runIn(hours);
    expect((await db.booking(id)).flags).toEqual([]);
    await runIn(48.1);
    expect(await db.events(id)).toEqual([
      'hold_placed',
      'deposit_overdue',
      'flag_cleared',
      'expired',
    ]);
    expect((await reminders()).slice(1)).toEqual([
      'booking.hold_reminder 24',
      'booking.hold_reminder 6',
      'booking.hold_reminder 1',
      'booking.hold_reminder 6',
      'booking.hold_reminder 1',
      'booking.expired',
    ]);
  });

  test('flags a balance again where the payment that had cleared it is reversed', async () => {
    const { booking_id: id } = await db.held();
    await db.test.sql(
      `update bkk_bookings set status = 'CONFIRMED', total_satang = 100000, deposit_satang = 0,
         balance_due_at = now() + interval '1 hour' where booking_id = $1`,
      [id],
    );
    await runIn(2);
    expect((await db.booking(id)).flags).toEqual(['balance_overdue']);
    const recorded = await db.call(somchai, 'bkk_admin_record_payment', {
      ...{ p_booking_id: id, p_amount_satang: '100000', p_received_at: new Date().toISOString() },
      ...{ p_bank_reference: null, p_note: null, p_idempotency_key: randomUUID() },
    });
    const { payment_id: payment } = JSON.parse(recorded) as { payment_id: string };
    expect((await db.booking(id)).flags).toEqual([]);
    await db.call(somchai, 'bkk_admin_reverse_payment', {
      ...{ p_payment_id: payment, p_note: 'Bounced', p_idempotency_key: randomUUID() },
    });
    await runIn(3);
    expect((await db.booking(id)).flags).toEqual(['balance_overdue']);
  });

  test('flags a deposit again where its deadline was moved and has passed again', async () => {
    const { booking_id: id } = await db.held();
    await db.test.sql(
      `update bkk_bookings set deposit_due_at = now() + interval '20 hours' where booking_id = $1`,
      [id],
    );
    await runIn(21);
    await db.call(somchai, 'bkk_admin_extend_hold', {
      p_booking_id: id,
      p_hold_expires_at: new Date(Date.now() + 100 * 3_600_000).toISOString(),
    });
    expect((await db.booking(id)).flags).toEqual([]);
    await db.test.sql(
      `update bkk_bookings set deposit_due_at = now() + interval '50 hours' where booking_id = $1`,
      [id],
    );
    await runIn(51);
    expect((await db.booking(id)).flags).toEqual(['deposit_overdue']);
  });

  test('ends holds without mails while the feature is off', async () => {
    const { booking_id: id } = await db.held();
    const { booking_id: reviewed } = await db.held(nattaya, { slip: 'slip.png' });
    const before = await reminders();
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    for (const hours of [24.1, 47.5, 48.1]) await runIn(hours);
    expect(await statusOf(id)).toBe('EXPIRED');
    expect(await statusOf(reviewed)).toBe('EXPIRED');
    expect(await db.events(reviewed)).toEqual(['hold_placed', 'review_ended', 'expired']);
    expect(await reminders()).toEqual(before);
    await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
    await runIn(49);
    expect(await reminders()).toEqual(before);
  });

  test('ends 500 holds in a statement, and the others in the runs that follow at once', async () => {
    onlyInWholeSuite();
    await db.test.sql(placeHolds(1100));
    const runs = [];
    for (let run = 1; run <= 4; run += 1) {
      const [row] = await db.test.sql<{ done: { expire_holds?: { rows: number } } }>(
        'select bkk_internal.run_due() as done',
      );
      runs.push(row?.done.expire_holds?.rows);
    }
    expect(runs).toEqual([500, 500, 100, undefined]);
    const [counts] = await db.test.sql(
      `select count(*)::int as events, count(distinct booking_id)::int as bookings
       from bkk_booking_events where event = 'expired'`,
    );
    expect(counts).toEqual({ events: 1100, bookings: 1100 });
  });

  test('leaves a booking that an action has locked to the next run', async () => {
    const [{ booking_id: locked }, { booking_id: other }] = [await db.held(), await db.held()];
    const run = () => db.test.sql(`select bkk_internal.expire_holds(now() + interval '49 hours')`);
    await withClient(db.test.admin, db.test.admin, async (client) => {
      await client.query('begin');
      await client.query('select from bkk_bookings where booking_id = $1 for update', [locked]);
      await run();
      expect([await statusOf(locked), await statusOf(other)]).toEqual(['HOLD', 'EXPIRED']);
      await client.query('rollback');
    });
    await run();
    expect(await statusOf(locked)).toBe('EXPIRED');
  });

  test.each([
    ['bkk_cancel_booking', nattaya, {}],
    ['bkk_set_passengers', nattaya, { p_passengers: family }],
    [
      'bkk_admin_price_booking',
      somchai,
      {
        p_lines: [{ label: 'Fare', count: 3, price_satang: 100 }],
        p_total_satang: 300,
        p_deposit_satang: 0,
      },
    ],
    ['bkk_admin_refuse_deposit', somchai, { p_reason_en: 'Unreadable', p_reason_th: 'อ่านไม่ออก' }],
    ['bkk_admin_extend_hold', somchai, { p_hold_expires_at: '2099-01-01' }],
    ['bkk_admin_cancel_booking', somchai, { p_reason: 'Sold out' }],
    ['bkk_admin_ticket', somchai, { p_pnr: 'K7QX2M', p_ticket_numbers: ['2170000000001'] }],
    ['bkk_admin_clear_flag', somchai, { p_flag: 'names_overdue', p_note: 'Called' }],
  ] as const)('makes no difference to %s after the deadline', async (name, who, values) => {
    const answers = [];
    for (const hasRun of [false, true]) {
      const { booking_id: id } = await db.held();
      await db.put(id, `hold_expires_at = now() - interval '1 second'`);
      // The rollback of a refused call may still hold the lock.
      if (hasRun) await vi.waitUntil(async () => (await runIn(0), await statusOf(id)) !== 'HOLD');
      answers.push(await db.call(who, name, { p_booking_id: id, ...values }));
    }
    expect(answers[0]).toMatch(/^PT409 /);
    expect(answers[1]).toBe(answers[0]);
  });
});

describe('two servers', () => {
  let db: TestDatabase;
  let folder: string;
  let servers: ServerProcess[] = [];
  const count = async (from: string) =>
    (await db.sql(`select count(*)::int as n from ${from}`))[0]?.n as number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bkksiam-clock-'));
    db = await createTestDatabase();
    const env = {
      DATABASE_URL: databaseUrl(db.admin, db.admin.database, db.admin),
      SEED: 'none',
      FEATURES: 'bookings',
    };
    const start = (name: string) => startServerProcess({ ...env, DATA_DIR: join(folder, name) });
    servers = await Promise.all([start('one'), start('two')]);
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test.runIf(isWholeSuite)(
    'end each of 100 holds once, though one of them is killed at work',
    async () => {
      const expired = () => count(`bkk_booking_events where event = 'expired'`);
      // Each hold takes 30 ms, so that the kill finds some of them done.
      await db.sql(`
      insert into auth.users (id, aud, role, email)
        values ('${nattaya.id}', 'authenticated', 'authenticated', '${nattaya.email}');
      create function slow_expiry() returns trigger language plpgsql as $$
        begin perform pg_sleep(0.03); return new; end $$;
      create trigger slow_expiry before update on bkk_bookings
        for each row when (new.status = 'EXPIRED') execute function slow_expiry();
      update bkk_jobs set every = '0', due_at = '-infinity' where name = 'expire_holds'`);
      await db.sql(placeHolds(100, 80));
      const atWork = await vi.waitUntil(
        async () =>
          (await expired()) > 0 &&
          servers.find((server) => server.output().includes('expire_holds')),
        { timeout: 20_000, interval: 20 },
      );
      servers.splice(servers.indexOf(atWork), 1);
      await atWork.stop('SIGKILL');
      expect(await expired()).toBeLessThan(100);
      await db.sql(`
      create or replace function slow_expiry() returns trigger language plpgsql as $$ begin return new; end $$;
      set session_replication_role = replica;
      update bkk_bookings set hold_expires_at = now() where status = 'HOLD'`);
      await expect.poll(expired, { timeout: 30_000 }).toBe(100);
      expect(await count(`bkk_bookings where status = 'EXPIRED' and version = 2`)).toBe(100);
      expect(await count('(select distinct booking_id from bkk_booking_events) as events')).toBe(
        100,
      );
      const mails = `bkk_outbox where event = 'booking.expired'`;
      expect(await count(mails)).toBe(100);
      expect(await count(`(select distinct ids ->> 'booking_id' from ${mails}) as mails`)).toBe(
        100,
      );
    },
    90_000,
  );
});
