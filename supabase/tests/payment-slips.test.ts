import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;

/** Somchai and Malee are admins; the bookings and slips are Nattaya's. */
const db = shareDatabase(startBookingDatabase);

beforeAll(async () => {
  await db.test.sql(`select bkk_internal.set_features('{bookings,payments}')`);
  await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
});

let references = 0;
const newReference = () => `20261210${String((references += 1)).padStart(8, '0')}`;
const newHash = () => randomUUID().replaceAll('-', '').slice(0, 16);

interface SlipInput {
  readonly booking_id?: string;
  readonly typed_satang?: number;
  readonly credit_satang?: number;
  readonly reading?: string;
  readonly bank_code?: string | null;
  readonly trans_ref?: string | null;
  readonly picture_hash?: string;
  readonly request_key?: string;
}

/** Records a slip as the function attach-slip does, and returns its id or the error. */
async function send(input: SlipInput = {}, who: SignedInUser = nattaya): Promise<string> {
  const slipId = randomUUID();
  const slip = {
    slip_id: slipId,
    request_key: randomUUID(),
    typed_satang: 100_000,
    payer_name: 'นาตยา',
    object_path: `${who.id}/${slipId}.png`,
    content_type: 'image/png',
    byte_size: 1000,
    sha256: randomUUID().replaceAll('-', '').repeat(2),
    picture_hash: newHash(),
    reading: 'read',
    bank_code: '004',
    trans_ref: newReference(),
    ...input,
  };
  return db.test
    .sql<{ slip: { slip_id: string } }>('select bkk_record_slip($1, $2) as slip', [
      who.id,
      JSON.stringify(slip),
    ])
    .then(
      ([row]) => row?.slip.slip_id ?? '',
      (error: unknown) => (error as { readonly hint: string }).hint,
    );
}

interface Review {
  readonly amount?: number;
  readonly reason?: string | null;
  readonly note?: string | null;
  readonly key?: string;
}

const review = (slipId: string, accept: boolean, input: Review = {}, who: SignedInUser = somchai) =>
  db.call(who, 'bkk_admin_review_slip', {
    p_slip_id: slipId,
    p_accept: accept,
    p_amount_satang: input.amount ?? (accept ? 100_000 : null),
    p_received_at: accept ? new Date(Date.now() - 60_000).toISOString() : null,
    p_reason: input.reason ?? null,
    p_note: input.note ?? null,
    p_idempotency_key: input.key ?? randomUUID(),
  });
const accept = (slipId: string, amount?: number) =>
  review(slipId, true, amount === undefined ? {} : { amount });

/** A booking of 3,000 baht with a deposit of 1,000. */
async function pricedBooking(): Promise<string> {
  await db.test.sql(
    `update bkk_bookings set status = 'CANCELLED' where status in ('HOLD', 'DEPOSIT_PENDING')`,
  );
  const { booking_id: id } = await db.held();
  const priced = await db.call(somchai, 'bkk_admin_price_booking', {
    p_booking_id: id,
    p_lines: [
      { label: 'Adult fare', type: 'adult', count: 2, price_satang: 100_000 },
      { label: 'Child fare', type: 'child', count: 1, price_satang: 100_000 },
    ],
    p_total_satang: 300_000,
    p_deposit_satang: 100_000,
  });
  expect(priced).toBe('done');
  return id;
}

const warningsOf = async (slipId: string) => {
  const [row] = await db.rows(
    somchai,
    'select warnings from bkk_slips_admin_view where slip_id = $1',
    [slipId],
  );
  return row?.warnings;
};

const creditOf = async () => {
  const [row] = await db.test.sql<{ credit: string }>(
    `select bkk_internal.last_balance('credit', $1) as credit`,
    [nattaya.id],
  );
  return Number(row?.credit);
};

const ledgerAgrees = async () => {
  const [row] = await db.test.sql(`select bkk_internal.check_ledger(now())::integer as found`);
  return row?.found;
};

