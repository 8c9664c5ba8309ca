import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { family, startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;
const changed = 'PT409 The booking was changed meanwhile. Load it again.';
const unknown = 'PT404 There is no such booking.';

/** Somchai is the admin; the bookings are Nattaya's. */
const db = shareDatabase(startBookingDatabase);

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const ticketNumbers = ['2170000000001', '2170000000002', '2170000000003'];

/** The arguments of a price of 3,000 baht for a booking of {@link family}. */
const price = (deposit: number | null = 100_000) => ({
  p_lines: [
    { label: 'Adult fare', type: 'adult', count: 2, price_satang: 90_000, tax_satang: 10_000 },
    { label: 'Child fare', type: 'child', count: 1, price_satang: 100_000 },
  ],
  p_total_satang: 300_000,
  p_deposit_satang: deposit,
});

const payment = (satang: number, key: string = randomUUID()) => ({
  p_amount_satang: satang,
  p_received_at: hours(-1),
  p_bank_reference: 'KB123',
  p_note: 'by transfer',
  p_idempotency_key: key,
});

type Values = Readonly<Record<string, unknown>>;
const byAdmin = (id: string, name: string, values: Values = {}) =>
  db.call(somchai, name, { p_booking_id: id, ...values });
const byMember = (id: string, name: string, values: Values = {}) =>
  db.call(nattaya, name, { p_booking_id: id, ...values });
const pay = (id: string, satang: number, key?: string) =>
  byAdmin(id, 'bkk_admin_record_payment', payment(satang, key));
const idOf = (payment: string) => (JSON.parse(payment) as { payment_id: string }).payment_id;
const reverse = (paymentId: string, key: string = randomUUID()) =>
  db.call(somchai, 'bkk_admin_reverse_payment', {
    p_payment_id: paymentId,
    p_note: 'another account',
    p_idempotency_key: key,
  });
const cancel = (id: string) =>
  byAdmin(id, 'bkk_admin_cancel_booking', { p_reason: 'The airline cancelled.' });
const ticket = (id: string, values: Values = {}) =>
  byAdmin(id, 'bkk_admin_ticket', { p_pnr: 'K7QX2M', p_ticket_numbers: ticketNumbers, ...values });

async function statusOf(id: string) {
  const { status, paid_satang: paid, flags } = await db.booking(id);
  return [status, Number(paid), ...flags];
}

/** A booking with a price and a deposit of 1,000 baht. */
async function priced() {
  const { booking_id: id } = await db.held();
  expect(await byAdmin(id, 'bkk_admin_price_booking', price())).toBe('done');
  return id;
}

async function passengersOf(id: string) {
  return db.test.sql(
    `select first_name, last_name, type, birth_date::text, ticket_number from bkk_booking_passengers
     where booking_id = $1 order by position`,
    [id],
  );
}

describe('a hold', () => {
  test('lasts 48 hours, with the passengers in their order', async () => {
    const booking = await db.held();
    expect(booking).toMatchObject({
      user_id: nattaya.id,
      status: 'HOLD',
      version: 1,
      pax_adt: 2,
      pax_chd: 1,
      pax_inf: 0,
      total_satang: null,
      paid_satang: '0',
      has_all_names: true,
      review_until: null,
    });
    expect(booking.reference).toMatch(/^BKK-[2-9A-HJKMNP-Z]{8}$/);
    expect(booking.hold_hours).toBeCloseTo(48, 1);
    expect(await passengersOf(booking.booking_id)).toMatchObject([
      { first_name: 'Nattaya', type: 'adult', birth_date: '1990-05-01' },
      { first_name: 'José', last_name: "O'Neill-Šmit", type: 'adult', birth_date: null },
      { first_name: 'Mali', type: 'child', birth_date: '2019-02-28' },
    ]);
    expect(await db.events(booking.booking_id)).toEqual(['hold_placed']);
    expect(await db.mails()).toEqual(['booking.hold_placed nattaya']);
  });

  test('with the name of a payment slip is reviewed for 24 hours', async () => {
    const booking = await db.held(nattaya, { slip: 'slip.png' });
    expect(booking).toMatchObject({ status: 'DEPOSIT_PENDING', slip_name: 'slip.png' });
    expect(booking.review_hours).toBeCloseTo(24, 1);
  });

  test('is reviewed for the hours that the owner has set, from the next one on', async () => {
    const { booking_id: before } = await db.held(nattaya, { slip: 'slip.png' });
    await db.test.sql('select bkk_internal.set_review_hours(12)');
    const later = await db.held(nattaya, { slip: 'slip.png' });
    expect(later.review_hours).toBeCloseTo(12, 1);
    expect(later.hold_hours).toBeCloseTo(48, 1);
    expect((await db.booking(before)).review_hours).toBeCloseTo(24, 1);
  });

  test.each(['0', '49', 'null'])('is not reviewed for %s hours', async (hoursSet) => {
    await expect(db.test.sql(`select bkk_internal.set_review_hours(${hoursSet})`)).rejects.toThrow(
      'A review lasts 1 to 48 hours.',
    );
  });

  test('is placed once for a key, also by two calls at once, and by each member', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => db.hold(nattaya, { key })));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\{/);
    expect(await db.hold(nattaya, { key, flight: 'another' })).toBe(answers[0]);
    expect(await db.hold(malee, { key })).not.toBe(answers[0]);
    expect(await db.test.sql('select from bkk_bookings')).toHaveLength(2);
    expect(await db.mails()).toHaveLength(2);
  });

  test('is refused without what it needs', async () => {
    const refused = async (input: Parameters<typeof db.hold>[1]) =>
      (await db.hold(nattaya, input)).slice(0, 5);
    expect(await refused({ flight: ' ' })).toBe('PT400');
    expect(await refused({ email: 'nowhere' })).toBe('PT400');
    for (const phone of [
      '',
      '0812345678',
      '+660812345678 ',
      '+66 81 234 5678',
      '+0812345678',
      '+66',
    ])
      expect(await db.hold(nattaya, { phone })).toBe(
        'PT400 A booking needs a phone number with its country, in E.164.',
      );
    expect(await refused({ passengers: [] })).toBe('PT400');
    expect(await refused({ passengers: Array.from({ length: 301 }, () => family[0]) })).toBe(
      'PT400',
    );
    expect(await refused({ passengers: [{ type: 'adult' }] })).toBe('PT400');
    expect(
      await refused({
        passengers: [family[0], ...[1, 2].map(() => ({ ...family[0], type: 'infant' }))],
      }),
    ).toBe('PT400');
    expect(await db.hold(nattaya, { passengers: [family[2]] })).toBe(
      'PT400 A booking needs an adult.',
    );
    expect(
      await db.call(nattaya, 'bkk_hold_booking', {
        p_request_key: null,
        p_flight_id: 'f',
        p_passengers: family,
        p_email: 'a@b',
        p_phone: '+66812345678',
        p_notes: '',
      }),
    ).toBe('PT400 A booking needs a request key.');
  });

  test('may be placed ten times an hour', async () => {
    for (let count = 1; count <= 10; count += 1)
      expect(await byMember((await db.held()).booking_id, 'bkk_cancel_booking')).toBe('done');
    expect(await db.hold(nattaya)).toMatch(/^PT429 You have placed 10 holds/);
    expect(await db.hold(malee)).toMatch(/^\{/);
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_bookings set created_at = now() - interval '61 minutes'; commit`);
    expect(await db.hold(nattaya)).toMatch(/^\{/);
  });

  test('leaves at most five open ones without a payment, also of calls at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        db.hold(nattaya, index % 2 === 0 ? { slip: 'slip.png' } : {}),
      ),
    );
    expect(answers.filter((answer) => answer.startsWith('PT429'))).toHaveLength(3);
    const [some] = await db.test.sql<{ booking_id: string }>(
      `select booking_id from bkk_bookings where status = 'HOLD'`,
    );
    const id = some?.booking_id ?? '';
    await db.put(id, `hold_expires_at = now() - interval '1 second'`);
    expect(await db.hold(nattaya)).toMatch(/^\{/);
    expect(await db.hold(nattaya)).toMatch(/^PT429 You have 5 unpaid holds/);
  });
});

describe('a passenger`s name', () => {
  test.each([
    [' Anne \u2013 Marie ', 'D\u2019Arc', ['Anne - Marie', "D'Arc"]],
    ['Zoe\u0308', 'Nguyễn', ['Zoë', 'Nguyễn']],
    ['Oʻktam', 'Gʻulomov', ["O'ktam", "G'ulomov"]],
    ['', 'Suhartini', [null, 'Suhartini']],
    ['SUNITA DEVI', '', [null, 'SUNITA DEVI']],
  ])('%s %s is written plainly', async (first_name, last_name, stored) => {
    const { booking_id: id } = await db.held(nattaya, { passengers: [{ first_name, last_name }] });
    expect(await passengersOf(id)).toMatchObject([{ first_name: stored[0], last_name: stored[1] }]);
  });

  test.each([
    ['ณัฐยา', 'Wongthai', 'write the name in Latin letters, as in the passport.'],
    ['Nattaya2', 'Wongthai', 'write the name in Latin letters, as in the passport.'],
    ['Nattaya', '=cmd', 'write the name in Latin letters, as in the passport.'],
    ['-', 'Wongthai', 'write the name in Latin letters, as in the passport.'],
    ['Mrs. Nattaya', 'Wongthai', 'write the name without a title.'],
    ['a'.repeat(61), 'Wongthai', 'a name has at most 60 characters.'],
  ])('%s %s is refused', async (first_name, last_name, reason) => {
    const passengers = [family[0], { first_name, last_name }];
    expect(await db.hold(nattaya, { passengers })).toBe(`PT400 Passenger 2: ${reason}`);
  });

  test.each([
    [{ type: 'senior' }, 'is no adult, child or infant.'],
    [{ birth_date: '2026-02-30' }, 'has no valid date of birth.'],
    [{ birth_date: 'today' }, 'has no valid date of birth.'],
    [{ birth_date: '2533-05-01' }, 'has no valid date of birth.'],
    [{ first_name: '', last_name: ' \u200b' }, 'needs a name.'],
  ])('comes with what is valid, not with %j', async (wrong, reason) => {
    const passengers = [{ ...family[0], ...wrong }];
    expect(await db.hold(nattaya, { passengers })).toBe(`PT400 Passenger 1 ${reason}`);
  });
});

/** Every function on one booking, with arguments that would succeed for some status. */
const everyCall: readonly (readonly [
  name: string,
  by: 'member' | 'admin',
  values: () => Values,
])[] = [
  ['bkk_cancel_booking', 'member', () => ({})],
  ['bkk_set_passengers', 'member', () => ({ p_passengers: family })],
  ['bkk_admin_price_booking', 'admin', () => price()],
  ['bkk_admin_record_payment', 'admin', () => payment(100)],
  [
    'bkk_admin_refuse_deposit',
    'admin',
    () => ({ p_reason_en: 'Unreadable', p_reason_th: 'อ่านไม่ออก' }),
  ],
  ['bkk_admin_extend_hold', 'admin', () => ({ p_hold_expires_at: hours(100) })],
  ['bkk_admin_ticket', 'admin', () => ({ p_pnr: 'K7QX2M', p_ticket_numbers: ticketNumbers })],
  ['bkk_admin_cancel_booking', 'admin', () => ({ p_reason: 'Sold out' })],
  ['bkk_admin_clear_flag', 'admin', () => ({ p_flag: 'names_overdue', p_note: 'Called' })],
];

describe('every action', () => {
  test.each(everyCall)(
    '%s refuses another version, another member and a feature that is off',
    async (name, by, values) => {
      const { booking_id: id } = await db.held();
      const call = (who: SignedInUser, more: Values = {}) =>
        db.call(who, name, { p_booking_id: id, ...values(), ...more });
      const who = by === 'admin' ? somchai : nattaya;
      expect(await call(who, { p_version: 7 })).toBe(changed);
      expect(await call(who, { p_version: null })).toBe(changed);
      expect(await call(who, { p_booking_id: malee.id })).toBe(unknown);
      expect(await call(malee)).toBe(
        by === 'member' ? unknown : '42501 Only an admin can do this.',
      );
      await db.test.sql(`update bkk_user_roles set is_active = false where user_id = $1`, [
        malee.id,
      ]);
      expect(await call(malee)).toMatch(/^42501/);
      expect(await db.booking(id)).toMatchObject({ version: 1, status: 'HOLD' });
      await db.test.sql(`select bkk_internal.set_features('{}')`);
      expect(await call(who)).toBe('PT404 This feature is not switched on.');
    },
  );

  test('is lost by an admin who was demoted', async () => {
    const { booking_id: id } = await db.held();
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
    await db.test.sql(`update bkk_user_roles set role = 'member' where user_id = $1`, [somchai.id]);
    expect(await cancel(id)).toBe('42501 Only an admin can do this.');
    expect(await db.rows(somchai, 'select from bkk_bookings')).toEqual([]);
    expect(await db.rows(somchai, 'select from bkk_bookings_admin_view')).toEqual([]);
  });

  test('is done once by two admins with the same version', async () => {
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
    const { booking_id: id, version } = await db.held();
    const answers = await Promise.all([
      db.call(somchai, 'bkk_admin_extend_hold', {
        p_booking_id: id,
        p_version: version,
        p_hold_expires_at: hours(80),
      }),
      db.call(malee, 'bkk_admin_cancel_booking', {
        p_booking_id: id,
        p_version: version,
        p_reason: 'Sold out',
      }),
    ]);
    expect(answers.sort()).toEqual([changed, 'done']);
  });

  test('finds the hold expired though the clock has not run', async () => {
    const { booking_id: id } = await db.held();
    await db.put(id, `hold_expires_at = now() - interval '1 second'`);
    expect(await byMember(id, 'bkk_cancel_booking')).toBe('PT409 The hold has expired.');
    expect(await byAdmin(id, 'bkk_admin_extend_hold', { p_hold_expires_at: hours(9) })).toBe(
      'PT409 The hold has expired.',
    );
    expect(await statusOf(id)).toEqual(['HOLD', 0]);
    await pay(id, 500);
    expect(await statusOf(id)).toEqual(['EXPIRED', 500, 'paid_after_end']);
    expect(await db.events(id)).toEqual(['hold_placed', 'expired', 'payment_recorded']);
  });

  test('finds the review over though the clock has not run', async () => {
    const { booking_id: id } = await db.held(nattaya, { slip: 'slip.png' });
    await db.put(id, `review_until = now() - interval '1 second', hold_expires_at = now()`);
    expect(await byAdmin(id, 'bkk_admin_extend_hold', { p_hold_expires_at: hours(9) })).toBe(
      'done',
    );
    expect(await db.events(id)).toEqual(['hold_placed', 'review_ended', 'hold_extended']);
    expect(await db.booking(id)).toMatchObject({ status: 'HOLD', review_until: null });
  });
});

test('another member sees nothing of a booking', async () => {
  const id = await priced();
  await pay(id, 500);
  for (const table of ['bookings', 'booking_passengers', 'booking_payments', 'booking_events'])
    expect([
      table,
      (await db.rows(malee, `select booking_id from bkk_${table}`)).length,
      (await db.rows(nattaya, `select booking_id from bkk_${table}`)).length > 0,
      (await db.rows(somchai, `select booking_id from bkk_${table}`)).length > 0,
    ]).toEqual([table, 0, true, true]);
  expect(await db.rows(nattaya, 'select from bkk_bookings_admin_view')).toEqual([]);
  expect(await db.resultOf(nattaya, 'select flags from bkk_bookings')).toBe('42501');
  expect(await db.resultOf(nattaya, 'select note from bkk_booking_payments')).toBe('42501');
  expect(
    await db.rows(nattaya, 'select actor, event from bkk_booking_events order by event_id'),
  ).toEqual([
    { actor: 'member', event: 'hold_placed' },
    { actor: 'admin', event: 'priced' },
    { actor: 'admin', event: 'payment_recorded' },
  ]);
});

describe('a member cancels', () => {
  test.each([{}, { slip: 'slip.png' }])('a booking without payments: %j', async (input) => {
    const { booking_id: id } = await db.held(nattaya, input);
    expect(await byMember(id, 'bkk_cancel_booking', { p_reason: 'Ill' })).toBe('done');
    expect(await db.booking(id)).toMatchObject({ status: 'CANCELLED', review_until: null });
    expect((await db.mails()).slice(1)).toEqual([
      'booking.cancelled nattaya',
      'admin.booking_cancelled somchai',
    ]);
    expect(await byMember(id, 'bkk_cancel_booking')).toBe('PT409 The booking is cancelled.');
  });

  test('neither with payments nor a confirmed booking', async () => {
    const id = await priced();
    await pay(id, 500);
    expect(await byMember(id, 'bkk_cancel_booking')).toMatch(/^PT409 There are payments/);
    await pay(id, 100_000);
    expect(await byMember(id, 'bkk_cancel_booking')).toMatch(/^PT409 The booking is CONFIRMED/);
  });
});

describe('the passengers', () => {
  const others = [
    { first_name: 'Ann', last_name: 'Lee' },
    {},
    { first_name: 'Mali', last_name: 'Wongthai', type: 'child' },
  ];

  test('are replaced by their member, some without names', async () => {
    const { booking_id: id } = await db.held();
    expect(await byMember(id, 'bkk_set_passengers', { p_passengers: others })).toBe('done');
    expect(await passengersOf(id)).toEqual([
      { first_name: 'Ann', last_name: 'Lee', type: 'adult', birth_date: null, ticket_number: null },
      { first_name: null, last_name: null, type: 'adult', birth_date: null, ticket_number: null },
      {
        first_name: 'Mali',
        last_name: 'Wongthai',
        type: 'child',
        birth_date: null,
        ticket_number: null,
      },
    ]);
    expect(await db.booking(id)).toMatchObject({ has_all_names: false });
    expect(await byMember(id, 'bkk_set_passengers', { p_passengers: family })).toBe('done');
    expect(await db.booking(id)).toMatchObject({ has_all_names: true });
  });

  test('are as many of each type as were booked', async () => {
    const { booking_id: id } = await db.held();
    for (const passengers of [
      family.slice(1),
      [...family, family[0]],
      family.map((one) => ({ ...one, type: 'adult' })),
    ])
      expect(await byMember(id, 'bkk_set_passengers', { p_passengers: passengers })).toBe(
        'PT400 The booking is for 2 adults, 1 children and 0 infants.',
      );
  });

  test('that are saved again as they are add nothing to the time line', async () => {
    const { booking_id: id } = await db.held();
    for (let times = 0; times < 3; times += 1)
      expect(await byMember(id, 'bkk_set_passengers', { p_passengers: family })).toBe('done');
    expect(await db.events(id)).toEqual(['hold_placed']);
    expect((await db.booking(id)).version).toBe(1);
  });

  test('are changed by their member 30 times an hour at most', async () => {
    const { booking_id: id } = await db.held();
    await db.test.sql(
      `insert into bkk_booking_events (booking_id, actor, event)
       select $1, 'member', 'passengers_set' from generate_series(1, 30)`,
      [id],
    );
    const set = () => byMember(id, 'bkk_set_passengers', { p_passengers: others });
    expect(await set()).toMatch(/^PT429 You have changed the names 30 times/);
    expect(await byAdmin(id, 'bkk_set_passengers', { p_passengers: others })).toBe('done');
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_booking_events set created_at = now() - interval '61 minutes'; commit`);
    expect(await byMember(id, 'bkk_set_passengers', { p_passengers: family })).toBe('done');
  });

  test('of an order at an airline need a decision when they change', async () => {
    const { booking_id: id } = await db.held();
    await db.putOrder(id, `now() + interval '48 hours'`);
    expect(await byMember(id, 'bkk_set_passengers', { p_passengers: family })).toBe('done');
    expect(await statusOf(id)).toEqual(['HOLD', 0]);
    const renamed = [{ ...family[0], first_name: 'Kanya' }, ...family.slice(1)];
    expect(await byMember(id, 'bkk_set_passengers', { p_passengers: renamed })).toBe('done');
    expect(await statusOf(id)).toEqual(['HOLD', 0, 'supplier_order']);
  });

  test('are changed until the names are due, by an admin until the tickets', async () => {
    const id = await priced();
    const set = { p_passengers: family };
    await pay(id, 300_000);
    await db.put(id, `names_due_at = now(), flags = '{names_overdue}', has_all_names = false`);
    expect(await byMember(id, 'bkk_set_passengers', set)).toMatch(
      /^PT409 The names were due already/,
    );
    expect(await byAdmin(id, 'bkk_set_passengers', set)).toBe('done');
    expect(await db.booking(id)).toMatchObject({ has_all_names: true, flags: [] });
    const [event] = await db.test.sql(
      'select actor from bkk_booking_events order by event_id desc limit 1',
    );
    expect(event).toEqual({ actor: 'admin' });
    expect(await ticket(id)).toBe('done');
    expect(await byAdmin(id, 'bkk_set_passengers', set)).toBe(
      'PT409 The booking is TICKETED. Load it again.',
    );
  });
});

describe('the price of a hold', () => {
  test('is set, and may be corrected until there is a payment', async () => {
    const id = await priced();
    expect(await byAdmin(id, 'bkk_admin_price_booking', price(null))).toBe('done');
    expect(await db.booking(id)).toMatchObject({
      status: 'HOLD',
      total_satang: '300000',
      deposit_satang: '300000',
    });
    await pay(id, 1);
    expect(await byAdmin(id, 'bkk_admin_price_booking', price())).toBe(
      'PT409 There are payments for this price already.',
    );
  });

  test('confirms when its deposit is paid or zero', async () => {
    const { booking_id: id } = await db.held();
    await pay(id, 100_000);
    expect(await statusOf(id)).toEqual(['DEPOSIT_PENDING', 100_000]);
    expect(await byAdmin(id, 'bkk_admin_price_booking', price())).toBe('done');
    expect(await statusOf(id)).toEqual(['CONFIRMED', 100_000]);
    const { booking_id: free } = await db.held();
    expect(await byAdmin(free, 'bkk_admin_price_booking', price(0))).toBe('done');
    expect(await statusOf(free)).toEqual(['CONFIRMED', 0]);
    expect(await db.mails()).toContain('booking.confirmed nattaya');
  });

  test('keeps the review of a slip', async () => {
    const { booking_id: id } = await db.held(nattaya, { slip: 'slip.png' });
    expect(await byAdmin(id, 'bkk_admin_price_booking', price())).toBe('done');
    expect(await db.booking(id)).toMatchObject({
      status: 'DEPOSIT_PENDING',
      review_until: expect.any(Date) as Date,
    });
  });

  test('is that of the offer, if there is one', async () => {
    const id = await priced();
    await db.put(id, 'offer_version = 1');
    expect(await byAdmin(id, 'bkk_admin_price_booking', price())).toMatch(
      /^PT409 The price of this booking is that of/,
    );
  });

  test.each([
    [{ p_total_satang: 300_001 }, 'The lines add up to 300000 satang, not to 300001.'],
    [{ p_deposit_satang: 300_001 }, 'The deposit must be between zero and the total.'],
    [{ p_names_due_at: '2026-01-01' }, 'A deadline must be a time to come.'],
    [
      { p_balance_due_at: 'infinity' },
      'A deadline must be within two years and before the departure.',
    ],
    [{ p_names_due_at: '-infinity' }, 'A deadline must be a time to come.'],
  ])('is refused with %j', async (wrong, reason) => {
    const { booking_id: id } = await db.held();
    expect(await byAdmin(id, 'bkk_admin_price_booking', { ...price(), ...wrong })).toBe(
      `PT400 ${reason}`,
    );
  });
});

test('a deadline that is set with a price is before the departure', async () => {
  const { booking_id: id } = await db.held();
  await db.put(id, 'departs_on = current_date + 20');
  const set = (days: number) =>
    byAdmin(id, 'bkk_admin_price_booking', { ...price(), p_balance_due_at: hours(24 * days) });
  expect(await set(22)).toMatch(/^PT400 A deadline must be within two years and before/);
  expect(await set(18)).toBe('done');
});

describe('a payment', () => {
  test('below the deposit stops the expiry, and with the deposit confirms', async () => {
    const id = await priced();
    expect(JSON.parse(await pay(id, 40_000))).toMatchObject({
      status: 'DEPOSIT_PENDING',
      paid_satang: 40_000,
    });
    const held = await db.booking(id);
    expect(held).toMatchObject({ due_at: held.hold_expires_at, review_until: null });
    expect(JSON.parse(await pay(id, 60_000))).toMatchObject({
      status: 'CONFIRMED',
      paid_satang: 100_000,
    });
    expect(await db.events(id)).toEqual([
      'hold_placed',
      'priced',
      'payment_recorded',
      'payment_recorded',
      'confirmed',
    ]);
    expect(await db.mails()).toEqual([
      'booking.hold_placed nattaya',
      'booking.priced nattaya',
      'booking.payment_received nattaya',
      'booking.confirmed nattaya',
    ]);
  });

  test.each([
    ['a part of the deposit', async (id: string) => void (await pay(id, 1))],
    [
      'one that is reversed',
      async (id: string) => void (await reverse(idOf(await pay(id, 100_000)))),
    ],
  ])('that is %s leaves the deadline, after which an admin decides', async (_, act) => {
    const id = await priced();
    await act(id);
    /** How many bookings are overdue, and how many need a decision. */
    const seen = async () => {
      const [row] = await db.rows(somchai, 'select bkk_admin_count_bookings() as counts');
      const counts = row?.counts as Record<string, number> | undefined;
      return [counts?.overdue, counts?.flagged];
    };
    const { due_at: due, hold_expires_at: end } = await db.booking(id);
    expect(due).toEqual(end);
    expect(await seen()).toEqual([0, 0]);
    await db.put(
      id,
      `hold_expires_at = now() - interval '400 days', due_at = now() - interval '400 days'`,
    );
    await db.test.sql('select bkk_internal.run_due()');
    expect(await seen()).toEqual([1, 1]);
    expect((await db.booking(id)).flags).toEqual(['deposit_overdue']);
    await pay(id, 100_000);
    expect((await db.booking(id)).flags).toEqual([]);
  });

  test('of the deposit leaves a balance without a date to admins once the hold would have ended', async () => {
    const id = await priced();
    await pay(id, 100_000);
    const { due_at: due, hold_expires_at: end } = await db.booking(id);
    expect(due).toEqual(end);
    const [list] = await db.rows(nattaya, 'select bkk_my_bookings(0, 1) as page');
    expect(list?.page).toMatchObject({ rows: [{ id, due_at: null }] });
    await pay(id, 200_000);
    expect(await db.booking(id)).toMatchObject({ due_at: null });
  });

  test('beyond the total needs a decision, until it is reversed', async () => {
    const id = await priced();
    await pay(id, 300_000);
    const extra = idOf(await pay(id, 1));
    expect(await statusOf(id)).toEqual(['CONFIRMED', 300_001, 'overpaid']);
    await reverse(extra);
    expect(await statusOf(id)).toEqual(['CONFIRMED', 300_000]);
  });

  test('beyond a price that is set later needs a decision too', async () => {
    const { booking_id: id } = await db.held();
    await pay(id, 300_001);
    await byAdmin(id, 'bkk_admin_price_booking', price());
    expect(await statusOf(id)).toEqual(['CONFIRMED', 300_001, 'overpaid']);
  });

  test('ends the review of a slip', async () => {
    const { booking_id: id } = await db.held(nattaya, { slip: 'slip.png' });
    await pay(id, 1);
    expect(await db.booking(id)).toMatchObject({ status: 'DEPOSIT_PENDING', review_until: null });
  });

  test('is recorded once for a key, also by two calls at once, with the first result', async () => {
    const id = await priced();
    const key = randomUUID();
    const { version } = await db.booking(id);
    const given = { ...payment(40_000, key), p_booking_id: id, p_version: version };
    const answers = await Promise.all(
      [1, 2].map(() => db.call(somchai, 'bkk_admin_record_payment', given)),
    );
    expect(answers[0]).toMatch(/DEPOSIT_PENDING/);
    expect(answers[1]).toBe(answers[0]);
    await pay(id, 60_000);
    expect(await pay(id, 40_000, key)).toBe(answers[0]);
    expect(await statusOf(id)).toEqual(['CONFIRMED', 100_000]);
    expect(await pay(id, 50_000, key)).toBe(
      'PT409 This key was used for another payment. Use a new one.',
    );
    const { booking_id: other } = await db.held();
    expect(await pay(other, 40_000, key)).toMatch(/^PT409 This key/);
  });

  test.each([
    [{ p_amount_satang: 0 }],
    [{ p_amount_satang: -5 }],
    [{ p_amount_satang: null }],
    [{ p_received_at: hours(48) }],
    [{ p_received_at: '-infinity' }],
    [{ p_received_at: 'infinity' }],
    [{ p_received_at: '2019-12-31T00:00:00Z' }],
    [{ p_received_at: null }],
    [{ p_idempotency_key: null }],
  ])('is refused with %j', async (wrong) => {
    const { booking_id: id } = await db.held();
    expect(await byAdmin(id, 'bkk_admin_record_payment', { ...payment(5), ...wrong })).toMatch(
      /^PT400/,
    );
    expect(await statusOf(id)).toEqual(['HOLD', 0]);
  });

  test('for a booking that has ended needs a decision and revives nothing', async () => {
    const id = await priced();
    await cancel(id);
    expect(JSON.parse(await pay(id, 300_000))).toMatchObject({
      status: 'CANCELLED',
      paid_satang: 300_000,
    });
    expect(await statusOf(id)).toEqual(['CANCELLED', 300_000, 'paid_after_end']);
    expect((await db.mails()).at(-1)).toBe('admin.payment_needs_decision somchai');
  });

  test('that completes the total settles the balance', async () => {
    const id = await priced();
    await pay(id, 100_000);
    await db.put(id, `flags = '{balance_overdue,names_overdue}'`);
    await pay(id, 200_000);
    expect(await statusOf(id)).toEqual(['CONFIRMED', 300_000, 'names_overdue']);
    expect((await db.mails()).at(-1)).toBe('booking.payment_received nattaya');
    const [told] = await db.test.sql(
      `select ids -> 'amount_satang' as amount, ids -> 'left_satang' as left_satang from bkk_outbox
       where event = 'booking.payment_received'`,
    );
    expect(told).toEqual({ amount: 200_000, left_satang: 0 });
  });

  test('cannot be changed or deleted', async () => {
    const id = await priced();
    await pay(id, 100_000);
    await expect(
      db.test.sql('update bkk_booking_payments set amount_satang = 5'),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(db.test.sql('delete from bkk_booking_payments')).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('a reversal', () => {
  test('below the deposit takes the confirmation back', async () => {
    const id = await priced();
    const first = await pay(id, 100_000);
    await pay(id, 20_000);
    const key = randomUUID();
    const said = await reverse(idOf(first), key);
    expect(JSON.parse(said)).toMatchObject({
      status: 'DEPOSIT_PENDING',
      amount_satang: -100_000,
      paid_satang: 20_000,
    });
    expect(await reverse(idOf(first), key)).toBe(said);
    expect(await reverse(idOf(first))).toBe('PT409 This payment is reversed already.');
    expect(await reverse(idOf(said))).toMatch(/^PT409 A reversal cannot be reversed/);
    expect(await reverse(malee.id)).toBe('PT404 There is no such payment.');
    expect(await statusOf(id)).toEqual(['DEPOSIT_PENDING', 20_000]);
    expect(await db.booking(id)).toMatchObject({ review_until: null });
    expect((await db.mails()).at(-1)).toBe('booking.payment_reversed nattaya');
    const told = await db.test.sql(
      `select ids -> 'amount_satang' as amount, ids -> 'paid_satang' as paid, ids -> 'left_satang' as left_satang
       from bkk_outbox where event = 'booking.payment_reversed'`,
    );
    expect(told).toEqual([{ amount: 100_000, paid: 20_000, left_satang: 280_000 }]);
  });

  test('of one payment by two admins at once happens once', async () => {
    const id = await priced();
    const recorded = idOf(await pay(id, 100_000));
    const answers = await Promise.all([reverse(recorded), reverse(recorded)]);
    expect(answers.filter((answer) => answer.startsWith('{'))).toHaveLength(1);
    expect(await statusOf(id)).toEqual(['DEPOSIT_PENDING', 0]);
  });

  test('after the tickets needs a decision, which is noted', async () => {
    const id = await priced();
    const recorded = idOf(await pay(id, 300_000));
    await ticket(id);
    await reverse(recorded);
    expect(await statusOf(id)).toEqual(['TICKETED', 0, 'reversed_after_tickets']);
    expect((await db.mails()).at(-1)).toBe('admin.payment_needs_decision somchai');
    const clear = { p_flag: 'reversed_after_tickets', p_note: 'Paid in cash' };
    expect(await byAdmin(id, 'bkk_admin_clear_flag', { ...clear, p_note: ' ' })).toMatch(/^PT400/);
    expect(await byAdmin(id, 'bkk_admin_clear_flag', clear)).toBe('done');
    expect(await byAdmin(id, 'bkk_admin_clear_flag', clear)).toMatch(
      /^PT409 There is nothing to decide/,
    );
    expect(await statusOf(id)).toEqual(['TICKETED', 0]);
  });

  test('is for admins, with a reason, and only while the feature is on', async () => {
    const id = await priced();
    const p_payment_id = idOf(await pay(id, 5));
    const values = { p_payment_id, p_note: 'wrong', p_idempotency_key: randomUUID() };
    expect(await db.call(nattaya, 'bkk_admin_reverse_payment', values)).toMatch(/^42501/);
    expect(await db.call(somchai, 'bkk_admin_reverse_payment', { ...values, p_note: '' })).toMatch(
      /^PT400/,
    );
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    expect(await db.call(somchai, 'bkk_admin_reverse_payment', values)).toMatch(/^PT404/);
  });
});

describe('a deposit that is refused', () => {
  const reasons = { p_reason_en: 'Unreadable', p_reason_th: 'อ่านไม่ออก' };

  test('leaves the hold at least six hours, and what it had before', async () => {
    const { booking_id: id } = await db.held(nattaya, { slip: 'slip.png' });
    const { booking_id: late } = await db.held(nattaya, { slip: 'slip.png' });
    await db.put(
      late,
      `hold_expires_at = now() - interval '2 hours', deposit_due_at = now() - interval '3 hours'`,
    );
    for (const [one, left] of [
      [id, 48],
      [late, 6],
    ] as const) {
      expect(await byAdmin(one, 'bkk_admin_refuse_deposit', reasons)).toBe('done');
      const booking = await db.booking(one);
      expect(booking).toMatchObject({ status: 'HOLD', review_until: null });
      expect(booking.hold_hours).toBeCloseTo(left, 1);
    }
    const [deadlines] = await db.test.sql(
      'select deposit_due_at = hold_expires_at as same from bkk_bookings where booking_id = $1',
      [late],
    );
    expect(deadlines).toEqual({ same: true });
    expect((await db.mails()).slice(2)).toEqual(Array(2).fill('booking.deposit_refused nattaya'));
  });

  test('has reasons in both languages and no payments', async () => {
    const { booking_id: id } = await db.held(nattaya, { slip: 'slip.png' });
    const refuse = (values: Values) => byAdmin(id, 'bkk_admin_refuse_deposit', values);
    expect(await refuse({ ...reasons, p_reason_th: ' ' })).toMatch(/^PT400/);
    await pay(id, 5);
    expect(await refuse(reasons)).toMatch(/^PT409 There are payments/);
    const { booking_id: hold } = await db.held();
    expect(await byAdmin(hold, 'bkk_admin_refuse_deposit', reasons)).toMatch(
      /^PT409 The booking is HOLD/,
    );
  });
});

test('no deadline of a booking is infinite, whoever writes it', async () => {
  const { booking_id: id } = await db.held();
  for (const column of ['hold_expires_at', 'balance_due_at', 'names_due_at'])
    for (const time of ['infinity', '-infinity'])
      await expect(
        db.test.sql(`update bkk_bookings set ${column} = '${time}' where booking_id = '${id}'`),
      ).rejects.toMatchObject({ code: '23514' });
});

describe('no hold lasts', () => {
  const segment = (departs: string) =>
    `jsonb_build_array(jsonb_build_object(
      'departs_at', to_char((${departs}) at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI'), 'departs_zone', 'Asia/Tokyo'))`;
  const refuse = { p_reason_en: 'Unreadable', p_reason_th: 'อ่านไม่ออก' };

  test('beyond the departure, by its zone, when an admin extends it', async () => {
    const { booking_id: id } = await db.held();
    await db.put(
      id,
      `segments = ${segment(`now() + interval '90 hours'`)}, departs_on = current_date + 5`,
    );
    const extend = (count: number) =>
      byAdmin(id, 'bkk_admin_extend_hold', { p_hold_expires_at: hours(count) });
    expect(await extend(91)).toMatch(/^PT400 The hold must end before the departure/);
    expect(await extend(89)).toBe('done');
  });

  test('into the day of a departure whose time is not known', async () => {
    const { booking_id: id } = await db.held();
    await db.put(id, `departs_on = (now() at time zone 'Asia/Bangkok')::date + 4`);
    const [day] = await db.test.sql<{ start: Date }>(
      `select ((now() at time zone 'Asia/Bangkok')::date + 4)::timestamp at time zone 'Asia/Bangkok' as start`,
    );
    const extend = (ms: number) =>
      byAdmin(id, 'bkk_admin_extend_hold', {
        p_hold_expires_at: new Date(Number(day?.start) + ms).toISOString(),
      });
    expect(await extend(1000)).toMatch(/^PT400/);
    expect(await extend(0)).toBe('done');
  });

  test.each([
    [
      'its departure',
      async (id: string) => db.put(id, `segments = ${segment(`now() + interval '2 hours'`)}`),
    ],
    ['the airline’s time', async (id: string) => db.putOrder(id, `now() + interval '2 hours'`)],
  ])('beyond %s after a refused deposit', async (_, bound) => {
    const { booking_id: id } = await db.held(nattaya, { slip: 'slip.png' });
    await bound(id);
    expect(await byAdmin(id, 'bkk_admin_refuse_deposit', refuse)).toBe('done');
    expect((await db.booking(id)).hold_hours).toBeCloseTo(2, 1);
  });

  test('beyond an earlier time of the airline, also once a part is paid', async () => {
    const id = await priced();
    await pay(id, 1);
    await db.putOrder(id, `now() + interval '48 hours'`);
    await db.readOrder(id, { state: 'held', pay_by: hours(9), total_satang: 100 });
    expect((await db.booking(id)).hold_hours).toBeCloseTo(9, 1);
  });

  test('beyond the airline’s time where an admin extends it while the airline shortens it', async () => {
    const { booking_id: id } = await db.held();
    await db.putOrder(id, `now() + interval '90 hours'`);
    await Promise.all([
      byAdmin(id, 'bkk_admin_extend_hold', { p_hold_expires_at: hours(80) }),
      db.readOrder(id, { state: 'held', pay_by: hours(30), total_satang: 100 }),
    ]);
    expect((await db.booking(id)).hold_hours).toBeCloseTo(30, 1);
  });
});

const offerId = randomUUID();

describe('a writer that forgets the rules of deadlines is refused at the end of its transaction', () => {
  test.each([
    [
      'an order at the airline that ends before the hold',
      `
      insert into bkk_flight_offers (
        offer_id, source, source_offer_id, source_request_id, search_key, found_at, offer, total_satang, label,
        source_passengers, expires_at)
      values ('${offerId}', 'duffel', 'off_1', 'orq_1', repeat('a', 64), now(), '{}', 100, 'Airline', '[]', now());
      insert into bkk_supplier_orders (booking_id, offer_id, source, state, total_satang, pay_by)
        select booking_id, '${offerId}', 'duffel', 'held', 100, now() + interval '1 hour' from bkk_bookings`,
    ],
    [
      'an open booking without a due time',
      `
      alter table bkk_bookings disable trigger bkk_check_booking; update bkk_bookings set due_at = null`,
    ],
  ])('%s', async (_, change) => {
    await db.held();
    await expect(db.test.sql(`begin; ${change}; commit`)).rejects.toMatchObject({
      code: 'PT400',
      message: expect.stringMatching(
        /^The booking BKK-\w{8} would have no valid deadline\.$/,
      ) as string,
    });
  });
});

test('a hold is extended to a later time before the departure', async () => {
  const { booking_id: id } = await db.held();
  const extend = (time: string | null) =>
    byAdmin(id, 'bkk_admin_extend_hold', { p_hold_expires_at: time });
  expect(await extend(hours(47))).toMatch(/^PT400/);
  expect(await extend(hours(9000))).toMatch(/^PT400/);
  expect(await extend(null)).toMatch(/^PT400/);
  await db.put(id, `departs_on = current_date + 4, deposit_due_at = now()`);
  expect(await extend(hours(200))).toMatch(/^PT400/);
  expect(await extend(hours(60))).toBe('done');
  const booking = await db.booking(id);
  expect(booking.hold_hours).toBeCloseTo(60, 1);
  expect(booking.deposit_due_at).toEqual(booking.hold_expires_at);
  expect((await db.mails()).slice(1)).toEqual(['booking.hold_extended nattaya']);
});

describe('the tickets', () => {
  test('need a confirmed booking, all names and the total or a reason', async () => {
    const id = await priced();
    expect(await ticket(id)).toMatch(/^PT409 The booking is HOLD/);
    await pay(id, 100_000);
    expect(await ticket(id)).toMatch(/^PT409 The total is not paid/);
    await byMember(id, 'bkk_set_passengers', { p_passengers: [{}, family[1], family[2]] });
    expect(await ticket(id, { p_reason: 'Regular customer' })).toMatch(
      /^PT409 Names of passengers/,
    );
    await byMember(id, 'bkk_set_passengers', { p_passengers: family });
    expect(await ticket(id, { p_reason: 'Regular customer' })).toBe('done');
    expect(await db.booking(id)).toMatchObject({ status: 'TICKETED', pnr: 'K7QX2M', due_at: null });
    expect((await passengersOf(id)).map((one) => one.ticket_number)).toEqual(ticketNumbers);
    expect((await db.mails()).at(-1)).toBe('booking.ticketed nattaya');
    expect(await cancel(id)).toMatch(/^PT409 The booking is TICKETED/);
  });

  test.each([
    [{ p_pnr: 'k7qx2m' }],
    [{ p_pnr: null }],
    [{ p_ticket_numbers: null }],
    [{ p_ticket_numbers: ticketNumbers.slice(1) }],
    [{ p_ticket_numbers: ['2170000000001', '2170000000001', '2170000000002'] }],
    [{ p_ticket_numbers: ['217-000000001', '2170000000001', '2170000000002'] }],
  ])('are refused with %j', async (wrong) => {
    const id = await priced();
    await pay(id, 300_000);
    expect(await ticket(id, wrong)).toMatch(/^PT400/);
    expect(await statusOf(id)).toEqual(['CONFIRMED', 300_000]);
  });
});

test('a ticket number is issued once, also by two admins at once', async () => {
  const ids = [await priced(), await priced()];
  for (const id of ids) await pay(id, 300_000);
  const orders = [ticketNumbers, ticketNumbers.toReversed()];
  const results = await Promise.all(
    ids.map((id, index) => ticket(id, { p_ticket_numbers: orders[index] })),
  );
  const taken = 'PT409 The ticket number 2170000000001 is that of another booking.';
  expect([...results].sort()).toEqual([taken, 'done']);
  const free = ids[results.indexOf(taken)] ?? '';
  const others = ['2170000000004', '2170000000005'];
  const again = await ticket(free, { p_ticket_numbers: [...others, '2170000000003'] });
  expect(again).toBe('PT409 The ticket number 2170000000003 is that of another booking.');
  expect(await ticket(free, { p_ticket_numbers: [...others, '2170000000006'] })).toBe('done');
  await expect(
    db.test.sql(`update bkk_booking_passengers set ticket_number = '2170000000006'`),
  ).rejects.toMatchObject({ code: '23505' });
});

test('an admin cancels any open booking with a reason that the member reads', async () => {
  const bookings = [await db.held(), await db.held(nattaya, { slip: 'slip.png' })].map(
    (one) => one.booking_id,
  );
  const confirmed = await priced();
  await pay(confirmed, 100_000);
  expect(await byAdmin(confirmed, 'bkk_admin_cancel_booking', { p_reason: ' ' })).toMatch(/^PT400/);
  for (const id of [...bookings, confirmed]) expect(await cancel(id)).toBe('done');
  expect(
    await db.rows(
      nattaya,
      `select message, actor_name from bkk_booking_events where event = 'cancelled' limit 1`,
    ),
  ).toEqual([{ message: 'The airline cancelled.', actor_name: 'Somchai Rattanakul' }]);
  expect((await db.mails()).filter((mail) => mail === 'booking.cancelled nattaya')).toHaveLength(3);
});

test('a booking of a deleted account takes payments and queues no mail', async () => {
  const id = await priced();
  await db.put(id, 'user_id = null');
  await pay(id, 100_000);
  expect(await statusOf(id)).toEqual(['CONFIRMED', 100_000]);
  expect(await db.mails()).toEqual(['booking.hold_placed nattaya', 'booking.priced nattaya']);
});
