import { bookingTransitions } from '@bkksiam/domain/booking-status';
import { requestTransitions } from '@bkksiam/domain/request-status';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.drop());

test.each([
  ['request', requestTransitions],
  ['booking', bookingTransitions],
] as const)('SQL and the domain have the same transitions of a %s', async (kind, table) => {
  const rows = await db.sql<Record<'from' | 'verb' | 'by' | 'to', string>>(
    `select from_status as from, action as verb, actor as by, to_status as to
     from bkk_status_transitions where kind = $1`,
    [kind],
  );
  const lines = (list: readonly (typeof rows)[number][]) =>
    list.map(({ from, verb, by, to }) => [from, verb, by, to].join(' ')).sort();
  expect(lines(rows)).toEqual(lines(table));
});
