import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { callAsService } from '../../apps/server/src/outbox/product-messages.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { toShortMessage } from '../functions/_shared/messages/message-mails.ts';
import { messageRenderers } from '../functions/_shared/messages/message-renderers.ts';
import { hostileName, startMailDatabase, type RenderedMail } from './mail-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai } = members;
const db = shareDatabase(startMailDatabase);
const site = 'https://bkksiam.example';

/** Records a slip for 5,000 baht as the function attach-slip does; gives its id. */
async function send(bookingId: string | null): Promise<string> {
  const slipId = randomUUID();
  const slip = {
    slip_id: slipId,
    request_key: randomUUID(),
    booking_id: bookingId,
    typed_satang: 500_000,
    payer_name: hostileName,
    object_path: `${nattaya.id}/${slipId}.png`,
    content_type: 'image/png',
    byte_size: 1000,
    sha256: randomUUID().replaceAll('-', '').repeat(2),
    reading: 'no_qr',
  };
  await db.test.sql('select bkk_record_slip($1, $2)', [nattaya.id, JSON.stringify(slip)]);
  return slipId;
}

const review = (slipId: string, amount: number | null) =>
  db.must(somchai, 'bkk_admin_review_slip', {
    p_slip_id: slipId,
    p_accept: amount !== null,
    p_amount_satang: amount,
    p_received_at: amount === null ? null : new Date(Date.now() - 60_000).toISOString(),
    p_reason: amount === null ? 'unreadable' : null,
    p_note: amount === null ? '<b>cut off</b>\r\nBcc: all@example.com' : null,
    p_idempotency_key: randomUUID(),
  });

async function heldWithPrice(): Promise<string> {
  const { booking_id: id } = await db.held();
  await db.must(somchai, 'bkk_admin_price_booking', {
    p_booking_id: id,
    p_lines: [{ label: 'Fare', count: 1, price_satang: 900_000 }],
    p_total_satang: 900_000,
    p_deposit_satang: 400_000,
  });
  return id;
}

const linkOf = ({ mail }: RenderedMail) =>
  /https:\/\/bkksiam\.example(\/(?:dashboard|admin|booking)\/\S+)/.exec(mail.text)?.[1];
const inEnglish = (mails: readonly RenderedMail[]) =>
  mails.filter(({ language }) => language === 'en');
const find = (mails: readonly RenderedMail[], event: string) =>
  inEnglish(mails).find((mail) => mail.event === event);

describe('the mails of payments', () => {
  const mails: RenderedMail[] = [];
  let reference = '';

  beforeAll(async () => {
    await db.test.sql(`select bkk_internal.set_features('{requests,bookings,payments}')`);
    const sent = async () => {
      mails.push(...(await db.sent()));
    };
    // A mail about a slip that was reviewed meanwhile would be outdated.
    const reviewed = async (bookingId: string | null, amount: number | null) => {
      const slip = await send(bookingId);
      await sent();
      await review(slip, amount);
      await sent();
    };
    const id = await heldWithPrice();
    await reviewed(id, null);
    await reviewed(id, 400_000);
    await reviewed(id, null);
    await reviewed(id, 600_000);
    await reviewed(null, null);
    await reviewed(null, 500_000);
    reference = String(mails[0]?.ids.reference);
  });

  it('lead a member who has to pay to the payment, and others to what they are about', () => {
    const seen = new Map(inEnglish(mails).map((mail) => [mail.event, linkOf(mail)]));
    const pay = `/booking/${reference}/pay`;
    expect(seen.get('booking.deposit_refused')).toBe(pay);
    expect(seen.get('booking.slip_refused')).toBe(pay);
    expect(seen.get('booking.payment_received')).toBe(`/dashboard/bookings/${reference}`);
    expect(seen.get('credit.slip_refused')).toBe('/dashboard/payments/top-up');
    expect(seen.get('credit.topped_up')).toBe('/dashboard/payments');
    expect(seen.get('admin.slip_attached')).toMatch(/^\/admin\/slips\?slip=[\da-f-]{36}$/);
    const refused = find(mails, 'booking.deposit_refused')?.mail;
    expect(refused?.text).toContain('Pay now:');
  });

  it('say why a slip is refused, and that nobody need pay again', () => {
    for (const event of ['booking.slip_refused', 'credit.slip_refused']) {
      const mail = find(mails, event)?.mail;
      expect(mail?.text).toContain('do not pay again');
      expect(mail?.text).toContain('> The picture cannot be read. <b>cut off</b>');
      expect(mail?.html).not.toContain('<b>cut');
    }
    const thai = mails.find(
      ({ event, language }) => event === 'credit.slip_refused' && language === 'th',
    );
    expect(thai?.mail.text).toContain('> รูปไม่ชัด อ่านข้อมูลไม่ได้');
  });

  it('say what became credit: a top-up, and what was paid too much', () => {
    const credited = inEnglish(mails).filter(({ event }) => event === 'credit.topped_up');
    expect(credited.map(({ mail }) => mail.subject)).toEqual([
      `${reference}: THB 1,000 more than due is now your credit`,
      'THB 5,000 is in your credit and pays for your bookings',
    ]);
    expect(credited[1]?.mail.text).toContain('Received: THB 5,000');
  });

  it('are complete, in one language, and show the words of users as text', () => {
    const own = mails.filter(({ event }) => /^credit\.|slip/.test(event));
    expect(new Set(own.map(({ event }) => event)).size).toBe(4);
    for (const { language, mail } of own) {
      for (const part of [mail.subject, mail.text, mail.html])
        expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\{/);
      expect(mail.html).not.toMatch(/<b>/);
      const foreign = language === 'th' ? /[A-Za-z]{2,}/ : /[\u0e00-\u0e7f]/;
      const words = mail.subject.replaceAll(/BKK-\w{8}/g, '');
      expect(words).not.toMatch(foreign);
    }
  });

  it('are no longer true after the review of another admin', async () => {
    const slip = await send(null);
    const [message] = await db.leased();
    if (message === undefined) throw new Error('no admin was told of the slip');
    await review(slip, 500_000);
    await expect(db.render(message)).rejects.toThrow('outdated');
  });

  it('name the credit in the short form, which has no booking', async () => {
    const slip = await send(null);
    const [message] = (await db.leased()).filter(({ ids }) => ids.slip_id === slip);
    if (message === undefined) throw new Error('no admin was told of the slip');
    const mails = {
      renderers: messageRenderers,
      siteUrl: site,
      call: callAsService(db.test.database),
    };
    expect(await toShortMessage({ ...message, language: 'en' }, mails)).toEqual({
      title: 'A payment slip waits for its review',
      body: 'Credit',
      url: `${site}/admin/slips?slip=${slip}`,
    });
  });
});

