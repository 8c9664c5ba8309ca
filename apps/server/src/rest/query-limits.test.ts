import { describe, expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';

const service = shareRestService();

async function ask(query: readonly (readonly [string, string])[]) {
  const address = `/bkk_airline_news?${new URLSearchParams(query.map(([...pair]) => pair)).toString()}`;
  const response = await service.request('visitor', address);
  const body: unknown = await response.json();
  return { status: response.status, ...(Array.isArray(body) ? {} : (body as object)) };
}

const filter = (value: string) => ask([['excerpt', value]]);

describe('a regular expression', () => {
  test.each([
    [String.raw`match.(.+)(.+)(.+)(.+)\4\3\2\1`, 'back references'],
    [String.raw`imatch.(a)\1`, 'back references'],
    [String.raw`match.\\\1`, 'back references'],
    [String.raw`match(any).{a,"(b)\\1"}`, 'back references'],
    [String.raw`match(all).{(b)\\1}`, 'back references'],
    [String.raw`not.match.(?b)\(a\)\1`, 'back references'],
    ['match.(?b)a', 'embedded options'],
    ['match.(?=.*(?=.*x))y', 'lookaround'],
    ['match.(?!.*x)q', 'lookaround'],
    ['imatch.(?<=a)q', 'lookaround'],
    ['match.***:a', 'directors'],
    ['match.((a{10}){10}){10}', '255 repetitions'],
    ['match.(.{2,100}){3}', '255 repetitions'],
    ['match.a{256,}', '255 repetitions'],
    [`match.${'a'.repeat(201)}`, '200 characters'],
    [String.raw`match.(a)\1${'a'.repeat(200)}`, '200 characters'],
  ])('%s is refused', async (value, details) => {
    expect(await filter(value)).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: 'The regular expression is not accepted',
      details: expect.stringContaining(details) as unknown,
    });
  });

  test('is refused inside a group too', async () => {
    expect(await ask([['or', String.raw`(id.is.null,excerpt.match."(a)\\1")`]])).toMatchObject({
      code: 'PGRST100',
    });
  });

  test.each([
    String.raw`match.^\d{4}-\d{2}`,
    String.raw`match.\\1`,
    String.raw`imatch.(?:bkk|cnx)\y`,
    String.raw`match(any).{^a,b\\s}`,
    'match.[[:alpha:]]{1,100}$',
    'match.สนามบิน',
  ])('%s is accepted', async (value) => {
    expect(await filter(value)).toEqual({ status: 200 });
  });
});

const times = (count: number, piece: string) => Array.from({ length: count }, () => piece).join();

describe('the size of a query', () => {
  test.each([
    ['one pattern', [['excerpt', `like.${'%a'.repeat(251)}`]], 'characters in a pattern'],
    ['a text search', [['excerpt', `fts.${'a'.repeat(501)}`]], 'characters in a pattern'],
    ['a search of negations', [['excerpt', `fts.${'!'.repeat(501)}`]], 'characters in a pattern'],
    [
      'all patterns',
      times(5, 'x')
        .split(',')
        .map(() => ['title', `ilike.${'a'.repeat(450)}`]),
      'characters in all patterns',
    ],
    ['conditions', [['or', `(${times(201, 'id.is.null')})`]], '200 conditions'],
    [
      'nested conditions',
      [
        [
          'or',
          `(${times(40, 'and(id.is.null,not.or(id.is.null,id.is.null,id.is.null,id.is.null,id.is.null))')})`,
        ],
      ],
      '200 conditions',
    ],
    ['selected fields', [['select', times(201, 'id')]], '200 selected fields'],
    ['selected columns', [['select', times(100, '*')]], '206 columns'],
    ['order terms', [['order', times(51, 'id')]], '50 fields to order by'],
    ['steps into JSON', [['order', `title${'->a'.repeat(1000)}`]], 'order'],
    ['steps into JSON of a filter', [[`title${'->a'.repeat(51)}`, 'is.null']], 'tree path'],
  ] as const)('too many %s', async (_, query, message) => {
    expect(await ask(query as unknown as [string, string][])).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('what a list page asks for is far below', async () => {
    const words = 'กรุงเทพ'.repeat(28);
    const columns = ['title', 'excerpt'].map((name) => `${name}.ilike."%${words}%"`).join();
    expect(await ask([['or', `(${columns})`]])).toEqual({ status: 200 });
    const id = '00000000-0000-4000-8000-000000000001';
    expect(await ask([['id', `in.(${times(300, id)})`]])).toEqual({ status: 200 });
  });
});

describe('names that every object has', () => {
  test.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'])(
    '%s is an unknown column, type, table, function, argument and key',
    async (name) => {
      expect(await ask([[name, 'eq.1']])).toMatchObject({ status: 400, code: '42703' });
      expect(await ask([[`not.${name}`, 'eq.1']])).toMatchObject({ status: 400 });
      expect(await ask([['select', name]])).toMatchObject({ status: 400, code: '42703' });
      expect(await ask([['select', `id::${name}`]])).toMatchObject({ status: 400, code: '42704' });
      const status = async (path: string, init?: RequestInit) =>
        (await service.request('service', path, init)).status;
      const body = `{"${name}":1}`;
      expect(await status(`/${name}`)).toBe(404);
      expect(await status(`/rpc/${name}?${name}=1`)).toBe(404);
      expect(await status(`/rpc/bkk_is_admin?${name}=1`)).toBe(404);
      expect(await status('/rpc/bkk_is_admin', { method: 'POST', body })).toBe(404);
      expect(await status('/bkk_airline_news', { method: 'POST', body })).toBe(400);
      const table = {
        method: 'POST',
        body: `${name}\n1\n`,
        headers: { 'content-type': 'text/csv' },
      };
      expect(await status('/bkk_airline_news', table)).toBe(400);
    },
  );
});

test('a limit of PostgreSQL is an error of the request', async () => {
  const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
  const dimensions = `cs.${'{'.repeat(8)}1${'}'.repeat(8)}`;
  for (const [column, value] of [
    ['title', `fts.${'! '.repeat(40)}a`],
    ['title', `fts.${'!('.repeat(150)}a${')'.repeat(150)}`],
    ['title', `wfts.${'-'.repeat(400)}a`],
    ['title', `fts.${'!'.repeat(29)}a`],
    ['title->a', `cs.${deep}`],
    ['title', dimensions],
  ] as const) {
    const { status } = await ask([[column, value]]);
    expect({ value, failed: status >= 500 }).toEqual({ value, failed: false });
  }
});

test.each(['/%zz', '/%ff', '/rpc/%', '/bkk_airline_news%?select=id'])(
  'a path that cannot be decoded is an unknown name: %s',
  async (path) => {
    const response = await service.request('visitor', path, { method: 'GET' });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: path.startsWith('/rpc') ? 'PGRST202' : 'PGRST205' },
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  },
);
