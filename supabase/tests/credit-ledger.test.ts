import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;

/** Somchai is the admin; the bookings and the credit are Nattaya's. */
const db = shareDatabase(startBookingDatabase);

const switchTo = (features: string) =>
  db.test.sql(`select bkk_internal.set_features($1)`, [`{${features}}`]);
const withoutPayments = 'bookings';
const withPayments = 'bookings,payments';

beforeAll(async () => {
  await switchTo(withPayments);
  await db.test.sql('select bkk_internal.set_approval_limit(null)');
});

type Values = Readonly<Record<string, unknown>>;
const call = (who: SignedInUser, name: string, values: Values) => db.call(who, name, values);

const giveCredit = (satang: number, who: SignedInUser = nattaya, key: string = randomUUID()) =>
  call(somchai, 'bkk_admin_change_credit', {
    p_user_id: who.id,
    p_amount_satang: satang,
    p_note: 'goodwill',
    p_idempotency_key: key,
  });

const payWithCredit = (
  id: string,
  satang: number,
  key: string = randomUUID(),
  who: SignedInUser = nattaya,
) =>
  call(who, 'bkk_pay_with_credit', {
    p_booking_id: id,
    p_amount_satang: satang,
    p_idempotency_key: key,
  });

const recordPayment = (id: string, satang: number) =>
  call(somchai, 'bkk_admin_record_payment', {
    p_booking_id: id,
    p_amount_satang: satang,
    p_received_at: new Date(Date.now() - 3_600_000).toISOString(),
    p_bank_reference: 'KB123',
    p_note: null,
    p_idempotency_key: randomUUID(),
  });

const reverse = (paymentId: string) =>
  call(somchai, 'bkk_admin_reverse_payment', {
    p_payment_id: paymentId,
    p_note: 'another account',
    p_idempotency_key: randomUUID(),
  });

async function creditOf(who: SignedInUser = nattaya): Promise<number> {
  const [row] = await db.test.sql<{ satang: string }>(
    `select (balance * 100)::bigint as satang from bkk_credit_accounts where user_id = $1`,
    [who.id],
  );
  return Number(row?.satang ?? 0);
}