describe('the mails of receipts', () => {
  async function receiptOf(bookingId: string): Promise<{ id: string; number: string }> {
    const [row] = await db.test.sql<{ id: string; number: string }>(
      `select receipt_id as id, bkk_internal.receipt_number(issued) as number
         from bkk_receipts as issued where booking_id = $1 and voided_at is null`,
      [bookingId],
    );
    if (row === undefined) throw new Error('there is no receipt');
    return row;
  }

  async function paid(): Promise<string> {
    const id = await heldWithPrice();
    await db.pay(id, 400_000);
    await db.test.sql('delete from bkk_outbox');
    return id;
  }

  const setBuyer = (who: SignedInUser, id: string) =>
    db.must(who, 'bkk_set_receipt_buyer', {
      p_receipt_id: id,
      p_buyer: { name: hostileName, address: '88/8' },
    });

  it('tell a member in both languages which one is void, and why', async () => {
    const bookingId = await paid();
    const { id, number } = await receiptOf(bookingId);
    await db.must(somchai, 'bkk_admin_void_receipt', {
      p_receipt_id: id,
      p_reason: 'issued <b>twice</b>\r\nBcc: all@example.com',
    });
    const mails = await db.sent();
    expect(mails.map(({ event, mail }) => [event, mail.to])).toEqual([
      ['receipt.voided', nattaya.email],
      ['receipt.voided', nattaya.email],
    ]);
    const [english, thai] = [
      find(mails, 'receipt.voided'),
      mails.find((one) => one.language === 'th'),
    ];
    expect(english?.mail.subject).toBe(`${number} is void: please do not use this receipt`);
    expect(english && linkOf(english)).toMatch(/^\/dashboard\/bookings\/BKK-/);
    expect(thai?.mail.subject).toBe(`${number} ถูกยกเลิกแล้ว กรุณาอย่าใช้ใบเสร็จรับเงินฉบับนี้`);
    for (const { mail } of mails) {
      expect(mail.text).toContain('> issued <b>twice</b>\n> Bcc:');
      expect(mail.html).not.toContain('<b>twice');
      for (const part of [mail.subject, mail.text, mail.html])
        expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\{/);
    }
  });

  it('tell a member of the one that an admin has issued instead, and nobody of an own change', async () => {
    const bookingId = await paid();
    const former = await receiptOf(bookingId);
    await setBuyer(nattaya, former.id);
    expect(await db.leased()).toEqual([]);
    const second = await receiptOf(bookingId);
    await setBuyer(somchai, second.id);
    const { number } = await receiptOf(bookingId);
    const mails = await db.sent();
    expect(mails.map(({ mail }) => mail.subject)).toEqual([
      `${number} replaces ${second.number}: please keep the new receipt`,
      `${number} ออกแทน ${second.number} กรุณาใช้ใบเสร็จรับเงินฉบับใหม่`,
    ]);
    expect(mails[0]?.mail.text).toContain(
      `${second.number} is void. Please use ${number} instead.`,
    );
  });
});
