import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '../../apps/server/src/db/server-address.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;

/** Somchai is the admin; the bookings and receipts are Nattaya's. */
const db = shareDatabase(startBookingDatabase);

const switchTo = (features: string) =>
  db.test.sql(`select bkk_internal.set_features($1)`, [`{${features}}`]);

beforeAll(async () => {
  await switchTo('bookings,payments');
});

interface ReceiptRow extends Record<string, unknown> {
  readonly receipt_id: string;
  readonly text: string;
  readonly amount: number;
  readonly vat: number | null;
  readonly taxable: number | null;
  readonly data: {
    readonly buyer: Readonly<Record<string, unknown>>;
    readonly lines: readonly Readonly<Record<string, unknown>>[];
    readonly payment: Readonly<Record<string, unknown>>;
    readonly dated_at: string;
    readonly replaces: Readonly<Record<string, unknown>> | null;
    readonly corrects: Readonly<Record<string, unknown>> | null;
    readonly vat: Readonly<Record<string, unknown>> | null;
  };
  readonly void_kind: string | null;
}

/** The receipts of a booking, or of credit, oldest first. */
const receiptsOf = (bookingId: string | null) =>
  db.test.sql<ReceiptRow>(
    `select receipt_id, bkk_internal.receipt_number(issued) as text, amount_satang::integer as amount, vat_satang::integer as vat,
        taxable_satang::integer as taxable, data, void_kind
      from bkk_receipts as issued where booking_id is not distinct from $1 order by issued_at, number`,
    [bookingId],
  );

type Values = Readonly<Record<string, unknown>>;
const call = (who: SignedInUser, name: string, values: Values) => db.call(who, name, values);

async function lastReceipt(bookingId: string | null): Promise<ReceiptRow> {
  const receipt = (await receiptsOf(bookingId)).at(-1);
  if (receipt === undefined) throw new Error('there is no receipt');
  return receipt;
}

const fare = {
  label: 'Adult fare',
  type: 'adult',
  count: 2,
  price_satang: 250_000,
  tax_satang: 48_450,
};
/** Of the whole group, so that it is the agency's. */
const fee = { label: 'Service fee', type: null, count: 3, price_satang: 10_700 };

async function price(id: string, lines: readonly object[] = [fare, fee], total = 629_000) {
  const priced = await call(somchai, 'bkk_admin_price_booking', {
    p_booking_id: id,
    p_lines: lines,
    p_total_satang: total,
    p_deposit_satang: 200_000,
  });
  expect(priced).toBe('done');
}

/** A booking of 6,290 baht, 321 of them the fee, with a deposit of 2,000. */
async function pricedBooking(
  lines: readonly object[] = [fare, fee],
  total = 629_000,
): Promise<string> {
  const { booking_id: id } = await db.held();
  await price(id, lines, total);
  return id;
}

/** What the invoices of a booking have of its fee. */
async function feeOf(id: string): Promise<number> {
  const [row] = await db.test.sql<{ satang: number }>(
    `select bkk_internal.invoiced_gross($1)::integer as satang`,
    [id],
  );
  return row?.satang ?? Number.NaN;
}

async function pay(id: string, satang: number): Promise<string> {
  const result = await call(somchai, 'bkk_admin_record_payment', {
    p_booking_id: id,
    p_amount_satang: satang,
    p_received_at: new Date(Date.now() - 60_000).toISOString(),
    p_bank_reference: 'KB123',
    p_note: null,
    p_idempotency_key: randomUUID(),
  });
  return (JSON.parse(result) as { payment_id: string }).payment_id;
}

const reverse = (paymentId: string) =>
  call(somchai, 'bkk_admin_reverse_payment', {
    p_payment_id: paymentId,
    p_note: 'another account',
    p_idempotency_key: randomUUID(),
  });

const topUp = (who: SignedInUser, satang = 100_000, key: string = randomUUID()) =>
  db.test.sql(
    `select bkk_internal.add_posting($1, 'top_up', $2, null, now(), jsonb_build_object('bank', -$3::bigint, 'credit', $3::bigint))`,
    [`slip:${key}`, who.id, satang],
  );

