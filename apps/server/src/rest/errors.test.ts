import { describe, expect, test } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { members, startRestService, shareRestService } from '../testing/rest-service.ts';

const service = shareRestService();

const { nattaya } = members;
const e = encodeURIComponent;

async function errorOf(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await service.request(nattaya, path, init);
  const body = (await response.json()) as { code: string };
  expect(Object.keys(body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${body.code}`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return { status: response.status, ...body };
}

describe('what cannot be found', () => {
  test('an unknown table, with the nearest name', async () => {
    expect(await errorOf('/bkk_airline_new')).toEqual({
      status: 404,
      code: 'PGRST205',
      details: null,
      hint: "Perhaps you meant the table 'public.bkk_airline_news'",
      message: "Could not find the table 'public.bkk_airline_new' in the schema cache",
    });
    expect(await errorOf('/zzz')).toMatchObject({ code: 'PGRST205', hint: null });
  });

  test.each(['users', 'pg_class', 'auth.users', 'bkksiam_private.platform_files'])(
    'nothing outside schema public: %s',
    async (name) => {
      expect(await errorOf(`/${name}`)).toMatchObject({ status: 404, code: 'PGRST205' });
    },
  );

  test('an unknown column: of a filter, a select, an order, a body', async () => {
    const unknown = {
      status: 400,
      code: '42703',
      message: 'column bkk_airline_news.titel does not exist',
      hint: 'Perhaps you meant to reference the column "bkk_airline_news.title".',
    };
    expect(await errorOf('/bkk_airline_news?titel=eq.x')).toMatchObject(unknown);
    expect(await errorOf('/bkk_airline_news?select=titel')).toMatchObject(unknown);
    expect(await errorOf('/bkk_airline_news?order=titel')).toMatchObject(unknown);
    expect(await errorOf('/bkk_airline_news?or=(titel.eq.x,id.is.null)')).toMatchObject(unknown);
    const missing = {
      status: 400,
      code: 'PGRST204',
      message: "Could not find the 'titel' column of 'bkk_airline_news' in the schema cache",
    };
    const insert = { method: 'POST', body: '{"titel": "x"}' };
    expect(await errorOf('/bkk_airline_news', insert)).toMatchObject(missing);
    expect(
      await errorOf('/bkk_airline_news?columns=titel', { method: 'POST', body: '[{}]' }),
    ).toMatchObject(missing);
  });

  test.each([
    'titel',
    'excepts',
    'is_publc',
    'xxeated_at',
    'dated_at',
    'title_of',
    'is_it',
    'users',
    'iid',
  ])('the hint for the column %s is that of PostgreSQL', async (name) => {
    const error: unknown = await service.test
      .sql(`select bkk_airline_news.${name} from bkk_airline_news`)
      .catch((reason: unknown) => reason);
    const { message, hint = null } = error as { message: string; hint?: string };
    expect(await errorOf(`/bkk_airline_news?select=${name}`)).toMatchObject({ message, hint });
  });

  test('a path that leads nowhere', async () => {
    for (const path of ['/a/b', '/rpc/a/b', '/rpc/'])
      expect(await errorOf(path)).toMatchObject({
        status: 404,
        code: path === '/rpc/' ? 'PGRST205' : 'PGRST125',
      });
  });

  test('another schema', async () => {
    const refused = {
      status: 406,
      code: 'PGRST106',
      message: 'Invalid schema: auth',
      hint: 'Only the following schemas are exposed: public',
    };
    expect(await errorOf('/users', { headers: { 'accept-profile': 'auth' } })).toMatchObject(
      refused,
    );
    const write = { method: 'POST', body: '{}', headers: { 'content-profile': 'auth' } };
    expect(await errorOf('/users', write)).toMatchObject(refused);
    const client = await service.client(nattaya);
    expect((await client.schema('auth').from('users').select()).error?.code).toBe('PGRST106');
  });
});

describe('what cannot be read', () => {
  test.each([
    ['title=x', 'failed to parse filter (x)', 2],
    ['title=', 'failed to parse filter ()', 1],
    ['title=foo.bar', 'failed to parse filter (foo.bar)', 4],
    ['title=is.maybe', 'failed to parse filter (is.maybe)', 9],
    ['title=in.1,2', 'failed to parse filter (in.1,2)', 4],
    ['title=in.(1', 'failed to parse filter (in.(1)', 6],
    ['select=a,', 'failed to parse select parameter (a,)', 3],
    ['select=a(b', 'failed to parse select parameter (a(b)', 4],
    ['select=a b"', 'failed to parse select parameter (a b")', 4],
    ['order=title.sideways', 'failed to parse order (title.sideways)', 6],
    ['or=(a.eq.1', 'failed to parse logic tree ((a.eq.1)', 8],
    ['or=a.eq.1', 'failed to parse logic tree (a.eq.1)', 1],
    ['and=()', 'failed to parse logic tree (())', 2],
    ['columns=', 'failed to parse columns parameter ()', 1],
  ])('%s', async (query, message, column) => {
    const [key = '', value = ''] = query.split(/=(.*)/s);
    expect(await errorOf(`/bkk_airline_news?${e(key)}=${e(value)}`)).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: `"${message}" (line 1, column ${column})`,
      details: expect.stringMatching(/^unexpected .+ expecting .+/) as unknown,
    });
  });

  test('groups nested beyond the limit', async () => {
    const deep = `${'and('.repeat(400)}id.is.null${')'.repeat(400)}`;
    expect(await errorOf(`/bkk_airline_news?or=(${deep})`)).toMatchObject({ code: 'PGRST100' });
    const embeds = `${'a('.repeat(400)}b${')'.repeat(400)}`;
    expect(await errorOf(`/bkk_airline_news?select=${embeds}`)).toMatchObject({ code: 'PGRST100' });
  });

  test.each(['', '{', '[1]', '"text"', 'null', '[[]]'])('a body of rows: %s', async (body) => {
    expect(await errorOf('/bkk_airline_news', { method: 'POST', body })).toMatchObject({
      status: 400,
      code: 'PGRST102',
      message: 'Empty or invalid json',
    });
  });

  test('a body of another kind, and one that is too large', async () => {
    const xml = { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } };
    expect(await errorOf('/bkk_airline_news', xml)).toMatchObject({
      status: 400,
      message: 'Content-Type not acceptable: text/xml',
    });
    const large = { method: 'POST', body: JSON.stringify({ title: 'x'.repeat(9_000_000) }) };
    expect(await errorOf('/bkk_airline_news', large)).toMatchObject({
      status: 413,
      code: 'PGRST102',
    });
  });

  test('a preference that is not understood, only when the caller is strict', async () => {
    const prefer = 'handling=strict, anything, count=exact';
    expect(await errorOf('/bkk_airline_news', { headers: { prefer } })).toMatchObject({
      status: 400,
      code: 'PGRST122',
      details: 'Invalid preferences: anything',
    });
    const lenient = await service.request(nattaya, '/bkk_airline_news', {
      headers: { prefer: 'anything, timezone=Nowhere/Land' },
    });
    expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, null]);
  });

  test('a media type that is not served', async () => {
    const accept = 'image/png, application/xml;q=0.5';
    expect(await errorOf('/bkk_airline_news', { headers: { accept } })).toMatchObject({
      status: 406,
      code: 'PGRST107',
      message: 'None of these media types are available: image/png, application/xml',
    });
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const seen = await service.request(nattaya, '/bkk_airline_news', {
      headers: { accept: browser },
    });
    expect(seen.status).toBe(200);
  });

  test('a method that is not served', async () => {
    expect(await errorOf('/', { method: 'POST', body: '{}' })).toMatchObject({
      status: 405,
      code: 'PGRST117',
    });
    expect(await errorOf('/rpc/bkk_is_admin', { method: 'PUT', body: '{}' })).toMatchObject({
      status: 405,
      code: 'PGRST101',
    });
  });
});

describe('what is not served', () => {
  test('embedding, spreading and filters on what is not embedded', async () => {
    const relationship = { status: 400, code: 'PGRST200' };
    expect(await errorOf('/bkk_quote_requests?select=*,bkk_user_profiles(*)')).toMatchObject({
      ...relationship,
      message:
        "Could not find a relationship between 'bkk_quote_requests' and 'bkk_user_profiles' in the schema cache",
    });
    expect(await errorOf('/bkk_quote_requests?select=...x(*)')).toMatchObject(relationship);
    expect(await errorOf('/bkk_quote_requests?select=who:x!fk!inner(id,y(z))')).toMatchObject(
      relationship,
    );
    expect(await errorOf('/bkk_quote_requests?x.id=eq.1')).toMatchObject({
      status: 400,
      code: 'PGRST108',
    });
  });

  test.each(['count()', 'pax_adt.sum()', 'total:pax_adt.avg()::int'])(
    'aggregates: %s',
    async (select) => {
      expect(await errorOf(`/bkk_quote_requests?select=${select}`)).toMatchObject({
        status: 400,
        code: 'PGRST123',
      });
    },
  );
});

describe('who is not let in', () => {
  const withToken = (token: string) =>
    fetch(`${service.url}/rest/v1/bkk_airline_news`, {
      headers: { authorization: `Bearer ${token}` },
    });

  test('a broken token, one of another secret, an expired one', async () => {
    const claims = { sub: nattaya.id, role: 'authenticated' };
    const foreign = await createTokens({ secret: 'x'.repeat(40) }).sign(claims, 60);
    const expired = await service.tokens.sign({ ...claims, iat: 1_700_000_000 }, 60);
    for (const [token, code, message] of [
      ['nonsense', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
      [foreign, 'PGRST301', 'JWT cryptographic operation failed'],
      [expired, 'PGRST303', 'JWT expired'],
    ] as const) {
      const response = await withToken(token);
      expect([response.status, await response.json()]).toMatchObject([401, { code, message }]);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", error_description="${message}"`,
      );
    }
  });

  test('without any token a caller is a visitor', async () => {
    const response = await fetch(`${service.url}/rest/v1/bkk_airline_news?select=is_public`);
    const rows = (await response.json()) as { is_public: boolean }[];
    expect(new Set(rows.map((row) => row.is_public))).toEqual(new Set([true]));
  });
});