describe('a slip that a member sends', () => {
  test('lets the hold wait for its review, no longer than the hold lasts', async () => {
    const id = await pricedBooking();
    await db.put(
      id,
      `hold_expires_at = now() + interval '2 hours', due_at = now() + interval '2 hours'`,
    );
    const slipId = await send({ booking_id: id });
    const booking = await db.booking(id);
    expect(booking.status).toBe('DEPOSIT_PENDING');
    expect(booking.review_hours).toBeLessThanOrEqual(booking.hold_hours ?? 0);
    expect((await db.events(id)).at(-1)).toBe('slip_attached');
    expect(await warningsOf(slipId)).toEqual([]);
    expect((await db.mails()).at(-1)).toMatch(/^admin\.slip_attached /);
  });

  test('is recorded once for its key, and only for an own booking that is not paid', async () => {
    const id = await pricedBooking();
    const key = randomUUID();
    const first = await send({ booking_id: id, request_key: key });
    expect(await send({ booking_id: id, request_key: key })).toBe(first);
    expect(await send({ booking_id: id }, malee)).toBe('bkk.booking_unknown');
    await send({ booking_id: id });
    await send({ booking_id: id });
    expect(await send({ booking_id: id })).toBe('bkk.too_many_waiting_slips');
    const [known] = await db.rows(nattaya, 'select bkk_check_slip($1, $2) as slip', [id, key]);
    expect(known?.slip).toMatchObject({ slip_id: first, booking_status: 'DEPOSIT_PENDING' });
  });

  test('with the reference or the picture of another one is shown with that one', async () => {
    const id = await pricedBooking();
    const reference = newReference();
    const hash = '00ff00ff00ff00ff';
    const first = await send({ booking_id: id, trans_ref: reference, picture_hash: hash });
    // Another transfer of the same bank.
    const other = await send({ booking_id: id, picture_hash: '00ff00ff00ff00fc' });
    const near = await send({
      booking_id: id,
      picture_hash: '00ff00ff00ff00fe',
      reading: 'no_qr',
      bank_code: null,
      trans_ref: null,
    });
    const same = await send({ typed_satang: 5_000, trans_ref: reference, picture_hash: newHash() });
    expect(await warningsOf(near)).toEqual(['near_picture', 'no_qr']);
    expect(await warningsOf(other)).toEqual([]);
    expect(await warningsOf(same)).toEqual(['used_reference']);
    const taken = await db.call(somchai, 'bkk_admin_take_slip', { p_slip_id: near });
    expect(JSON.parse(taken)).toMatchObject({
      twins: [{ slip_id: first, same: 'near', bits: 1 }, { slip_id: other }],
    });
    await accept(first);
    expect(await accept(same, 5_000)).toBe(
      'PT409 A slip with this bank reference was accepted already.',
    );
  });
});

describe('the review of a slip', () => {
  test('accepts the deposit, posts it and confirms the booking', async () => {
    const id = await pricedBooking();
    const key = randomUUID();
    const slipId = await send({ booking_id: id });
    const result = await review(slipId, true, { key });
    expect(JSON.parse(result)).toMatchObject({
      status: 'ACCEPTED',
      booking_status: 'CONFIRMED',
      paid_satang: 100_000,
      surplus_satang: 0,
      missing_satang: 0,
    });
    expect(await review(slipId, true, { key })).toBe(result);
    expect(await accept(slipId)).toBe('PT409 This slip is reviewed already.');
    expect(await ledgerAgrees()).toBe(0);
  });

  test('of less than the deposit posts it and says what is missing and until when', async () => {
    const id = await pricedBooking();
    const slipId = await send({ booking_id: id, typed_satang: 40_000 });
    expect(await warningsOf(slipId)).toEqual(['typed_differs']);
    const result = JSON.parse(await accept(slipId, 40_000)) as { missing_until: string | null };
    expect(result).toMatchObject({ booking_status: 'DEPOSIT_PENDING', missing_satang: 60_000 });
    expect(result.missing_until).not.toBeNull();
  });

  test('takes the part from credit with it, and more than is due becomes credit', async () => {
    const id = await pricedBooking();
    const toppedUp = await send({ typed_satang: 30_000 });
    await accept(toppedUp, 30_000);
    const before = await creditOf();
    const part = await send({ booking_id: id, typed_satang: 80_000, credit_satang: 20_000 });
    expect(await warningsOf(part)).toEqual([]);
    expect(JSON.parse(await accept(part, 80_000))).toMatchObject({ paid_satang: 100_000 });
    expect(await creditOf()).toBe(before - 20_000);
    const tooMuch = await send({ booking_id: id, typed_satang: 250_000 });
    expect(JSON.parse(await accept(tooMuch, 250_000))).toMatchObject({
      paid_satang: 300_000,
      surplus_satang: 50_000,
      missing_satang: 0,
    });
    expect(await creditOf()).toBe(before - 20_000 + 50_000);
    expect((await db.mails()).at(-1)).toBe('credit.topped_up nattaya');
    expect(await ledgerAgrees()).toBe(0);
  });

  test('of a booking that has ended makes all of it credit', async () => {
    const id = await pricedBooking();
    const slipId = await send({ booking_id: id });
    await db.call(somchai, 'bkk_admin_cancel_booking', { p_booking_id: id, p_reason: 'closed' });
    const before = await creditOf();
    expect(JSON.parse(await accept(slipId))).toMatchObject({
      booking_status: 'CANCELLED',
      surplus_satang: 100_000,
    });
    expect(await creditOf()).toBe(before + 100_000);
    expect((await db.events(id)).at(-1)).toBe('surplus_credited');
  });

  test('refuses with a reason in both languages, and the hold goes on', async () => {
    const id = await pricedBooking();
    const slipId = await send({ booking_id: id });
    expect(await review(slipId, false, { reason: 'other' })).toMatch(/^PT400 Choose why/);
    await review(slipId, false, { reason: 'not_arrived', note: 'Look at your app.' });
    const booking = await db.booking(id);
    expect(booking.status).toBe('HOLD');
    expect(booking.hold_hours).toBeGreaterThan(5.9);
    const [event] = await db.test.sql(
      `select details ->> 'reason_en' as en, details ->> 'reason_th' as th from bkk_booking_events
        where booking_id = $1 and event = 'deposit_refused'`,
      [id],
    );
    expect(event).toEqual({
      en: 'The money has not arrived. Look at your app.',
      th: 'ยังไม่พบเงินเข้าบัญชี Look at your app.',
    });
    const [mine] = await db.rows(
      nattaya,
      'select status, reason from bkk_slips where slip_id = $1',
      [slipId],
    );
    expect(mine).toEqual({ status: 'REFUSED', reason: 'not_arrived' });
  });

  test('belongs to one admin at a time', async () => {
    const slipId = await send({ typed_satang: 5_000 });
    await db.call(malee, 'bkk_admin_take_slip', { p_slip_id: slipId });
    expect(await accept(slipId, 5_000)).toMatch(/^PT409 .* has this slip\.$/);
    expect(await db.call(somchai, 'bkk_admin_take_slip', { p_slip_id: slipId })).toMatch(/^PT409/);
    await db.call(malee, 'bkk_admin_leave_slip', { p_slip_id: slipId });
    expect(JSON.parse(await accept(slipId, 5_000))).toMatchObject({ surplus_satang: 5_000 });
    expect(await review(slipId, true, {}, nattaya)).toBe('42501 Only an admin can do this.');
  });
});

