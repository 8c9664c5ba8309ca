import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { countHit, type RateLimit } from './rate-limits.ts';

const limit: RateLimit = { name: 'passwords', max: 2, windowSeconds: 300 };
const subject = 'member@example.com';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const countersOf = (secret: string) => ({
  database: test.database,
  tokens: createTokens({ secret }),
});

it('is counted together by processes of one secret, under a key that needs the secret', async () => {
  const [one, other] = [countersOf('a secret of the tests'), countersOf('a secret of the tests')];
  await countHit(one, limit, subject);
  await countHit(other, limit, subject);
  await expect(countHit(one, limit, subject)).rejects.toMatchObject({ limitName: 'passwords' });
  await countHit(countersOf('another secret'), limit, subject);
  await countHit(one, { ...limit, name: 'codes' }, subject);
  const rows = await test.sql('select uses from bkksiam_private.limits order by uses');
  expect(rows.map(({ uses }) => uses)).toEqual([1, 1, 3]);
});
