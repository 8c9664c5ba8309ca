import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMessages } from '../../../../supabase/functions/_shared/messages/send-messages.ts';
import { anonKey, serviceKey } from '../http/jwt.ts';
import { startLineServer } from '../testing/line-server.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { queueGreetings, testRenderers } from '../testing/product-outbox.ts';
import { members, startRestService, type RestService } from '../testing/rest-service.ts';
import type { HostedFunction } from './hosted-functions.ts';
import { functionsPlugin } from './plugin.ts';

const { nattaya } = members;

let rest: RestService;
let server: MailServer;
let url: string;
let close: () => Promise<void>;
let key: string;
const environment = new Map<string, string>();

/** The function beside the data service alone: a whole server would send the messages itself. */
beforeAll(async () => {
  rest = await startRestService();
  const { tokens } = rest;
  key = await serviceKey(tokens);
  environment
    .set('SUPABASE_URL', rest.url)
    .set('SUPABASE_ANON_KEY', await anonKey(tokens))
    .set('SUPABASE_SERVICE_ROLE_KEY', key)
    .set('SITE_URL', 'https://bkksiam.example/')
    .set('MAIL_FROM', 'BKK Siam <no-reply@bkksiam.example>');
  const app = fastify({ forceCloseConnections: true });
  await app.register(functionsPlugin, {
    prefix: '/functions/v1',
    functions: new Map<string, HostedFunction>([
      ['send-messages', (request, given) => sendMessages(request, given, testRenderers)],
    ]),
    environment,
    tokens,
    siteUrl: 'https://bkksiam.example',
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
});

afterAll(() => Promise.all([close(), rest.close()]));

beforeEach(async () => {
  await rest.test.sql('delete from bkk_outbox');
  server = await startMailServer();
  environment.set('SMTP_URL', server.url);
});
afterEach(() => server.close());

async function call(bearer: string, method = 'POST') {
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await fetch(`${url}/functions/v1/send-messages`, { method, headers });
  return [response.status, await response.json()] as const;
}

describe('the function that sends the messages of a hosted project', () => {
  it('sends what is due, to the present address, and nothing twice', async () => {
    await queueGreetings(rest.test, nattaya.id, { count: 12 });
    const [[first, one], [second, other]] = await Promise.all([call(key), call(key)]);
    expect([first, second]).toEqual([200, 200]);
    expect((one as { sent: number }).sent + (other as { sent: number }).sent).toBe(12);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(12);
    expect(server.received[0]).toMatchObject({ to: [{ address: nattaya.email }] });
    expect(server.received[0]?.text).toContain('at https://bkksiam.example');
    expect(await call(key)).toEqual([200, { sent: 0, failed: 0, dead: 0 }]);
    expect(server.received).toHaveLength(12);
  });

  it('sends by LINE where its settings are', async () => {
    const line = await startLineServer();
    await rest.test.sql(
      `select bkk_internal.set_features('{bookings,notifications}');
       insert into bkk_line_accounts (user_id, line_user_id) values ('${nattaya.id}', 'U' || repeat('a', 32))`,
    );
    await queueGreetings(rest.test, nattaya.id, { channel: 'line' });
    expect(await call(key)).toEqual([200, { sent: 0, failed: 0, dead: 1 }]);
    environment.set('LINE_CHANNEL_TOKEN', line.token).set('LINE_API_URL', line.url);
    await rest.test.sql('update bkk_outbox set failed_at = null, due_at = now()');
    expect(await call(key)).toEqual([200, { sent: 1, failed: 0, dead: 0 }]);
    expect(line.accepted[0]?.text).toMatch(/^Greetings\n.*\nhttps:\/\/bkksiam.example\/dashboard$/);
    await line.close();
  });

  it('sends the files of a message', async () => {
    await queueGreetings(rest.test, nattaya.id, { event: 'itinerary' });
    expect(await call(key)).toMatchObject([200, { sent: 1 }]);
    expect(server.received[0]?.attachments).toMatchObject([
      { filename: 'flights.ics', mimeType: 'text/calendar', disposition: 'attachment' },
    ]);
  });

  it('notes what the mail server refuses and what nothing renders', async () => {
    await queueGreetings(rest.test, nattaya.id);
    await queueGreetings(rest.test, nattaya.id, { event: 'farewell' });
    server.answer = 'reject';
    expect(await call(key)).toEqual([200, { sent: 0, failed: 1, dead: 1 }]);
    expect(
      await rest.test.sql(
        'select last_failure, failed_at is not null as dead from bkk_outbox order by number',
      ),
    ).toEqual([
      { last_failure: 'EMESSAGE 550', dead: false },
      { last_failure: 'no_renderer', dead: true },
    ]);
  });

  it('refuses every caller without the service key', async () => {
    await queueGreetings(rest.test, nattaya.id);
    for (const bearer of [await anonKey(rest.tokens), await rest.tokenOf(nattaya)])
      expect(await call(bearer)).toMatchObject([403, { code: 'not_service' }]);
    expect((await call('no key'))[0]).toBe(401);
    expect(await call(key, 'GET')).toMatchObject([405, { code: 'method_not_allowed' }]);
    expect(server.received).toEqual([]);
  });
});