describe('slips', () => {
  test('are read by their member without the checks, and by nobody with the feature off', async () => {
    const slipId = await send({ typed_satang: 5_000 });
    expect(await db.resultOf(nattaya, 'select warnings from bkk_slips')).toBe('42501');
    await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await db.rows(nattaya, 'select slip_id from bkk_slips')).toEqual([]);
    expect(await db.rows(somchai, 'select slip_id from bkk_slips_admin_view')).toEqual([]);
    await db.test.sql(`select bkk_internal.set_features('{bookings,payments}')`);
    const counts = await db.call(somchai, 'bkk_admin_count_slips', { p_search: 'nattaya' });
    expect((JSON.parse(counts) as Record<string, number>).WAITING).toBeGreaterThan(0);
    await review(slipId, false, { reason: 'unreadable' });
  });

  test('are deleted with their pictures once their books need not be kept', async () => {
    const slipId = await send({ typed_satang: 5_000 });
    await review(slipId, false, { reason: 'used' });
    await db.test.sql(`insert into storage.objects (bucket_id, name) values ('slips', $1)`, [
      `${nattaya.id}/${slipId}.png`,
    ]);
    const deleteAt = (time: string) =>
      db.test.sql(`select bkk_internal.delete_slips(${time})::integer as deleted`);
    expect(await deleteAt(`now() + interval '4 years'`)).toEqual([{ deleted: 0 }]);
    const [{ deleted } = { deleted: 0 }] = await deleteAt(`now() + interval '6 years 2 days'`);
    expect(deleted).toBeGreaterThan(0);
    expect(await db.test.sql(`select from storage.objects where bucket_id = 'slips'`)).toEqual([]);
  });

  test('of a deleted member stay with the books without the name, and a waiting one keeps the account', async () => {
    const slipId = await send({ typed_satang: 5_000 }, malee);
    await expect(
      db.test.sql(`select bkk_internal.erase_user($1)`, [malee.id]),
    ).rejects.toMatchObject({ hint: 'bkk.slip_waiting' });
    await review(slipId, false, { reason: 'used' });
    await db.test.sql(`select bkk_internal.erase_user($1)`, [malee.id]);
    expect(await db.test.sql('select from bkk_slips where slip_id = $1', [slipId])).toEqual([]);
  });
});
