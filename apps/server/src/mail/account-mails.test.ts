import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { startAuthService, type AuthService, type MailConfig } from '../testing/auth-service.ts';
import { databaseUrl } from '../testing/database-url.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { mailsAreOut, readOutbox } from '../testing/outbox.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isWholeSuite } from '../testing/variations.ts';
import { accountMails } from './account-mails.ts';
import { createMailer, type Mailer } from './mailer.ts';
import type { AuthConfig } from '../auth/settings.ts';
import { authMailRenderers } from '../auth/mails.ts';
import { OutboxWorker } from '../outbox/worker.ts';

const mailFrom = 'BKK Siam <no-reply@bkksiam.example>';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function cleanedUp<T>(made: T, clean: (made: T) => Promise<unknown>): T {
  cleanups.push(() => clean(made));
  return made;
}

async function start(
  config: Partial<AuthConfig> & MailConfig,
  mailer: Mailer,
  letGo = (): void => undefined,
): Promise<AuthService> {
  return cleanedUp(await startAuthService(config, mailer), (service) => {
    letGo();
    return service.close();
  });
}

/** A second process's worker on the same database. */
function workerOf({ siteUrl, tokens, test }: AuthService, mailer: Mailer): OutboxWorker {
  const config = { siteUrl, redirectUrls: [], rateLimit: false, autoconfirm: false };
  const renderers = authMailRenderers(config, tokens);
  const { database } = test;
  const mails = accountMails({ database, tokens, mailer, renderers, log: quiet });
  return new OutboxWorker({ database, consumers: [mails] }, quiet);
}

