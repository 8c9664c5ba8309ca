import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWholeSuite, sampleOf } from '../../apps/server/src/testing/variations.ts';
import {
  answersTo,
  callsOf,
  columnsOfRelations,
  functionsOfCallers,
  statementsOn,
  type Answer,
  type CalledFunction,
  type Column,
} from './secrecy-attempts.ts';
import { startSecrecyDatabase, type Caller, type SecrecyDatabase } from './secrecy-fixture.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

let db: SecrecyDatabase;
let functions: readonly CalledFunction[];
/** The columns of each table and view by its name. */
const relations = new Map<string, readonly Column[]>();
/** All rows of each table. */
const stored = new Map<string, Rows>();

const rowsQuery = (relation: string, columns: string) =>
  `select to_jsonb(found) as row from (select ${columns} from public.${relation}) as found`;

beforeAll(async () => {
  db = await startSecrecyDatabase();
  functions = await functionsOfCallers(db.test);
  for (const column of await columnsOfRelations(db.test))
    relations.set(column.relation, [...(relations.get(column.relation) ?? []), column]);
  for (const [name, columns] of relations)
    if (columns[0]?.is_table === true) {
      const rows = await db.test.sql<{ row: Rows[number] }>(rowsQuery(name, '*'));
      stored.set(
        name,
        rows.map(({ row }) => row),
      );
    }
});
afterAll(() => db.drop());

/** Values that tell a row from others: ids, references, names, notes and amounts; no codes of the schema, and no times. */
function* marksIn(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* marksIn(inner);
  else {
    const text = String(value);
    if (text.length >= 5 && /[\d@ ]/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text)) yield text;
  }
}

/** The marks that are in no row that the caller may read. */
async function secretsFor({ identity, argumentsOf }: Caller): Promise<readonly string[]> {
  const reads = [...relations].flatMap(([name, columns]) => {
    const names = columns.filter(({ readers }) => readers.includes(identity.role));
    return names.length === 0 ? [] : [rowsQuery(name, names.map((one) => `"${one.name}"`).join())];
  });
  // Whatever is on sale is shown to everybody by the search.
  const search = functions.filter(({ name }) => name === 'bkk_search_flights');
  reads.push(...search.map((one) => callsOf(one, argumentsOf(one.name), [])[0] ?? ''));
  const results = await db.test.database.asIdentity(
    identity,
    reads.map((text) => ({ text })),
  );
  // The store shows its products to everybody.
  const inStore = ['bkk_products', 'bkk_product_variants'].map((name) => stored.get(name));
  const readable = new Set(marksIn([...results.map(({ rows }) => rows), ...inStore]));
  return [...new Set(marksIn([...stored.values()]))].filter((mark) => !readable.has(mark));
}

/** The errors that tell of a row more than was sent, one for each message, with the statement. */
function leaksIn(answers: readonly Answer[], secrets: readonly string[]): readonly string[] {
  const leaks = answers.filter(({ text, message, detail, hint }) => {
    const said = `${message}\n${detail}\n${hint}`;
    const isSecret = (mark: string) => said.includes(mark) && !text.includes(mark);
    return /Failing row|^Key \(/m.test(said) || secrets.some(isSecret);
  });
  const byMessage = new Map(leaks.map((leak) => [leak.message, leak]));
  return [...byMessage.values()].map(
    ({ text, message, detail }) => `${text.slice(0, 80)}: ${message} ${detail}`,
  );
}

/** The others have the rights of a member. */
const callerNames = [
  'visitor',
  'member',
  'admin',
  ...(isWholeSuite ? ['other member', 'demoted admin'] : []),
];

async function callerWith(name: string): Promise<[Caller, readonly string[]]> {
  const caller = db.callers.find((one) => one.name === name);
  if (caller === undefined) throw new Error(`no ${name}`);
  return [caller, await secretsFor(caller)];
}

describe.each(callerNames)('a %s', (name) => {
  test('learns of no hidden row by an error of a function', async () => {
    const [caller, secrets] = await callerWith(name);
    expect(secrets.length).toBeGreaterThan(50);
    const calls = functions.flatMap((one) =>
      callsOf(
        one,
        caller.argumentsOf(one.name),
        one.is_open || name !== 'visitor' ? sampleOf(db.ids) : [],
      ),
    );
    const answers = await answersTo(db.test, caller.identity, calls);
    expect(leaksIn(answers, secrets)).toEqual([]);
    // What a function is given, it checks itself: PostgreSQL adds the failing row to the error of a constraint.
    const violations = answers.filter(({ code }) => code.startsWith('23'));
    expect(new Map(violations.map(({ text, message }) => [message, text]))).toEqual(new Map());
  });

  test('learns of no hidden row by an error of a table or view', async () => {
    const [caller, secrets] = await callerWith(name);
    const statements = [...relations].flatMap(([relation, columns]) =>
      statementsOn(columns, caller.identity.role, (stored.get(relation) ?? []).slice(0, 2)),
    );
    const answers = await answersTo(db.test, caller.identity, statements);
    expect(leaksIn(answers, secrets)).toEqual([]);
  });
});

test('every function is tried with arguments of which it refuses none', async () => {
  const refused = new Map(functions.map(({ name }) => [name, '']));
  for (const caller of db.callers) {
    const calls = functions.map((one) => callsOf(one, caller.argumentsOf(one.name), [])[0] ?? '');
    const answers = await answersTo(db.test, caller.identity, calls);
    for (const [index, { code, message }] of answers.entries()) {
      const { name = '' } = functions[index] ?? {};
      if (code === 'DONE0') refused.delete(name);
      else if (refused.has(name)) refused.set(name, `${code} ${message}`);
    }
  }
  expect(Object.fromEntries(refused)).toEqual({
    bkk_admin_set_quote_status: expect.stringContaining('With the feature requests') as string,
  });
});
