import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimitRejections } from '../limits/rate-limits.ts';
import {
  members,
  startRestService,
  shareRestService,
  type Caller,
  type RestService,
} from '../testing/rest-service.ts';

const setup = `
  create table public.logbook (id bigint generated always as identity primary key, note text, page jsonb);
  create view public.logbook_pages as select page from public.logbook;
  grant select, insert, update on public.logbook to authenticated;
  create table public.postbox (name text, secret text);
  grant insert (name) on public.postbox to anon;
  create function public.write_note(note text) returns text language sql volatile as 'select note';
  revoke execute on function public.write_note(text) from public, anon;
  grant execute on function public.write_note(text) to authenticated;
  create function public.keys_in(json) returns bigint language sql stable
    as 'select count(*) from json_object_keys($1)';
  grant execute on function public.keys_in(json) to anon;`;

const service = shareRestService({ setup });

async function send(
  caller: Caller,
  path: string,
  body: string,
  { type = 'application/json', method = 'POST' } = {},
) {
  const response = await service.request(caller, path, {
    method,
    body,
    headers: { 'content-type': type },
  });
  const text = await response.text();
  const { code, message } = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, code, message };
}

/** The status of a request that sends its headers and `start`, and then waits without ending its body. */
async function statusBeforeEnd(
  caller: Caller,
  path: string,
  { method = 'POST', type = 'text/csv', start = '' } = {},
): Promise<number> {
  const authorization = `Bearer ${await service.tokenOf(caller)}`;
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': type, 'transfer-encoding': 'chunked' };
    const sent = httpRequest(`${service.url}/rest/v1${path}`, { method, headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.flushHeaders();
    if (start !== '') sent.write(start);
  });
}

describe('without the privilege', () => {
  test.each([
    ['visitor', 'POST', '/logbook', 401],
    ['visitor', 'PATCH', '/logbook?id=eq.1', 401],
    ['visitor', 'PUT', '/logbook?id=eq.1', 401],
    ['member', 'POST', '/logbook_pages', 403],
    ['visitor', 'POST', '/rpc/write_note', 401],
    ['visitor', 'POST', '/no_such_table', 404],
  ] as const)('no body is waited for: %s %s %s', async (who, method, path, status) => {
    const caller = who === 'visitor' ? who : members.nattaya;
    expect(await statusBeforeEnd(caller, path, { method })).toBe(status);
  });

  test.each([
    ['visitor', '/logbook', 401, 'permission denied for table logbook'],
    ['visitor', '/logbook_pages', 401, 'permission denied for view logbook_pages'],
    ['member', '/logbook_pages', 403, 'permission denied for view logbook_pages'],
    ['visitor', '/rpc/write_note', 401, 'permission denied for function write_note'],
  ] as const)('the error is the one of PostgreSQL: %s %s', async (who, path, status, message) => {
    const caller = who === 'visitor' ? who : members.nattaya;
    const refused = { status, code: '42501', message };
    expect(await send(caller, path, '{ not JSON')).toEqual(refused);
    const role = who === 'visitor' ? 'anon' : 'authenticated';
    const statement = path.startsWith('/rpc/')
      ? `select public.write_note('')`
      : `insert into public.${path.slice(1)} default values`;
    const asked = service.test.sql(`begin; set local role ${role}; ${statement}`);
    await expect(asked).rejects.toThrow(message);
    await service.test.sql('rollback').catch(() => undefined);
  });

  test('a privilege on one column is enough to be read', async () => {
    expect(await send('visitor', '/postbox', '{"name": "x"}')).toMatchObject({ status: 201 });
    expect(await send('visitor', '/postbox', '{"secret": "x"}')).toMatchObject({ status: 401 });
  });

  test('a privilege granted without a notification counts at once', async () => {
    await service.test.sql(`set session_replication_role = replica;
      create table public.quiet (id int);
      grant insert on public.quiet to service_role;
      set session_replication_role = origin; notify pgrst, 'reload schema'`);
    await expect.poll(() => send('visitor', '/quiet', '{"id": 1}')).toMatchObject({ status: 401 });
    await service.test.sql(`alter event trigger pgrst_ddl_watch disable;
      grant insert on public.quiet to anon; alter event trigger pgrst_ddl_watch enable`);
    expect(await send('visitor', '/quiet', '{"id": 1}')).toMatchObject({ status: 201 });
  });
});

