import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startMemberDatabase } from './member-database.ts';

const { nattaya, somchai } = members;
const item = '00000000-0000-4000-8002-000000000001';
const seenTime = `select updated_at::text from bkk_airline_news where id = $1`;
const rename = `update bkk_airline_news set title = $3 where id = $1 and updated_at = $2 returning title`;

/** Both are admins. */
const db = shareDatabase(startMemberDatabase);
beforeAll(() =>
  db.test.sql(`update bkk_user_roles set role = 'admin' where user_id in ($1, $2)`, [
    somchai.id,
    nattaya.id,
  ]),
);

const seen = async () => {
  const [row] = await db.rows(somchai, seenTime, [item]);
  return String(row?.updated_at);
};

describe('two admins on one item of the news', () => {
  test('the second of them finds nothing to write to, also at the same moment', async () => {
    const time = await seen();
    expect(await db.rows(somchai, rename, [item, time, 'First'])).toEqual([{ title: 'First' }]);
    expect(await db.rows(nattaya, rename, [item, time, 'Second'])).toEqual([]);
    const fresh = await seen();
    const both = await Promise.all([
      db.rows(somchai, rename, [item, fresh, 'Third']),
      db.rows(nattaya, rename, [item, fresh, 'Fourth']),
    ]);
    expect(both.flat()).toHaveLength(1);
  });

  test('a change is never missed: each write has a time of its own, even within one transaction', async () => {
    const [first] = await db.rows(somchai, seenTime, [item]);
    await db.test.sql(`begin;
      update bkk_airline_news set title = 'a' where id = '${item}';
      update bkk_airline_news set title = 'b' where id = '${item}';
      commit`);
    const [gap] = await db.test.sql<{ later: boolean; apart: boolean }>(
      `select updated_at > $2::timestamptz as later, updated_at > now() - interval '1 minute' as apart
       from bkk_airline_news where id = $1`,
      [item, String(first?.updated_at)],
    );
    expect(gap).toEqual({ later: true, apart: true });
    const [row] = await db.test.sql<{ n: number }>(
      `with changed as (update bkk_airline_news set updated_at = updated_at - interval '1 year' where id = $1 returning updated_at)
       select count(*)::int as n from changed where updated_at > now() - interval '1 minute'`,
      [item],
    );
    expect(row?.n).toBe(1);
  });
});