const setBuyer = (id: string, buyer: object, who: SignedInUser = nattaya) =>
  call(who, 'bkk_set_receipt_buyer', { p_receipt_id: id, p_buyer: buyer });

/** Registers the agency for VAT since a day. */
const registerForVat = (from = '2026-01-01') =>
  db.test.sql(`update bkk_agency set vat_from = $1, tax_id = '0105561234567'`, [from]);

const company = {
  name: 'บริษัท ตัวอย่างการค้า จำกัด',
  address: '88/8 ซอย 4 เขตคลองเตย กรุงเทพฯ 10110',
  tax_id: '0-1055-61234-56-0',
};

describe('a receipt', () => {
  test('is issued for a payment with what is printed, and for no other movement', async () => {
    const id = await pricedBooking();
    await pay(id, 200_000);
    const { text, amount, vat, data } = await lastReceipt(id);
    expect(text).toMatch(/^RT20\d\d-000001$/);
    expect([amount, vat]).toEqual([200_000, null]);
    const { reference } = await db.booking(id);
    expect(data.lines).toMatchObject([
      { label_en: `Deposit, booking ${reference}`, amount_satang: 200_000 },
    ]);
    expect(data.payment).toMatchObject({
      method: 'transfer',
      bank_reference: 'KB123',
      paid_satang: 200_000,
      left_satang: 429_000,
    });
    expect(data.buyer).toMatchObject({ name_th: 'Nattaya Wongthai', tax_id: null });
    await call(somchai, 'bkk_admin_change_credit', {
      p_user_id: nattaya.id,
      p_amount_satang: 50_000,
      p_note: 'goodwill',
      p_idempotency_key: randomUUID(),
    });
    await call(nattaya, 'bkk_pay_with_credit', {
      p_booking_id: id,
      p_amount_satang: 50_000,
      p_idempotency_key: randomUUID(),
    });
    expect(await receiptsOf(id)).toHaveLength(1);
    expect(await receiptsOf(null)).toEqual([]);
  });

  test('lists the price if all of it is paid at once, and a surplus as credit', async () => {
    const id = await pricedBooking();
    await pay(id, 629_000);
    expect((await lastReceipt(id)).data.lines).toMatchObject([
      { label_th: 'ค่าโดยสารผู้ใหญ่', label_en: 'Adult fare', count: 2, amount_satang: 596_900 },
      { label_th: 'Service fee', label_en: 'Service fee', count: 3, unit_satang: 10_700 },
    ]);
    await topUp(nattaya, 20_000);
    const { amount, data } = await lastReceipt(null);
    expect(amount).toBe(20_000);
    expect(data.lines).toMatchObject([{ label_en: 'Credit top-up', vat: 'none' }]);
  });

  test('has a number without gaps, whatever fails beside it on 8 connections', async () => {
    const pool = new pg.Pool({ ...clientConfig(db.test.admin, db.test.admin), max: 8 });
    const people = [nattaya, somchai, malee];
    const attempt = async (index: number) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(
          `select bkk_internal.add_posting($1, 'top_up', $2, null, now(), '{"bank": -2000, "credit": 2000}')`,
          [`slip:${String(index)}`, people[index % 3]?.id],
        );
        await client.query(index % 3 === 0 ? 'rollback' : 'commit');
      } finally {
        client.release();
      }
    };
    await Promise.all(Array.from({ length: 48 }, (_, index) => attempt(index)));
    await pool.end();
    const numbers = (await receiptsOf(null)).map(({ text }) => Number(text.slice(-6)));
    expect(numbers.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 32 }, (_, index) => index + 1),
    );
  });

  test('counts the years of Bangkok from its midnight', async () => {
    await topUp(nattaya);
    const at = (time: string) =>
      db.test.sql<{ text: string }>(
        `with copy as (
           select bkk_internal.add_receipt(jsonb_populate_record(issued, jsonb_build_object('issued_at', $1::text, 'series', $2::text))) as row
           from bkk_receipts as issued limit 1)
         select bkk_internal.receipt_number((copy).row) as text from copy`,
        [time, 'RT'],
      );
    const voidAll = () =>
      db.test.sql(`select bkk_internal.void_receipt(receipt_id, 'admin') from bkk_receipts`);
    const texts: (string | undefined)[] = [];
    await voidAll();
    for (const time of ['2031-12-31T16:59:59Z', '2031-12-31T17:00:00Z', '2031-12-31T16:59:59Z']) {
      texts.push((await at(time))[0]?.text);
      await voidAll();
    }
    expect(texts).toEqual(['RT2031-000001', 'RT2032-000001', 'RT2031-000002']);
  });

  test('is void once its payment is reversed, and is kept', async () => {
    const id = await pricedBooking();
    const first = await pay(id, 200_000);
    await reverse(first);
    await pay(id, 200_000);
    const receipts = await receiptsOf(id);
    expect(receipts.map(({ void_kind: kind }) => kind)).toEqual(['reversal', null]);
    expect(receipts.map(({ text }) => Number(text.slice(-6)))).toEqual([1, 2]);
    await expect(
      db.test.sql(`update bkk_receipts set amount_satang = 1 where booking_id = $1`, [id]),
    ).rejects.toMatchObject({ hint: 'bkk.append_only' });
    await expect(
      db.test.sql(`delete from bkk_receipts where booking_id = $1`, [id]),
    ).rejects.toMatchObject({ hint: 'bkk.append_only' });
  });

  test('is not issued for what was recorded while the feature was off', async () => {
    const id = await pricedBooking();
    await switchTo('bookings');
    await pay(id, 200_000);
    await switchTo('bookings,payments');
    expect(await receiptsOf(id)).toEqual([]);
    await pay(id, 429_000);
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  test('is read by its member and by admins alone', async () => {
    await topUp(nattaya);
    const read = (who: SignedInUser) => db.rows(who, `select number from bkk_receipts`);
    expect(await read(nattaya)).toHaveLength(1);
    expect(await read(somchai)).toHaveLength(1);
    expect(await read(malee)).toEqual([]);
    await switchTo('bookings');
    expect(await read(nattaya)).toEqual([]);
    await switchTo('bookings,payments');
  });
});

