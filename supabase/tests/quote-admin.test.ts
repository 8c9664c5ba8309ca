import { nextStatuses } from '@bkksiam/domain/quotes';
import { describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { identityOf, startAdminDatabase } from './member-database.ts';

const { nattaya, somchai } = members;
const request = '00000000-0000-4000-8001-000000000001';
const states = ['PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'CANCELLED'] as const;
const moves: Readonly<Record<(typeof states)[number], readonly string[]>> = {
  PENDING: ['QUOTED', 'CANCELLED'],
  QUOTED: ['CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['TICKETED', 'CANCELLED'],
  TICKETED: [],
  CANCELLED: [],
};
const setStatus = 'select bkk_admin_set_quote_status($1, $2, $3)';

/** Somchai is the admin; the request is Nattaya's. */
const db = shareDatabase(startAdminDatabase);

/** Sets the status, bypassing triggers. */
const put = (status: string) =>
  db.test.sql(`begin; set local session_replication_role = replica;
    update bkk_quote_requests set status = '${status}' where quote_id = '${request}'; commit`);

const status = async () => {
  const [row] = await db.test.sql('select status from bkk_quote_requests where quote_id = $1', [
    request,
  ]);
  return row?.status;
};

describe('a request`s status', () => {
  test.each(states)('moves from %s along the table alone, by call and by update', async (from) => {
    for (const to of states) {
      const allowed = moves[from].includes(to);
      await put(from);
      const called = await db.resultOf(somchai, setStatus, [request, from, to]);
      expect([to, called, await status()]).toEqual(
        allowed ? [to, 'done', to] : [to, 'PT400', from],
      );
      await put(from);
      const update = 'update bkk_quote_requests set status = $2 where quote_id = $1';
      const updated = await db.resultOf(somchai, update, [request, to]);
      expect([to, updated]).toEqual([to, allowed || to === from ? 'done' : 'PT400']);
    }
  });

  test.each(states)('of %s is offered the same ways by the screens', (from) => {
    expect(nextStatuses(from)).toEqual(moves[from]);
  });

  test('cannot become what there is not', async () => {
    await put('PENDING');
    for (const to of ['pending', 'SOLD', null])
      expect(await db.resultOf(somchai, setStatus, [request, 'PENDING', to])).toBe('PT400');
  });

  test('is not moved from an outdated status; the second of two admins gets a conflict', async () => {
    await put('PENDING');
    expect(await db.resultOf(somchai, setStatus, [request, 'QUOTED', 'CONFIRMED'])).toBe('PT409');
    expect(await db.resultOf(somchai, setStatus, [request, null, 'QUOTED'])).toBe('PT409');
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [nattaya.id]);
    const results = await Promise.all([
      db.resultOf(somchai, setStatus, [request, 'PENDING', 'QUOTED']),
      db.resultOf(nattaya, setStatus, [request, 'PENDING', 'CANCELLED']),
    ]);
    expect(results.sort()).toEqual(['PT409', 'done']);
    expect(['QUOTED', 'CANCELLED']).toContain(await status());
  });

  test('of a request that there is not cannot be set', async () => {
    expect(await db.resultOf(somchai, setStatus, [nattaya.id, 'PENDING', 'QUOTED'])).toBe('PT404');
  });

  test('says when it changed, and leaves the trace of who', async () => {
    await put('PENDING');
    await db.rows(somchai, setStatus, [request, 'PENDING', 'QUOTED']);
    expect(
      await db.rows(
        somchai,
        `select actor_id, actor_email, operation, before ->> 'status' as before, after ->> 'status' as after,
           changed_at = (select updated_at from bkk_quote_requests where quote_id = row_id) as same_time,
           changed_at > now() - interval '1 minute' as just_now
         from bkk_change_log where row_id = $1`,
        [request],
      ),
    ).toEqual([
      {
        actor_id: somchai.id,
        actor_email: somchai.email,
        operation: 'UPDATE',
        before: 'PENDING',
        after: 'QUOTED',
        same_time: true,
        just_now: true,
      },
    ]);
  });
});

describe('the admin list', () => {
  const list = `select email, full_name from bkk_quote_requests_admin_view where quote_id = $1`;

  test('has every request with its member, whose new name and e-mail it follows', async () => {
    expect(await db.rows(somchai, 'select from bkk_quote_requests_admin_view')).toHaveLength(15);
    await db.rows(nattaya, `update bkk_user_profiles set full_name = 'Natt'`);
    await db.test.sql(`update auth.users set email = 'n@bkksiam.example' where id = $1`, [
      nattaya.id,
    ]);
    expect(await db.rows(somchai, list, [request])).toEqual([
      { email: 'n@bkksiam.example', full_name: 'Natt' },
    ]);
  });

  test('follows a request that goes to another member, and a new one', async () => {
    const give = 'update bkk_quote_requests set user_id = $2 where quote_id = $1';
    await db.rows(somchai, give, [request, somchai.id]);
    expect(await db.rows(somchai, list, [request])).toEqual([
      { email: somchai.email, full_name: 'Somchai Rattanakul' },
    ]);
    await db.rows(
      somchai,
      `insert into bkk_quote_requests (quote_id, user_id, origin, destination, dep_date)
       values ($1, $2, 'BKK', 'NRT', current_date)`,
      [nattaya.id, nattaya.id],
    );
    expect(await db.rows(somchai, list, [nattaya.id])).toEqual([
      { email: nattaya.email, full_name: 'Nattaya Wongthai' },
    ]);
  });

  test('a member`s new name is no change of their requests', async () => {
    const recorded = 'select from bkk_change_log where row_id = $1';
    const before = await db.test.sql('select updated_at from bkk_quote_requests order by quote_id');
    await db.rows(nattaya, `update bkk_user_profiles set full_name = 'Natt'`);
    expect(
      await db.test.sql('select updated_at from bkk_quote_requests order by quote_id'),
    ).toEqual(before);
    expect(await db.rows(somchai, recorded, [request])).toEqual([]);
  });
});

test('two admins who write one request take turns', async () => {
  await put('PENDING');
  let second: Promise<string> | undefined;
  await db.test.database.transaction(identityOf(somchai), async (transaction) => {
    await transaction.run({ text: setStatus, values: [request, 'PENDING', 'QUOTED'] });
    second = db.resultOf(somchai, setStatus, [request, 'PENDING', 'CANCELLED']);
    let waiting: unknown[] = [];
    while (waiting.length === 0)
      waiting = await db.test.sql(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
  });
  expect(await second).toBe('PT409');
  expect(await status()).toBe('QUOTED');
});
