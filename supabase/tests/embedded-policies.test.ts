// What a caller may read stays the same whichever way a request reaches the rows.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { variations } from '../../apps/server/src/testing/variations.ts';
import { startPolicyFixture, type PolicyFixture } from './policy-fixture.ts';
import { roles, type PolicyRole, type TablePolicy } from './policies/policy-table.ts';
import { tablePolicies } from './policies/tables.ts';

const schemas = ['public', 'mirror'] as const;
/** The tables that every signed-in user may read by `select *`: those with private columns refuse it. */
const wholeTables = tablePolicies.filter(({ columns }) => !/^ +\w+ +--- +---/m.test(columns));
/** Of the roles, a quarter read a table in one schema and another quarter in the other. */
const quarters = [0, 1, 2, 3].map((quarter) => roles.filter((_, at) => at % 4 === quarter));
const cases = schemas.flatMap((schema, schemaIndex) =>
  wholeTables.flatMap((policy, index) =>
    variations(quarters, (schemaIndex + index) % 4)
      .flat()
      .map((role) => ({ schema, table: policy.name, role, policy })),
  ),
);

/** A row that every caller reads, with functions from it to all rows of each table, and a view that tables refer to. */
const waysIn = (schema: string) => `
  create table ${schema}.anchors (id int primary key);
  insert into ${schema}.anchors values (1);
  create view ${schema}.user_ids as select id from auth.users;
  grant select on ${schema}.anchors, ${schema}.user_ids to anon, authenticated, service_role;
  ${wholeTables
    .map(
      ({ name }) => `
  create function ${schema}.all_${name}(${schema}.anchors) returns setof ${schema}.${name}
    language sql stable as 'select * from ${schema}.${name}';
  create function ${schema}.count_${name}(${schema}.anchors) returns bigint
    language sql stable as 'select count(*) from ${schema}.${name}';
  grant execute on function ${schema}.all_${name}, ${schema}.count_${name} to anon, authenticated, service_role;`,
    )
    .join('')}`;

/** The same in schema public and in a further one, which shows every table by a view with its caller's rights. */
const setup = `
  create schema mirror;
  grant usage on schema mirror to anon, authenticated, service_role;
  ${wholeTables
    .map(
      ({ name }) => `
  create view mirror.${name} with (security_invoker) as select * from public.${name};
  grant select on mirror.${name} to anon, authenticated, service_role;`,
    )
    .join('')}
  ${schemas.map(waysIn).join('')}`;

let fixture: PolicyFixture;

beforeAll(async () => {
  fixture = await startPolicyFixture({
    rest: { schemas, maxRows: 1000, aggregates: true, explain: false, allowTx: false },
  });
  await fixture.backend.database.sql(setup);
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`${fixture.backend.url}/rest/v1/anchors`, {
        headers: { apikey: fixture.backend.anonKey },
      });
      expect(status).toBe(200);
    },
    { timeout: 10_000 },
  );
});
afterAll(() => fixture.close());

interface Answer {
  /** SQLSTATE of an error. */
  readonly refused: string | undefined;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: string | undefined;
}

async function read(role: PolicyRole, path: string, schema = 'public'): Promise<Answer> {
  const response = await fetch(`${fixture.backend.url}/rest/v1${path}`, {
    headers: {
      apikey: fixture.backend.anonKey,
      authorization: `Bearer ${fixture.callers[role].token}`,
      'accept-profile': schema,
      prefer: 'count=exact',
    },
  });
  const body = (await response.json()) as Answer['rows'] | { code: string };
  const total = response.headers.get('content-range')?.split('/')[1];
  return 'code' in body
    ? { refused: body.code, rows: [], total }
    : { refused: undefined, rows: body, total };
}

const sorted = (values: readonly unknown[]) => values.map(String).sort();

/** The keys of all rows a plain read shows; undefined where the caller may not read the table. */
async function plainKeys(role: PolicyRole, { name, key }: TablePolicy, columns = '*') {
  const { refused, rows } = await read(role, `/${name}?select=${columns}`);
  expect([undefined, '42501']).toContain(refused);
  return refused === undefined ? sorted(rows.map((row) => row[key])) : undefined;
}

describe('no way to the rows shows more than a plain read', () => {
  test.each(cases)('$role and $schema.$table, by functions of a row', async (found) => {
    const { schema, role, policy } = found;
    const { name, key } = policy;
    const keys = await plainKeys(role, policy);
    const ways = {
      list: `select=rows:all_${name}(${key})`,
      spread: `select=...all_${name}(rows:${key})`,
      count: `select=...all_${name}(count())`,
      plainCount: `select=all_${name}(count)`,
      values: `select=all_${name}(n:${key}.count())`,
      field: `select=n:count_${name}`,
      needed: `select=id,all_${name}!inner()`,
      missing: `select=id,all_${name}()&all_${name}=is.null`,
    };
    for (const [way, query] of Object.entries(ways)) {
      const { refused, rows, total } = await read(role, `/anchors?${query}`, schema);
      const seen = { way, refused, rows: JSON.stringify(rows) };
      if (keys === undefined) {
        expect(seen).toEqual({ way, refused: '42501', rows: '[]' });
        continue;
      }
      const many = keys.length;
      const expected: Record<string, unknown> = {
        count: [{ count: [many] }],
        plainCount: [{ [`all_${name}`]: [{ count: many }] }],
        values: [{ [`all_${name}`]: [{ n: many }] }],
        field: [{ n: many }],
        needed: many > 0 ? [{ id: 1 }] : [],
        missing: many > 0 ? [] : [{ id: 1 }],
      };
      if (way in expected) {
        expect(seen).toEqual({ way, refused: undefined, rows: JSON.stringify(expected[way]) });
      } else {
        const list = rows.flatMap((row) => row.rows as readonly unknown[]);
        const shown =
          way === 'list' ? list.map((row): unknown => Reflect.get(Object(row), key)) : list;
        expect([way, sorted(shown)]).toEqual([way, keys]);
      }
      if (way === 'needed') expect(total).toBe(String(Math.min(many, 1)));
    }
  });

  // What the books keep outlives the account, and refers to none.
  const withoutAccount = ['bkk_approvals', 'bkk_credit_postings', 'bkk_receipts'];
  const owned = cases.filter(
    ({ policy }) =>
      policy.rowsBy === 'member' &&
      !policy.owner &&
      !policy.source &&
      !withoutAccount.includes(policy.name),
  );

  test.each(owned)('$role and $schema.$table, by foreign keys', async (found) => {
    const { schema, role, policy } = found;
    const { name, key } = policy;
    const keys = await plainKeys(role, policy, `${key},user_id`);
    const embedded = await read(role, `/user_ids?select=id,rows:${name}(${key})`, schema);
    const counted = await read(role, `/user_ids?select=...${name}(count())`, schema);
    const back = await read(role, `/${name}?select=${key},user_ids(${name}(${key}))`, schema);
    if (keys === undefined) {
      expect([embedded.refused, counted.refused, back.refused]).toEqual(
        Array.from({ length: 3 }, () => '42501'),
      );
      return;
    }
    const rowsOf = (value: unknown) =>
      [value ?? []].flat().map((row) => Reflect.get(Object(row), key) as unknown);
    expect(sorted(embedded.rows.flatMap(({ rows }) => rowsOf(rows)))).toEqual(keys);
    const counts = counted.rows.flatMap(({ count }) => [count].flat() as readonly number[]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length);
    const returned = back.rows.flatMap(({ user_ids }) =>
      rowsOf(Reflect.get(Object(user_ids), name)),
    );
    for (const found of returned) expect(keys).toContain(String(found));
  });
});
