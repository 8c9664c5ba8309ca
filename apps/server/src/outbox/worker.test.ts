import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { accountMails } from '../mail/account-mails.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { databaseUrl } from '../testing/database-url.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { queueGreetings, quiet, testMessages } from '../testing/product-outbox.ts';
import { members } from '../testing/rest-service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { QueueConsumer } from './queue-consumer.ts';
import { OutboxWorker } from './worker.ts';

const { nattaya, somchai } = members;
const mailFrom = 'BKK Siam <no-reply@bkksiam.example>';
const processFile = fileURLToPath(new URL('../testing/outbox-process.ts', import.meta.url));
const cleanups: (() => Promise<unknown>)[] = [];

let test: TestDatabase;
let server: MailServer;

beforeEach(async () => {
  test = await createTestDatabase({ seed: 'demo' });
  cleanups.push(() => test.drop());
  server = await startMailServer();
  cleanups.push(() => server.close());
});

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const bySmtp = (url: string) => createMailer({ smtpUrl: url, mailFrom, outboxDir: '/nonexistent' });

async function run(consumers: readonly QueueConsumer[], outboxPollMs = 60_000) {
  const { database } = test;
  const worker = new OutboxWorker({ config: { outboxPollMs }, database, consumers }, quiet);
  await worker.start();
  cleanups.push(() => worker.stop());
  return worker;
}

const runMessages = (outboxPollMs?: number) =>
  run([testMessages(test.database, bySmtp(server.url))], outboxPollMs);

interface OutboxRow {
  readonly attempts: number;
  readonly last_failure: string | null;
  readonly state: 'waiting' | 'sent' | 'dead';
}

const rows = () =>
  test.sql<OutboxRow & Record<string, unknown>>(
    `select attempts, last_failure, case when sent_at is not null then 'sent'
        when failed_at is not null then 'dead' else 'waiting' end as state
      from bkk_outbox order by number`,
  );
const states = async () => (await rows()).map(({ state }) => state);
const makeDue = () =>
  test.sql(`update bkk_outbox set due_at = now(); select pg_notify('bkk_outbox', '')`);

