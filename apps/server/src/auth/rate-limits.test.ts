import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import {
  startAuthService,
  type AuthService,
  type RequestOptions,
} from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';
import { authPlugin } from './plugin.ts';

const password = 'river-dusk';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ rateLimit: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.test.sql('delete from auth.users; delete from bkksiam_private.limits');
});

type Ask = readonly [method: string, path: string, options?: RequestOptions];

async function askTimes(times: number, [method, path, options]: Ask): Promise<Response[]> {
  const answers: Response[] = [];
  for (let count = 0; count < times; count += 1) {
    answers.push(await service.request(method, path, options));
  }
  return answers;
}

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

/** Another process on the same database. */
async function startOther(): Promise<FastifyInstance> {
  const other = fastify({ trustProxy: true });
  await other.register(authPlugin, {
    prefix: '/auth/v1',
    config: { siteUrl: service.siteUrl, redirectUrls: [], rateLimit: true, autoconfirm: false },
    database: service.test.database,
    tokens: service.tokens,
  });
  return other;
}

async function expectLimited(answer: Response | undefined, window: number): Promise<void> {
  expect(answer?.status).toBe(429);
  expect(await answer?.json()).toMatchObject({
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  });
  const wait = Number(answer?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(window);
}

describe('a network', () => {
  it.each([
    ['POST', '/signup', 30],
    ['POST', '/otp', 30],
    ['POST', '/magiclink', 30],
    ['POST', '/recover', 30],
    ['POST', '/resend', 30],
    ['PUT', '/user', 30],
    ['GET', '/verify', 30],
    ['POST', '/verify', 30],
    ['POST', '/token?grant_type=password', 150],
  ])('may %s %s so often in five minutes: %i', async (method, path, most) => {
    const options = { ...(method === 'GET' ? {} : { body: {} }), ...from('192.0.2.7') };
    const answers = await askTimes(most + 2, [method, path, options]);
    expect(answers.slice(0, most).every(({ status }) => status < 429)).toBe(true);
    await expectLimited(answers[most], 300);
    const elsewhere = { ...options, ...from('192.0.2.8') };
    expect((await service.request(method, path, elsewhere)).status).toBeLessThan(429);
    await service.test.sql(
      `update bkksiam_private.limits set until = until - interval '5 minutes'`,
    );
    expect((await service.request(method, path, options)).status).toBeLessThan(429);
  });

  it('is not limited for longer because the clock was set back', async () => {
    const ask: Ask = ['POST', '/recover', { body: {}, ...from('192.0.2.7') }];
    await askTimes(30, ask);
    await service.test.sql(`update bkksiam_private.limits set until = until + interval '1 hour'`);
    const answers = await askTimes(31, ask);
    expect(answers.slice(0, 30).every(({ status }) => status < 429)).toBe(true);
    await expectLimited(answers[30], 300);
  });

  it.each(['challenge', 'verify'])('may ask to %s a factor 15 times in a minute', async (step) => {
    const path = (factor: number) =>
      `/factors/00000000-0000-4000-8000-${String(factor).padStart(12, '0')}/${step}`;
    const options = { body: {}, ...from('192.0.2.7') };
    for (let factor = 0; factor < 15; factor += 1) {
      expect((await service.request('POST', path(factor), options)).status).toBe(401);
    }
    await expectLimited(await service.request('POST', path(15), options), 60);
    const other = step === 'verify' ? 'challenge' : 'verify';
    const elsewhere = { body: {}, ...from('192.0.2.8') };
    expect((await service.request('POST', path(16), elsewhere)).status).toBe(401);
    expect((await service.request('POST', path(16).replace(step, other), options)).status).toBe(
      401,
    );
    await service.test.sql(`update bkksiam_private.limits set until = until - interval '1 minute'`);
    expect((await service.request('POST', path(17), options)).status).toBe(401);
  });

  it('may open thirty accounts without an address in an hour', async () => {
    const inviting = await startAuthService({ rateLimit: true, anonymous: true });
    const open = (ip: string, bearer?: string) =>
      inviting.request('POST', '/signup', {
        body: { data: {} },
        ...from(ip),
        ...(bearer !== undefined && { bearer }),
      });
    const pass = (time: string) =>
      inviting.test.sql(`update bkksiam_private.limits set until = until - $1::interval`, [time]);
    for (let count = 0; count < 30; count += 1) {
      expect((await open('192.0.2.7')).status).toBe(200);
    }
    // All other limits of sign-ups have expired by now.
    await pass('5 minutes');
    await expectLimited(await open('192.0.2.7'), 3300);
    const named = { body: { email: 'new@example.com', password }, ...from('192.0.2.7') };
    expect((await inviting.request('POST', '/signup', named)).status).toBe(200);
    expect((await open('192.0.2.8')).status).toBe(200);
    expect((await open('192.0.2.7', inviting.serviceKey)).status).toBe(200);
    const [count] = await inviting.test.sql<{ opened: string }>(
      'select count(*) as opened from auth.users where is_anonymous',
    );
    expect(Number(count?.opened)).toBe(32);
    await pass('55 minutes');
    expect((await open('192.0.2.7')).status).toBe(200);
    await inviting.close();
  });

  it('may read links, its user and settings without a limit', async () => {
    onlyInWholeSuite();
    for (const ask of [
      ['HEAD', '/verify', from('192.0.2.7')],
      ['GET', '/user', from('192.0.2.7')],
      ['GET', '/settings', from('192.0.2.7')],
    ] as const) {
      const answers = await askTimes(160, ask);
      expect(answers.every(({ status }) => status < 429)).toBe(true);
    }
  });

  it('is counted at once and across processes', async () => {
    const other = await startOther();
    const options = { body: {}, ...from('2001:db8::7') };
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) =>
        index % 2 === 0
          ? (await service.request('POST', '/recover', options)).status
          : (await other.inject({ method: 'POST', url: '/auth/v1/recover', ...options }))
              .statusCode,
      ),
    );
    await other.close();
    expect(answers.filter((status) => status === 400)).toHaveLength(30);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });

  it('is not limited where the service key asks', async () => {
    const answers = await askTimes(35, [
      'POST',
      '/recover',
      { body: {}, bearer: service.serviceKey },
    ]);
    expect(answers.every(({ status }) => status === 400)).toBe(true);
  });
});