describe('the buyer of a receipt', () => {
  test('is changed by a void receipt and a new one that names it', async () => {
    const id = await pricedBooking();
    await pay(id, 200_000);
    const former = await lastReceipt(id);
    const result = await setBuyer(former.receipt_id, company);
    const [voided, issued] = await receiptsOf(id);
    expect(voided).toMatchObject({ text: former.text, void_kind: 'buyer', data: former.data });
    expect(issued).toMatchObject({
      void_kind: null,
      data: {
        buyer: { name_th: company.name, tax_id: '0105561234560', branch: '00000' },
        dated_at: former.data.dated_at,
        lines: former.data.lines,
        replaces: { number: former.text, dated_at: former.data.dated_at },
      },
    });
    expect(JSON.parse(result)).toMatchObject({
      receipt_id: issued?.receipt_id,
      series: 'RT',
      number: 2,
    });
  });

  test('is changed once by the member within 7 days, and always by an admin', async () => {
    await topUp(nattaya);
    const { receipt_id: first } = await lastReceipt(null);
    expect(await setBuyer(first, company, malee)).toBe('PT404 There is no such receipt.');
    await setBuyer(first, company);
    expect(await setBuyer(first, company)).toBe('PT409 This receipt is void already.');
    const { receipt_id: second } = await lastReceipt(null);
    expect(await setBuyer(second, company)).toMatch(/^PT409 The buyer of a receipt can be changed/);
    expect(await setBuyer(second, company, somchai)).toMatch(/receipt_id/);
    expect(await receiptsOf(null)).toHaveLength(3);
  });

  test('has a name, an address and a tax id that checks', async () => {
    await topUp(nattaya);
    const { receipt_id: id } = await lastReceipt(null);
    const refused = (change: object) => setBuyer(id, { ...company, ...change });
    expect(await refused({ name: ' ' })).toBe('PT400 A receipt needs the name of the buyer.');
    expect(await refused({ address: '' })).toBe('PT400 A receipt needs the address of the buyer.');
    expect(await refused({ tax_id: '0105561234561' })).toMatch(/^PT400 A citizen or tax id/);
    expect(await refused({ branch: '12' })).toMatch(/^PT400 A branch has 5 digits/);
    expect(await refused({ tax_id: null, branch: '00001' })).toMatch(/^PT400 A branch/);
    expect(await refused({ name: 'x'.repeat(201) })).toMatch(/^PT400 The name has at most/);
    expect((await lastReceipt(null)).void_kind).toBeNull();
  });
});

