import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { startRestService, type RestService } from '../testing/rest-service.ts';

let service: RestService;

beforeEach(async () => {
  service = await startRestService();
});
afterEach(() => {
  vi.restoreAllMocks();
  return service.close();
});

const read = async (path: string) => {
  const response = await service.request('service', path);
  const body = (await response.json()) as { code?: string };
  return { status: response.status, code: body.code };
};

/** Changes the schema without a notification. */
const silently = (text: string) =>
  service.test.sql(`set session_replication_role = replica; ${text}`);

const found = { status: 200, code: undefined };
const missing = { status: 404, code: 'PGRST205' };

test('a new table is served as soon as it is announced', async () => {
  expect(await read('/fresh')).toEqual(missing);
  await silently(
    'create table public.fresh (id int); grant select on public.fresh to service_role',
  );
  await service.test.sql(`notify pgrst, 'reload schema'`);
  await vi.waitFor(async () => expect(await read('/fresh')).toEqual(found), { timeout: 5000 });
});

test('a dropped table is missing from the schema, announced or not', async () => {
  onlyInWholeSuite();
  expect(await read('/bkk_airline_news')).toEqual(found);
  await silently('drop table public.bkk_airline_news cascade');
  expect(await read('/bkk_airline_news')).toEqual(missing);
});

test('a dropped column and a dropped function are noticed by the statements that fail', async () => {
  await service.test.sql(`create function public.once() returns int language sql as 'select 1'`);
  await vi.waitFor(async () => expect((await read('/rpc/once')).status).toBe(200), {
    timeout: 5000,
  });
  await silently('alter table public.bkk_airline_news drop column excerpt cascade');
  const column = await service.request('service', '/bkk_airline_news?select=excerpt');
  expect([column.status, await column.json()]).toMatchObject([
    400,
    { code: '42703', message: 'column bkk_airline_news.excerpt does not exist' },
  ]);
  expect(await read('/bkk_airline_news?select=title')).toEqual(found);
});

test('a write that fails by a changed schema is answered by the new one', async () => {
  await silently('alter table public.bkk_airline_news drop column excerpt cascade');
  const path = '/bkk_airline_news?select=title';
  const response = await service.request('service', path, {
    method: 'POST',
    body: '{"title": "late", "excerpt": "gone"}',
  });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST204' }]);
  await silently(`alter function public.bkk_is_admin() rename to bkk_is_boss`);
  expect(
    await service.test.sql(`select from public.bkk_airline_news where title = 'late'`),
  ).toEqual([]);
});

describe('a name that is missing from the cache', () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await service.request('service', path, init);
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  const insert = (row: object) => ({ method: 'POST', body: JSON.stringify(row) });
  const change = (n: number) => `
    create table public.fresh_${n} (id int, news_id uuid references public.bkk_airline_news);
    alter table public.bkk_airline_news add column mood_${n} text;
    create function public.fresh_call_${n}(n int) returns int language sql as 'select n';
    grant select, insert on public.fresh_${n} to service_role;
    grant execute on function public.fresh_call_${n}(int) to service_role`;

  test('is found in a schema that has changed silently', async () => {
    onlyInWholeSuite();
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const requests: readonly (readonly [what: string, path: string, init: RequestInit])[] = [
      ['table', '/fresh_0', {}],
      ['table of a write', '/fresh_1?select=id', insert({})],
      ['column of a write', '/bkk_airline_news?select=id', insert({ title: 'a', mood_2: 'good' })],
      ['function', '/rpc/fresh_call_3?n=1', {}],
      ['function of a write', '/rpc/fresh_call_4', insert({ n: 1 })],
      ['relationship', '/bkk_airline_news?select=id,fresh_5(id)', {}],
    ];
    for (const [n, [what, path, init]] of requests.entries()) {
      await silently(change(n));
      now += 1001;
      const headers = { prefer: 'return=representation', 'content-type': 'application/json' };
      const [status, code] = await ask(path, { headers, ...init });
      expect([what, Math.floor(Number(status) / 100), code]).toEqual([what, 2, undefined]);
    }
  });

  test('has the schema read once a second at most, however many are asked for', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const spy = vi.spyOn(service.test.database, 'asIdentity');
    const loads = () =>
      spy.mock.calls.filter(([, [statement]]) => statement?.text.includes('pg_class')).length;
    const askAll = () =>
      Promise.all([
        ...Array.from({ length: 20 }, (_, n) => ask(`/unknown_${String(n)}`)),
        ...Array.from({ length: 20 }, (_, n) => ask(`/rpc/unknown_${String(n)}`)),
        ...Array.from({ length: 20 }, () => ask('/bkk_airline_news', insert({ unknown: 1 }))),
      ]);
    await askAll();
    await askAll();
    expect(loads()).toBe(1);
    now.mockReturnValue(performance.now() + 1001);
    await askAll();
    expect(loads()).toBe(2);
  });
});

