import { createHmac } from 'node:crypto';
import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serviceKey } from '../http/jwt.ts';
import { startLineServer, type LineServer } from '../testing/line-server.ts';
import { members, startRestService, type RestService } from '../testing/rest-service.ts';
import { openFunctions } from './hosted-functions.ts';
import { functionsPlugin } from './plugin.ts';

const { nattaya } = members;
const secret = 'the secret of the LINE channel';
const lineUser = `U${'b'.repeat(32)}`;

let rest: RestService;
let line: LineServer;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  [rest, line] = await Promise.all([startRestService(), startLineServer()]);
  const environment = new Map([
    ['SUPABASE_URL', rest.url],
    ['SUPABASE_SERVICE_ROLE_KEY', await serviceKey(rest.tokens)],
    ['LINE_CHANNEL_SECRET', secret],
    ['LINE_CHANNEL_TOKEN', line.token],
    ['LINE_API_URL', line.url],
  ]);
  const app = fastify({ forceCloseConnections: true });
  const { tokens } = rest;
  const options = { functions: new Map(), openFunctions, environment, tokens };
  const prefix = '/functions/v1';
  await app.register(functionsPlugin, { prefix, siteUrl: 'https://bkksiam.example', ...options });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
});
afterAll(() => Promise.all([close(), rest.close(), line.close()]));

beforeEach(async () => {
  line.accepted.length = 0;
  await rest.test.sql(`
    truncate bkk_line_accounts, bkk_line_codes, bkk_line_attempts;
    select bkk_internal.set_features('{bookings,notifications}'), bkk_internal.set_notification_channels(true, null)`);
});

const signatureOf = (body: string) => createHmac('sha256', secret).update(body).digest('base64');

async function send(body: string, signature = signatureOf(body)) {
  const response = await fetch(`${url}/functions/v1/line-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-signature': signature },
    body,
  });
  return [response.status, await response.json()] as const;
}
const events = (...list: readonly object[]) =>
  JSON.stringify({ destination: `U${'0'.repeat(32)}`, events: list });
const message = (text: string, userId = lineUser) => ({
  type: 'message',
  timestamp: Date.now(),
  replyToken: 'reply-token',
  source: { type: 'user', userId },
  message: { type: 'text', id: '1', text },
});

async function newCode(): Promise<string> {
  const client = await rest.client(nattaya);
  const answer = await client.rpc('bkk_start_line_link');
  return (answer.data as { code: string }).code;
}
const accounts = () => rest.test.sql('select user_id, line_user_id from bkk_line_accounts');

describe('the webhook of LINE', () => {
  test('links who sends a code, answers once, and unlinks who blocks the agency', async () => {
    const code = await newCode();
    const linking = events(message(` ${code.toLowerCase()} `));
    expect(await send(linking)).toEqual([200, { received: true }]);
    expect(await send(linking)).toEqual([200, { received: true }]);
    expect(await accounts()).toEqual([{ user_id: nattaya.id, line_user_id: lineUser }]);
    expect(line.accepted).toMatchObject([
      {
        call: 'reply',
        to: 'reply-token',
        text: expect.stringMatching(/^Your LINE account is/) as string,
      },
      { call: 'reply' },
    ]);

    const source = { type: 'user', userId: lineUser };
    await send(events({ type: 'unfollow', timestamp: Date.now() - 60_000, source }));
    expect(await accounts()).toHaveLength(1);
    await send(events({ type: 'unfollow', timestamp: Date.now(), source }));
    expect(await accounts()).toEqual([]);
  });

  test('tells in both languages that a code does not work', async () => {
    await newCode();
    expect(await send(events(message('BKK-0000-0000')))).toEqual([200, { received: true }]);
    expect(await accounts()).toEqual([]);
    expect(line.accepted[0]?.text).toMatch(/รหัสนี้ใช้ไม่ได้[^]*This code does not work/);
  });

  test('links although LINE cannot be answered', async () => {
    const code = await newCode();
    line.answer = 500;
    expect(await send(events(message(code)))).toEqual([200, { received: true }]);
    line.answer = 'ok';
    expect(await accounts()).toHaveLength(1);
  });

  test('ignores every other event, also one of another shape', async () => {
    const others = [
      message('sawasdee'),
      message('ขอสอบถามราคาค่ะ'),
      message(await newCode(), 'not an id'),
      { type: 'follow', source: { type: 'user', userId: lineUser } },
      { type: 'unfollow', timestamp: 1e300, source: { userId: lineUser } },
      { type: 'message', source: null, message: null },
      { type: 7 },
    ];
    expect(await send(events(...others))).toEqual([200, { received: true }]);
    expect(await send(events())).toEqual([200, { received: true }]);
    expect([await accounts(), line.accepted]).toEqual([[], []]);
  });

  test.each([
    ['another signature', () => signatureOf('another body')],
    ['no signature', () => ''],
    ['what is no signature', () => '='.repeat(44)],
  ])('refuses %s', async (_which, signature) => {
    const body = events(message(await newCode()));
    expect(await send(body, signature())).toMatchObject([401, { code: 'not_signed' }]);
    expect(await accounts()).toEqual([]);
  });

  test('refuses a signed body without events', async () => {
    for (const body of ['', 'null', '[]', '{"events":{}}'])
      expect(await send(body)).toMatchObject([400, { code: 'bad_request' }]);
  });

  test('is not there with the feature off', async () => {
    const body = events(message(await newCode()));
    await rest.test.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await send(body)).toMatchObject([404, { code: 'not_found' }]);
  });
});
