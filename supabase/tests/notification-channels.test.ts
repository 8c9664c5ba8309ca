import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../functions/_shared/messages/mail.ts';
import { messageRenderers } from '../functions/_shared/messages/message-renderers.ts';
import { createVapidKeys } from '../functions/_shared/messages/vapid.ts';
import { mailChannel, shortMessageChannels } from '../../apps/server/src/mail/mailer.ts';
import { callAsService, productMessages } from '../../apps/server/src/outbox/product-messages.ts';
import { OutboxWorker } from '../../apps/server/src/outbox/worker.ts';
import { startLineServer, type LineServer } from '../../apps/server/src/testing/line-server.ts';
import { startPushServer, type PushServer } from '../../apps/server/src/testing/push-server.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { startBookingDatabase, type BookingDatabase } from './booking-fixture.ts';

const { nattaya } = members;
const lineUser = `U${'a'.repeat(32)}`;
const siteUrl = 'https://bkksiam.example';
const keys = await createVapidKeys();

let db: BookingDatabase;
let line: LineServer;
let push: PushServer;
let mails: Mail[];
let log: string[];
const workers: OutboxWorker[] = [];

beforeAll(async () => {
  db = await startBookingDatabase();
});
afterAll(() => db.drop());

/** Sets the clock of the workers to an hour of Bangkok, tomorrow or some days later. */
const setClock = (time: string, days = 1) =>
  db.test.sql(`
    create or replace function public.bkk_lease_messages(p_limit integer, p_lease_seconds double precision) returns jsonb
      language plpgsql volatile security definer set search_path = ''
    as $$
    begin
      return bkk_internal.lease_messages(p_limit, p_lease_seconds, clock_timestamp() + (
        ((now() at time zone 'Asia/Bangkok')::date + ${String(days)} + time '${time}') at time zone 'Asia/Bangkok' - now()));
    end
    $$`);

beforeEach(async () => {
  [line, push, mails, log] = [await startLineServer(), await startPushServer(), [], []];
  await db.test.sql(`
    truncate bkk_bookings, bkk_outbox, bkk_notifications, bkk_line_accounts, bkk_push_subscriptions cascade;
    select bkk_internal.set_features('{bookings,notifications}'), bkk_internal.set_notification_channels(true, '${keys.publicKey}');
    update auth.users set raw_user_meta_data = '{"language": "th"}' where id = '${nattaya.id}';
    insert into bkk_line_accounts (user_id, line_user_id) values ('${nattaya.id}', '${lineUser}')`);
  await setClock('12:00');
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await Promise.all([line.close(), push.close()]);
});

async function startWorker(pushServices = [push.url]) {
  const { database } = db.test;
  const call = callAsService(database);
  const write = (...given: unknown[]) => void log.push(JSON.stringify(given));
  const shared = { renderers: messageRenderers, siteUrl, call };
  const mailer = {
    limitMs: 5_000,
    deliver: (mail: Mail) => Promise.resolve(void mails.push(mail)),
  };
  const config = {
    mailFrom: 'BKK Siam <no-reply@bkksiam.example>',
    lineToken: line.token,
    lineUrl: line.url,
    pushServices,
    pushKeys: keys,
  };
  const channels = new Map([
    ['mail', mailChannel(mailer, shared)],
    ...shortMessageChannels(config, shared),
  ]);
  const outboxLog = { info: write, warn: write, error: write };
  const consumers = [productMessages({ call, channels, log: outboxLog })];
  const worker = new OutboxWorker({ config: { outboxPollMs: 50 }, database, consumers }, outboxLog);
  workers.push(worker);
  await worker.start();
}

async function addBrowser(name: string) {
  const { endpoint, p256dh, auth } = push.subscribe(name);
  await db.rows(nattaya, 'select bkk_add_push_subscription($1, $2, $3)', [endpoint, p256dh, auth]);
  return endpoint;
}

/** Channel and state of the messages. */
const states = async () =>
  (
    await db.test.sql<{ state: string }>(
      `select concat_ws(' ', channel, case when sent_at is not null then 'sent' when failed_at is not null then 'dead' end,
          last_failure) as state
        from bkk_outbox order by 1`,
    )
  ).map(({ state }) => state);
const browsers = async () => (await db.test.sql('select from bkk_push_subscriptions')).length;

