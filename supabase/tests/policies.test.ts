import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  inSql,
  kindsFor,
  markOf,
  newRowOf,
  overHttp,
  readRows,
  type Attempts,
} from './attempts.ts';
import { startAgency, waitingAccount, type Agency } from './people.ts';
import { deskPolicies } from './policies/desk.ts';
import { functionArguments, functionPolicies } from './policies/functions.ts';
import { memberPolicies } from './policies/members.ts';
import {
  accessOf,
  expectedWrite,
  roles,
  verbs,
  type PolicyRole,
  type RowKind,
  type TablePolicy,
} from './policies/policy-table.ts';
import { recordPolicies } from './policies/records.ts';

const policies = [...memberPolicies, ...deskPolicies, ...recordPolicies];
const cases = policies.flatMap((policy) =>
  roles.map((role) => ({ table: policy.name, role, policy })),
);

let agency: Agency;

beforeAll(async () => {
  agency = await startAgency();
});

afterAll(() => agency.close());

async function tryWrite(
  attempts: Attempts,
  verb: 'insert' | 'update' | 'delete',
  { role, policy, kind }: { role: PolicyRole; policy: TablePolicy; kind: RowKind },
): Promise<string> {
  const rows = await readRows(agency, policy);
  const mark = markOf(agency, role, kind);
  const key = rows.find((row) => row.mark === mark)?.key;
  if (key === undefined) return `there is no such row`;
  if (verb !== 'insert') return attempts[verb](role, policy, key);
  if (policy.onePerMember === true && kind === 'own')
    await agency.backend.database.sql(
      `delete from public.${policy.name} where ${policy.key} = $1`,
      [key],
    );
  return attempts.insert(role, policy, newRowOf(agency, role, policy, kind));
}

async function expectedKeys(role: PolicyRole, policy: TablePolicy) {
  const access = accessOf(policy, role, 'select');
  if (access === 'refused' || access === 'none') return access === 'none' ? [] : access;
  const rows = await readRows(agency, policy);
  const mark = access === 'all' ? undefined : markOf(agency, role, access);
  return rows
    .filter((row) => mark === undefined || row.mark === mark)
    .map(({ key }) => key)
    .sort();
}

describe.each([
  ['over HTTP', overHttp],
  ['in SQL', inSql],
])('%s', (_way, makeAttempts) => {
  let attempts: Attempts;

  beforeAll(() => {
    attempts = makeAttempts(agency);
  });

  beforeEach(() => agency.reset());

  test.each(cases)('$role and $table', async ({ role, policy }) => {
    const seen = await attempts.select(role, policy);
    expect(seen).toEqual(await expectedKeys(role, policy));
    for (const verb of verbs.filter((one) => one !== 'select'))
      for (const kind of kindsFor(role, policy)) {
        const outcome = await tryWrite(attempts, verb, { role, policy, kind });
        const expected = expectedWrite(accessOf(policy, role, verb), verb, kind);
        expect({ verb, kind, outcome }).toEqual({ verb, kind, outcome: expected });
        if (expected === 'done' || verb === 'insert') await agency.reset();
      }
  });

  test.each(functionPolicies)('$name', async ({ name, answers }) => {
    const values = Object.fromEntries(
      Object.entries(functionArguments[name] ?? {}).map(([argument, value]) => [
        argument,
        value === '$others'
          ? agency.people.other.id
          : value === '$waiting'
            ? waitingAccount
            : value,
      ]),
    );
    for (const [role, answer] of answers) {
      await agency.reset();
      expect([role, await attempts.call(role, name, values)]).toEqual([role, answer]);
    }
  });

  test('no two people without rights see a row of each other', async () => {
    const ordinary = (['member', 'inactive member', 'inactive admin'] as const).map(
      (role) => [role, agency.people[role].id] as const,
    );
    for (const policy of policies.filter(({ rowsBy }) => rowsBy === 'member')) {
      const rows = await readRows(agency, policy);
      for (const [role, id] of ordinary) {
        const seen = await attempts.select(role, policy);
        const foreign = rows.filter(({ key, mark }) => mark !== id && seen.includes(key));
        expect(foreign).toEqual([]);
      }
    }
  });
});
