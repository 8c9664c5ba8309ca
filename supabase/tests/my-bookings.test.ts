import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import type { SignedInUser } from './member-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';

const { nattaya, malee, somchai } = members;

/** Nattaya is left without requests and bookings. */
const db = shareDatabase(startBookingDatabase);
beforeAll(async () => {
  await db.test.sql(`select bkk_internal.set_features('{requests,bookings}');
    set session_replication_role = replica; delete from bkk_bookings; delete from bkk_quote_requests`);
});

interface Listed {
  readonly id: string;
  readonly reference: string | null;
  readonly status: string;
  readonly has_offer: boolean;
}

async function listOf(who: SignedInUser = nattaya, offset = 0, limit = 20) {
  const [row] = await db.rows(who, `select bkk_my_bookings(${offset}, ${limit}) as list`);
  return row?.list as { readonly rows: readonly Listed[]; readonly total: number };
}

const idOf = (kind: number, number: number) =>
  `00000000-0000-4000-800${String(kind)}-${String(number).padStart(12, '0')}`;

/** Requests and bookings of a member by turns, one a minute. */
async function fill(who: { readonly id: string }, requests: number, bookings: number) {
  await db.test.sql(`begin; set local session_replication_role = replica;
    insert into bkk_quote_requests (quote_id, user_id, origin, destination, pax_adt, status, dep_date, created_at)
      select ('00000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, '${who.id}', 'BKK', 'NRT', 2, 'PENDING',
        '2030-01-01', now() - n * interval '2 minutes'
      from generate_series(1, ${requests}) as n;
    insert into bkk_bookings (booking_id, reference, user_id, status, request_key, pax_adt, hold_expires_at, created_at)
      select ('00000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid, 'BKK-' || lpad(translate(n::text, '01', 'XY'), 8, 'A'),
        '${who.id}', 'HOLD', gen_random_uuid(), 1, now() + interval '1 day', now() - n * interval '2 minutes' - interval '1 minute'
      from generate_series(1, ${bookings}) as n; commit`);
}

describe('bkk_my_bookings', () => {
  test('lists requests and bookings of the caller together, newest first', async () => {
    await fill(nattaya, 2, 2);
    const { rows, total } = await listOf();
    expect(rows.map(({ id }) => id)).toEqual([idOf(1, 1), idOf(2, 1), idOf(1, 2), idOf(2, 2)]);
    expect(rows.map(({ status }) => status)).toEqual(['PENDING', 'HOLD', 'PENDING', 'HOLD']);
    expect(rows.map(({ reference }) => reference !== null)).toEqual([false, true, false, true]);
    expect(total).toBe(4);
  });

  test('lists an accepted request once, as its booking', async () => {
    await fill(nattaya, 2, 1);
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_quote_requests set status = 'ACCEPTED' where quote_id = '${idOf(1, 1)}';
      update bkk_bookings set quote_id = '${idOf(1, 1)}'; commit`);
    const { rows, total } = await listOf();
    expect(rows.map(({ id }) => id)).toEqual([idOf(2, 1), idOf(1, 2)]);
    expect(total).toBe(2);
  });

  test('lists a request again that has a new offer after its booking has ended', async () => {
    await fill(nattaya, 1, 1);
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_quote_requests set status = 'QUOTED';
      update bkk_bookings set quote_id = '${idOf(1, 1)}', status = 'EXPIRED'; commit`);
    expect((await listOf()).rows.map(({ status }) => status)).toEqual(['QUOTED', 'EXPIRED']);
  });

  test('says which requests have an open offer', async () => {
    await fill(nattaya, 2, 0);
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_quote_requests set status = 'QUOTED';
      insert into bkk_quote_offers (quote_id, version, segments, pax_adt, pax_chd, pax_inf, lines, total_satang, valid_until,
          hold_expires_at, deposit_satang, deposit_due_at)
        values ('${idOf(1, 2)}', 1, '[]', 2, 0, 0, '[]', 100, now() + interval '1 day', now() + interval '1 day', 0, now());
      commit`);
    const { rows } = await listOf();
    expect(rows.map((row) => row.has_offer)).toEqual([false, true]);
  });

  test('gives the same rows in pages, each once', async () => {
    await fill(nattaya, 15, 16);
    const all = (await listOf(nattaya, 0, 100)).rows.map(({ id }) => id);
    const pages = await Promise.all([0, 7, 14, 21, 28].map((offset) => listOf(nattaya, offset, 7)));
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(all);
    expect(all).toHaveLength(31);
    expect((await listOf(nattaya, 40, 20)).rows).toEqual([]);
  });

  test('stops counting after 1,000, and counts on for a page beyond', async () => {
    await fill(nattaya, 600, 600);
    expect((await listOf()).total).toBe(1001);
    const beyond = await listOf(nattaya, 1000, 20);
    expect(beyond.rows).toHaveLength(20);
    expect(beyond.total).toBe(1021);
    expect((await listOf(nattaya, 1180, 20)).total).toBe(1200);
  });

  test("shows nobody another member's rows, admins neither", async () => {
    await fill(nattaya, 1, 1);
    expect(await listOf(malee)).toEqual({ rows: [], total: 0 });
    expect(await listOf(somchai)).toEqual({ rows: [], total: 0 });
  });

  test('takes no more than 100 rows at once', async () => {
    await fill(nattaya, 60, 60);
    expect((await listOf(nattaya, 0, 1000)).rows).toHaveLength(100);
  });
});
