import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { onlyInWholeSuite } from '../../apps/server/src/testing/variations.ts';
import { featureSeedFile } from '../../apps/server/src/db/migration-files.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase, type SignedInUser } from './member-database.ts';
import { featureArguments } from './policies/feature-functions.ts';
import { startRecordedCalls, type RecordedCalls } from './recorded-calls.ts';

const { nattaya, somchai, malee } = members;
const nobody = '00000000-0000-4000-8000-000000000099';
const quoted = '00000000-0000-4000-8001-000000000001';

/** The functions of the features that the API serves. */
const functionsQuery = `
  select distinct proname as name from pg_proc
  where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`;

/** Tables and views of the API with the columns that callers may name. */
const relationsQuery = `
  select relation.relname as name, string_agg(quote_ident(field.attname), ',' order by field.attnum) as columns
  from pg_class as relation
    join pg_attribute as field on field.attrelid = relation.oid and field.attnum > 0 and not field.attisdropped
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'v')
    and has_column_privilege('authenticated', relation.oid, field.attname, 'select')
  group by relation.relname order by relation.relname`;

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);
let calls: RecordedCalls;

beforeAll(async () => {
  calls = await startRecordedCalls(db.test.database);
});
afterAll(() => calls.close());

/** The arguments of a function with the id of nothing, so that no call changes anything. */
const argumentsOf = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === '$others' ? nobody : value]),
  );

/** Writes that are refused with and without the features, for different reasons. */
const refusedWrites: Readonly<Record<string, (client: SupabaseClient) => PromiseLike<unknown>>> = {
  'insert of an accepted request': (client) =>
    client.from('bkk_quote_requests').insert({
      user_id: nattaya.id,
      origin: 'BKK',
      destination: 'NRT',
      dep_date: '2099-01-01',
      status: 'ACCEPTED',
    }),
  'update of a status': (client) =>
    client.from('bkk_quote_requests').update({ status: 'TICKETED' }).eq('quote_id', quoted),
  'insert of a booking': (client) => client.from('bkk_bookings').insert({ status: 'TICKETED' }),
};

/** What callers try: relations with their columns, and functions. */
interface Tries {
  readonly relations: readonly { readonly name: string; readonly columns: string }[];
  readonly functions: readonly string[];
}

/** The answers to one caller: every relation, every function of the features, and writes that are refused. */
async function answersTo(client: SupabaseClient, { relations, functions }: Tries) {
  const answers: Record<string, unknown> = {};
  const read = async ({ name, columns }: Tries['relations'][number]) => {
    const { data, error, status } = await client.from(name).select(columns);
    const rows = (data ?? []).map((row) => JSON.stringify(row)).sort();
    answers[name] = { status, error, rows };
  };
  await Promise.all(relations.map(read));
  for (const name of functions) {
    const answer = await client.rpc(name, argumentsOf(featureArguments[name] ?? {}));
    answers[name] = { status: answer.status, error: answer.error, data: answer.data as unknown };
  }
  for (const [name, write] of Object.entries(refusedWrites)) answers[name] = await write(client);
  return answers;
}

/** The answers to the callers by their address. */
async function recordAnswers(callers: readonly (SignedInUser | undefined)[]) {
  const served = await db.test.sql<{ name: string }>(functionsQuery);
  const tries: Tries = {
    relations: await db.test.sql<{ name: string; columns: string }>(relationsQuery),
    functions: served
      .map(({ name }) => name)
      // The time of a test mail shows, and another has to wait.
      .filter((name) => name in featureArguments && name !== 'bkk_admin_send_test_mail'),
  };
  const answers: Record<string, Readonly<Record<string, unknown>>> = {};
  // One after the other: who is first saves the traveller that the others then may not.
  for (const who of callers)
    answers[who?.email ?? 'visitor'] = await answersTo(await calls.client(who), tries);
  return answers;
}

/** Also removes the traveller that a recorded call has saved. */
async function switchTo(features: string) {
  await db.test.sql('delete from bkk_travellers');
  await db.test.sql('select bkk_internal.set_features($1)', [features]);
}

const answersWith = async (features: string, callers: Parameters<typeof recordAnswers>[0]) => {
  await switchTo(features);
  return recordAnswers(callers);
};

const off = '{}';
const on = '{requests,bookings}';

test('switching off and on changes no answer of a database without data of the features', async () => {
  onlyInWholeSuite();
  const callers = [undefined, nattaya, somchai];
  const first = await recordAnswers(callers);
  const switchedOn = await answersWith(on, callers);
  expect(await answersWith(off, callers)).toEqual(first);
  expect(await answersWith(on, callers)).toEqual(switchedOn);
  expect(switchedOn).not.toEqual(first);
});

test('switching off and on changes no answer of a database with requests and bookings', async () => {
  await switchTo(on);
  for (const feature of ['bookings', 'requests'])
    await db.test.sql((await featureSeedFile(feature))?.text ?? '');
  const callers = [nattaya, malee, somchai];
  const switchedOff = await answersWith(off, callers);
  const switchedOn = await answersWith(on, callers);
  expect(await answersWith(off, callers)).toEqual(switchedOff);
  expect(await answersWith(on, callers)).toEqual(switchedOn);
  const bookingsOf = (answers: typeof switchedOn, { email }: { readonly email: string }) =>
    (answers[email]?.bkk_bookings as { rows: unknown[] } | undefined)?.rows.length;
  expect(callers.map((who) => bookingsOf(switchedOff, who))).toEqual([0, 0, 0]);
  expect(callers.map((who) => bookingsOf(switchedOn, who))).toEqual([8, 0, 13]);
});