describe('a Thai reader', () => {
  test('gets a hold by mail, LINE and push, with nothing beyond its reference', async () => {
    await addBrowser('phone');
    const { reference } = await db.held();
    await startWorker();
    await expect.poll(states).toEqual(['line sent', 'mail sent', 'push sent']);

    const title = 'เราจองที่นั่งไว้ให้คุณแล้ว';
    const url = `${siteUrl}/dashboard/bookings/${reference}`;
    expect(mails).toMatchObject([{ to: nattaya.email, language: 'th' }]);
    expect(line.accepted).toHaveLength(1);
    const [sent] = line.accepted;
    expect(sent?.to).toBe(lineUser);
    const lines = sent?.text.split('\n') ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(reference);
    expect(lines[2]).toBe(url);
    expect(lines[0]).not.toMatch(/[\d฿]/);

    const [pushed] = push.received;
    expect(JSON.parse(pushed?.text ?? '')).toEqual({
      title: lines[0],
      body: lines[1],
      url,
      tag: expect.stringMatching(/^[\da-f]{32}$/) as string,
    });
    expect(lines[0]).toBe(title);
    expect(pushed).toMatchObject({
      headers: { 'content-encoding': 'aes128gcm', urgency: 'normal' },
      claims: { aud: push.url, sub: 'mailto:no-reply@bkksiam.example' },
    });
  });

  test('is left alone at night, and told in the morning', async () => {
    await setClock('23:00');
    const { booking_id: id } = await db.held();
    // The present hour decides whether 48 hours end in that night.
    await db.endHoldAt(id, `now() + interval '9 days'`);
    await db.test.sql(
      `select bkk_internal.queue_message('line', '${nattaya.id}', 'greeting', '{}', 'by-night')`,
    );
    await startWorker();
    await expect.poll(states).toEqual(['line', 'line dead no_renderer', 'mail']);
    await setClock('07:00', 2);
    await expect.poll(states).toEqual(['line dead no_renderer', 'line sent', 'mail sent']);
  });
});

test('what waits when the feature is switched off goes by mail alone', async () => {
  await addBrowser('phone');
  await db.held();
  await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
  await startWorker();
  await expect
    .poll(states)
    .toEqual(['line dead feature_off', 'mail sent', 'push dead feature_off']);
  expect([line.calls, push.received]).toEqual([[], []]);
});

describe('LINE', () => {
  test('shows a message once whose answer was lost', async () => {
    line.answer = 'lost';
    await db.held();
    await startWorker();
    await expect.poll(() => line.accepted.length).toBe(1);
    line.answer = 'ok';
    await expect.poll(states).toEqual(['line sent', 'mail sent']);
    expect(line.accepted).toHaveLength(1);
    expect(line.calls.at(-1)?.status).toBe(409);
    expect(new Set(line.calls.map(({ retryKey }) => retryKey)).size).toBe(1);
  });

  test.each([429, 500, 401] as const)('that answers %i is asked again', async (status) => {
    line.answer = status;
    await db.held();
    await startWorker();
    await expect.poll(states).toContain(`line line_${String(status)}`);
    line.answer = 'ok';
    await expect.poll(states).toEqual(['line sent', 'mail sent']);
  });

  test('that refuses a message leaves a dead letter, and nothing of it in the log', async () => {
    line.answer = 400;
    await db.held();
    await startWorker();
    await expect.poll(states).toEqual(['line dead line_400', 'mail sent']);
    expect(log.join()).toContain('line_400');
    expect(log.join()).not.toMatch(new RegExp(`${lineUser}|${line.token}|${nattaya.email}`));
  });
});

describe('pushes', () => {
  test('of which one browser fails are tried again there alone', async () => {
    await addBrowser('phone');
    await addBrowser('laptop');
    push.answers.set('phone', 503);
    await db.held();
    await startWorker();
    await expect.poll(states).toContain('push push_503');
    push.answers.delete('phone');
    await expect.poll(states).toEqual(['line sent', 'mail sent', 'push sent', 'push sent']);
    expect(push.received.map(({ browser }) => browser).sort()).toEqual(['laptop', 'phone']);
  });

  test.each([404, 410])('end a subscription that is answered with %i', async (status) => {
    await addBrowser('phone');
    push.answers.set('phone', status);
    await db.held();
    await startWorker();
    await expect.poll(browsers).toBe(0);
    await expect.poll(states).toEqual(['line sent', 'mail sent']);
  });

  test('go to no address that is no push service, and their keys are in no log', async () => {
    const endpoint = await addBrowser('phone');
    await db.held();
    await startWorker([]);
    await expect.poll(browsers).toBe(0);
    await expect.poll(states).toEqual(['line sent', 'mail sent']);
    expect(push.received).toEqual([]);
    expect(log.join()).not.toContain(endpoint);
    expect(log.join()).not.toContain(keys.privateKey);
  });
});

test('two workers tell each channel once', async () => {
  await addBrowser('phone');
  for (let n = 0; n < 5; n += 1) await db.held();
  await Promise.all([startWorker(), startWorker()]);
  await expect
    .poll(async () => (await states()).filter((one) => one.endsWith(' sent')))
    .toHaveLength(15);
  expect([mails.length, line.calls.length, push.received.length]).toEqual([5, 5, 5]);
});