const csv = (lines: number) => `note\n${'x\n'.repeat(lines)}`;
const objects = (count: number) =>
  `[${Array.from({ length: count }, () => '{"note":"x"}').join()}]`;
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${String(index)}":1`).join()}}`;
const nested = (levels: number) => `{"page":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a body of a member', () => {
  test('as many rows as allowed, as JSON and as a table', async () => {
    expect(await send(members.nattaya, '/logbook', objects(10_000))).toMatchObject({ status: 201 });
    const table = await send(members.nattaya, '/logbook', csv(10_000), { type: 'text/csv' });
    expect(table).toMatchObject({ status: 201 });
  });

  const wide = Array.from({ length: 1601 }, (_, index) => `c${String(index)}`).join();
  test.each([
    ['rows', 'application/json', objects(10_001), 'more than 10000 rows'],
    ['rows of a table', 'text/csv', csv(10_001), 'more than 10000 rows'],
    ['keys', 'application/json', keys(1601), 'more than 1600 keys'],
    ['columns of a table', 'text/csv', `${wide}\n`, 'more than 1600 keys'],
    ['bytes in a row of a table', 'text/csv', `note\n${'x'.repeat(1_100_000)}\n`, 'too large'],
    [
      'fields of a form',
      'application/x-www-form-urlencoded',
      wide.replaceAll(',', '&'),
      '1600 keys',
    ],
    ['values in a row', 'application/json', `{"page":${keys(10_001)}}`, '10000 values in a row'],
    ['values', 'application/json', `[${`{"page":${keys(9_000)}},`.repeat(23)}{}]`, '200000 values'],
    ['levels', 'application/json', nested(201), 'more than 200 levels'],
    ['a long key', 'application/json', `{"${'k'.repeat(257)}":1}`, 'a key that is too long'],
  ])('too many %s', async (_, type, body, message) => {
    expect(await send(members.nattaya, '/logbook', body, { type })).toEqual({
      status: 413,
      code: 'PGRST102',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('a long text, many levels and escaped brackets are one row', async () => {
    const note = 'ก"[{,\\'.repeat(300_000);
    expect(await send(members.nattaya, '/logbook', JSON.stringify({ note }))).toMatchObject({
      status: 201,
    });
    expect(await send(members.nattaya, '/logbook', nested(150))).toMatchObject({ status: 201 });
  });

  test('a body without end is refused at the limit', async () => {
    const start = ' '.repeat(4 * 1024 * 1024 + 1);
    const type = 'application/json';
    expect(await statusBeforeEnd(members.nattaya, '/logbook', { type, start })).toBe(413);
  });

  test('only a small body is read for a function that does not exist', async () => {
    const argument = (length: number) => JSON.stringify({ note: 'x'.repeat(length) });
    expect(await send('visitor', '/rpc/no_such', argument(10))).toMatchObject({
      status: 404,
      message: 'Could not find the function public.no_such(note) in the schema cache',
    });
    expect(await send('visitor', '/rpc/no_such', argument(70_000))).toMatchObject({ status: 413 });
  });
});

describe('the limit of a network', () => {
  let limited: RestService;

  beforeAll(async () => {
    const allowance = { name: 'test writes', requests: 3, bytes: 1000, windowSeconds: 3600 };
    limited = await startRestService({ setup, allowance });
  });
  afterAll(() => limited.close());

  test('too many requests with a body are refused, reads and the service key are not', async () => {
    const post = (caller: Caller, body: string) =>
      limited.request(caller, '/logbook', { method: 'POST', body });
    expect((await post(members.nattaya, '{"note": "x"}')).status).toBe(201);
    expect((await post(members.nattaya, JSON.stringify({ note: 'x'.repeat(2000) }))).status).toBe(
      429,
    );
    const refused = await post(members.somchai, '{}');
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: 'over_request_rate_limit', message: 'Request rate limit reached', hint: null },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await limited.request('visitor', '/bkk_airline_news?limit=1')).status).toBe(200);
    const own = await limited.request('service', '/rpc/keys_in', { method: 'POST', body: '{}' });
    expect(own.status).not.toBe(429);
    expect(rateLimitRejections().get('test writes')).toBe(2);
  });

  test('too many small writes are refused', async () => {
    const allowance = { name: 'writes', requests: 3, bytes: 1_000_000, windowSeconds: 3600 };
    const busy = await startRestService({ setup, allowance });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const init = { method: 'POST', body: '{"note": "x"}' };
      statuses.push((await busy.request(members.nattaya, '/logbook', init)).status);
    }
    await busy.close();
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });
});
