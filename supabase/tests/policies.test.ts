import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { variations } from '../../apps/server/src/testing/variations.ts';
import { tablePolicies } from './policies/tables.ts';

const cases = tablePolicies.flatMap((policy) =>
  roles.map((role) => ({ table: policy.name, role, policy })),
);

let fixture: PolicyFixture;

beforeAll(async () => {
  fixture = await startPolicyFixture();
});

afterAll(() => fixture.close());

async function tryWrite(
  access: DataAccess,
  verb: 'insert' | 'update' | 'delete',
  { role, policy, kind }: { role: PolicyRole; policy: TablePolicy; kind: RowKind },
): Promise<string> {
  const rows = await readRows(fixture, policy);
  const mark = markOf(fixture, role, kind);
  const key = rows.find((row) => row.mark === mark)?.key;
  if (key === undefined) return `there is no such row`;
  if (verb !== 'insert') return access[verb](role, policy, key);
  if (policy.onePerMember === true && kind === 'own')
    await fixture.backend.database.sql(
      `delete from public.${policy.name} where ${policy.key} = $1`,
      [key],
    );
  return access.insert(role, policy, newRowOf(fixture, role, policy, kind));
}

/** @param rights the role whose rights the caller is expected to have */
async function expectedKeys(role: PolicyRole, policy: TablePolicy, rights = role) {
  const access = accessOf(policy, rights, 'select');
  if (access === 'refused' || access === 'none') return access === 'none' ? [] : access;
  const rows = await readRows(fixture, policy);
  const mark = access === 'all' ? undefined : markOf(fixture, role, access);
  return rows
    .filter((row) => mark === undefined || row.mark === mark)
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
    'delete from auth.mfa_factors where user_id = $1',
  ],
  [
    'whose session has ended',
    `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
    'update auth.sessions set not_after = null where user_id = $1',
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

  beforeEach(() => fixture.reset());

  test.each(cases)('$role and $table', async ({ role, policy }) => {
    const seen = await access.select(role, policy);
    expect(seen).toEqual(await expectedKeys(role, policy));
    for (const verb of verbs.filter((one) => one !== 'select'))
      for (const kind of kindsFor(role, policy)) {
        const result = await tryWrite(access, verb, { role, policy, kind });
        const expected = expectedWrite(accessOf(policy, role, verb), verb, kind);
        expect({ verb, kind, result }).toEqual({ verb, kind, result: expected });
        if (expected === 'done' || verb === 'insert') await fixture.reset();
      }
  });

  test.each(functionPolicies)('$name', async ({ name, answers }) => {
    const values = argumentsOf(name);
    for (const [role, answer] of answers) {
      await fixture.reset();
      const expected: unknown =
        answer === '{...}'
          ? expect.stringMatching(/^\{".+\}$/)
          : answer.replace('{email}', JSON.stringify(fixture.callers[role].identity.claims.email));
      expect([role, await access.call(role, name, values)]).toEqual([role, expected]);
    }
  });

  test.each(withoutAdminRights)(
    'an admin %s has the rights of a member',
    async (_state, set, undo) => {
      const { sql } = fixture.backend.database;
      const { id } = fixture.users.admin;
      await sql(set, [id]);
      try {
        for (const policy of tablePolicies) {
          const seen = await access.select('admin', policy);
          const expected = await expectedKeys('admin', policy, 'member');
          expect({ table: policy.name, seen }).toEqual({ table: policy.name, seen: expected });
          for (const verb of verbs.filter((one) => one !== 'select'))
            for (const kind of kindsFor('admin', policy)) {
              const result = await tryWrite(access, verb, { role: 'admin', policy, kind });
              const allowed = expectedWrite(accessOf(policy, 'member', verb), verb, kind);
              expect([policy.name, verb, kind, result]).toEqual([policy.name, verb, kind, allowed]);
              if (allowed === 'done' || verb === 'insert') await fixture.reset();
            }
        }
        for (const { name, answers } of functionPolicies) {
          const answerOf = new Map(answers);
          if (answerOf.get('admin') === answerOf.get('member')) continue;
          const answer = await access.call('admin', name, argumentsOf(name));
          expect([name, answer]).toEqual([name, answerOf.get('member')]);
        }
      } finally {
        await sql(undo, [id]);
      }
    },
  );

  test('no two users without rights see a row of each other', async () => {
    const ordinary = (['member', 'inactive member', 'inactive admin'] as const).map(
      (role) => [role, fixture.users[role].id] as const,
    );
    for (const policy of tablePolicies.filter(({ rowsBy }) => rowsBy === 'member')) {
      const rows = await readRows(fixture, policy);
      for (const [role, id] of ordinary) {
        const seen = await access.select(role, policy);
        const foreign = rows.filter(({ key, mark }) => mark !== id && seen.includes(key));
        expect(foreign).toEqual([]);
      }
    }
  });
});
