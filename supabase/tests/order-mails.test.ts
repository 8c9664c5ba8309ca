import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { orderMails } from '../functions/_shared/messages/order-mails.ts';
import { hashLinkToken } from '../functions/_shared/http/link-token.ts';
import { hostileName, hostileWords, startMailDatabase, type RenderedMail } from './mail-fixture.ts';
import type { SignedInUser } from './member-database.ts';
import { openShop, tag } from './order-fixture.ts';

const { nattaya, somchai, malee } = members;
const db = shareDatabase(async () => {
  const started = await startMailDatabase();
  await started.test.sql(`select bkk_internal.set_features('{bookings,payments,shop}')`);
  return { ...started, shop: await openShop(started) };
});

const pathOf = (rendered: RenderedMail | undefined) =>
  /https:\/\/bkksiam\.example(\/\S+)/.exec(rendered?.mail.text ?? '')?.[1] ?? '';

describe('the mails of orders', () => {
  const mails: RenderedMail[] = [];
  const find = (event: string, language = 'en') =>
    mails.find((one) => one.event === event && one.language === language);

  /** Sends what is due in the status that each order has now. */
  const send = async () => {
    // Those of reviews, which are tested with payments.
    await db.test.sql(`delete from bkk_outbox where event !~ 'order|receipt'`);
    mails.push(...(await db.sent()));
  };

  const version = async (id: string) => (await db.shop.order(id)).version;

  async function slip(
    id: string,
    satang: number,
    accept: boolean,
    sender: string | null = nattaya.id,
  ): Promise<void> {
    const slipId = randomUUID();
    await db.test.sql('select bkk_record_slip($1, $2)', [
      sender,
      JSON.stringify({
        ...{ slip_id: slipId, order_id: id, request_key: randomUUID(), typed_satang: satang },
        ...{ object_path: slipId, content_type: 'image/png', byte_size: 1, reading: 'read' },
        ...{ sha256: randomUUID().replaceAll('-', '').repeat(2), picture_hash: '0'.repeat(16) },
        ...{ bank_code: '004', trans_ref: slipId.slice(0, 20) },
      }),
    ]);
    await db.must(somchai, 'bkk_admin_review_slip', {
      ...{ p_slip_id: slipId, p_accept: accept, p_amount_satang: accept ? satang : null },
      p_received_at: accept ? new Date(Date.now() - 60_000).toISOString() : null,
      ...{ p_reason: accept ? null : 'unreadable', p_note: null, p_idempotency_key: randomUUID() },
    });
  }

  const refundOf = async (id: string) => {
    const [refund] = await db.test.sql<{ refund_id: string }>(
      'select refund_id from bkk_refunds where order_id = $1',
      [id],
    );
    return refund?.refund_id;
  };

  beforeAll(async () => {
    const { shop } = db;
    const input = { name: hostileName, lines: [{ ...tag, quantity: 2 }] };
    const bought = await shop.placed(nattaya, input);
    const guests = await shop.placed(null, input);
    const asked = `select bkk_ask_order_link('a', 'a', '${guests.number}', 'NAT@example.com')`;
    await db.test.sql(asked);
    await db.test.sql(asked.replace('NAT@', 'other@'));
    await send();
    await slip(guests.order_id, 70_000, true, null);
    await db.must(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: (await refundOf(guests.order_id)) ?? '',
      ...{ p_fee_satang: 0, p_note: null, p_idempotency_key: randomUUID() },
    });
    const [receipt] = await db.test.sql('select receipt_id as id from bkk_receipts');
    await db.must(somchai, 'bkk_admin_void_receipt', { p_receipt_id: receipt?.id, p_reason: 'x' });
    await send();
    await slip(bought.order_id, 10_000, true);
    await slip(bought.order_id, 10_000, false);
    await send();
    await slip(bought.order_id, 54_000, true);
    await send();
    await shop.move(bought.order_id, 'pack');
    await shop.move(bought.order_id, 'ship', {
      ...{ carrier: 'EMS', parcel_number: 'EX1', tracking_url: 'https://ems.example/EX1' },
    });
    await db.must(nattaya, 'bkk_ask_return', {
      ...{ p_order_id: bought.order_id, p_version: await version(bought.order_id) },
      p_reason: hostileWords,
    });
    await send();
    await shop.move(bought.order_id, 'refuse_return', { note: hostileWords });
    await send();
    await shop.move(bought.order_id, 'deliver');
    await send();
    await shop.move(bought.order_id, 'take_back');
    await send();
    const refund = await refundOf(bought.order_id);
    await db.must(somchai, 'bkk_admin_decide_refund', {
      ...{ p_refund_id: refund, p_fee_satang: 6000, p_note: null },
      p_idempotency_key: randomUUID(),
    });
    await send();
    await db.must(nattaya, 'bkk_take_refund_as_credit', { p_refund_id: refund });
    const pickedUp = { ...input, method: 'pickup', seen_delivery_satang: 0, pay: 'credit' };
    const ready = await shop.placed(nattaya, pickedUp);
    const unpaid = await shop.placed(nattaya, input);
    await send();
    await shop.move(ready.order_id, 'pack');
    await shop.move(unpaid.order_id, 'cancel', { note: hostileWords });
    await shop.placed(null, input);
    await send();
    await db.runClock('expire_orders', 2);
    await send();
  });

  it('are those of every event of an order, in both languages', () => {
    const known = new Set([
      ...orderMails.map(([event]) => event),
      'order.refund_decided',
      'order.refund_paid',
    ]);
    const seen = (language: string) =>
      new Set(mails.filter((one) => one.language === language).map(({ event }) => event));
    for (const language of ['en', 'th'])
      expect([...known].filter((event) => !seen(language).has(event))).toEqual([]);
  });

  it('are complete, in one language, and show the words of users as text', () => {
    for (const { language, mail } of mails.filter(({ event }) => /^order\.|order_/.test(event))) {
      for (const part of [mail.subject, mail.text, mail.html])
        expect(part).not.toMatch(/undefined|null|NaN|Invalid|\[object|\{\{|1970/);
      expect(mail.html).not.toMatch(/<img|<b>|\u202e/);
      expect(mail.text).not.toMatch(/^Bcc/m);
      const foreign = language === 'th' ? /\b(?:the|your|order|is)\b/i : /[\u0e00-\u0e7f]/;
      expect(mail.subject).not.toMatch(foreign);
    }
  });

  it('say what was ordered, what it costs and until when', () => {
    const placed = find('order.placed')?.mail.text ?? '';
    expect(placed).toContain('Departure Tag × 2, THB 580');
    expect(placed).toContain('THB 640');
    expect(placed).toMatch(/Pay by: \w{3} \d{1,2} \w{3}, \d\d:\d\d Bangkok time/);
    expect(find('order.part_paid', 'th')?.mail.subject).toContain('฿540');
    const shipped = find('order.shipped')?.mail.text ?? '';
    for (const text of ['EMS', 'EX1', 'https://ems.example/EX1']) expect(shipped).toContain(text);
    expect(find('order.slip_refused', 'th')?.mail.text).toContain('> รูปไม่ชัด อ่านข้อมูลไม่ได้');
  });

  it('lead members to their order, admins to the selected one, and guests by a link that is stored as a hash', async () => {
    expect(pathOf(find('order.shipped'))).toMatch(/^\/orders\/ORD-\w{8}$/);
    const decided = mails.filter(({ event }) => event === 'order.refund_decided');
    expect(decided.map((one) => pathOf(one).replace(/\w{8,}$/, ''))).toEqual(
      expect.arrayContaining(['/orders/guest#', '/orders/ORD-']),
    );
    const toGuest = decided.find((one) => pathOf(one).includes('#'));
    expect(toGuest?.mail.text).not.toMatch(/credit|เครดิต/i);
    expect(pathOf(find('receipt.voided'))).toMatch(/^\/orders\/guest#/);
    const asked = mails.filter(({ event }) => event === 'order.link_asked');
    expect(asked.map(({ language }) => language)).toEqual(['en', 'th']);
    expect(pathOf(find('admin.order_paid'))).toMatch(/^\/admin\/orders\?order=[\da-f-]{36}$/);
    const links = mails
      .filter(({ event }) => event === 'order.placed' || event === 'order.link_asked')
      .map((one) => pathOf(one))
      .filter((path) => path.startsWith('/orders/guest#'));
    expect(new Set(links).size).toBe(6);
    const hashes = await Promise.all(links.map((path) => hashLinkToken(path.split('#')[1] ?? '')));
    const rows = await db.test.sql('select from bkk_order_links where link_hash = any ($1)', [
      hashes,
    ]);
    expect(rows).toHaveLength(6);
  });
});

describe('the mail about a product that is back', () => {
  const ask = (email: string, variant = 'tag-red', network = 'home') =>
    db.test
      .sql(`select bkk_ask_visitor_stock_alert($1, $2, $3, 'th')`, [network, variant, email])
      .then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code,
      );
  const askAs = (who: SignedInUser, variant = 'tag-red') =>
    db.resultOf(who, `select bkk_ask_stock_alert('${variant}')`);
  const alerts = () =>
    db.test.sql('select user_id, email from bkk_stock_alerts order by created_at');
  const tell = (hours = 0) => db.runClock('send_stock_alerts', hours);
  const setStock = (pieces: number) =>
    db.test.sql(`update bkk_product_variants set inventory_quantity = $1 where id = 'tag-red'`, [
      pieces,
    ]);

  it('reaches each who asked once, when it can be bought, and then the address is deleted', async () => {
    await db.test.sql(`delete from bkk_outbox`);
    for (let times = 0; times < 2; times += 1) expect(await askAs(nattaya)).toBe('done');
    for (const email of ['arthit@example.com', 'Arthit@example.com'])
      expect(await ask(email)).toBe('done');
    expect(await alerts()).toHaveLength(2);
    for (const variant of ['tag-teal', 'tote']) {
      expect(await askAs(nattaya, variant)).toBe('PT409');
      expect(await ask('arthit@example.com', variant)).toBe('PT409');
    }
    expect(await ask('arthit@example.com', 'none')).toBe('PT404');
    expect(await ask('arthit')).toBe('PT400');

    await tell();
    await db.rows(
      somchai,
      `select bkk_admin_adjust_stock('tag-red', 'RECEIVED', 3, null, gen_random_uuid())`,
    );
    await db.test.sql(`update bkk_products set state = 'ARCHIVED' where id = 'tag'`);
    await tell();
    expect(await db.sent()).toEqual([]);
    await db.test.sql(`update bkk_products set state = 'PUBLISHED' where id = 'tag'`);
    await tell();
    await tell();
    expect(await alerts()).toHaveLength(2);
    const mails = await db.sent();
    expect(mails.map(({ event, mail }) => `${event} ${mail.to}`).sort()).toEqual([
      ...['stock.back', 'stock.back'].map((event) => `${event} ${nattaya.email}`),
      ...['visitor.stock_back', 'visitor.stock_back'].map((event) => `${event} arthit@example.com`),
    ]);
    for (const rendered of mails) {
      const { subject, text, html } = rendered.mail;
      expect(subject).toContain('Departure Tag');
      expect(text).toMatch(/: Red\n/);
      expect(pathOf(rendered)).toBe('/product/tag');
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\{/);
    }
    await tell();
    expect(await alerts()).toEqual([]);
    await setStock(0);
    await setStock(2);
    await tell();
    expect(await db.sent()).toEqual([]);
  });

  it('is not kept for ever, nor for more products or from more addresses than a person waits for', async () => {
    await db.test.sql('delete from bkk_visitor_attempts');
    await setStock(0);
    await db.test
      .sql(`insert into bkk_product_variants (id, product_id, title, price_in_cents, currency, inventory_quantity)
      select 'sold-' || n, 'tag', 'Sold ' || n, 100, 'thb', 0 from generate_series(1, 12) as n`);
    for (let place = 1; place <= 12; place += 1)
      expect(await ask('arthit@example.com', `sold-${String(place)}`)).toBe('done');
    expect(await alerts()).toHaveLength(10);
    for (let place = 1; place <= 8; place += 1)
      expect(await ask(`a${String(place)}@example.com`)).toBe('done');
    expect(await ask('a9@example.com')).toBe('PT429');
    expect(await ask('a9@example.com', 'tag-red', 'office')).toBe('done');

    await db.test.sql('delete from bkk_stock_alerts');
    await askAs(malee);
    await ask(malee.email.toUpperCase(), 'sold-1', 'office');
    const [exported] = await db.test.sql<{ alerts: readonly { variant_id: string }[] }>(
      `select bkk_internal.export_user($1) -> 'stock_alerts' as alerts`,
      [malee.id],
    );
    expect(exported?.alerts.map(({ variant_id: id }) => id)).toEqual(['tag-red']);
    await db.test.sql('select bkk_internal.erase_user($1)', [malee.id]);
    expect(await alerts()).toEqual([]);

    await ask('arthit@example.com', 'tag-red', 'office');
    await tell(179 * 24);
    expect(await alerts()).toHaveLength(1);
    await tell(181 * 24);
    expect(await alerts()).toEqual([]);
  });
});
