import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { bookingCalendar } from '../functions/_shared/messages/booking-calendar.ts';
import type { BookingData } from '../functions/_shared/messages/mail-data.ts';
import { bookingMails } from '../functions/_shared/messages/booking-mails.ts';
import { messageRenderers } from '../functions/_shared/messages/message-renderers.ts';
import { refundMails } from '../functions/_shared/messages/refund-mails.ts';
import { requestMails } from '../functions/_shared/messages/request-mails.ts';
import {
  changeOwnFlight,
  hostileName,
  startMailDatabase,
  walkEveryMail,
  type MailDatabase,
  type RenderedMail,
} from './mail-fixture.ts';

const { nattaya, somchai, malee } = members;
const events = [...requestMails, ...bookingMails, ...refundMails]
  .map(([event]) => event)
  .filter((event) => !event.startsWith('order.'))
  .sort();

/** Every name of an event in the source of a function. */
const queuedEvents = `
  select distinct (regexp_matches(prosrc collate "C", '''((?:request|booking|order|credit|receipt|setup|stock|support|visitor|admin)\\.[a-z_]+)[:'']', 'g'))[1] as event
  from pg_proc where pronamespace in ('public'::regnamespace, 'bkk_internal'::regnamespace) order by 1`;

/** A mail's text without links, codes and what users wrote. */
function ownWords({ mail, ids }: RenderedMail): string {
  return (
    mail.text
      .replace(/^> .*$/gm, '')
      .replace(/https?:\S+/g, '')
      // That of the agency, below each mail.
      .replace('hello@bkksiam.example', '')
      .replaceAll(hostileName, '')
      .replace(/(?:Nattaya|Mali) Wongthai|(?:Somchai|Malee) \S+|José O'Neill-Šmit/g, '')
      .replace(/\bBKK-\w{8}|\([A-Z]{3}\)|\bTG \d+|X7K2QM|BKK Siam|PNR/g, '')
      .replaceAll(String(ids.quote_id).slice(-8).toUpperCase(), '')
  );
}

describe('the mails of requests and bookings', () => {
  let db: MailDatabase;
  let mails: readonly RenderedMail[];
  const mailsOf = (event: string) => mails.filter((one) => one.event === event);

  beforeAll(async () => {
    db = await startMailDatabase();
    mails = await walkEveryMail(db);
  });
  afterAll(() => db.drop());

  it('are those of every event that a function queues', async () => {
    const rows = await db.test.sql<{ event: string }>(queuedEvents);
    expect(rows.map(({ event }) => event)).toEqual([...messageRenderers.keys()].sort());
    expect([...new Set(mails.map(({ event }) => event))].sort()).toEqual(events);
  });

  it.each(events)('are complete: %s', (event) => {
    for (const { mail } of mailsOf(event)) {
      const { subject, text, html } = mail;
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/undefined|null|NaN|Invalid|\[object|\{\{/);
      expect(subject).not.toMatch(/[\r\n]/);
      const [link = 'no link'] =
        /https:\/\/bkksiam\.example\/(?:dashboard|admin)\/\S+/.exec(text) ?? [];
      expect(html).toContain(`href="${link}"`);
      expect(html).toContain(`<html lang="${mail.language}">`);
    }
  });

  it.each(events)('are in one language: %s', (event) => {
    for (const rendered of mailsOf(event)) {
      const { language, mail } = rendered;
      const subject = ownWords({ ...rendered, mail: { ...mail, text: mail.subject } });
      const foreign = language === 'th' ? /[A-Za-z]{2,}/ : /[\u0e00-\u0e7f]/;
      for (const words of [subject, ownWords(rendered)]) expect(words).not.toMatch(foreign);
    }
  });

  it.each(events)('show the words of users as text: %s', (event) => {
    for (const { mail } of mailsOf(event)) {
      expect(mail.html).not.toMatch(/<img|<b>|\u202e/);
      expect(mail.text).not.toMatch(/^Bcc|\u202e/m);
      expect(mail.subject).not.toMatch(/Nat\b|onerror|window/);
    }
  });

  it('quote what users wrote', () => {
    const quoting = [
      'admin.change_asked',
      'request.cancelled',
      'booking.cancelled',
      'booking.refund_opened',
    ];
    for (const event of quoting)
      for (const { mail } of mailsOf(event)) {
        expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; a seat');
        expect(mail.text).toContain('> <img src=x onerror="alert(1)"> & a seat near the window');
      }
    const [refused] = mailsOf('booking.deposit_refused').filter(
      ({ language }) => language === 'th',
    );
    expect(refused?.mail.text).toContain('> ยอดเงินในสลิปไม่ครบ');
  });

  it('say in one mail that a paid booking is cancelled and that its refund is prepared', () => {
    const bookingsOf = (event: string) => mailsOf(event).map(({ ids }) => ids.booking_id);
    const refunded = new Set(bookingsOf('booking.refund_opened'));
    expect(refunded.size).toBe(4);
    for (const id of bookingsOf('booking.cancelled')) expect(refunded.has(id)).toBe(false);
    for (const { language, mail } of mailsOf('booking.refund_opened')) {
      const [paid, cancelled] =
        language === 'th' ? ['฿10,000', 'ยกเลิกการจองนี้'] : ['THB 10,000', 'cancelled this booking'];
      expect(mail.text).toContain(paid);
      expect(mail.text).toContain(cancelled);
    }
  });

  it('say amounts to the satang, and deadlines in Bangkok', () => {
    const texts = mailsOf('request.offer_sent').map(({ mail }) => mail.text);
    expect(texts[0]).toContain('THB 75,850.50');
    expect(texts[0]).toMatch(/by \w{3} \d{1,2} \w{3}, \d\d:\d\d Bangkok time/);
    expect(texts[1]).toContain('฿75,850.50');
    expect(texts[1]).toMatch(/ภายในวัน\S+ที่ \d{1,2} \S+ 25\d\d เวลา \d\d:\d\d น\. \(เวลาไทย\)/);
  });

  it('lead members to their request or booking and admins to the selected one', () => {
    const pathOf = (event: string) =>
      /https:\/\/bkksiam\.example(\/(?:dashboard|admin)\/\S+)/.exec(
        mailsOf(event)[0]?.mail.text ?? '',
      )?.[1];
    expect(pathOf('request.received')).toMatch(/^\/dashboard\/requests\/[\da-f-]{36}$/);
    expect(pathOf('booking.confirmed')).toMatch(/^\/dashboard\/bookings\/BKK-\w{8}$/);
    expect(pathOf('admin.change_asked')).toMatch(/^\/admin\/requests\?request=[\da-f-]{36}$/);
    expect(pathOf('admin.offer_accepted')).toMatch(/^\/admin\/bookings\?booking=[\da-f-]{36}$/);
  });

  it('remind of the deposit first, and then of the end of the hold', () => {
    const subjects = mailsOf('booking.hold_reminder')
      .filter(({ language }) => language === 'en')
      .map(({ mail, ids }) =>
        mail.subject.replace(String(ids.reference), '').replace(/ by .*/, ''),
      );
    expect(subjects).toEqual([
      'Less than 6 hours left for : pay the deposit of THB 11,000',
      'Less than 6 hours left for : pay the deposit of THB 11,000',
    ]);
  });

  it('of a payment say what is left, and that nothing is after the last one', () => {
    const payments = mailsOf('booking.payment_received').filter(
      ({ language }) => language === 'en',
    );
    expect(
      payments.map(({ mail, ids }) => mail.subject.slice(String(ids.reference).length)),
    ).toEqual([
      ': THB 6,000 received, pay the rest of the deposit, THB 5,000',
      expect.stringMatching(/^: THB 10,000 received, pay the rest of THB 54,850\.50 by /),
      ': THB 54,850.50 received, nothing is left to pay',
      ': THB 1,000 received after the booking ended, we will contact you',
      ': THB 500 received, expect the price by email',
      // Approved by a second admin.
      ': THB 25,000 received, expect the price by email',
    ]);
    const last = payments[2]?.mail.text;
    expect(last).toContain('please make no further payment');
    expect(last).not.toContain('Balance');
  });

  it('of a reversal say what is to pay', () => {
    const reversals = mailsOf('booking.payment_reversed').filter(
      ({ language }) => language === 'en',
    );
    expect(
      reversals.map(({ mail, ids }) => mail.subject.slice(String(ids.reference).length)),
    ).toEqual([
      expect.stringMatching(
        /^: your payment of THB 5,000 was reversed, pay the rest of THB 5,000 by /,
      ),
      ': your payment of THB 500 was reversed, nothing to pay now',
    ]);
  });

  it('call no price a deposit that is paid at once', () => {
    const priced = mailsOf('booking.priced');
    expect(priced.map(({ mail }) => mail.text).join()).not.toMatch(/deposit|มัดจำ/i);
    expect(priced[0]?.mail.text).toContain('Pay the total of THB');
  });

  it('of tickets have the flights as a calendar file', () => {
    for (const { mail, ids } of mailsOf('booking.ticketed')) {
      const [file] = mail.attachments ?? [];
      expect(file?.filename).toBe(`${String(ids.reference)}.ics`);
      const content = file?.content ?? '';
      const unfolded = content.replaceAll('\r\n ', '').split('\r\n');
      expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
      expect(unfolded.filter((line) => line.startsWith('TZID:'))).toEqual([
        'TZID:Asia/Bangkok',
        'TZID:Asia/Tokyo',
      ]);
      expect(unfolded.join('\n')).toMatch(
        /DTSTART;TZID=Asia\/Bangkok:\d{8}T234500\nDTEND;TZID=Asia\/Tokyo:\d{8}T074000/,
      );
      expect(unfolded).toContain(`UID:${String(ids.booking_id)}-1@bkksiam`);
    }
    expect(
      new Set(mails.filter(({ mail }) => mail.attachments !== undefined).map(({ event }) => event)),
    ).toEqual(new Set(['booking.ticketed', 'booking.times_changed']));
  });
});

describe('a queued mail', () => {
  const db = shareDatabase(startMailDatabase);

  /** The calendar files of mails in English, by event. */
  async function calendars(): Promise<Readonly<Record<string, string>>> {
    const mails = (await db.sent()).filter(({ language }) => language === 'en');
    return Object.fromEntries(
      mails.map(({ event, mail }) => [event, mail.attachments?.[0]?.content ?? '']),
    );
  }

  it('of flights that change or are cancelled has a file that changes or removes the calendar entries', async () => {
    const flight =
      '{"airline": "TG", "number": "682", "origin": "BKK", "destination": "HND", "departs_at": "2030-12-26T23:45", "departs_zone": "Asia/Bangkok", "arrives_at": "2030-12-27T07:40", "arrives_zone": "Asia/Tokyo"}';
    const [one, other] = [await db.held(), await db.held()];
    for (const { booking_id: id } of [one, other]) await db.put(id, `segments = '[${flight}]'`);
    await db.sent();
    await db.putOrder(one.booking_id, 'null');
    await db.readOrder(one.booking_id, { state: 'held', total_satang: 100, changes: ['aic_1'] });
    const changed = (await calendars())['booking.flight_changed'];
    await db.readOrder(one.booking_id, { state: 'cancelled' });
    const lost = (await calendars())['booking.airline_cancelled'];
    const id = other.booking_id;
    await db.must(nattaya, 'bkk_cancel_booking', { p_booking_id: id, p_reason: 'Ill' });
    const cancelled = (await calendars())['booking.cancelled'];
    const sequences = [changed, lost].map((text) =>
      Number(/^SEQUENCE:(\d+)/m.exec(text ?? '')?.[1]),
    );
    expect(changed).toMatch(/^METHOD:PUBLISH\r\n[^]*^STATUS:TENTATIVE\r\n/m);
    expect(lost).toMatch(/^METHOD:CANCEL\r\n[^]*^STATUS:CANCELLED\r\n/m);
    expect(sequences[1]).toBeGreaterThan(sequences[0] ?? Infinity);
    expect(cancelled).toMatch(/^METHOD:CANCEL\r\n[^]*^STATUS:CANCELLED\r\n/m);
    expect(cancelled).toContain(`UID:${id}-1@bkksiam`);
  });

  it('of an own flight with other times says both, and has a file that changes the calendar entry', async () => {
    const id = await changeOwnFlight(db);
    const [rendered] = (await db.sent()).filter(({ language }) => language === 'en');
    expect(rendered?.event).toBe('booking.times_changed');
    expect(rendered?.mail.text).toContain('10:05–11:25');
    expect(rendered?.mail.text).toContain('Before the change: L5 108, 08:05 to 09:25 local time.');
    const file = rendered?.mail.attachments?.[0]?.content ?? '';
    expect(file).toMatch(/^DTSTART;TZID=Asia\/Bangkok:\d{8}T100500\r\n/m);
    expect(file).toContain(`SEQUENCE:${String((await db.booking(id)).version)}\r\n`);
    // It is as certain as before: the times are known.
    await db.put(id, `status = 'CONFIRMED'`);
    const [message] = await db.test.sql<{ data: BookingData }>(
      'select bkk_booking_mail_data($1) as data',
      [id],
    );
    const target = { bookingId: id, language: 'en', page: 'https://bkksiam.example' } as const;
    expect(message && bookingCalendar(message.data, target)?.status).toBe('CONFIRMED');
  });

  /** Why the messages that wait are not sent, in the order of their events. */
  async function failures(): Promise<readonly string[]> {
    const results: string[] = [];
    for (const message of await db.leased()) {
      const reason = await db.render(message).then(
        () => 'sent',
        (error: unknown) => (error as Error).message,
      );
      results.push(`${message.event} ${reason}`);
    }
    return results.sort();
  }

  it('is not sent when its request or booking is gone', async () => {
    const quoteId = await db.request();
    const { booking_id: id } = await db.held();
    await db.test.sql('delete from bkk_quote_requests where quote_id = $1', [quoteId]);
    await db.test.sql('delete from bkk_bookings where booking_id = $1', [id]);
    expect(await failures()).toEqual([
      'admin.request_received gone',
      'booking.hold_placed gone',
      'request.received gone',
    ]);
  });

  it('is not sent while its feature is off', async () => {
    await db.request();
    await db.held();
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    expect(await failures()).toEqual([
      'admin.request_received feature_off',
      'booking.hold_placed feature_off',
      'request.received feature_off',
    ]);
  });

  it('is not sent when it is no longer true', async () => {
    const quoteId = await db.request();
    await db.sendOffer(quoteId);
    await db.runClock('remind_offers', 30);
    await db.onRequest(nattaya, 'bkk_cancel_request', quoteId);
    const { booking_id: id } = await db.held();
    await db.must(nattaya, 'bkk_cancel_booking', { p_booking_id: id });
    expect(await failures()).toEqual([
      'admin.booking_cancelled sent',
      'admin.offer_reminder outdated',
      'admin.request_received outdated',
      'booking.cancelled sent',
      'booking.hold_placed outdated',
      'request.offer_reminder outdated',
      'request.offer_sent outdated',
      'request.received outdated',
    ]);
  });

  it('that reminds of a hold is not sent after the hold was extended', async () => {
    const { booking_id: id } = await db.held();
    await db.sent();
    await db.runClock('remind_holds', 45);
    await db.must(somchai, 'bkk_admin_extend_hold', {
      p_booking_id: id,
      p_hold_expires_at: new Date(Date.now() + 100 * 3_600_000).toISOString(),
    });
    expect(await failures()).toEqual([
      'booking.hold_extended sent',
      'booking.hold_reminder outdated',
    ]);
  });

  it('that tells of an extension is not sent after the next one', async () => {
    const { booking_id: id } = await db.held();
    await db.sent();
    for (const days of [4, 5])
      await db.must(somchai, 'bkk_admin_extend_hold', {
        p_booking_id: id,
        p_hold_expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
      });
    expect(await failures()).toEqual([
      'booking.hold_extended outdated',
      'booking.hold_extended sent',
    ]);
  });

  it('tells of a price that confirms nothing; a booking that it confirms has its own mail', async () => {
    const price = async (id: string) =>
      db.must(somchai, 'bkk_admin_price_booking', {
        p_booking_id: id,
        p_lines: [{ label: 'Fare', type: 'adult', count: 1, price_satang: 500_000 }],
        p_total_satang: '500000',
        p_deposit_satang: '100000',
      });
    const [held, reviewed] = [await db.held(), await db.held(nattaya, { slip: 'slip.jpg' })];
    const [paid, partly] = [await db.held(), await db.held()];
    await db.pay(paid.booking_id, 100_000);
    await db.pay(partly.booking_id, 40_000);
    await db.leased();
    for (const { booking_id: id } of [held, reviewed, paid, partly]) await price(id);
    const subjects = (await db.sent())
      .filter(({ language }) => language === 'en')
      .map(({ ids, mail }) =>
        mail.subject.replace(String(ids.reference), '').replace(/ by .*/, ' by …'),
      );
    expect(subjects).toEqual([
      ': the price is set, pay THB 1,000 by …',
      ': the price is set, we will check your payment slip by …',
      ' is confirmed: pay the balance of THB 4,000',
      ': the price is set, pay THB 600 by …',
    ]);
  });

  it('is in the language of its recipient', async () => {
    await db.test.sql(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"language": "th"}' where id = $1`,
      [nattaya.id],
    );
    await db.held();
    await db.held(malee);
    const subjects = await Promise.all(
      (await db.leased()).map(async (message) => (await db.render(message)).subject),
    );
    expect(subjects).toEqual([
      expect.stringMatching(/จองที่นั่งไว้ถึง/),
      expect.stringMatching(/seats held until/),
    ]);
  });
});
