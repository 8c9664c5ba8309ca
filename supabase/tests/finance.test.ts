import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';

const { nattaya, somchai, malee } = members;

/** Somchai is the admin; the bookings are Nattaya's. */
const db = shareDatabase(startBookingDatabase);

const switchTo = (features: string) =>
  db.test.sql(`select bkk_internal.set_features($1)`, [`{${features}}`]);

beforeAll(async () => {
  await switchTo('bookings,payments');
});

type Values = Readonly<Record<string, unknown>>;

/** Calls a function as the admin, which must succeed. */
async function ask<T = Values>(name: string, values: Values = {}): Promise<T> {
  const said = await db.call(somchai, name, values);
  if (/^\w{5} /.test(said)) throw new Error(`${name}: ${said}`);
  return (said === 'done' ? undefined : JSON.parse(said)) as T;
}

const day = (offset = 0) =>
  new Date(Date.now() + 7 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const month = { p_first: day(-30), p_last: day(10) };

/** Two minutes ago: not before Bangkok's midnight of the tests' first day, which is in the period anyway. */
const received = new Date(Date.now() - 120_000).toISOString();

async function pricedBooking(total = 900_000, deposit = 300_000) {
  const booking = await db.held();
  await ask('bkk_admin_price_booking', {
    p_booking_id: booking.booking_id,
    p_lines: [
      { label: 'Adult fare', type: 'adult', count: 1, price_satang: total, tax_satang: 0 },
      { label: 'Fee', type: null, count: 3, price_satang: 0 },
    ],
    p_total_satang: total,
    p_deposit_satang: deposit,
  });
  return booking;
}

async function pay(id: string, satang: number, reference = 'KB7788') {
  const { payment_id: payment } = await ask<{ payment_id: string }>('bkk_admin_record_payment', {
    p_booking_id: id,
    p_amount_satang: satang,
    p_received_at: received,
    p_bank_reference: reference,
    p_note: null,
    p_idempotency_key: randomUUID(),
  });
  return payment;
}

async function postingOf(paymentId: string): Promise<string> {
  const [row] = await db.test.sql<{ id: string }>(
    `select posting_id as id from bkk_credit_postings where payment_id = $1`,
    [paymentId],
  );
  return row?.id ?? '';
}

interface Agreement {
  readonly agrees: boolean;
  readonly bank_in_satang: number;
  readonly receipts_satang: number;
  readonly receipts_difference_satang: number;
  readonly open_lines: number;
  readonly statement: Readonly<Record<string, unknown>> | null;
  readonly causes: readonly { readonly cause: string; readonly amount_satang: number }[];
}

const agreement = () => ask<Agreement>('bkk_admin_finance_agreement', month);

interface Line extends Values {
  readonly line_id: string;
  readonly matches: readonly Values[];
}

async function lines(state = 'OPEN'): Promise<readonly Line[]> {
  const found = await ask<{ lines: readonly Line[] }>('bkk_admin_bank_lines', { p_state: state });
  return found.lines;
}

const importLines = (given: readonly Values[], more: Values = {}) =>
  ask<{ lines: number; new_lines: number }>('bkk_admin_import_bank_lines', {
    p_lines: given,
    p_account: '123-4-56789-0',
    p_file_name: 'statement.csv',
    ...more,
  });

const line = (satang: number, description: string, at = received): Values => ({
  at,
  has_time: true,
  amount_satang: satang,
  description,
});

const receiptsAgree = () => db.test.sql(`select bkk_internal.check_receipts(now())`);

describe('the books of a period', () => {
  test('have what came in, went out and is due by day, booking and admin', async () => {
    const paid = await pricedBooking();
    const payment = await pay(paid.booking_id, 300_000);
    await pay(paid.booking_id, 100_000);
    const other = await pricedBooking(500_000, 200_000);
    const reversed = await pay(other.booking_id, 50_000);
    await ask('bkk_admin_reverse_payment', {
      p_payment_id: reversed,
      p_note: 'another account',
      p_idempotency_key: randomUUID(),
    });
    await db.put(other.booking_id, `due_at = now() - interval '1 hour'`);
    const { days } = await ask<{ days: readonly Values[] }>('bkk_admin_finance_days', month);
    expect(days).toHaveLength(41);
    const sumOf = (name: string) => days.reduce((sum, row) => sum + Number(row[name]), 0);
    expect([sumOf('received_satang'), sumOf('paid_out_satang'), sumOf('movements')]).toEqual([
      450_000, 50_000, 4,
    ]);
    const sums = await ask('bkk_admin_finance_sums');
    expect(sums).toMatchObject({
      overdue_satang: 200_000,
      overdue_bookings: 1,
      refunds_due_satang: 0,
      waiting_slips: 0,
    });
    const bookings = await ask<readonly Values[]>('bkk_admin_finance_bookings', month);
    expect(bookings).toMatchObject([
      {
        reference: other.reference,
        received_satang: 50_000,
        paid_out_satang: 50_000,
        movements: 2,
      },
      { reference: paid.reference, received_satang: 400_000, due_satang: 500_000 },
    ]);
    const [last] = bookings;
    expect(
      await ask('bkk_admin_finance_bookings', {
        ...month,
        p_before_at: last?.last_at,
        p_before_number: String(last?.number),
        p_limit: '1',
      }),
    ).toMatchObject([{ reference: paid.reference }]);
    expect(await ask('bkk_admin_finance_admins', month)).toMatchObject([
      { admin_id: somchai.id, received_satang: 450_000, paid_out_satang: 50_000, movements: 4 },
    ]);
    const all = await ask<readonly Values[]>('bkk_admin_finance_movements', month);
    const movements = all.filter(({ kind }) => kind !== 'opening');
    expect(movements.map(({ kind, bank_satang: bank }) => [kind, bank])).toEqual([
      ['payment', 300_000],
      ['payment', 100_000],
      ['payment', 50_000],
      ['reversal', -50_000],
    ]);
    expect(movements[0]?.receipts).toMatch(/^RT\d{4}-\d{6}$/);
    expect(await postingOf(payment)).not.toBe('');
  });

  test('are of at most 400 days, and for admins alone', async () => {
    const tooLong = { p_first: day(-400), p_last: day() };
    for (const name of ['days', 'bookings', 'admins', 'movements', 'agreement'])
      expect(await db.call(somchai, `bkk_admin_finance_${name}`, tooLong)).toMatch(/^PT400 Choose/);
    expect(await db.call(nattaya, 'bkk_admin_finance_sums', {})).toMatch(/^42501/);
  });
});

describe('the ledger and the receipts', () => {
  test('agree after payments, reversals and a new buyer', async () => {
    const { booking_id: id } = await pricedBooking();
    const payment = await pay(id, 300_000);
    await pay(id, 50_000);
    const [receipt] = await db.test.sql<{ id: string }>(
      `select receipt_id as id from bkk_receipts where posting_id = $1`,
      [await postingOf(payment)],
    );
    await ask('bkk_set_receipt_buyer', {
      p_receipt_id: receipt?.id,
      p_buyer: { name: 'A', address: 'B', tax_id: null, branch: null },
    });
    await ask('bkk_admin_reverse_payment', {
      p_payment_id: payment,
      p_note: 'bounced',
      p_idempotency_key: randomUUID(),
    });
    expect(await agreement()).toMatchObject({
      agrees: true,
      bank_in_satang: 350_000,
      receipts_satang: 350_000,
      statement: null,
      causes: [],
    });
    await receiptsAgree();
  });

  test('differ once a receipt is void, or missing, and the alarm names the day of a missing one', async () => {
    const { booking_id: id } = await pricedBooking();
    const posting = await postingOf(await pay(id, 300_000));
    const [receipt] = await db.test.sql<{ id: string }>(
      `select receipt_id as id from bkk_receipts where posting_id = $1`,
      [posting],
    );
    await ask('bkk_admin_void_receipt', { p_receipt_id: receipt?.id, p_reason: 'wrong person' });
    expect(await agreement()).toMatchObject({
      agrees: false,
      receipts_difference_satang: 300_000,
      causes: [{ cause: 'receipt_void', posting_id: posting, amount_satang: 300_000 }],
    });
    // What an admin did on purpose raises no alarm.
    await receiptsAgree();
    await db.test.sql(
      `select bkk_internal.add_posting('by hand', 'correction', null, null, now(), '{"bank": -1000, "adjustments": 1000}')`,
    );
    const { causes } = await agreement();
    expect(causes.map(({ cause }) => cause)).toEqual(['no_receipt', 'receipt_void']);
    await db.test.sql(`update bkk_jobs set due_at = '-infinity' where name = 'check_receipts'`);
    const [job] = await db.test.sql<{ failure: string }>(
      `select bkk_internal.run_job('check_receipts', now()) ->> 'failure' as failure`,
    );
    expect(job?.failure).toMatch(/^23514 The receipts do not agree with the bank: on 20/);
  });

  test('agree on what was recorded while the feature was off, which has no receipts', async () => {
    const { booking_id: id } = await pricedBooking();
    await switchTo('bookings');
    await pay(id, 300_000);
    await switchTo('bookings,payments');
    expect(await agreement()).toMatchObject({ agrees: true, earlier_satang: 300_000 });
    await receiptsAgree();
  });
});

describe('a bank statement', () => {
  test('that was read before, or overlaps, counts once, and two equal transfers twice', async () => {
    const morning = [line(5_000, 'TRF  SOMSRI'), line(5_000, 'TRF SOMSRI'), line(-1_500, 'FEE')];
    expect(await importLines(morning, { p_is_preview: true })).toEqual({ lines: 3, new_lines: 3 });
    expect(await importLines(morning)).toMatchObject({ lines: 3, new_lines: 3 });
    expect(await importLines(morning)).toMatchObject({ lines: 3, new_lines: 0 });
    const noon = [...morning.slice(1), line(5_000, 'TRF SOMSRI'), line(5_000, 'TRF SOMSRI')];
    expect(await importLines(noon, { p_is_preview: true })).toEqual({ lines: 4, new_lines: 1 });
    expect(await importLines(noon)).toMatchObject({ lines: 4, new_lines: 1 });
    expect(await lines()).toHaveLength(4);
    const second = [{ ...line(5_000, 'TRF SOMSRI'), occurrence: 4 }];
    expect(await importLines(second)).toMatchObject({ new_lines: 1 });
    for (const bad of [[], [{ at: 'soon', amount_satang: 1 }], [line(0, 'none')], [{}], 'text'])
      expect(
        await db.call(somchai, 'bkk_admin_import_bank_lines', {
          p_lines: typeof bad === 'string' ? JSON.stringify(bad) : bad,
          p_account: '1',
          p_file_name: 'a.csv',
        }),
      ).toMatch(/^PT400 /);
  });

  test('proposes what fits by amount, time and reference, and an admin alone confirms it', async () => {
    const first = await pricedBooking();
    const posting = await postingOf(await pay(first.booking_id, 300_000, 'KB7788-1'));
    const second = await pricedBooking(700_000, 200_000);
    await db.test.sql(
      `insert into bkk_slips (slip_id, user_id, request_key, typed_satang, object_path, content_type, byte_size, sha256, reading)
         values ($1, $2, $1, 123400, $3, 'image/png', 1, repeat('a', 64), 'no_qr')`,
      [randomUUID(), malee.id, `${malee.id}/a.png`],
    );
    await importLines([
      line(300_000, 'PROMPTPAY KB77881'),
      line(200_000, `TRF ${second.reference.slice(4)}`),
      line(123_400, 'TRF'),
      line(999_900, 'TRF'),
    ]);
    const open = await lines();
    const of = (satang: number) => open.find((found) => found.amount_satang === satang);
    expect(of(300_000)?.matches).toMatchObject([
      { kind: 'posting', posting_id: posting, time_fits: true, reference_fits: true },
    ]);
    expect(of(200_000)?.matches).toMatchObject([
      { kind: 'due', booking_id: second.booking_id, due_kind: 'deposit', reference_fits: true },
    ]);
    expect(of(123_400)?.matches).toMatchObject([{ kind: 'slip', reference_fits: false }]);
    expect(of(999_900)?.matches).toEqual([]);
    expect(await agreement()).toMatchObject({
      agrees: false,
      open_lines: 4,
      statement: { matched_satang: 0, difference_satang: 300_000 },
    });

    const confirm = (lineId: unknown, postingId: string) =>
      db.call(somchai, 'bkk_admin_confirm_bank_line', {
        p_line_id: lineId,
        p_posting_id: postingId,
      });
    expect(await confirm(of(200_000)?.line_id, posting)).toMatch(/^PT409 The movement has another/);
    expect(await confirm(of(300_000)?.line_id, posting)).toBe('done');
    expect(await confirm(of(300_000)?.line_id, posting)).toBe('done');
    await importLines([line(300_000, 'TWICE')]);
    const [twice] = (await lines()).filter((found) => found.amount_satang === 300_000);
    expect(twice?.matches).toEqual([]);
    expect(await confirm(twice?.line_id, posting)).toMatch(/^PT409 This movement belongs/);

    const ignore = { p_line_id: twice?.line_id, p_note: 'returned by the bank' };
    expect(await db.call(somchai, 'bkk_admin_ignore_bank_line', { ...ignore, p_note: '' })).toMatch(
      /^PT400 Say why/,
    );
    await ask('bkk_admin_ignore_bank_line', ignore);
    expect(await db.call(somchai, 'bkk_admin_ignore_bank_line', ignore)).toMatch(/^PT409 Another/);
    expect(await agreement()).toMatchObject({
      open_lines: 3,
      statement: { matched_satang: 300_000, difference_satang: 0 },
    });
    await ask('bkk_admin_reopen_bank_line', { p_line_id: of(300_000)?.line_id });
    const { causes, statement } = await agreement();
    expect(statement).toMatchObject({ matched_satang: 0, difference_satang: 300_000 });
    expect(causes.map(({ cause }) => cause).sort()).toEqual([
      'no_line',
      ...Array.from({ length: 4 }, () => 'no_posting'),
    ]);
  });

  test('posts less than what is due for the booking that it names, and says what is missing', async () => {
    const { booking_id: id, reference } = await pricedBooking(700_000, 200_000);
    await importLines([line(150_000, `PROMPTPAY${reference.slice(4)} X`), line(150_000, 'TRF')]);
    const open = await lines();
    const named = open.find(({ matches }) => matches.length > 0);
    expect(open.filter(({ matches }) => matches.length === 0)).toHaveLength(1);
    expect(named?.matches).toMatchObject([
      {
        kind: 'due',
        booking_id: id,
        due_kind: 'deposit',
        due_satang: 200_000,
        reference_fits: true,
      },
    ]);
    const post = async (lineId: string | undefined, key: string) => {
      const statement = 'select bkk_admin_post_bank_line($1, $2, $3) as result';
      const [row] = await db.rows(somchai, statement, [lineId ?? null, id, key]);
      return row?.result;
    };
    const key = randomUUID();
    expect(await post(named?.line_id, key)).toMatchObject({
      status: 'DEPOSIT_PENDING',
      missing_satang: 50_000,
    });
    expect(await post(named?.line_id, key)).toMatchObject({ missing_satang: 50_000 });
    expect(await agreement()).toMatchObject({
      open_lines: 1,
      statement: { matched_satang: 150_000, difference_satang: 0 },
    });
    const other = open.find(({ matches }) => matches.length === 0);
    await expect(post(other?.line_id, randomUUID())).rejects.toMatchObject({
      hint: 'bkk.payment_too_much',
    });
  });

  test('is deleted with the books of its year', async () => {
    await importLines([line(1_000, 'OLD', '2020-05-05T05:00:00Z'), line(2_000, 'OLD')]);
    await importLines([line(3_000, 'OLD', '2020-05-05T05:00:00Z')]);
    const [row] = await db.test.sql(
      `select bkk_internal.delete_bank_statements(now())::integer as deleted`,
    );
    expect(row).toEqual({ deleted: 1 });
    expect((await lines()).map(({ amount_satang: satang }) => satang)).toEqual([2_000, 1_000]);
  });
});