async function signUp(service: { readonly url: string }, email: string, key = ''): Promise<void> {
  const response = await fetch(`${service.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key },
    body: JSON.stringify({ email, password: 'river-dusk' }),
  });
  expect(response.status).toBe(200);
}

async function rows(test: TestDatabase) {
  return test.sql<{ recipient: string; last_failure: string | null; attempts: number }>(
    'select recipient, last_failure, attempts from bkksiam_private.mail_outbox',
  );
}

/** A mailer whose deliveries block until they are released. */
function heldMailer() {
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let begun: (() => void) | undefined;
  const underWay = new Promise<void>((resolve) => (begun = resolve));
  const mailer: Mailer = {
    limitMs: 30_000,
    deliver() {
      begun?.();
      return held;
    },
  };
  const release = (): void => letGo?.();
  return { mailer, underWay, letGo: release };
}

async function folder(): Promise<string> {
  return cleanedUp(await mkdtemp(join(tmpdir(), 'bkksiam-outbox-')), (made) =>
    rm(made, { recursive: true, force: true }),
  );
}

describe('the outbox in the database', () => {
  it('holds nothing that signs in while a mail waits, and nothing at all afterwards', async () => {
    const { mailer, underWay, letGo } = heldMailer();
    const service = await start({}, mailer, letGo);
    await signUp(service, 'waiting@example.com');
    await underWay;
    const [row] = await service.test.sql(
      `select m.*, m.sealed_token::text as hex, encode(m.sealed_token, 'base64') as base64,
        t.token_hash, u.confirmation_token
      from bkksiam_private.mail_outbox m
      join bkksiam_private.pending_confirmations t on t.email = m.recipient
      join auth.users u on u.id = t.user_id`,
    );
    const readable = Object.values(row ?? {})
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .flatMap((value) => [value, value.replace(/^\\x/, '')]);
    expect(readable.length).toBeGreaterThan(20);
    for (const token of readable) {
      for (const type of ['signup', 'email']) {
        const { status } = await service.request('POST', '/verify', {
          body: { type, token_hash: token },
        });
        expect([400, 403]).toContain(status);
      }
    }
    letGo();
    while ((await rows(service.test)).length > 0) await mailsAreOut(service.test.database);
  });

  it('sends a mail that waits for an hour because the clock was set back', async () => {
    const { mailer, underWay, letGo } = heldMailer();
    const service = await start({ mailLeaseMs: 60_000 }, mailer, letGo);
    await signUp(service, 'early@example.com');
    await underWay;
    await service.test.sql(
      `update bkksiam_private.mail_outbox set due_at = now() + interval '1 hour'`,
    );
    const delivered: string[] = [];
    const worker = workerOf(service, {
      limitMs: 1000,
      deliver: (mail) => Promise.resolve(void delivered.push(mail.to)),
    });
    await worker.start();
    while ((await rows(service.test)).length > 0) await mailsAreOut(service.test.database);
    await worker.stop();
    expect(delivered).toEqual(['early@example.com']);
    letGo();
  });

  it('cannot be read or written by callers, not even with the service key', async () => {
    const service = await start({}, heldMailer().mailer);
    for (const role of ['anon', 'authenticated', 'service_role', 'postgres']) {
      await expect(
        service.test.sql(`set role ${role}; select * from bkksiam_private.mail_outbox`),
      ).rejects.toThrow('permission denied');
    }
  });

  it('does not open a token that was moved to another recipient', async () => {
    const delivered: string[] = [];
    const { mailer, underWay, letGo } = heldMailer();
    const service = await start({ mailLeaseMs: 60_000 }, mailer, letGo);
    await signUp(service, 'owner@example.com');
    await underWay;
    await service.test.sql(
      `update bkksiam_private.mail_outbox set recipient = 'thief@example.com', due_at = now()`,
    );
    const worker = workerOf(service, {
      limitMs: 1000,
      deliver: (mail) => Promise.resolve(void delivered.push(mail.to)),
    });
    await worker.start();
    await mailsAreOut(service.test.database);
    await worker.stop();
    expect(delivered).toEqual([]);
  });

  it('keeps no mail of a request that failed', async () => {
    const service = await start({}, heldMailer().mailer);
    await service.test.sql(
      `create function public.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create constraint trigger refuse after insert on auth.users deferrable initially deferred
        for each row execute function public.refuse()`,
    );
    const { status } = await service.request('POST', '/signup', {
      body: { email: 'nobody@example.com', password: 'river-dusk' },
    });
    expect(status).toBe(500);
    expect(await rows(service.test)).toEqual([]);
  });
});

describe('several processes at one outbox', () => {
  it('send each mail once between them', async () => {
    const outboxDir = await folder();
    const outbox = createMailer({ smtpUrl: undefined, mailFrom, outboxDir });
    const sent: Record<'one' | 'other', string[]> = { one: [], other: [] };
    const counting = (who: 'one' | 'other'): Mailer => ({
      limitMs: outbox.limitMs,
      deliver(mail) {
        sent[who].push(mail.id);
        return outbox.deliver(mail);
      },
    });
    const service = await start({}, counting('one'));
    const { database } = service.test;
    const worker = cleanedUp(workerOf(service, counting('other')), (made) => made.stop());
    await worker.start();
    const recipients = Array.from({ length: 40 }, (_, index) => `p${String(index)}@example.com`);
    await Promise.all(
      recipients.map((email) => service.request('POST', '/otp', { body: { email } })),
    );
    await mailsAreOut(database);
    const all = [...sent.one, ...sent.other];
    expect(all).toHaveLength(recipients.length);
    expect(new Set(all).size).toBe(recipients.length);
    expect(sent.one.length * sent.other.length).toBeGreaterThan(0);
    const mails = await readOutbox(outboxDir);
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(recipients.toSorted());
    expect((await readdir(outboxDir)).every((name) => name.endsWith('.eml'))).toBe(true);
  });

  it('leave a slow delivery alone for as long as it lasts', async () => {
    const { mailer, underWay, letGo } = heldMailer();
    const service = await start({ mailLeaseMs: 150, outboxPollMs: 20 }, mailer, letGo);
    await signUp(service, 'slow@example.com');
    await underWay;
    const leases = async () =>
      service.test.sql<{ due_at: Date }>('select due_at from bkksiam_private.mail_outbox');
    const [first] = await leases();
    let [now] = await leases();
    // Waits for several renewals, after which the first lease has expired.
    while (Number(now?.due_at) - Number(first?.due_at) < 500) [now] = await leases();
    expect((await rows(service.test))[0]?.attempts).toBe(1);
    letGo();
    await mailsAreOut(service.test.database);
  });
});

describe('a mail server', () => {
  it('that refuses for a while gets the mail later, the same one', async () => {
    const server = cleanedUp(await startMailServer(), (made) => made.close());
    server.answer = 'refuse';
    const mailer = createMailer({ smtpUrl: server.url, mailFrom, outboxDir: '/nonexistent' });
    const service = await start({ mailRetryMs: 20 }, mailer);
    await signUp(service, 'patient@example.com');
    await server.has(3);
    server.answer = 'accept';
    while ((await rows(service.test)).length > 0) await mailsAreOut(service.test.database);
    const { received } = server;
    expect(received.length).toBeGreaterThan(3);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1);
    const links = received.map(({ text = '' }) => /https:\/\/\S+/.exec(text)?.[0] ?? '');
    expect(new Set(links).size).toBe(1);
    const { values } = await service.follow(links[0] ?? '');
    expect(values.get('access_token')).not.toBeNull();
  });

  it('that cannot be reached is named with the reason of the system', async () => {
    const smtpUrl = 'smtp://127.0.0.1:1';
    const mailer = createMailer({ smtpUrl, mailFrom, outboxDir: '/nonexistent' });
    const service = await start({ mailRetryMs: 60_000 }, mailer);
    await signUp(service, 'unreachable@example.com');
    const reasons = async () => (await rows(service.test)).map((row) => row.last_failure);
    await expect.poll(reasons).toEqual(['ESOCKET ECONNREFUSED']);
  });

  it('gets no mail whose link has expired', async () => {
    const { mailer, underWay } = heldMailer();
    const service = await start({ linkLifetimeSeconds: 0 }, mailer);
    await signUp(service, 'late@example.com');
    while ((await rows(service.test)).length > 0) await mailsAreOut(service.test.database);
    expect(await Promise.race([underWay.then(() => 'sent'), Promise.resolve('not sent')])).toBe(
      'not sent',
    );
  });

  it.runIf(isWholeSuite)(
    'gets the mail of a process that was killed while it sent',
    async () => {
      const test = cleanedUp(await createTestDatabase(), (made) => made.drop());
      const server = cleanedUp(await startMailServer(), (made) => made.close());
      server.answer = 'silence';
      const env = {
        DATABASE_URL: databaseUrl(test.admin, test.admin.database, test.admin),
        DATA_DIR: await folder(),
        SMTP_URL: server.url,
        SITE_URL: 'https://bkksiam.example',
      };
      const first = await startServerProcess(env);
      await signUp(first, 'killed@example.com', first.anonKey);
      await server.has(1);
      await first.stop('SIGKILL');
      expect(await rows(test)).toMatchObject([{ recipient: 'killed@example.com', attempts: 1 }]);

      server.answer = 'accept';
      const second = cleanedUp(await startServerProcess(env), (made) => made.stop());
      await server.has(2);
      while ((await rows(test)).length > 0) await mailsAreOut(test.database);
      const [one, two] = server.received;
      expect(two?.messageId).toBe(one?.messageId);
      expect(two?.text).toBe(one?.text);
      const link = new URL(/https:\/\/\S+/.exec(two?.text ?? '')?.[0] ?? '');
      const followed = await fetch(`${second.url}${link.pathname}${link.search}`, {
        redirect: 'manual',
      });
      expect(followed.headers.get('location')).toContain('#access_token=');
    },
    40_000,
  );
});

describe('a worker', () => {
  it('is not working while it cannot read the outbox, nor before its start and after its stop', async () => {
    const test = cleanedUp(await createTestDatabase(), ({ drop }) => drop());
    const { database } = test;
    const mails = accountMails({
      database,
      tokens: createTokens({ secret: 'a secret of the tests, long enough to sign with' }),
      mailer: heldMailer().mailer,
      renderers: {},
      log: quiet,
    });
    const config = { outboxPollMs: 20 };
    const worker = new OutboxWorker({ config, database, consumers: [mails] }, quiet);
    expect(worker.isWorking).toBe(false);
    await worker.start();
    cleanedUp(worker, (started) => started.stop());
    expect(worker.isWorking).toBe(true);
    const outbox = 'bkksiam_private.mail_outbox';
    await test.sql(`alter table ${outbox} rename to moved_away`);
    await expect.poll(() => worker.isWorking).toBe(false);
    await test.sql(`alter table bkksiam_private.moved_away rename to mail_outbox`);
    await expect.poll(() => worker.isWorking).toBe(true);
    await worker.stop();
    expect(worker.isWorking).toBe(false);
  });
});