test('a failure that a caller provokes does not read the schema again', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const spy = vi.spyOn(service.test.database, 'asIdentity');
  const loads = () =>
    spy.mock.calls.filter(([, [statement]]) => statement?.text.includes('foreignKeys'));
  for (let round = 0; round < 5; round += 1) {
    expect(await read('/bkk_airline_news?id=like.x*')).toEqual({ status: 404, code: '42883' });
    expect(await read('/bkk_airline_news?select=none')).toEqual({ status: 400, code: '42703' });
    now += 2_000;
  }
  expect(loads()).toHaveLength(0);
  await silently('alter table public.bkk_airline_news drop column excerpt cascade');
  const late = '/bkk_airline_news?select=title';
  const body = '{"title": "late", "excerpt": "gone"}';
  const response = await service.request('service', late, { method: 'POST', body });
  expect(await response.json()).toMatchObject({ code: 'PGRST204' });
  expect(loads()).toHaveLength(1);
});

test('failures look for a change of the schema at most once a second', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const spy = vi.spyOn(service.test.database, 'asIdentity');
  for (let round = 0; round < 5; round += 1)
    expect(await read('/bkk_airline_news?id=like.x*')).toEqual({ status: 404, code: '42883' });
  const looks = spy.mock.calls.filter(([, [statement]]) => statement?.text.includes('pg_class'));
  expect(looks).toHaveLength(1);
  expect(spy.mock.calls.length).toBeGreaterThan(5);
});

test('a burst of notifications causes one reload', async () => {
  onlyInWholeSuite();
  const spy = vi.spyOn(service.test.database, 'asIdentity');
  const loads = () =>
    spy.mock.calls.filter(([, [statement]]) => statement?.text.includes('foreignKeys')).length;
  // One transaction: a grant of its own may come after the reload and cause another.
  await service.test.sql(
    Array.from({ length: 20 }, (_, n) => `create table public.burst_${n} (id int);`)
      .concat('grant select on public.burst_19 to service_role')
      .join(' '),
  );
  await vi.waitFor(async () => expect(await read('/burst_19')).toEqual(found), { timeout: 5000 });
  // A request for the unknown table may have caused another.
  expect(loads()).toBeGreaterThan(0);
  expect(loads()).toBeLessThanOrEqual(2);
});

test('a view that asks for the headers of a request gets them once it is there', async () => {
  onlyInWholeSuite();
  const headers = { 'x-shown': 'seen' };
  await service.test.sql(`
    create view public.asked as
      select current_setting('request.headers', true)::json ->> 'x-shown' as shown,
        current_setting('request.path', true) as path;
    grant select on public.asked to service_role`);
  await vi.waitFor(
    async () => {
      const response = await service.request('service', '/asked', { headers });
      expect(await response.json()).toEqual([{ shown: 'seen', path: '/asked' }]);
    },
    { timeout: 5000 },
  );
});
