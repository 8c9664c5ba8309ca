import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../../../supabase/functions/_shared/messages/mail.ts';
import { createMailer } from './mailer.ts';
import { renderMail } from './templates.ts';

const link =
  'https://bkksiam.example/auth/v1/verify?token=0123&type=signup&redirect_to=https%3A%2F%2Fx';
const cleanups: (() => Promise<unknown>)[] = [];

function mail(id: string, language: 'en' | 'th'): Mail {
  const text = renderMail('confirmation', language, {
    link,
    siteUrl: 'https://bkksiam.example',
    lifetimeSeconds: 3600,
  });
  const createdAt = new Date('2026-11-21T02:03:04.123Z');
  const name = `2026-11-21T02-03-04.123Z-${id}`;
  return { id, name, createdAt, to: 'traveller@example.com', language, ...text };
}

const calendar = {
  filename: 'BKK-2345ABCD.ics',
  contentType: 'text/calendar; charset=utf-8',
  content: 'BEGIN:VCALENDAR\r\nSUMMARY:กรุงเทพฯ – โตเกียว\r\nEND:VCALENDAR\r\n',
};

/** Expects the calendar as the only file, with its line ends, which the parser changes. */
async function expectCalendar(source: Buffer | undefined): Promise<void> {
  const { attachments } = await PostalMime.parse(source ?? '');
  expect(attachments).toMatchObject([
    { filename: calendar.filename, mimeType: 'text/calendar', disposition: 'attachment' },
  ]);
  const base64 = Buffer.from(calendar.content).toString('base64');
  expect(source?.toString('latin1').replaceAll('\r\n', '')).toContain(base64);
}

async function outbox() {
  const folder = await mkdtemp(join(tmpdir(), 'bkksiam-outbox-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const outboxDir = join(folder, 'outbox');
  const mailer = createMailer({
    smtpUrl: undefined,
    mailFrom: 'BKK Siam <no-reply@bkksiam.example>',
    outboxDir,
  });
  return { outboxDir, mailer };
}

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

describe('the outbox', () => {
  it('holds one file a mail, sorted by its name, for the owner only', async () => {
    const { outboxDir, mailer } = await outbox();
    const ids = Array.from({ length: 12 }, (_, index) => `mail-${String(index).padStart(2, '0')}`);
    await Promise.all(ids.map((id) => mailer.deliver(mail(id, 'en'))));
    const names = (await readdir(outboxDir)).sort();
    expect(names).toHaveLength(12);
    expect(names.every((name) => /^\d{4}-\d\d-\d\dT.*\.eml$/.test(name))).toBe(true);
    const found = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))),
    );
    expect(found.map(({ messageId }) => messageId)).toEqual(
      ids.map((id) => `<${id}@bkksiam.example>`),
    );
    const { mode } = await stat(join(outboxDir, names[0] ?? ''));
    expect(mode & 0o777).toBe(0o600);
    expect((await stat(outboxDir)).mode & 0o777).toBe(0o700);
  });

  it('holds a mail that is written again once, with the same bytes', async () => {
    const { outboxDir, mailer } = await outbox();
    await mailer.deliver(mail('again', 'th'));
    const [name = ''] = await readdir(outboxDir);
    const first = await readFile(join(outboxDir, name));
    await mailer.deliver(mail('again', 'th'));
    expect(await readdir(outboxDir)).toEqual([name]);
    expect(await readFile(join(outboxDir, name))).toEqual(first);
  });

  it('keeps the files of a mail as they are', async () => {
    const { outboxDir, mailer } = await outbox();
    await mailer.deliver({ ...mail('files', 'th'), attachments: [calendar] });
    const [name = ''] = await readdir(outboxDir);
    await expectCalendar(await readFile(join(outboxDir, name)));
  });

  it.each([
    ['en', 'Confirm your email for BKK Siam', 'expires in 1 hour'],
    ['th', 'ยืนยันอีเมลของคุณกับ BKK Siam', 'จะหมดอายุใน 1 ชั่วโมง'],
  ] as const)(
    'keeps a mail in %s as it was written, plain text first',
    async (language, subject, body) => {
      const { outboxDir, mailer } = await outbox();
      await mailer.deliver(mail('one', language));
      const [name = ''] = await readdir(outboxDir);
      const raw = await readFile(join(outboxDir, name));
      const found = await PostalMime.parse(raw);
      expect(found.subject).toBe(subject);
      expect(found.from).toEqual({ name: 'BKK Siam', address: 'no-reply@bkksiam.example' });
      expect(found.to).toEqual([{ name: '', address: 'traveller@example.com' }]);
      expect(found.text).toContain(body);
      expect(found.text).toContain(link);
      expect(found.html).toContain(`lang="${language}"`);
      expect(found.html).toContain(link.replaceAll('&', '&amp;'));
      expect(found.html).not.toMatch(/<img|<script|url\(/);
      const ascii = raw.toString('latin1');
      expect(ascii.indexOf('text/plain')).toBeGreaterThan(0);
      expect(ascii.indexOf('text/plain')).toBeLessThan(ascii.indexOf('text/html'));
      expect([...raw].every((byte) => byte < 0x80)).toBe(true);
    },
  );
});

describe('a mail server', () => {
  it('receives the mail as it was written', async () => {
    const received: Buffer[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          received.push(Buffer.concat(parts));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${String(port)}`,
      mailFrom: 'BKK Siam <no-reply@bkksiam.example>',
      outboxDir: '/nonexistent',
    });
    await mailer.deliver({ ...mail('by-smtp', 'th'), attachments: [calendar] });
    expect(received).toHaveLength(1);
    const found = await PostalMime.parse(received[0] ?? '');
    expect(found.messageId).toBe('<by-smtp@bkksiam.example>');
    expect(found.subject).toBe('ยืนยันอีเมลของคุณกับ BKK Siam');
    expect(found.text).toContain('ขอบคุณที่สมัครสมาชิกกับเรา');
    await expectCalendar(received[0]);
  });

  it('that cannot be reached is a failure of the delivery', async () => {
    const mailer = createMailer({
      smtpUrl: 'smtp://127.0.0.1:1',
      mailFrom: 'a@b.example',
      outboxDir: '/nonexistent',
    });
    await expect(mailer.deliver(mail('lost', 'en'))).rejects.toThrow('ECONNREFUSED');
  });
});