describe('other origins', () => {
  const url = () => `${service.url}/rest/v1/bkk_airline_news`;

  test('a preflight is allowed whatever headers the client sends', async () => {
    const asked = 'authorization, apikey, x-client-info, prefer, accept-profile';
    const response = await fetch(url(), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': asked,
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')).toBe(asked);
    expect(response.headers.get('access-control-max-age')).toBe('86400');
  });

  test('counts and errors may be read', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const read = await fetch(url(), { headers });
    expect(read.headers.get('access-control-expose-headers')).toContain('Content-Range');
    const refused = await fetch(`${url()}?x`, { headers });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('OPTIONS tells the methods', async () => {
    const table = await fetch(url(), { method: 'OPTIONS' });
    expect([table.status, table.headers.get('allow')]).toEqual([
      200,
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    ]);
    const allowed = async (path: string) => {
      const response = await fetch(`${service.url}/rest/v1${path}`, { method: 'OPTIONS' });
      return response.ok ? response.headers.get('allow') : response.status;
    };
    expect(await allowed('/')).toBe('OPTIONS,GET,HEAD');
    expect(await allowed('/rpc/bkk_is_admin')).toBe('OPTIONS,GET,HEAD,POST');
    expect(await allowed('/rpc/bkk_touch_last_login')).toBe('OPTIONS,POST');
    expect(await allowed('/no_such_table')).toBe(404);
    expect(await allowed('/rpc/no_such_function')).toBe(404);
  });
});

test('while the database is unavailable callers get 503 with Retry-After', async () => {
  const away = await startRestService();
  await away.test.database.close();
  const response = await away.request(nattaya, '/bkk_airline_news');
  expect([response.status, await response.json()]).toMatchObject([503, { code: 'PGRST001' }]);
  expect(response.headers.get('retry-after')).toBe('1');
  await away.close();
});