describe('the saved buyer of a member', () => {
  const save = (buyer: object | null, ids: readonly string[] = [], who: SignedInUser = nattaya) =>
    call(who, 'bkk_save_receipt_buyer', {
      p_buyer: buyer,
      ...(ids.length > 0 && { p_receipt_ids: ids }),
    });
  const saved = (who: SignedInUser) => db.rows(who, `select name, branch from bkk_receipt_buyers`);

  test('is on the receipts that follow, until it is removed', async () => {
    expect(await save(company)).toBe('[]');
    await topUp(nattaya);
    await topUp(malee);
    const buyers = async () =>
      (await receiptsOf(null)).map(({ data }) => [data.buyer.name_th, data.buyer.branch]);
    expect(await buyers()).toEqual([
      [company.name, '00000'],
      ['Malee Srisuk', null],
    ]);
    expect([await saved(nattaya), await saved(somchai)]).toEqual([
      [{ name: company.name, branch: '00000' }],
      [],
    ]);
    await save(null);
    await topUp(nattaya);
    expect((await buyers()).at(-1)).toEqual(['Nattaya Wongthai', null]);
  });

  test('replaces the chosen receipts too, all of them or none, and none of others', async () => {
    await topUp(nattaya);
    await topUp(nattaya);
    await topUp(malee);
    const ids = (await receiptsOf(null)).map(({ receipt_id: id }) => id);
    await setBuyer(ids[1] ?? '', { ...company, name: 'Another' });
    expect(await save(company, ids)).toBe('PT409 This receipt is void already.');
    expect([await saved(nattaya), (await receiptsOf(null)).length]).toEqual([[], 4]);
    const issued = JSON.parse(await save(company, [ids[0] ?? '', ids[2] ?? ''])) as object[];
    expect(issued).toMatchObject([{ series: 'RT', number: 5 }]);
    const { data } = await lastReceipt(null);
    expect([data.buyer.name_th, data.replaces?.number]).toEqual([
      company.name,
      expect.stringMatching(/-000001$/),
    ]);
    expect(await save({ ...company, tax_id: '1' })).toMatch(/^PT400 A citizen or tax id/);
  });
});

test('the admins list receipts by number, buyer and printed day, and count them by kind', async () => {
  await registerForVat();
  const id = await pricedBooking();
  await pay(id, 629_000);
  const former = await lastReceipt(id);
  await setBuyer(former.receipt_id, company);
  await topUp(nattaya);
  const list = (condition: string) =>
    db.rows(
      somchai,
      `select number, replaced_by from bkk_receipts_admin_view where ${condition} order by dated_at, number`,
    );
  const replacement = await lastReceipt(id);
  expect(await list(`search_text like '%' || bkk_fold_text('${company.name}') || '%'`)).toEqual([
    { number: 2, replaced_by: null },
  ]);
  expect(await list(`search_text like '%${former.text.toLowerCase()}%'`)).toEqual([
    { number: 1, replaced_by: replacement.text },
  ]);
  const counted = async (values: Values) =>
    JSON.parse(await call(somchai, 'bkk_admin_count_receipts', values)) as object;
  expect(await counted({})).toEqual({ all: 3, RT: 1, IV: 2, CN: 0, VOID: 1 });
  const { reference } = await db.booking(id);
  expect(await counted({ p_search: reference })).toMatchObject({ all: 2, RT: 0 });
  // Printed on the day before, as its former one.
  await db.test.sql(`set session_replication_role = replica;
    update bkk_receipts set dated_at = dated_at - interval '1 day' where number = 2`);
  const [today] = await db.test.sql<{ day: string }>(
    `select (now() at time zone 'Asia/Bangkok')::date::text as day`,
  );
  const day = { p_first: today?.day, p_last: today?.day };
  expect(await counted(day)).toMatchObject({ all: 2, IV: 1, VOID: 1 });
});