/** A booking of 3,000 baht with a deposit of 1,000. */
async function pricedBooking(): Promise<string> {
  const { booking_id: id } = await db.held();
  const priced = await call(somchai, 'bkk_admin_price_booking', {
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

/** The entries of a booking's postings in their order, such as `payment bank -100000`. */
async function entriesOf(id: string): Promise<readonly string[]> {
  const rows = await db.test.sql<{ entry: string }>(
    `select concat_ws(' ', posting.kind, entry.account, entry.amount_satang) as entry
      from bkk_credit_entries as entry join bkk_credit_postings as posting using (posting_id)
      where posting.booking_id = $1 order by entry.entry_id`,
    [id],
  );
  return rows.map(({ entry }) => entry);
}

const ledgerAgrees = async () => {
  const [row] = await db.test.sql(`select bkk_internal.check_ledger(now())::integer as found`);
  return row?.found;
};

describe('a payment with the feature payments', () => {
  test('is posted from the bank to the booking, and its reversal the other way', async () => {
    const id = await pricedBooking();
    const paid = JSON.parse(await recordPayment(id, 100_000)) as { payment_id: string };
    await reverse(paid.payment_id);
    expect(await entriesOf(id)).toEqual([
      'payment bank -100000',
      'payment booking 100000',
      'reversal bank 100000',
      'reversal booking -100000',
    ]);
    expect(await ledgerAgrees()).toBe(0);
  });

  test('from credit pays the deposit at once, and confirms the booking as the member', async () => {
    const id = await pricedBooking();
    await giveCredit(150_000);
    const before = await creditOf();
    const result = await payWithCredit(id, 100_000);
    expect(JSON.parse(result)).toMatchObject({
      amount_satang: 100_000,
      paid_satang: 100_000,
      status: 'CONFIRMED',
      credit_left_satang: before - 100_000,
    });
    expect(await creditOf()).toBe(before - 100_000);
    expect(await entriesOf(id)).toEqual(['payment booking 100000', 'payment credit -100000']);
    const [event] = await db.test.sql(
      `select actor, event, details ->> 'credit_satang' as credit from bkk_booking_events
        where booking_id = $1 and event = 'payment_recorded'`,
      [id],
    );
    expect(event).toEqual({ actor: 'member', event: 'payment_recorded', credit: '100000' });
  });

  test('from credit is made once for a key, and gives the credit back when it is reversed', async () => {
    const id = await pricedBooking();
    await giveCredit(50_000);
    const before = await creditOf();
    const key = randomUUID();
    const first = JSON.parse(await payWithCredit(id, 50_000, key)) as { payment_id: string };
    const again = JSON.parse(await payWithCredit(id, 50_000, key)) as { payment_id: string };
    expect(again.payment_id).toBe(first.payment_id);
    expect(await creditOf()).toBe(before - 50_000);
    await reverse(first.payment_id);
    expect(await creditOf()).toBe(before);
    expect(await ledgerAgrees()).toBe(0);
  });

  test('from credit is refused beyond the credit, beyond what is due, and for a booking of another member', async () => {
    const id = await pricedBooking();
    expect(await payWithCredit(id, 300_001)).toBe(
      'PT409 This is more than is due for the booking.',
    );
    await giveCredit(1);
    const all = await creditOf();
    await giveCredit(-all);
    expect(await payWithCredit(id, 100)).toBe('PT409 The credit of the member is not enough.');
    expect(await payWithCredit(id, 100, randomUUID(), malee)).toBe(
      'PT404 There is no such booking.',
    );
    expect(await payWithCredit(id, 0)).toBe('PT400 The amount must be above zero.');
  });

  test('is sold once the tickets are issued', async () => {
    const id = await pricedBooking();
    await recordPayment(id, 300_000);
    await call(somchai, 'bkk_admin_ticket', {
      p_booking_id: id,
      p_pnr: 'K7QX2M',
      p_ticket_numbers: ['2170000000101', '2170000000102', '2170000000103'],
    });
    expect((await entriesOf(id)).slice(2)).toEqual(['sale booking -300000', 'sale sales 300000']);
    expect(Number((await db.booking(id)).paid_satang)).toBe(300_000);
    expect(await ledgerAgrees()).toBe(0);
  });
});

describe('credit', () => {
  test('is changed by an admin with a reason, once for a key', async () => {
    const key = randomUUID();
    const before = await creditOf();
    const given = JSON.parse(await giveCredit(12_345, nattaya, key)) as { credit_satang: number };
    expect(given.credit_satang).toBe(before + 12_345);
    expect(JSON.parse(await giveCredit(12_345, nattaya, key))).toEqual(given);
    expect(await giveCredit(1, nattaya, key)).toMatch(/^PT409 This key was used/);
    expect(await giveCredit(0)).toMatch(/^PT400 The amount/);
    expect(await giveCredit(-100_000_000)).toMatch(/^PT409 The credit of the member is not enough/);
    expect(await giveCredit(5, { id: randomUUID(), email: '' })).toMatch(/^PT409 The account of/);
    expect(
      await call(nattaya, 'bkk_admin_change_credit', {
        p_user_id: nattaya.id,
        p_amount_satang: 100,
        p_note: 'mine',
        p_idempotency_key: randomUUID(),
      }),
    ).toBe('42501 Only an admin can do this.');
  });

  test('is written by nobody directly, and by admins again with the feature off', async () => {
    const write = `update bkk_credit_accounts set balance = 5 where user_id = $1`;
    expect(await db.resultOf(somchai, write, [malee.id])).toBe('42501');
    await expect(
      db.test.sql(`set role service_role; update bkk_credit_accounts set balance = 5`),
    ).rejects.toMatchObject({ code: '42501' });
    await switchTo(withoutPayments);
    expect(await db.resultOf(somchai, write, [malee.id])).toBe('done');
    await switchTo(withPayments);
    expect(await ledgerAgrees()).toBe(0);
  });

  test('that the ledger does not know fails at the end of the transaction', async () => {
    await giveCredit(100);
    await expect(
      db.test.sql(`update bkk_credit_accounts set balance = balance + 1`),
    ).rejects.toMatchObject({ code: '23514', hint: 'bkk.ledger_differs' });
  });

  test('is read by its member alone, without who gave it', async () => {
    await giveCredit(700);
    const mine = await db.rows(nattaya, `select kind, credit_satang from bkk_credit_postings`);
    expect(mine.length).toBeGreaterThan(0);
    expect(
      await db.rows(malee, `select kind from bkk_credit_postings where user_id = '${nattaya.id}'`),
    ).toEqual([]);
    expect(await db.resultOf(nattaya, `select note from bkk_credit_postings`)).toBe('42501');
    expect(await db.rows(nattaya, `select * from bkk_credit_postings_admin_view`)).toEqual([]);
    expect(await db.rows(nattaya, `select account from bkk_credit_entries`)).toEqual([]);
  });
});

describe('the ledger', () => {
  test('has what was recorded while the feature was off, each time that it is switched on', async () => {
    const id = await pricedBooking();
    await giveCredit(4_000);
    await switchTo(withoutPayments);
    await recordPayment(id, 120_000);
    await db.rows(somchai, `update bkk_credit_accounts set balance = 77.5 where user_id = $1`, [
      nattaya.id,
    ]);
    for (const features of [withPayments, withoutPayments, withPayments]) await switchTo(features);
    expect(await creditOf()).toBe(7_750);
    expect(await entriesOf(id)).toEqual(['payment bank -120000', 'payment booking 120000']);
    expect(await ledgerAgrees()).toBe(0);
    const [sums] = await db.test.sql(
      `select sum(amount_satang)::integer as sum from bkk_credit_entries`,
    );
    expect(sums).toEqual({ sum: 0 });
  });

  test('is append-only, and every posting adds up to zero', async () => {
    await expect(db.test.sql(`delete from bkk_credit_entries`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      db.test.sql(`update bkk_credit_postings set credit_satang = 1`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      db.test.sql(
        `select bkk_internal.add_posting('x', 'correction', null, null, now(), '{"bank": -5, "fees": 4}')`,
      ),
    ).rejects.toMatchObject({ hint: 'bkk.ledger_unbalanced' });
  });

  test('lets no account with credit be deleted, and outlives one without', async () => {
    await giveCredit(500, malee);
    await expect(
      db.test.sql(`select bkk_internal.erase_user($1)`, [malee.id]),
    ).rejects.toMatchObject({ hint: 'bkk.credit_left' });
    await giveCredit(-(await creditOf(malee)), malee);
    await db.test.sql(`select bkk_internal.erase_user($1)`, [malee.id]);
    const kept = await db.test.sql(
      `select created_by_name, note from bkk_credit_postings where user_id = $1`,
      [malee.id],
    );
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.every(({ note }) => note === null)).toBe(true);
    expect(await ledgerAgrees()).toBe(0);
  });
});
