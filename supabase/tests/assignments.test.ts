import { beforeAll, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';
import { legs, offer } from './request-fixture.ts';

const { nattaya, somchai, malee } = members;
const key = '00000000-0000-4000-9000-000000000001';

/** Somchai and Malee are admins; the bookings and requests are Nattaya's. */
const db = shareDatabase(startBookingDatabase);
beforeAll(() =>
  db.test.sql(`select bkk_internal.set_features('{requests,bookings,notifications}');
    update bkk_user_roles set role = 'admin' where user_id = '${malee.id}'`),
);

type Kind = 'booking' | 'request';
const kinds: readonly Kind[] = ['booking', 'request'];

/** What is different for a booking and a request. */
const names = {
  booking: { table: 'bkk_bookings', view: 'bkk_bookings_admin_view', id: 'booking_id' },
  request: { table: 'bkk_quote_details', view: 'bkk_group_requests_admin_view', id: 'quote_id' },
} as const;
const historyOf = { booking: 'bkk_booking_events', request: 'bkk_quote_events' } as const;

async function place(kind: Kind): Promise<string> {
  if (kind === 'booking') return (await db.held()).booking_id;
  const [row] = await db.rows(
    nattaya,
    `select bkk_request_quote($1, 18, 4, 0, 'economy', 0, '{}', null, null, $2) as id`,
    [JSON.stringify(legs), key],
  );
  return String(row?.id);
}

/** `done`, or who has it instead. */
async function assign(
  [kind, id]: readonly [Kind, string],
  who: SignedInUser,
  to: SignedInUser | null,
  expected: SignedInUser | null = null,
): Promise<unknown> {
  const [row] = await db.rows(who, `select bkk_admin_assign_${kind}($1, $2, $3) as result`, [
    id,
    to?.id ?? null,
    expected?.id ?? null,
  ]);
  const result = row?.result as { readonly is_done: boolean; readonly assigned_name: string };
  return result.is_done ? 'done' : result.assigned_name;
}

async function holderOf([kind, id]: readonly [Kind, string], who: SignedInUser = somchai) {
  const { view, id: column } = names[kind];
  const text = `select assigned_name, is_mine from ${view} where ${column} = $1`;
  const [row] = await db.rows(who, text, [id]);
  return row;
}

const eventsOf = ([kind, id]: readonly [Kind, string], who: SignedInUser) =>
  db.rows(
    who,
    `select event, actor_name, details from ${historyOf[kind]} where ${names[kind].id} = $1 order by event_id`,
    [id],
  );

const messages = async () => (await db.test.sql('select from bkk_outbox')).length;

test.each(kinds)('a %s is taken on, handed over and given back', async (kind) => {
  const item = [kind, await place(kind)] as const;
  const queued = await messages();
  const { table, id } = names[kind];
  const versionOf = `select version from ${table} where ${id} = '${item[1]}'`;
  const version = await db.test.sql(versionOf);
  expect(await holderOf(item)).toEqual({ assigned_name: null, is_mine: null });
  expect(await assign(item, somchai, somchai)).toBe('done');
  expect(await holderOf(item)).toEqual({ assigned_name: 'Somchai Rattanakul', is_mine: true });
  expect(await holderOf(item, malee)).toMatchObject({ is_mine: false });
  // A repeated call adds no event.
  expect(await assign(item, somchai, somchai)).toBe('done');
  expect(await assign(item, somchai, malee, somchai)).toBe('done');
  expect(await assign(item, malee, null, malee)).toBe('done');
  expect((await eventsOf(item, malee)).slice(1)).toEqual([
    {
      event: 'taken_on',
      actor_name: 'Somchai Rattanakul',
      details: { assigned_to: somchai.id },
    },
    {
      event: 'handed_over',
      actor_name: 'Somchai Rattanakul',
      details: { assigned_from: somchai.id, assigned_to: malee.id },
    },
    {
      event: 'given_back',
      actor_name: expect.any(String) as unknown,
      details: { assigned_from: malee.id },
    },
  ]);
  // The member is not told, and reads none of it; what another admin is doing stays valid.
  expect(await eventsOf(item, nattaya)).toHaveLength(1);
  expect(await messages()).toBe(queued);
  expect(await db.test.sql(versionOf)).toEqual(version);
  const [exported] = await db.test.sql<{ text: string }>(
    'select bkk_internal.export_user($1)::text as text',
    [nattaya.id],
  );
  expect(exported?.text).not.toMatch(/taken_on|assigned|for_admins/);
});

test.each(kinds)('a %s that another admin has just taken stays with that one', async (kind) => {
  const item = [kind, await place(kind)] as const;
  const taken = await Promise.all([
    assign(item, somchai, somchai),
    assign(item, malee, malee),
    assign(item, somchai, somchai),
  ]);
  const [holder] = await db.test.sql<{ name: string }>(
    `select full_name as name from ${names[kind].table} join bkk_user_roles as admin on admin.user_id = assigned_to`,
  );
  expect(taken).toContain('done');
  expect(new Set(taken)).toEqual(new Set(['done', holder?.name]));
  // Giving it back, too, is refused where another one has it.
  const [one, other] = taken[1] === 'done' ? [malee, somchai] : [somchai, malee];
  expect(await assign(item, other, null, other)).toBe(holder?.name);
  expect(await assign(item, other, other, one)).toBe('done');
  expect((await eventsOf(item, other)).at(-1)).toMatchObject({
    event: 'taken_on',
    details: { assigned_from: one.id },
  });
});

test.each(kinds)(
  'a %s is for active admins alone, and nobody has it once they are none',
  async (kind) => {
    const item = [kind, await place(kind)] as const;
    const text = `select bkk_admin_assign_${kind}($1, $2)`;
    expect(await db.resultOf(somchai, text, [item[1], nattaya.id])).toBe('PT400');
    expect(await db.resultOf(nattaya, text, [item[1], nattaya.id])).toBe('42501');
    expect(await db.resultOf(somchai, text, [nattaya.id, somchai.id])).toBe('PT404');
    const leaving = [
      `update bkk_user_roles set role = 'member' where user_id = '${malee.id}'`,
      `update bkk_user_roles set is_active = false where user_id = '${malee.id}'`,
      `delete from auth.users where id = '${malee.id}'`,
    ];
    for (const leave of leaving) {
      await db.test.sql(
        `update bkk_user_roles set role = 'admin', is_active = true where user_id = '${malee.id}'`,
      );
      expect(await assign(item, somchai, malee)).toBe('done');
      await db.test.sql(leave);
      expect(await holderOf(item)).toEqual({ assigned_name: null, is_mine: null });
    }
  },
);

test.each(kinds)('a %s is counted with those of an admin or of nobody', async (kind) => {
  const text = `select bkk_admin_count_${kind}s() as counts`;
  const countsOf = async (who: SignedInUser) => {
    const [row] = await db.rows(who, text);
    const counts = row?.counts as { readonly mine: number; readonly nobody: number } | undefined;
    return { mine: counts?.mine, nobody: counts?.nobody ?? 0 };
  };
  const before = await countsOf(somchai);
  const item = [kind, await place(kind)] as const;
  expect(await countsOf(somchai)).toEqual({ mine: 0, nobody: before.nobody + 1 });
  await assign(item, somchai, somchai);
  expect(await countsOf(somchai)).toEqual({ mine: 1, nobody: before.nobody });
  expect(await countsOf(malee)).toEqual({ mine: 0, nobody: before.nobody });
});

test('the booking of an accepted offer is with the admin of its request', async () => {
  const item = ['request', await place('request')] as const;
  await assign(item, somchai, malee);
  await db.rows(somchai, 'select bkk_admin_send_offer($1, 1, $2)', [
    item[1],
    JSON.stringify(offer()),
  ]);
  const [row] = await db.rows(nattaya, 'select bkk_accept_offer($1, 2) as booking', [item[1]]);
  const { booking_id: id } = (row as { readonly booking: { readonly booking_id: string } }).booking;
  expect(await holderOf(['booking', id], malee)).toMatchObject({ is_mine: true });
  expect(await eventsOf(['booking', id], malee)).toMatchObject([
    { event: 'hold_placed' },
    { event: 'handed_over', actor_name: null, details: { assigned_to: malee.id } },
  ]);
  expect(await eventsOf(['booking', id], nattaya)).toHaveLength(1);
});