test('an admin voids a receipt with a reason, and a member does not', async () => {
  await topUp(nattaya);
  const { receipt_id: id } = await lastReceipt(null);
  const voidIt = (who: SignedInUser, reason: string) =>
    call(who, 'bkk_admin_void_receipt', { p_receipt_id: id, p_reason: reason });
  expect(await voidIt(nattaya, 'mine')).toBe('42501 Only an admin can do this.');
  expect(await voidIt(somchai, '')).toBe('PT400 Say why the receipt is void.');
  expect(await voidIt(somchai, 'issued twice')).toBe('done');
  expect(await voidIt(somchai, 'again')).toBe('PT409 This receipt is void already.');
});

describe('a tax invoice', () => {
  test('has the VAT of the fee as its own sum, shared among the payments of a booking', async () => {
    await registerForVat();
    const id = await pricedBooking();
    await pay(id, 200_000);
    await pay(id, 429_000);
    const invoices = await receiptsOf(id);
    expect(invoices.map(({ text }) => text.slice(0, 2))).toEqual(['IV', 'IV']);
    // 321.00 × 2,000 / 6,290 = 102.07, of which 7/107 are VAT; the rest of 321.00 comes with the balance.
    expect(invoices.map(({ taxable, vat }) => [taxable, vat])).toEqual([
      [9_539, 668],
      [20_461, 1_432],
    ]);
    expect(invoices[0]?.data.vat).toMatchObject({ percent: 7, not_ours_satang: 189_793 });
    expect(invoices[1]?.data.lines).toMatchObject([
      { vat: 'not_ours', amount_satang: 407_107 },
      { vat: 'standard', amount_satang: 21_893 },
    ]);
  });

  test('has the rate of the day that the money came in', async () => {
    await registerForVat();
    await db.test.sql(
      `update bkk_agency set vat_rates = '[{"from": "1999-04-01", "percent": 7}, {"from": "2026-01-01", "percent": 10}]'`,
    );
    const id = await pricedBooking();
    await pay(id, 629_000);
    // 321.00 × 10 / 110
    expect(await lastReceipt(id)).toMatchObject({ taxable: 29_182, vat: 2_918, amount: 629_000 });
    await registerForVat('2999-01-01');
    const other = await pricedBooking();
    await pay(other, 629_000);
    expect(await lastReceipt(other)).toMatchObject({ vat: null });
  });

  test('is issued for the fee that credit pays', async () => {
    await registerForVat();
    const id = await pricedBooking();
    await topUp(nattaya, 200_000);
    expect((await lastReceipt(null)).text).toMatch(/^RT/);
    await call(nattaya, 'bkk_pay_with_credit', {
      p_booking_id: id,
      p_amount_satang: 100_000,
      p_idempotency_key: randomUUID(),
    });
    // 321.00 × 1,000 / 6,290 = 51.03
    expect(await lastReceipt(id)).toMatchObject({
      vat: 334,
      data: { payment: { method: 'credit', credit_satang: 0 } },
    });
    await pay(id, 529_000);
    expect(await feeOf(id)).toBe(32_100);
  });

  test('catches up with the fee once a booking has a price', async () => {
    await registerForVat();
    const { booking_id: id } = await db.held();
    await pay(id, 100_000);
    expect(await lastReceipt(id)).toMatchObject({
      vat: 0,
      data: { payment: { paid_satang: 100_000, left_satang: null } },
    });
    await price(id);
    await pay(id, 529_000);
    expect(await feeOf(id)).toBe(32_100);
  });

  test('that is void is left out of the VAT of the next one', async () => {
    await registerForVat();
    const id = await pricedBooking();
    expect(await reverse(await pay(id, 200_000))).toMatch(/payment_id/);
    await pay(id, 629_000);
    expect(await lastReceipt(id)).toMatchObject({ taxable: 30_000, vat: 2_100 });
  });
});

