import { afterEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import type { AppConfig } from '../app.ts';
import { setHashCost } from '../auth/passwords.ts';
import { buildTinySite } from '../testing/built-site.ts';
import { metricsToken, scrape } from '../testing/scrape.ts';
import {
  startTestBackend,
  type TestBackend,
  type TestBackendOptions,
} from '../testing/test-backend.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function start(
  config: Partial<AppConfig> = {},
  options: TestBackendOptions = {},
): Promise<TestBackend> {
  const backend = await startTestBackend({ ...options, config: { metricsToken, ...config } });
  cleanups.push(() => backend.close());
  return backend;
}

const request = (method: string, route: string, status: number) =>
  `http_requests_total{method="${method}",route="${route}",status="${String(status)}"}`;

describe('/metrics', () => {
  it('is an unknown path where no token is set', async () => {
    const { url } = await start({ metricsToken: undefined });
    const ask = async (path: string) => {
      const headers = { authorization: 'Bearer undefined' };
      const response = await fetch(url + path, { headers });
      return { status: response.status, body: await response.text() };
    };
    expect(await ask('/metrics')).toEqual(await ask('/nowhere'));
    expect((await ask('/metrics')).status).toBe(404);
  });

  it('is for the bearer of the token alone', async () => {
    const { url } = await start();
    const given = [undefined, '', 'Bearer', 'Bearer wrong', `Basic ${metricsToken}`, metricsToken];
    for (const authorization of given) {
      const response = await fetch(`${url}/metrics`, {
        headers: { ...(authorization !== undefined && { authorization }) },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.text()).not.toContain('process_');
    }
    const response = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('answers an unexpected failure as other paths of the server, without its reason', async () => {
    const log: string[] = [];
    const { url, database } = await start({}, { log });
    database.database.poolStats = () => {
      throw new Error('a detail');
    };
    const headers = { authorization: `Bearer ${metricsToken}` };
    const response = await fetch(`${url}/metrics`, { headers });
    expect(response.status).toBe(500);
    const message = 'Something went wrong. Please try again.';
    expect(await response.json()).toEqual({ message });
    expect(log.join('')).toContain('a detail');
  });
});

describe('the metrics', () => {
  it('count and time requests by route pattern, never by path', async () => {
    const site = await buildTinySite();
    cleanups.push(() => site.remove());
    const { url, anonKey } = await start({ siteDir: site.siteDir });
    const id = '11111111-2222-4333-8444-555555555555';
    const paths = [
      '/',
      '/news',
      '/news?page=2',
      '/nowhere/secret-in-path',
      '/auth/v1/secret-in-path',
      `/auth/v1/admin/users/${id}`,
      '/rest/v1/bkk_airline_news?select=id',
      '/rest/v1/secret-in-path',
      '/functions/v1/secret-in-path',
      '/store/bkksiam/products/secret-in-path',
      '/storage/v1/object/secret-in-path/slip.png',
    ];
    for (const path of paths) await fetch(url + path, { headers: { apikey: anonKey } });
    const samples = await scrape(url);
    expect(samples.get(request('GET', '/', 200))).toBe(1);
    expect(samples.get(request('GET', 'page', 200))).toBe(2);
    expect(samples.get(request('GET', 'unknown', 404))).toBe(2);
    expect(samples.get(request('GET', '/auth/v1/admin/users/:id', 401))).toBe(1);
    expect(samples.get(request('GET', '/rest/v1/*', 404))).toBe(1);
    expect(samples.get(request('GET', '/functions/v1/:name', 404))).toBe(1);
    expect(samples.get(request('GET', '/storage/v1/object/:bucket/*', 400))).toBe(1);
    const timed = request('GET', 'page', 200).replace('s_total', '_duration_seconds_count');
    expect(samples.get(timed)).toBe(2);
    const names = [...samples.keys()].join('\n');
    expect(names).not.toContain('secret-in-path');
    expect(names).not.toContain(id);
    expect(names).not.toContain('bkk_airline_news');
  });

  it('count the files of the site under one label', async () => {
    onlyInWholeSuite();
    const site = await buildTinySite(['assets/one-3f2a.js', 'assets/two-77bc.js']);
    cleanups.push(() => site.remove());
    const { url } = await start({ siteDir: site.siteDir });
    for (const name of ['one-3f2a', 'two-77bc']) {
      expect((await fetch(`${url}/assets/${name}.js`)).status).toBe(200);
    }
    expect((await scrape(url)).get(request('GET', 'file', 200))).toBe(2);
  });

  it('show a pool that is full: connections in use, waiting callers, the oldest wait, rejections', async () => {
    onlyInWholeSuite();
    const { url, database, anonKey } = await start({}, { limits: { services: 3, waitMs: 2000 } });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    cleanups.push(async () => {
      release();
      await released;
    });
    const held = [1, 2, 3].map(() => database.database.serviceTransaction(() => released));
    const signIn = fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'anything' }),
    });
    let metrics = await scrape(url);
    const ofPool = (name: string) => metrics.get(`db_pool_${name}{pool="auth"}`);
    await expect
      .poll(async () => {
        metrics = await scrape(url);
        return ofPool('oldest_wait_seconds');
      })
      .toBeGreaterThan(0);
    expect(ofPool('requests_waiting')).toBeGreaterThan(0);
    expect(ofPool('connections_max')).toBe(3);
    expect(ofPool('connections_in_use')).toBe(3);
    expect((await signIn).status).toBe(503);
    release();
    await Promise.all(held);
    metrics = await scrape(url);
    expect(ofPool('rejections_total')).toBeGreaterThan(0);
    await expect.poll(() => ofPool('connections_in_use')).toBe(0);
    const samples = await scrape(url);
    expect(samples.get(request('POST', '/auth/v1/token', 503))).toBe(1);
    expect(samples.get('db_pool_rejections_total{pool="store"}')).toBe(0);
  });

  it('show the mail queue, and nothing of it while the database is away', async () => {
    onlyInWholeSuite();
    const { url, database } = await start();
    await database.sql(
      `insert into bkksiam_private.mail_outbox
        (id, type, language, recipient, redirect_to, sealed_token, created_at, due_at, expires_at, last_failure)
       select gen_random_uuid(), 'recovery', 'en', 'member@example.com', '', '',
        now() - interval '1 hour' * n, now() + interval '1 hour', now() + interval '1 day',
        case n when 2 then 'ECONNREFUSED' end
       from generate_series(1, 3) n`,
    );
    const samples = await scrape(url);
    expect(samples.get('mail_queue_messages{state="waiting"}')).toBe(3);
    expect(samples.get('mail_queue_messages{state="failed"}')).toBe(1);
    expect(samples.get('mail_queue_messages{state="dead"}')).toBe(0);
    const age = samples.get('mail_queue_oldest_age_seconds') ?? 0;
    expect(age).toBeGreaterThan(3 * 3600 - 1);
    expect(age).toBeLessThan(3 * 3600 + 60);
    await database.away(async () => {
      const names = [...(await scrape(url)).keys()];
      expect(names.filter((name) => name.startsWith('mail_queue'))).toEqual([]);
      expect(names).toContain('db_pool_connections_max{pool="callers"}');
    });
  });

  it('show which job has failed, and which waits to be run', async () => {
    const { url, database } = await start();
    // The server runs none of them meanwhile.
    await database.sql(`
      create or replace function bkk_run_job(p_name text) returns jsonb language sql as 'select null::jsonb';
      update bkk_jobs set every = '1 day', due_at = now() + interval '1 hour';
      update bkk_jobs set last_failure = '57014 canceling statement' where name = 'expire_holds';
      insert into bkk_jobs (name, every, batch_size, due_at)
        values ('prune_nothing', '1 day', 1, now() - interval '2 minutes')`);
    const samples = await scrape(url);
    expect(samples.get('job_failed{job="expire_holds"}')).toBe(1);
    expect(samples.get('job_failed{job="end_reviews"}')).toBe(0);
    expect(samples.get('job_overdue_seconds{job="end_reviews"}')).toBe(0);
    expect(samples.get('job_overdue_seconds{job="prune_nothing"}')).toBeGreaterThanOrEqual(120);
    await database.away(async () => {
      const names = [...(await scrape(url)).keys()];
      expect(names.filter((name) => name.startsWith('job_'))).toEqual([]);
    });
  });

  it('count lookups of the caches, each app its own', async () => {
    onlyInWholeSuite();
    const site = await buildTinySite();
    cleanups.push(() => site.remove());
    const one = await start({ siteDir: site.siteDir });
    const other = await start();
    for (let time = 0; time < 3; time += 1) {
      await fetch(`${one.url}/news`);
      await fetch(`${one.url}/store/bkksiam/products?limit=3`);
    }
    const samples = await scrape(one.url);
    for (const cache of ['rendered_pages', 'store_responses']) {
      expect(samples.get(`cache_requests_total{cache="${cache}",result="miss"}`)).toBe(1);
      expect(samples.get(`cache_requests_total{cache="${cache}",result="hit"}`)).toBe(2);
      expect(
        (await scrape(other.url)).get(`cache_requests_total{cache="${cache}",result="miss"}`),
      ).toBe(0);
    }
    expect(samples.get('page_renders_skipped_total')).toBe(0);
  });

  it('count rejections by rate limit, without the rejected clients', async () => {
    onlyInWholeSuite();
    const { url, anonKey } = await start({ rateLimit: true });
    const headers = { apikey: anonKey, 'content-type': 'application/json' };
    const ask = async (method: string, path: string, body: object) =>
      (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).status;
    const email = 'member@example.com';
    const counts = async () => {
      const samples = await scrape(url);
      expect([...samples.keys()].join()).not.toContain(email);
      const of = (limit: string) =>
        samples.get(`rate_limit_rejections_total{limit="${limit}"}`) ?? 0;
      return { mails: of('mail recovery'), proofs: of('verify') };
    };
    // The counters are per process; other tests may have reached limits.
    const before = await counts();
    expect(await ask('POST', '/auth/v1/recover', { email })).toBe(200);
    for (let time = 0; time < 2; time += 1)
      expect(await ask('POST', '/auth/v1/recover', { email })).toBe(429);
    const proofs = Array.from({ length: 31 }, () => ask('POST', '/auth/v1/verify', {}));
    expect((await Promise.all(proofs)).filter((status) => status === 429)).toHaveLength(1);
    expect(await counts()).toEqual({ mails: before.mails + 2, proofs: before.proofs + 1 });
  });

  it('show password hashing, the event loop and the process', async () => {
    onlyInWholeSuite();
    // Hashes that take so long that others wait.
    setHashCost();
    const { url, anonKey } = await start();
    const signIns = Array.from({ length: 40 }, (_, index) =>
      fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `n${String(index)}@example.com`, password: 'anything' }),
      }),
    );
    const waiting = 'password_hash_queue_tasks{state="waiting"}';
    await expect.poll(async () => (await scrape(url)).get(waiting)).toBeGreaterThan(0);
    await Promise.all(signIns);
    const samples = await scrape(url);
    expect(samples.get(waiting)).toBe(0);
    expect(samples.get('password_hash_queue_rejections_total')).toBeTypeOf('number');
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeTypeOf('number');
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });
});
