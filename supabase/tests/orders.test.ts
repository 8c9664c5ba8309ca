import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import type { SignedInUser } from './member-database.ts';
import { siLom, startOrderDatabase, tag, tote } from './order-fixture.ts';

const { nattaya, somchai, malee } = members;

const db = shareDatabase(startOrderDatabase);

/** Ends what earlier tests have left, and fills the shelf. */
async function clear(stock = 10): Promise<void> {
  await db.test.sql(`begin; set local session_replication_role = replica;
    update bkk_orders set status = 'CANCELLED', ended_at = now(), created_at = now() - interval '2 hours'; commit`);
  await db.test.sql(
    `update bkk_product_variants set inventory_quantity = ${String(stock)} where id = 'tag-teal'`,
  );
}

const giveCredit = (satang: number) =>
  db.call(somchai, 'bkk_admin_change_credit', {
    p_user_id: nattaya.id,
    p_amount_satang: satang,
    p_note: 'for tests',
    p_idempotency_key: randomUUID(),
  });

async function creditOf(): Promise<number> {
  const [row] = await db.test.sql<{ satang: string }>(
    `select bkk_internal.last_balance('credit', $1) as satang`,
    [nattaya.id],
  );
  return Number(row?.satang);
}

async function sumsOf(id: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db.test.sql<{ account: string; sum: string }>(
    `select entry.account, sum(entry.amount_satang) from bkk_credit_entries as entry
        join bkk_credit_postings as posting using (posting_id)
      where posting.order_id = $1 group by entry.account having sum(entry.amount_satang) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

const ledgerAgrees = async () => {
  const [row] = await db.test.sql('select bkk_internal.check_ledger(now())::integer as found');
  return row?.found;
};

const later = (id: string, columns: string) =>
  db.test.sql(`begin; set local session_replication_role = replica;
    update bkk_orders set ${columns} where order_id = '${id}'; commit`);

const expire = async () => {
  const [row] = await db.test.sql<{ count: string }>(
    'select bkk_internal.expire_orders(now()) as count',
  );
  return Number(row?.count);
};

async function sendSlip(
  orderId: string,
  satang: number,
  slip: object = {},
  sender: string | null = nattaya.id,
): Promise<string> {
  const id = randomUUID();
  const [row] = await db.test.sql<{ said: { slip_id: string } }>(
    'select bkk_record_slip($1, $2) as said',
    [
      sender,
      JSON.stringify({
        slip_id: id,
        order_id: orderId,
        request_key: randomUUID(),
        typed_satang: satang,
        object_path: `${String(sender)}/${id}.png`,
        content_type: 'image/png',
        byte_size: 1000,
        sha256: randomUUID().replaceAll('-', '').repeat(2),
        picture_hash: randomUUID().replaceAll('-', '').slice(0, 16),
        reading: 'read',
        bank_code: '004',
        trans_ref: randomUUID().slice(0, 20),
        ...slip,
      }),
    ],
  );
  return row?.said.slip_id ?? '';
}

const review = (slipId: string, amount: number | null) =>
  db.call(somchai, 'bkk_admin_review_slip', {
    p_slip_id: slipId,
    p_accept: amount !== null,
    p_amount_satang: amount,
    p_received_at: amount === null ? null : new Date(Date.now() - 60_000).toISOString(),
    p_reason: amount === null ? 'unreadable' : null,
    p_note: null,
    p_idempotency_key: randomUUID(),
  });

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The rows of the books of these days. */
async function booksOf(part: 'bookings' | 'movements' = 'bookings'): Promise<readonly unknown[]> {
  const period = { p_first: dayIn(-1), p_last: dayIn(1) };
  return JSON.parse(await db.call(somchai, `bkk_admin_finance_${part}`, period)) as unknown[];
}

interface BankLine {
  readonly line_id: string;
  readonly matches: readonly { readonly posting_id: string | null }[];
}

describe('an order', () => {
  test('keeps its pieces with the price of the day, and is placed once for a key', async () => {
    await clear();
    const key = randomUUID();
    const lines = [{ ...tag, quantity: 3 }, tote];
    const input = { request_key: key, lines, seen_delivery_satang: 6000 };
    const said = await Promise.all(Array.from({ length: 8 }, () => db.place(nattaya, input)));
    expect(new Set(said.map(({ number }) => number)).size).toBe(1);
    const placed = await db.order(String(said[0]?.order_id));
    expect(placed).toMatchObject({
      status: 'PLACED',
      items_satang: '146000',
      delivery_satang: '6000',
      total_satang: '152000',
      weight_grams: 1000,
      address: siLom,
    });
    expect(placed.pay_hours).toBeCloseTo(24, 1);
    expect(await db.stockOf('tag-teal')).toBe(7);
    await db.test.sql(
      `update bkk_product_variants set title = 'Blue', sale_price_in_cents = 1 where id = 'tag-teal'`,
    );
    const read = await db.rows(
      nattaya,
      'select title, variant_title, unit_satang, quantity from bkk_order_lines where order_id = $1 order by position',
      [placed.order_id],
    );
    await db.test.sql(
      `update bkk_product_variants set title = 'Teal', sale_price_in_cents = 29000 where id = 'tag-teal'`,
    );
    expect(read).toEqual([
      { title: 'Departure Tag', variant_title: 'Teal', unit_satang: 29_000, quantity: 3 },
      { title: 'Tote', variant_title: 'One', unit_satang: 59_000, quantity: 1 },
    ]);
    expect(await db.rows(malee, 'select title from bkk_order_lines')).toEqual([]);
  });

  test('says line by line what is not as it was seen, and keeps nothing', async () => {
    await clear(2);
    const lines = [
      { ...tag, seen_satang: 32_000 },
      { ...tag, quantity: 2, answers: { name: ['Mali'] } },
      { ...tote, product_id: 'gone' },
      { product_id: 'gift', variant_id: 'gift', quantity: 1, seen_satang: 1500 },
      tote,
    ];
    const { changes } = await db.place(nattaya, { lines });
    const kinds = (
      changes as readonly { position: number; kind: string; left: number | null }[]
    ).map(({ position, kind, left }) => [position, kind, left]);
    expect(kinds).toEqual([
      [1, 'stock', 2],
      [2, 'stock', 2],
      [3, 'gone', null],
      [4, 'currency', null],
    ]);
    const [price] = (await db.place(nattaya, { lines: [{ ...tag, seen_satang: 32_000 }] }))
      .changes as readonly object[];
    expect(price).toMatchObject({ kind: 'price', seen_satang: 32_000, unit_satang: 29_000 });
    const [delivery] = (await db.place(nattaya, { seen_delivery_satang: 0 }))
      .changes as readonly object[];
    expect(delivery).toMatchObject({ kind: 'delivery', unit_satang: 6000 });
    expect(await db.stockOf('tag-teal')).toBe(2);
  });

  test.each([
    ['no lines', { lines: [] }, 'PT400 An order has 1 to 50 lines.'],
    [
      'a negative quantity',
      { lines: [{ ...tag, quantity: -1 }] },
      'PT400 A line is for 1 to 50 pieces.',
    ],
    [
      'a huge quantity',
      { lines: [{ ...tote, quantity: 51 }] },
      'PT400 A line is for 1 to 50 pieces.',
    ],
    ['a quantity that is none', { lines: [{ ...tag, quantity: '1; drop' }] }, 'PT400'],
    ['no address', { address: null }, 'PT400 An address names its country by two letters.'],
    [
      'half an address',
      { address: { ...siLom, district: ' ' } },
      'PT400 The address needs its district.',
    ],
    [
      'a postal code of four digits',
      { address: { ...siLom, postal_code: '1050' } },
      'PT400 A postal code of Thailand has five digits.',
    ],
    ['an unknown method', { method: 'drone' }, 'PT400 Choose how the order is delivered.'],
    [
      'a place without a rate',
      { method: 'express', address: { country: 'DE', line: 'Weg 1', city: 'Ulm' } },
      'PT409 We do not deliver a parcel like this there. Choose another way.',
    ],
    [
      'answers that are no object',
      { lines: [{ ...tag, answers: ['<b>'] }] },
      'PT400 What is typed for a product is an object of at most 10,000 bytes. Shorten it.',
    ],
    ['answers above 10 kB', { lines: [{ ...tag, answers: { Name: 'ก'.repeat(4000) } }] }, 'PT400'],
    ['a line that is a number', { lines: [7] }, 'PT400 A line is for 1 to 50 pieces.'],
    ['a negative quantity', { lines: [{ ...tag, quantity: -1 }] }, 'PT400 A line is for 1 to 50'],
    ['half a piece', { lines: [{ ...tag, quantity: 1.5 }] }, 'PT400 The quantity and the price'],
    ['an endless quantity', { lines: [{ ...tag, quantity: 1e15 }] }, 'PT400 The quantity and the'],
    ['an endless price', { lines: [{ ...tag, seen_satang: 1e30 }] }, 'PT400 The quantity and the'],
    ['an endless delivery', { seen_delivery_satang: 1e30 }, 'PT400 A number of this order is too'],
    ['two addresses of mail', { email: 'nat@example.com,all@example.com' }, 'PT400 This is no'],
    ['no phone', { phone: '' }, 'PT400'],
    ['an address of mail that is none', { email: 'nat' }, 'PT400 This is no e-mail address.'],
    ['a key that is none', { request_key: 'x' }, 'PT400'],
  ])('with %s is refused, and says why', async (_what, input, error) => {
    await clear();
    expect(String((await db.place(nattaya, input)).error)).toContain(error);
    expect(await db.stockOf('tag-teal')).toBe(10);
  });

  test('that is picked up costs no delivery and needs no address', async () => {
    await clear();
    const placed = await db.placed(nattaya, {
      method: 'pickup',
      address: null,
      seen_delivery_satang: 0,
    });
    expect(placed).toMatchObject({ total_satang: '29000', address: null });
  });

  test('is paid from credit at once, or not at all', async () => {
    await clear();
    await giveCredit(34_999 - (await creditOf()));
    expect(await db.place(nattaya, { pay: 'credit' })).toEqual({
      error: 'PT409 The credit of the member is not enough.',
    });
    expect(await db.stockOf('tag-teal')).toBe(10);
    await giveCredit(1);
    const placed = await db.placed(nattaya, { pay: 'credit' });
    expect(placed).toMatchObject({ status: 'PAID', paid_satang: '35000' });
    expect(await creditOf()).toBe(0);
    expect(await sumsOf(placed.order_id)).toEqual({ credit: -35_000, order: 35_000 });
    expect(await ledgerAgrees()).toBe(0);
  });

  test('is cancelled by its member before a payment, and its pieces are free again', async () => {
    await clear();
    const { order_id: id, version } = await db.placed(nattaya, {
      lines: [{ ...tag, quantity: 4 }],
    });
    const cancel = (who: SignedInUser, seen: number) =>
      db.call(who, 'bkk_cancel_order', { p_order_id: id, p_version: seen, p_reason: null });
    expect(await cancel(malee, version)).toBe('PT404 There is no such order.');
    expect(await cancel(nattaya, version + 1)).toMatch(/^PT409 The order was changed/);
    expect(JSON.parse(await cancel(nattaya, version))).toMatchObject({ status: 'CANCELLED' });
    expect(await db.stockOf('tag-teal')).toBe(10);
    expect(await cancel(nattaya, version + 1)).toBe('PT409 The order is CANCELLED. Load it again.');
    expect(await db.orderEvents(id)).toEqual(['placed', 'cancelled']);
  });

  test("ends with its time, a guest's after an hour, unless a slip waits", async () => {
    await clear();
    const guests = await db.placed(null);
    expect(guests.pay_hours).toBeCloseTo(1, 1);
    const [unpaid, sent] = [await db.placed(), await db.placed()];
    await sendSlip(sent.order_id, 35_000);
    await later(unpaid.order_id, `pay_by = now() - interval '1 minute'`);
    await later(sent.order_id, `pay_by = now() - interval '1 minute'`);
    expect(await expire()).toBe(1);
    expect((await db.order(unpaid.order_id)).status).toBe('CANCELLED');
    expect((await db.order(sent.order_id)).status).toBe('PLACED');
    expect(await db.stockOf('tag-teal')).toBe(8);
    await later(sent.order_id, `review_until = now() - interval '1 minute'`);
    expect(await expire()).toBe(1);
    expect(await db.stockOf('tag-teal')).toBe(9);
  });

  test('is limited while others wait for their payment', async () => {
    await clear();
    for (let count = 0; count < 5; count += 1) await db.placed();
    const limited = 'PT429 Orders wait for their payment already. Pay or cancel them first.';
    expect(await db.place(nattaya)).toEqual({ error: limited });
  });

  test('of a guest is limited by e-mail address, by address and by network, also at once', async () => {
    await clear(20);
    const at = (line: number) => ({ address: { ...siLom, line: `${String(line)}/1 ซอย` } });
    const guest = (email: string, line: number, network?: string) =>
      db.place(null, { email, ...at(line) }, network);
    const accepted = async (said: readonly Promise<object>[]) =>
      (await Promise.all(said)).filter((answer) => 'number' in answer).length;
    const emails = ['nat@example.com', ' NAT@example.com', 'Nat@Example.com'];
    expect(await accepted(emails.map((email, at) => guest(email, at, `net ${email}`)))).toBe(2);
    expect(
      await accepted(
        ['7/1 ซอย', '7 / 1 ซอย', '7/1, ซอย', '7.1 ซอย'].map((line, index) =>
          db.place(
            null,
            { email: `h${String(index)}@example.com`, address: { ...siLom, line } },
            `house ${String(index)}`,
          ),
        ),
      ),
    ).toBe(3);
    const many = Array.from({ length: 8 }, (_, index) =>
      guest(`n${String(index)}@example.com`, 10 + index, 'one'),
    );
    expect(await accepted(many)).toBe(5);
    expect(await guest('n9@example.com', 30, 'two')).toHaveProperty('number');
  });

  test('of a guest is not paid from credit, and what was changed on its way counts as seen', async () => {
    await clear();
    expect(await db.place(null, { pay: 'credit' })).toEqual({
      error: 'PT400 A guest has no credit. Pay by transfer, or sign in.',
    });
    const lines = [{ ...tag, seen_satang: 1, unit_satang: 1, title: 'Free' }];
    expect(await db.place(null, { lines })).toMatchObject({
      changes: [{ kind: 'price', seen_satang: 1, unit_satang: 29_000 }],
    });
    expect(await db.place(null, { lines: [{ ...tag, seen_satang: -29_000 }] })).toMatchObject({
      changes: [{ kind: 'price' }],
    });
    expect(await db.stockOf('tag-teal')).toBe(10);
  });

  test('of the last piece is that of one buyer', async () => {
    await clear(1);
    const buyers = await Promise.all([nattaya, malee, nattaya, malee].map((who) => db.place(who)));
    expect(buyers.filter((said) => 'number' in said)).toHaveLength(1);
    expect(await db.stockOf('tag-teal')).toBe(0);
  });
});

describe('a slip for an order', () => {
  test('pays it, short at first, and too much becomes credit', async () => {
    await clear();
    const before = await creditOf();
    const { order_id: id, number } = await db.placed();
    const short = await sendSlip(id, 20_000);
    expect((await db.order(id)).review_hours).toBeGreaterThan(1);
    expect(JSON.parse(await review(short, 20_000))).toMatchObject({
      booking_status: 'PLACED',
      missing_satang: 15_000,
    });
    const inBooks = { booking_id: null, order_id: id, reference: number, status: 'PLACED' };
    expect(await booksOf()).toContainEqual(
      expect.objectContaining({ ...inBooks, received_satang: 20_000, due_satang: 15_000 }),
    );
    expect(JSON.parse(await review(await sendSlip(id, 16_000), 16_000))).toMatchObject({
      booking_status: 'PAID',
      surplus_satang: 1000,
    });
    expect(await creditOf()).toBe(before + 1000);
    const paid = { received_satang: 36_000, credit_satang: 1000, movements: 2, due_satang: null };
    expect(await booksOf()).toContainEqual(
      expect.objectContaining({ ...inBooks, ...paid, status: 'PAID' }),
    );
    expect(await sumsOf(id)).toEqual({ bank: -36_000, credit: 1000, order: 35_000 });
    const receipts = await db.rows(
      nattaya,
      `select amount_satang, data ->> 'order' as number from bkk_receipts where order_id = $1 order by number`,
      [id],
    );
    expect(receipts.map(({ amount_satang: amount }) => amount)).toEqual([20_000, 16_000]);
    await expect(sendSlip(id, 100)).rejects.toMatchObject({ hint: 'bkk.nothing_due' });
    expect(await ledgerAgrees()).toBe(0);
  });

  test('and its transfer are proposed for a line of a statement by the number of the order', async () => {
    await clear();
    const { order_id: id, number } = await db.placed();
    const line = {
      ...{ at: new Date(Date.now() - 60_000).toISOString(), has_time: true, amount_satang: 35_000 },
      description: `TRF ${number.slice(4)}`,
    };
    await db.call(somchai, 'bkk_admin_import_bank_lines', {
      ...{ p_lines: [line], p_account: '123-4-56789-0', p_file_name: 'statement.csv' },
    });
    const lineOf = async (state: string) => {
      const said = await db.call(somchai, 'bkk_admin_bank_lines', { p_state: state });
      const [found] = (JSON.parse(said) as { lines: readonly BankLine[] }).lines;
      return found;
    };
    const proposed = { reference: number, reference_fits: true, time_fits: true };
    const slip = await sendSlip(id, 35_000);
    expect((await lineOf('OPEN'))?.matches).toMatchObject([{ kind: 'slip', ...proposed }]);
    await review(slip, 35_000);
    const open = await lineOf('OPEN');
    expect(open?.matches).toMatchObject([{ kind: 'posting', ...proposed }]);
    await db.call(somchai, 'bkk_admin_confirm_bank_line', {
      p_line_id: open?.line_id,
      p_posting_id: open?.matches[0]?.posting_id,
    });
    expect(await lineOf('CONFIRMED')).toMatchObject({ booking: number });
    expect(await booksOf('movements')).toContainEqual(
      expect.objectContaining({ reference: number, bank_satang: 35_000, order_satang: 35_000 }),
    );
  });

  test("of a guest pays it once, and what is beyond the price, or late, is given back to the guest's account", async () => {
    await clear();
    const { order_id: id } = await db.placed(null);
    const guests = (satang: number) => sendSlip(id, satang, { credit_satang: 9 }, null);
    await expect(sendSlip(id, 1)).rejects.toMatchObject({ hint: 'bkk.order_unknown' });
    const members = await db.placed();
    await expect(sendSlip(members.order_id, 1, {}, null)).rejects.toMatchObject({
      hint: 'bkk.order_unknown',
    });
    const topUp = { order_id: null };
    await expect(sendSlip(id, 5000, topUp, null)).rejects.toMatchObject({
      hint: 'bkk.order_unknown',
    });
    const [first, second] = [await guests(36_000), await guests(500)];
    expect(JSON.parse(await review(first, 36_000))).toMatchObject({
      booking_status: 'PAID',
      surplus_satang: 1000,
      credit_satang: 0,
    });
    expect(JSON.parse(await review(second, 500))).toMatchObject({ surplus_satang: 500 });
    expect(await db.stockOf('tag-teal')).toBe(8);
    expect(await sumsOf(id)).toEqual({ bank: -36_500, order: 36_500 });
    await db.move(id, 'pack');
    await db.move(id, 'ship', { carrier: 'EMS', parcel_number: 'EX1' });
    await db.move(id, 'deliver');
    await db.move(id, 'take_back');
    const refunds = await db.rows(
      somchai,
      `select refund_id, is_surplus, paid_satang::integer as paid from bkk_refunds where order_id = $1 order by paid_satang`,
      [id],
    );
    expect(refunds).toMatchObject([
      { is_surplus: true, paid: 500 },
      { is_surplus: true, paid: 1000 },
      { is_surplus: false, paid: 35_000 },
    ]);
    const hash = 'c'.repeat(64);
    await db.test.sql('select bkk_issue_order_link($1, $2)', [id, hash]);
    const store = (refundId: unknown, link: string | null) =>
      db.test.sql(`select bkk_store_refund_account($1, null, '004', 'Nat', 'sealed', '1234', $2)`, [
        refundId,
        link,
      ]);
    const decide = (refund: unknown) =>
      db.call(somchai, 'bkk_admin_decide_refund', {
        ...{ p_refund_id: refund, p_fee_satang: 0, p_note: null },
        p_idempotency_key: randomUUID(),
      });
    await db.test.sql('select bkk_internal.set_approval_limit(300)');
    await decide(refunds[2]?.refund_id);
    await db.test.sql('select bkk_internal.set_approval_limit(null)');
    const asked = await db.test.sql<{ id: string; mail: unknown }>(
      `select approval_id as id, bkk_approval_mail_data(approval_id) as mail from bkk_approvals`,
    );
    const { number, name } = await db.order(id);
    expect(asked).toMatchObject([{ mail: { reference: number, member_name: name } }]);
    await db.call(somchai, 'bkk_admin_decide_approval', {
      ...{ p_approval_id: asked[0]?.id, p_approve: false, p_note: 'asked by mistake' },
    });
    for (const { refund_id: refund } of refunds) {
      await decide(refund);
      await expect(store(refund, null)).rejects.toMatchObject({ code: 'PT404' });
      await expect(store(refund, 'd'.repeat(64))).rejects.toMatchObject({ code: 'PT404' });
      await store(refund, hash);
      const paid = { p_paid_at: new Date(Date.now() - 60_000).toISOString() };
      await db.call(somchai, 'bkk_admin_pay_refund', {
        ...{ p_refund_id: refund, ...paid, p_bank_reference: `KB${String(refund).slice(0, 8)}` },
      });
    }
    expect(await sumsOf(id)).toEqual({});
    expect((await db.order(id)).paid_satang).toBe('35000');
    expect(await ledgerAgrees()).toBe(0);
    const mails = await db.test.sql<{ event: string; count: string }>(
      `select event, count(*) from bkk_outbox where ids ->> 'order_id' = $1 and event like 'order.refund%' group by event order by event`,
      [id],
    );
    expect(mails).toEqual([
      { event: 'order.refund_decided', count: '3' },
      { event: 'order.refund_paid', count: '3' },
    ]);
  });

  test('says that another amount was typed than is due', async () => {
    await clear();
    const { order_id: id } = await db.placed();
    for (const satang of [20_000, 35_000]) await sendSlip(id, satang);
    const warned = await db.test.sql<{ satang: number; differs: boolean }>(
      `select typed_satang::integer as satang, 'typed_differs' = any(warnings) as differs from bkk_slips
       where order_id = $1 order by typed_satang`,
      [id],
    );
    expect(warned).toEqual([
      { satang: 20_000, differs: true },
      { satang: 35_000, differs: false },
    ]);
  });

  test('that is refused leaves six hours for another one', async () => {
    await clear();
    const { order_id: id } = await db.placed();
    const slip = await sendSlip(id, 35_000);
    await later(id, `pay_by = now() + interval '1 minute'`);
    await review(slip, null);
    const order = await db.order(id);
    expect(order.review_hours).toBeNull();
    expect(order.pay_hours).toBeCloseTo(6, 1);
  });
});

describe('a paid order', () => {
  const paid = async (input = {}) => {
    await clear();
    await giveCredit(100_000);
    return db.placed(nattaya, { pay: 'credit', ...input });
  };

  test('is packed, shipped with its parcel, delivered, and taken back with a refund of what was sold', async () => {
    const { order_id: id } = await paid();
    expect(await db.move(id, 'ship', { carrier: 'EMS' })).toBe(
      'PT409 The order is PAID. Load it again.',
    );
    await db.move(id, 'pack');
    expect(await db.move(id, 'hand_over')).toMatch(
      /^PT409 An order that is picked up has no parcel/,
    );
    expect(await db.move(id, 'ship')).toBe('PT400 Say which carrier has it.');
    expect(
      await db.move(id, 'ship', { carrier: 'EMS', tracking_url: 'javascript:alert(1)' }),
    ).toMatch(/^PT400/);
    await db.move(id, 'ship', {
      carrier: 'EMS',
      parcel_number: 'EX1',
      tracking_url: 'https://ems.example/EX1',
    });
    expect(await sumsOf(id)).toEqual({ credit: -35_000, sales: 35_000 });
    expect(await db.move(id, 'refuse_return', { note: 'It was worn.' })).toBe(
      'PT409 Nobody wants to return this order.',
    );
    const ask = async () =>
      db.call(nattaya, 'bkk_ask_return', {
        p_order_id: id,
        p_version: (await db.order(id)).version,
        p_reason: 'It is torn.',
      });
    await ask();
    expect(await db.move(id, 'refuse_return')).toBe('PT400 Say why it is not taken back.');
    await db.move(id, 'refuse_return', { note: 'It was worn.' });
    expect(await db.order(id)).toMatchObject({ status: 'SHIPPED', return_asked_at: null });
    await ask();
    await db.move(id, 'deliver');
    await db.move(id, 'take_back');
    expect(await db.stockOf('tag-teal')).toBe(10);
    const [refund] = await db.rows(
      nattaya,
      'select refund_id, status, paid_satang from bkk_refunds where order_id = $1',
      [id],
    );
    expect(refund).toMatchObject({ status: 'OPEN', paid_satang: 35_000 });
    await db.call(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: refund?.refund_id,
      p_fee_satang: 6000,
      p_note: null,
      p_idempotency_key: randomUUID(),
    });
    const before = await creditOf();
    await db.call(nattaya, 'bkk_take_refund_as_credit', { p_refund_id: refund?.refund_id });
    expect(await creditOf()).toBe(before + 29_000);
    expect(await sumsOf(id)).toEqual({ credit: -6000, sales: 6000 });
    expect(await db.orderEvents(id)).toEqual([
      'placed',
      'payment_recorded',
      'pack',
      'ship',
      'return_asked',
      'return_refused',
      'return_asked',
      'deliver',
      'take_back',
      'refund_opened',
      'refund_decided',
      'refund_paid',
    ]);
    expect(await ledgerAgrees()).toBe(0);
  });

  test('that is cancelled before it leaves gives back what was paid, and its pieces', async () => {
    const { order_id: id } = await paid();
    await db.move(id, 'pack');
    expect(await db.move(id, 'cancel')).toBe('PT400 Say why the order is cancelled.');
    await db.move(id, 'cancel', { note: 'out of stock' });
    expect(await db.stockOf('tag-teal')).toBe(10);
    const [refund] = await db.rows(
      nattaya,
      'select refund_id from bkk_refunds where order_id = $1',
      [id],
    );
    await db.call(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: refund?.refund_id,
      p_fee_satang: 0,
      p_note: null,
      p_idempotency_key: randomUUID(),
    });
    expect(await sumsOf(id)).toEqual({ credit: -35_000, refunds_due: 35_000 });
    expect(await ledgerAgrees()).toBe(0);
  });

  test('that is picked up is handed over without a parcel', async () => {
    const { order_id: id } = await paid({ method: 'pickup', seen_delivery_satang: 0 });
    await db.move(id, 'pack');
    expect(await db.move(id, 'ship', { carrier: 'EMS' })).toMatch(
      /^PT409 An order that is picked up has no parcel/,
    );
    await db.move(id, 'hand_over');
    expect((await db.order(id)).status).toBe('DELIVERED');
  });

  test('is moved by admins alone', async () => {
    const { order_id: id, version } = await paid();
    const values = { p_order_id: id, p_version: version, p_action: 'pack', p_details: {} };
    expect(await db.call(nattaya, 'bkk_admin_move_order', values)).toMatch(/^42501/);
    expect(await db.resultOf(nattaya, `update bkk_orders set status = 'PACKED'`)).toBe('42501');
    expect(await db.resultOf(somchai, `delete from bkk_orders`)).toBe('42501');
    expect(await db.resultOf(nattaya, `select bkk_place_order(null, 'home', '{}')`)).toBe('42501');
  });
});

test('a question may be about an order of the caller, and of nobody else', async () => {
  await clear();
  const { order_id: id, number } = await db.placed();
  const ask = (who: SignedInUser) =>
    db.call(who, 'bkk_open_support_thread', {
      ...{ p_request_key: randomUUID(), p_subject: 'Size', p_text: 'May I change it?' },
      p_order_id: id,
    });
  await db.test.sql(`select bkk_internal.set_features('{bookings,payments,shop,support}')`);
  expect(await ask(malee)).toMatch(/^PT404/);
  const thread = (await ask(nattaya)).replaceAll('"', '');
  expect(
    await db.test.sql(
      'select order_id, reference, booking_id from bkk_support_threads where thread_id = $1',
      [thread],
    ),
  ).toEqual([{ order_id: id, reference: number, booking_id: null }]);
  await db.test.sql(`select bkk_internal.set_features('{bookings,payments,support}')`);
  expect(await ask(nattaya)).not.toMatch(/^"/);
});

describe('the orders of admins', () => {
  const paid = async (input: object = {}) => {
    await giveCredit(100_000);
    return db.placed(nattaya, { pay: 'credit', ...input });
  };
  const moveAll = async (
    orders: readonly { readonly order_id: string; readonly version: number }[],
    action: string,
    details: object = {},
  ) =>
    JSON.parse(
      await db.call(somchai, 'bkk_admin_move_orders', {
        p_orders: orders,
        p_action: action,
        p_details: details,
      }),
    ) as readonly { order_id: string; status?: string; version?: number; error?: object }[];
  const counts = async (search = '', number: string | null = null) =>
    JSON.parse(
      await db.call(somchai, 'bkk_admin_count_orders', { p_search: search, p_number: number }),
    ) as unknown;

  test('are packed and shipped in one call, of which each has its own outcome', async () => {
    await clear();
    const [first, second] = [
      await paid(),
      await paid({ lines: [tote], seen_delivery_satang: 6000 }),
    ];
    const unpaid = await db.placed(nattaya);
    const pickup = await paid({ method: 'pickup', seen_delivery_satang: 0 });
    const all = [first, unpaid, { ...second, version: 1 }, pickup];
    const packed = await moveAll(all, 'pack');
    expect(packed.map(({ order_id: id }) => id)).toEqual(all.map(({ order_id: id }) => id));
    expect(packed).toMatchObject([
      { status: 'PACKED' },
      { error: { code: 'PT409', message: 'The order is PLACED. Load it again.' } },
      { error: { code: 'PT409', hint: 'bkk.order_changed' } },
      { status: 'PACKED' },
    ]);
    expect((await db.order(second.order_id)).status).toBe('PAID');
    const shipped = await moveAll(
      [first, pickup].map(({ order_id: id }, index) => ({
        order_id: id,
        version: packed[index * 3]?.version ?? 0,
        details: { parcel_number: `EX${String(index)}` },
      })),
      'ship',
      { carrier: 'EMS' },
    );
    expect(shipped).toMatchObject([{ status: 'SHIPPED' }, { error: { hint: 'bkk.order_method' } }]);
    const [parcel] = await db.test.sql(
      'select carrier, parcel_number from bkk_orders where order_id = $1',
      [first.order_id],
    );
    expect(parcel).toEqual({ carrier: 'EMS', parcel_number: 'EX0' });
    expect(await sumsOf(first.order_id)).toEqual({ credit: -35_000, sales: 35_000 });
    expect(await ledgerAgrees()).toBe(0);
    const call = { p_orders: [{ order_id: 'a', version: 1 }], p_action: 'pack', p_details: {} };
    for (const wrong of [{}, { p_action: 'cancel' }, { p_orders: [] }])
      expect(await db.call(somchai, 'bkk_admin_move_orders', { ...call, ...wrong })).toMatch(
        /^PT400/,
      );
    expect(await db.call(nattaya, 'bkk_admin_move_orders', call)).toMatch(/^42501/);
  });

  test('are counted and summed by what is to do, and found by name, number, address and parcel', async () => {
    await db.test.sql(
      `begin; set local session_replication_role = replica; truncate bkk_orders cascade; commit`,
    );
    const [sent, open] = [await paid(), await paid({ lines: [tote], email: 'other@example.com' })];
    await db.move(sent.order_id, 'pack');
    await db.move(sent.order_id, 'ship', { carrier: 'EMS', parcel_number: 'EX 4417' });
    const none = { PLACED: 0, CANCELLED: 0, DELIVERED: 0, toShip: 0 };
    expect(await counts()).toEqual({ ...none, all: 2, open: 2, toPack: 1, SHIPPED: 1, returns: 0 });
    for (const search of ['4417', 'nat@example', sent.number.slice(5).toLowerCase()])
      expect(await counts(search)).toMatchObject({ all: 1, SHIPPED: 1 });
    expect(await counts('xx', open.number)).toMatchObject({ all: 1, toPack: 1 });
    const sum = (filter: string) =>
      db.call(somchai, 'bkk_admin_sum_orders', { p_filter: filter, p_search: '' });
    expect(JSON.parse(await sum('open'))).toEqual({ orders: 2, total_satang: 100_000 });
    expect(await sum('x; drop')).toMatch(/^PT400/);
    await db.move(sent.order_id, 'take_back');
    expect(await counts()).toMatchObject({ open: 2, returns: 1 });
    const [refund] = await db.test.sql('select refund_id from bkk_refunds');
    await db.call(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: refund?.refund_id,
      p_fee_satang: 0,
      p_note: null,
      p_idempotency_key: randomUUID(),
    });
    expect(await counts()).toMatchObject({ open: 1, returns: 0, all: 2 });
  });

  test('say what lies on the shelf: also what is paid, until it is packed', async () => {
    await db.test.sql(
      `begin; set local session_replication_role = replica; truncate bkk_orders cascade; commit`,
    );
    await clear();
    const shelf = () =>
      db.call(somchai, 'bkk_admin_shelf', { p_variant_ids: ['tag-teal', 'tote', 'none'] });
    const { order_id: id } = await paid();
    await db.placed(nattaya);
    expect(JSON.parse(await shelf())).toEqual({ 'tag-teal': 10 });
    await db.move(id, 'pack');
    expect(JSON.parse(await shelf())).toEqual({ 'tag-teal': 9 });
  });

  test('cost what the rates say that no other admin has changed meanwhile, and are picked up only where that is offered', async () => {
    const rate = {
      method: 'standard',
      zone: 'bangkok',
      up_to_grams: 900,
      price_satang: 4500,
      days_from: 1,
      days_to: 2,
    };
    const [{ version } = { version: 0 }] = await db.test.sql<{ version: number }>(
      'select version from bkk_delivery_settings',
    );
    const save = (rates: unknown, of = version) =>
      db.call(somchai, 'bkk_admin_save_delivery_rates', {
        p_version: of,
        p_rates: rates,
        p_offers_pickup: false,
      });
    for (const wrong of [
      { zone: 'moon' },
      { days_from: 3 },
      { price_satang: -1 },
      { up_to_grams: null },
    ])
      expect(await save([{ ...rate, ...wrong }])).toMatch(/^PT400 Each rate needs/);
    expect(await save([rate, rate])).toMatch(/^PT400/);
    expect(JSON.parse(await save([rate]))).toEqual({ version: version + 1 });
    expect(await save([])).toMatch(/^PT409 The rates were changed meanwhile/);
    expect((await db.placed(nattaya, { seen_delivery_satang: 4500 })).total_satang).toBe('33500');
    expect(await db.place(nattaya, { method: 'pickup', seen_delivery_satang: 0 })).toEqual({
      error: 'PT409 We do not deliver a parcel like this there. Choose another way.',
    });
  });
});