describe('a credit note', () => {
  /** Cancels a booking, keeps a fee, and gives the rest back as credit. */
  async function refund(id: string, keptSatang: number) {
    await call(somchai, 'bkk_admin_cancel_booking', { p_booking_id: id, p_reason: 'No seats' });
    const [row] = await db.test.sql<{ refund_id: string }>(
      `select refund_id from bkk_refunds where booking_id = $1`,
      [id],
    );
    const decided = await call(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: row?.refund_id,
      p_fee_satang: keptSatang,
      p_note: 'as agreed',
      p_idempotency_key: randomUUID(),
    });
    expect(decided).toMatch(/ACCOUNT/);
    const taken = await call(nattaya, 'bkk_take_refund_as_credit', {
      p_refund_id: row?.refund_id,
    });
    expect(taken).toMatch(/REFUNDED/);
  }

  test('lowers the newest invoices by the share of a refund, with what each was and is', async () => {
    await registerForVat();
    const id = await pricedBooking();
    await pay(id, 200_000);
    await pay(id, 429_000);
    await refund(id, 62_900);
    // 90 % of the fee of 321.00 is 288.90: all 218.93 of the newer invoice, and 69.97 of the older one.
    const [older, newer, first, second] = await receiptsOf(id);
    expect(first?.text).toMatch(/^CN20\d\d-000001$/);
    expect(first).toMatchObject({
      amount: 21_893,
      taxable: 20_461,
      vat: 1_432,
      data: {
        corrects: { number: newer?.text, former_satang: 20_461, correct_satang: 0 },
        payment: { method: 'credit', amount_satang: 566_100 },
        buyer: { name_th: 'Nattaya Wongthai' },
      },
    });
    // 69.97 × 7 / 107 = 4.58
    expect(second).toMatchObject({
      amount: 6_997,
      taxable: 6_539,
      vat: 458,
      data: { corrects: { number: older?.text, former_satang: 9_539, correct_satang: 3_000 } },
    });
    expect(await feeOf(id)).toBe(3_210);
    expect(await setBuyer(newer?.receipt_id ?? '', company, somchai)).toMatch(
      /^PT409 A credit note corrects/,
    );
  });

  test('is not issued for what was collected for the airline', async () => {
    await registerForVat();
    const id = await pricedBooking([fare], 596_900);
    await pay(id, 596_900);
    await refund(id, 0);
    expect((await receiptsOf(id)).map(({ text }) => text.slice(0, 2))).toEqual(['IV']);
  });
});

test('receipts outlive the account without its member, until the books need not be kept', async () => {
  await topUp(malee);
  await db.test.sql(
    `select bkk_internal.add_posting('spent', 'correction', $1, null, now(), '{"credit": -100000, "adjustments": 100000}')`,
    [malee.id],
  );
  const [exported] = await db.test.sql<{ data: { receipts: readonly object[] } }>(
    `select bkk_internal.export_user($1) as data`,
    [malee.id],
  );
  expect(exported?.data.receipts).toHaveLength(1);
  await db.test.sql(`select bkk_internal.erase_user($1)`, [malee.id]);
  expect(await db.test.sql(`select user_id from bkk_receipts`)).toEqual([{ user_id: null }]);
  const run = (time: string) =>
    db.test.sql<{ count: number }>(`select bkk_internal.delete_receipts($1)::integer as count`, [
      time,
    ]);
  expect(await run('2026-12-31T00:00:00Z')).toEqual([{ count: 0 }]);
  // As if it had been issued in 2019.
  await db.test.sql(
    `set session_replication_role = replica; update bkk_receipts set issued_at = '2019-12-31'; reset session_replication_role`,
  );
  expect(await run('2026-12-31T00:00:00Z')).toEqual([{ count: 1 }]);
});
