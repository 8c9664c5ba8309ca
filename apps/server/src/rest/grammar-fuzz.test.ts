// Some hundred queries with a fixed seed; `npm run drill -- grammar` runs many more by FUZZ_RUNS and FUZZ_SEED.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queries } from '../testing/query-arbitraries.ts';
import { queriedTable } from '../testing/query-model.ts';
import { toAddress, toSql } from '../testing/query-writing.ts';
import { startRestService, type RestService } from '../testing/rest-service.ts';
import { fuzzRuns } from '../testing/variations.ts';

const runs = fuzzRuns(1000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const timeout = 60_000 + runs * 100;

const setup = `${queriedTable}
  create table public.scratch (id int primary key, name text, info jsonb);
  grant select, insert, update, delete on public.scratch to service_role;
  create function public.all_things() returns setof public.things language sql stable
    as 'select * from public.things';
  grant execute on function public.all_things() to service_role;`;

let service: RestService;
let oracle: pg.Client;

beforeAll(async () => {
  service = await startRestService({ setup });
  oracle = new pg.Client(service.test.admin);
  await oracle.connect();
  // The time zone of the data service's connections.
  await oracle.query(`set timezone = 'UTC'`);
});
afterAll(async () => {
  await oracle.end();
  await service.close();
});

async function asked(path: string): Promise<unknown> {
  const response = await service.request('service', path);
  const body: unknown = await response.json();
  return response.ok ? body : { status: response.status, body };
}

async function expected(sql: string): Promise<unknown> {
  const { rows } = await oracle.query<{ rows: unknown }>(sql);
  return rows[0]?.rows;
}

test.each(['/things', '/rpc/all_things'])(
  'filters, groups, order and ranges mean what plain SQL means: %s',
  { timeout },
  async (path) => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const address = `${path}?${toAddress(query)}`;
        const sql = toSql(query);
        const said = `${decodeURIComponent(address)}
${sql}`;
        const wanted = { said, rows: await expected(sql) };
        expect({ said, rows: await asked(address) }).toEqual(wanted);
      }),
      { numRuns: Math.ceil(runs / 2), seed },
    );
  },
);

/** Property names of `Object.prototype`. */
const inherited = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

const token = fc.constantFrom(
  ...inherited,
  ...[
    'id',
    'name',
    'info',
    'tags',
    'nothing',
    'select',
    'order',
    'and',
    'or',
    'not',
    'eq',
    'in',
    'is',
    'fts',
    'cs',
  ],
  ...[
    '.',
    ',',
    '(',
    ')',
    '()',
    '"',
    '\\',
    ':',
    '::',
    '->',
    '->>',
    '!',
    '*',
    '...',
    '{',
    '}',
    '[',
    ' ',
    '-1',
    '0',
  ],
  ...[
    'null',
    'true',
    '5',
    '99999999999999999999',
    'ก',
    '\u0000',
    '\uFFFD',
    '💺',
    '%',
    '_',
    '&',
    '=',
    '#',
    '+',
  ],
  ...[
    `'`,
    `''`,
    ';',
    '--',
    '/*',
    '*/',
    '$1',
    '||',
    `') or true --`,
    `1; drop table things`,
    'union select',
  ],
  ...[
    '::text',
    '::int',
    '::regclass',
    '.asc',
    '.nullslast',
    '.desc',
    'sum()',
    'pg_sleep(9)',
    'not.',
    'eq(any).',
  ],
);
const garbage = fc.array(token, { maxLength: 9 }).map((parts) => parts.join(''));
const key = fc.oneof(
  fc.constantFrom(
    'select',
    'order',
    'limit',
    'offset',
    'columns',
    'on_conflict',
    'and',
    'or',
    'not.and',
    'not.or',
  ),
  fc.constantFrom('id', 'name', 'info', 'info->k', 'tags', 'things', 'scratch'),
  fc.constantFrom(...inherited),
  garbage,
);
const nonsense = fc.record({
  path: fc.oneof(
    fc.constantFrom('/things', '/scratch', '/rpc/all_things', '/'),
    garbage.map((text) => `/${encodeURIComponent(text)}`),
    fc.constantFrom(...inherited.flatMap((name) => [`/${name}`, `/rpc/${name}`]), '/%zz', '/rpc/%'),
  ),
  query: fc.array(fc.tuple(key, garbage), { maxLength: 4 }),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  prefer: fc.constantFrom(
    '',
    'count=exact',
    'return=representation',
    'handling=strict, x=1',
    'max-affected=0, handling=strict',
    'missing=default, resolution=merge-duplicates',
    'timezone=Asia/Bangkok',
    ',=,;',
    ...inherited.flatMap((name) => [name, `${name}=${name}`, `timezone=${name}`]),
  ),
  accept: fc.constantFrom(
    '',
    '*/*',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/json;nulls=stripped',
    'x/y;q=,',
    ...inherited,
  ),
  range: fc.constantFrom('', '0-1', '5-', '9-2', 'x'),
  type: fc.constantFrom(
    '',
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'text/plain',
    'x',
    'a/',
    '/',
    ';',
    'application/json;;',
    'application/octet-stream',
    'APPLICATION/JSON; charset=utf-16',
    'multipart/form-data; boundary=x',
    'text/csv; header=absent',
    ...inherited,
  ),
  body: fc.oneof(
    fc.json({ maxDepth: 2 }),
    garbage,
    fc.constantFrom(
      '{}',
      '[]',
      '[{}]',
      '{"id": 1}',
      '{"id": "x"}',
      '{"id": 2, "nme": 1}',
      '[{"id": 3}, {"name": 4}]',
      'null',
      '{"id": 1e400}',
      'id,name\n1,"x',
      ...inherited.flatMap((name) => [
        `{"${name}": 1}`,
        `[{"id": 5, "${name}": {"${name}": 1}}]`,
        `${name}\n1`,
        `id,${name}\n6,7`,
        `${name}=1`,
      ]),
    ),
  ),
});

test(
  'malformed queries get an error response, never a failure, and change nothing',
  { timeout },
  async () => {
    const before = await expected(`select json_agg(t order by id) as rows from public.things t`);
    const objects = `select json_agg(relname order by oid) as rows from pg_class where relnamespace = 'public'::regnamespace`;
    const objectsBefore = await expected(objects);
    await fc.assert(
      fc.asyncProperty(nonsense, async ({ path, query, method, body, type, ...headers }) => {
        const address = `${path}?${new URLSearchParams(query).toString()}`;
        const sends = method !== 'GET' && method !== 'HEAD';
        const wanted = Object.entries({ ...headers, ...(sends && { 'content-type': type }) });
        const response = await service.request('service', address, {
          method,
          headers: Object.fromEntries(wanted.filter(([, value]) => value !== '')),
          ...(sends && { body }),
        });
        const text = await response.text();
        const said = `${method} ${address} ${JSON.stringify({ ...headers, type, body })} ${text}`;
        expect({ said, failed: response.status >= 500 }).toEqual({ said, failed: false });
        if (response.status >= 400 && method !== 'HEAD') {
          const error = JSON.parse(text) as Record<string, unknown>;
          const keys = Object.keys(error).toSorted().join();
          expect({ said, keys }).toEqual({ said, keys: 'code,details,hint,message' });
        }
      }),
      { numRuns: runs, seed },
    );
    expect(await expected(`select json_agg(t order by id) as rows from public.things t`)).toEqual(
      before,
    );
    expect(await expected(objects)).toEqual(objectsBefore);
  },
);
