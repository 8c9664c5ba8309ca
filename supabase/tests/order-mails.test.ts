import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { orderMails } from '../functions/_shared/messages/order-mails.ts';
import { hashLinkToken } from '../functions/_shared/http/link-token.ts';
import { hostileName, hostileWords, startMailDatabase, type RenderedMail } from './mail-fixture.ts';
import { openShop, tag } from './order-fixture.ts';

const { nattaya, somchai } = members;
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
    await db.test.sql(`delete from bkk_outbox where event not like '%order%'`);
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
    const asked = mails.filter(({ event }) => event === 'order.link_asked');
    expect(asked.map(({ language }) => language)).toEqual(['en', 'th']);
    expect(pathOf(find('admin.order_paid'))).toMatch(/^\/admin\/orders\?order=[\da-f-]{36}$/);
    const links = mails
      .filter(({ event }) => event === 'order.placed' || event === 'order.link_asked')
      .map((one) => pathOf(one))
      .filter((path) => path.startsWith('/orders/guest#'));
    expect(links).toHaveLength(4);
    const hashes = await Promise.all(links.map((path) => hashLinkToken(path.split('#')[1] ?? '')));
    const rows = await db.test.sql('select from bkk_order_links where link_hash = any ($1)', [
      hashes,
    ]);
    expect(rows).toHaveLength(4);
  });
});