describe('a message', () => {
  it('is sent at its commit, to the address and in the language its recipient has by then', async () => {
    await test.sql(
      `update auth.users set raw_user_meta_data = '{"language": "th"}' where id = '${nattaya.id}'`,
    );
    await runMessages();
    server.answer = 'refuse';
    await queueGreetings(test, nattaya.id);
    await expect.poll(rows).toMatchObject([{ last_failure: 'EMESSAGE 451', state: 'waiting' }]);
    await test.sql(
      `update auth.users set email = 'moved@bkksiam.example' where id = '${nattaya.id}'`,
    );
    server.answer = 'accept';
    await makeDue();
    await expect.poll(rows).toMatchObject([{ attempts: 2, last_failure: null, state: 'sent' }]);
    const [first, second] = server.received;
    expect(first?.to).toEqual([{ name: '', address: nattaya.email }]);
    expect(second).toMatchObject({
      messageId: first?.messageId,
      from: { address: 'no-reply@bkksiam.example' },
      to: [{ name: '', address: 'moved@bkksiam.example' }],
      subject: 'Greetings',
    });
    expect(second?.text?.trim()).toBe('th 1 of 1 at https://bkksiam.example');
  });

  it('that the mail server rejects is a dead letter after the last attempt, until an admin tries it again', async () => {
    await runMessages();
    server.answer = 'reject';
    await queueGreetings(test, nattaya.id);
    await expect.poll(rows).toMatchObject([{ last_failure: 'EMESSAGE 550', state: 'waiting' }]);
    await test.sql('update bkk_outbox set attempts = 29');
    await makeDue();
    await expect
      .poll(rows)
      .toEqual([{ attempts: 30, last_failure: 'EMESSAGE 550', state: 'dead' }]);

    server.answer = 'accept';
    const [{ id } = {}] = await test.sql('select id from bkk_outbox');
    await test.sql(
      `update bkk_user_roles set role = 'admin' where user_id = '${somchai.id}';
       insert into auth.sessions (id, user_id, aal) values ('${somchai.id}', '${somchai.id}', 'aal1')`,
    );
    const claims = { sub: somchai.id, aal: 'aal1', session_id: somchai.id };
    await test.database.asIdentity({ role: 'authenticated', claims }, [
      { text: 'select public.bkk_admin_retry_message($1)', values: [String(id)] },
    ]);
    await expect.poll(rows).toEqual([{ attempts: 1, last_failure: null, state: 'sent' }]);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it.each([
    ['of an event that nothing renders', { event: 'constructor' }, 'no_renderer'],
    ['of a channel that is not there', { channel: 'pigeon' }, 'no_channel'],
    ['to a closed account', {}, 'no_address'],
  ])('%s is a dead letter at once', async (_which, queued, reason) => {
    await runMessages();
    await test.sql(`update auth.users set deleted_at = now() where id = '${nattaya.id}'`);
    await queueGreetings(test, nattaya.id, queued);
    await expect.poll(rows).toEqual([{ attempts: 1, last_failure: reason, state: 'dead' }]);
    expect(server.received).toEqual([]);
  });
});

describe('three workers on one database', () => {
  it('send each message once, and those of a killed one again with the same Message-ID', async () => {
    const count = 30;
    await queueGreetings(test, nattaya.id, { count });
    const silent = await startMailServer();
    cleanups.push(() => silent.close());
    silent.answer = 'silence';
    const folder = await mkdtemp(join(tmpdir(), 'bkksiam-outbox-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const program = ['--import', import.meta.resolve('tsx'), processFile];
    const url = databaseUrl(test.admin, test.admin.database, test.admin);
    const killed = spawn(process.execPath, [...program, url, folder, silent.url, '1500']);
    const exited = once(killed, 'exit');
    await silent.has(4);

    await Promise.all([runMessages(50), runMessages(50)]);
    await server.has(count - 4);
    await expect
      .poll(async () => (await states()).filter((one) => one === 'sent').length)
      .toBeGreaterThanOrEqual(count - 4);
    killed.kill('SIGKILL');
    await exited;
    await expect.poll(states).toEqual(Array(count).fill('sent'));

    const sent = server.received.map(({ messageId = '' }) => messageId);
    expect(sent).toHaveLength(count);
    expect(new Set(sent).size).toBe(count);
    expect(sent).toEqual(expect.arrayContaining(silent.received.map(({ messageId }) => messageId)));
  }, 40_000);
});

describe('a worker of both queues', () => {
  const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });
  const notice = {
    to: nattaya.email,
    type: 'notice',
    token: '',
    redirectTo: '',
    language: 'en',
    lifetimeSeconds: 60,
  } as const;

  function mailsBy(mailer: Mailer): QueueConsumer {
    const renderers = { notice: () => ({ subject: 'Notice', text: 'a', html: 'a' }) };
    return accountMails({ database: test.database, tokens, mailer, renderers, log: quiet });
  }

  it('sends an account’s mail past a flood of messages that do not end', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    cleanups.push(() => {
      letGo();
      return held;
    });
    const endless: Mailer = { limitMs: 30_000, deliver: () => held };
    await queueGreetings(test, somchai.id, { count: 500 });
    await run([mailsBy(bySmtp(server.url)), testMessages(test.database, endless)]);
    await expect
      .poll(async () => (await rows()).filter(({ attempts }) => attempts > 0).length)
      .toBe(4);
    await test.database.serviceTransaction((transaction) => queueMail(transaction, tokens, notice));
    await server.has(1);
    expect(server.received[0]?.to).toEqual([{ name: '', address: nattaya.email }]);
    expect(await states()).not.toContain('sent');
    letGo();
  });

  it('counts as failing while it cannot read one of them', async () => {
    const consumers = [
      mailsBy(bySmtp(server.url)),
      testMessages(test.database, bySmtp(server.url)),
    ];
    const worker = await run(consumers, 20);
    expect(worker.isWorking).toBe(true);
    await test.sql('alter table bkk_outbox rename to moved_away');
    await expect.poll(() => worker.isWorking).toBe(false);
    await test.sql('alter table moved_away rename to bkk_outbox');
    await expect.poll(() => worker.isWorking).toBe(true);
  });
});