describe('an e-mail address', () => {
  const signIn = (email: string, index: number, secret = 'wrong-word') =>
    service.request('POST', '/token?grant_type=password', {
      body: { email, password: secret },
      ...from(`198.51.100.${String(index)}`),
    });

  it.each(['known', 'unknown'])('has thirty passwords tried in five minutes: %s', async (who) => {
    await service.addMember('known@example.com', await hashPassword(password));
    const email = `${who}@example.com`;
    for (let index = 0; index < 30; index += 1) {
      expect((await signIn(email, index)).status).toBe(400);
    }
    await expectLimited(await signIn(email, 30, password), 300);
    await service.test.sql(`update bkksiam_private.limits set until = now()`);
    expect((await signIn(email, 31, password)).status).toBe(who === 'known' ? 200 : 400);
  });

  it('has its passwords counted at once and across processes', async () => {
    const email = 'unknown@example.com';
    const other = await startOther();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        if (index % 2 === 0) return (await signIn(email, index)).status;
        const url = '/auth/v1/token?grant_type=password';
        const body = { email, password: 'wrong-word' };
        const headers = { 'x-forwarded-for': `198.51.100.${String(index)}` };
        return (await other.inject({ method: 'POST', url, body, headers })).statusCode;
      }),
    );
    await other.close();
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('starts anew after the right password', async () => {
    await service.addMember('known@example.com', await hashPassword(password));
    for (let index = 0; index < 40; index += 1) {
      const right = index % 20 === 19;
      const { status } = await signIn('known@example.com', index, right ? password : 'wrong-word');
      expect(status).toBe(right ? 200 : 400);
    }
  });

  it.each(['known', 'unknown'])('gets thirty mails an hour: %s', async (who) => {
    await service.addMember('known@example.com', await hashPassword(password));
    const ask = (index: number) =>
      service.request('POST', '/recover', {
        body: { email: `${who}@example.com` },
        ...from(`198.51.100.${String(index)}`),
      });
    for (let index = 0; index < 30; index += 1) {
      expect((await ask(index)).status).toBe(200);
      await service.test.sql(
        `update bkksiam_private.limits set until = now() where until < now() + interval '1 minute'`,
      );
    }
    const refused = await ask(31);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error_code: 'over_email_send_rate_limit',
      msg: 'email rate limit exceeded',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  });
});

describe('an account', () => {
  it('is changed thirty times in five minutes, from wherever', async () => {
    await service.addMember('busy@example.com', await hashPassword(password));
    const client = service.client();
    const { data } = await client.auth.signInWithPassword({ email: 'busy@example.com', password });
    const change = (index: number) =>
      service.request('PUT', '/user', {
        body: { data: { index } },
        bearer: data.session?.access_token ?? '',
        ...from(`198.51.100.${String(index)}`),
      });
    for (let index = 0; index < 30; index += 1) expect((await change(index)).status).toBe(200);
    await expectLimited(await change(30), 300);
  });

  it('enrols and removes factors thirty times in five minutes, from wherever', async () => {
    await service.addMember('busy@example.com', await hashPassword(password));
    const client = service.client();
    const { data } = await client.auth.signInWithPassword({ email: 'busy@example.com', password });
    const bearer = data.session?.access_token ?? '';
    let requests = 0;
    const ask = (method: string, path: string, body?: object) =>
      service.request(method, path, {
        ...(body !== undefined && { body }),
        bearer,
        ...from(`198.51.100.${String((requests += 1))}`),
      });
    const enrol = () => ask('POST', '/factors', { factor_type: 'totp' });
    let id = '';
    for (let count = 0; count < 15; count += 1) {
      const enrolled = await enrol();
      expect(enrolled.status).toBe(200);
      ({ id } = (await enrolled.json()) as { id: string });
      expect((await ask('DELETE', `/factors/${id}`)).status).toBe(200);
    }
    await expectLimited(await enrol(), 300);
    await expectLimited(await ask('DELETE', `/factors/${id}`), 300);
    const [entries] = await service.test.sql(
      `select count(*)::int as factors from auth.audit_log_entries where payload ->> 'action' like 'factor%'`,
    );
    expect(entries).toEqual({ factors: 30 });
  });
});
