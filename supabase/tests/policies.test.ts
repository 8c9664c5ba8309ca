import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  inSql,
  kindsFor,
  markOf,
  newRowOf,
  overHttp,
  readRows,
  type DataAccess,
} from './data-access.ts';
import { startPolicyFixture, waitingAccount, type PolicyFixture } from './policy-fixture.ts';
import { functionArguments, functionPolicies } from './policies/functions.ts';
import {
  accessOf,
  expectedWrite,
  roles,
  verbs,
  type PolicyRole,
  type RowKind,
  type TablePolicy,
} from './policies/policy-table.ts';
import { restoreRows } from '../../apps/server/src/testing/shared-database.ts';
import { variations } from '../../apps/server/src/testing/variations.ts';
import { tablePolicies } from './policies/tables.ts';

const cases = tablePolicies.flatMap((policy) =>
  roles.map((role) => ({ table: policy.name, role, policy })),
);

let fixture: PolicyFixture;
/** The rows of every table by its name. */
const rows = new Map<string, Awaited<ReturnType<typeof readRows>>>();

beforeAll(async () => {
  fixture = await startPolicyFixture({
    rest: { schemas: ['public'], maxRows: 1000, aggregates: false, explain: false, allowTx: true },
  });
  for (const policy of tablePolicies) rows.set(policy.name, await readRows(fixture, policy));
  await restoreRows(fixture.backend.database);
});

afterAll(() => fixture.close());

async function tryWrite(
  access: DataAccess,
  verb: 'insert' | 'update' | 'delete',
  { role, policy, kind }: { role: PolicyRole; policy: TablePolicy; kind: RowKind },
  restore: () => Promise<unknown> = () => restoreRows(fixture.backend.database),
): Promise<string> {
  const mark = markOf(fixture, role, kind);
  const key = rows.get(policy.name)?.find((row) => row.mark === mark)?.key;
  if (key === undefined) return `there is no such row`;
  if (verb !== 'insert') return access[verb](role, policy, key);
  const row = newRowOf(fixture, role, policy, kind);
  if (policy.onePerMember !== true || kind !== 'own') return access.insert(role, policy, row);
  const { sql } = fixture.backend.database;
  await sql(`delete from public.${policy.name} where ${policy.key} = $1`, [key]);
  const result = await access.insert(role, policy, row);
  await restore();
  return result;
}

/** @param rights the role whose rights the caller is expected to have */
function expectedKeys(role: PolicyRole, policy: TablePolicy, rights = role) {
  const access = accessOf(policy, rights, 'select');
  if (access === 'refused' || access === 'none') return access === 'none' ? [] : access;
  const mark = access === 'all' ? undefined : markOf(fixture, role, access);
  return rows
    .get(policy.name)
    ?.filter((row) => mark === undefined || row.mark === mark)
    .map(({ key }) => key)
    .sort();
}

/** Argument values of a function for a call. */
function argumentsOf(name: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(functionArguments[name] ?? {}).map(([argument, value]) => [
      argument,
      value === '$others' ? fixture.users.other.id : value === '$waiting' ? waitingAccount : value,
    ]),
  );
}

/** States in which an admin has the rights of a member. */
const withoutAdminRights = [
  [
    'without the code of an authenticator',
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), '')`,
  ],
  [
    'whose session has ended',
    `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
  ],
] as const;

const ways = [
  ['over HTTP', overHttp],
  ['in SQL', inSql],
] as const;

describe.each(variations(ways, 0))('%s', (_way, openAccess) => {
  let access: DataAccess;

  beforeAll(() => {
    access = openAccess(fixture);
  });

  test.each(cases)('$role and $table', async ({ role, policy }) => {
    const seen = await access.select(role, policy);
    expect(seen).toEqual(expectedKeys(role, policy));
    for (const verb of verbs.filter((one) => one !== 'select'))
      for (const kind of kindsFor(role, policy)) {
        const result = await tryWrite(access, verb, { role, policy, kind });
        const expected = expectedWrite(accessOf(policy, role, verb), verb, kind);
        expect({ verb, kind, result }).toEqual({ verb, kind, result: expected });
      }
  });

  test.each(functionPolicies)('$name', async ({ name, answers }) => {
    const values = argumentsOf(name);
    for (const [role, answer] of answers) {
      const expected: unknown =
        answer === '{...}'
          ? expect.stringMatching(/^\{".+\}$/)
          : answer.replace('{email}', JSON.stringify(fixture.callers[role].identity.claims.email));
      expect([role, await access.call(role, name, values)]).toEqual([role, expected]);
    }
  });

  test.each(withoutAdminRights)('an admin %s has the rights of a member', async (_state, set) => {
    const { database } = fixture.backend;
    const restore = async () => {
      await restoreRows(database);
      await database.sql(set, [fixture.users.admin.id]);
    };
    await restore();
    try {
      for (const policy of tablePolicies) {
        const seen = await access.select('admin', policy);
        const expected = expectedKeys('admin', policy, 'member');
        expect({ table: policy.name, seen }).toEqual({ table: policy.name, seen: expected });
        for (const verb of verbs.filter((one) => one !== 'select'))
          for (const kind of kindsFor('admin', policy)) {
            const result = await tryWrite(access, verb, { role: 'admin', policy, kind }, restore);
            const allowed = expectedWrite(accessOf(policy, 'member', verb), verb, kind);
            expect([policy.name, verb, kind, result]).toEqual([policy.name, verb, kind, allowed]);
          }
      }
      for (const { name, answers } of functionPolicies) {
        const answerOf = new Map(answers);
        if (answerOf.get('admin') === answerOf.get('member')) continue;
        const answer = await access.call('admin', name, argumentsOf(name));
        expect([name, answer]).toEqual([name, answerOf.get('member')]);
      }
    } finally {
      await restoreRows(database);
    }
  });

  test('no two users without rights see a row of each other', async () => {
    const ordinary = (['member', 'inactive member', 'inactive admin'] as const).map(
      (role) => [role, fixture.users[role].id] as const,
    );
    for (const policy of tablePolicies.filter(({ rowsBy }) => rowsBy === 'member')) {
      for (const [role, id] of ordinary) {
        const seen = await access.select(role, policy);
        const foreign = rows
          .get(policy.name)
          ?.filter(({ key, mark }) => mark !== id && seen.includes(key));
        expect(foreign).toEqual([]);
      }
    }
  });
});
