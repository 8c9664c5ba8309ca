// Random sequences of every action on orders, their payments, stock and refunds, with a fixed seed; `npm run drill -- shop` runs
// many more by FUZZ_RUNS and FUZZ_SEED.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { fuzzRuns, isWholeSuite } from '../../apps/server/src/testing/variations.ts';
import { examples, steps } from './order-walk-steps.ts';
import { OrderWalk } from './order-walk.ts';

// A walk takes half a second.
const runs = examples.length + fuzzRuns(16);
const seed = Number(process.env.FUZZ_SEED ?? 1);

const { nattaya, somchai } = members;

let walk: OrderWalk;

beforeAll(async () => {
  walk = await OrderWalk.start();
});
afterAll(() => walk.drop());

const property = fc.asyncProperty(steps, async (sequence) => {
  await walk.clear();
  for (const step of sequence) await walk.take(step);
  await walk.checkSecrecy();
});

test(
  'no sequence of actions forbids itself a status, loses a piece or a satang, lets a paid order expire, keeps an unpaid one for ever or skips a receipt',
  async () => {
    await fc.assert(property, { numRuns: runs, seed, examples, endOnFailure: true });
    // A walk that is refused everywhere would find nothing.
    expect([...walk.done].sort()).toEqual(walk.actionNames);
  },
  60_000 + runs * 2_000,
);

/** Whether a statement waits for a lock of another transaction. */
const isWaiting = async () => {
  const rows = await walk.db.test.sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

/**
 * Holds a piece's variant, as who places an order does first, until the other call waits for it; then locks what such an order
 * takes next.
 */
async function meet(variant: string, other: () => Promise<unknown>, next: string): Promise<void> {
  const { admin } = walk.db.test;
  await withClient(admin, admin, async (client) => {
    await client.query('begin');
    await client.query('select from bkk_product_variants where id = $1 for update', [variant]);
    const called = other();
    await vi.waitUntil(isWaiting, { timeout: 10_000 });
    await client.query(next);
    await client.query('commit');
    await called;
  });
}

test('who places an order and what pays or ends others never wait for each other', async () => {
  await walk.clear();
  const { db } = walk;
  const cap = { product_id: 'cap', variant_id: 'cap', quantity: 1, seen_satang: 40_000 };
  const [first, second] = [await db.placed(), await db.placed(nattaya, { lines: [cap] })];
  await db.call(somchai, 'bkk_admin_change_credit', {
    p_user_id: nattaya.id,
    p_amount_satang: 100_000,
    p_note: 'for tests',
    p_idempotency_key: randomUUID(),
  });
  await meet(
    'cap',
    () =>
      db.call(nattaya, 'bkk_pay_order_with_credit', {
        p_order_id: second.order_id,
        p_version: second.version,
      }),
    `select from bkk_credit_accounts where user_id = '${nattaya.id}' for update`,
  );
  expect((await db.order(second.order_id)).status).toBe('PAID');
  const third = await db.placed(nattaya, { lines: [cap] });
  await db.test.sql(`update bkk_orders set pay_by = now() where status = 'PLACED'`);
  // The first one, which ends first, has the other variant.
  await meet(
    'cap',
    () => db.test.sql('select bkk_internal.expire_orders(now())'),
    `select from bkk_product_variants where id = 'tag-teal' for update`,
  );
  for (const { order_id: id } of [first, third])
    expect((await db.order(id)).status).toBe('CANCELLED');
});

/** Mistakes in SQL: a function, a part of it, and what stands there instead. */
const mistakes = [
  [
    'pay_order',
    'case when not is_paid and bkk_internal.has_other_slip(known.order_id, p_slip_id) then known.review_until end',
    'null',
  ],
  ['pay_order', `greatest(known.pay_by, now() + interval '6 hours')`, 'known.pay_by'],
  ['pay_order', `perform bkk_internal.post_order_stock(placed, 'SOLD')`, 'null'],
  ['expire_orders', 'coalesce(placed.review_until <= p_now, true)', 'true'],
  ['expire_orders', `placed.status = 'PLACED' and`, `placed.status in ('PLACED', 'PAID') and`],
  [
    'end_order',
    `case p_order.status when 'PLACED' then 'RELEASED' else 'RETURNED' end`,
    `'RELEASED'`,
  ],
  ['lock_order', 'locked.version is distinct from p_version', 'false'],
  ['lock_order', 'p_is_any or placed.user_id = auth.uid()', 'true'],
  ['accept_order_slip', `'surplus', p_amount_satang - paid`, `'surplus', 0`],
  ['bkk_admin_move_order', `require_admin('shop')`, `require_member('shop')`],
  [
    'post_order_refund',
    'paid_satang - p_refund.paid_satang',
    'paid_satang - p_refund.amount_satang',
  ],
  ['post_order_stock', 'sum(line.quantity)', 'max(line.quantity)'],
] as const;

test.runIf(isWholeSuite).each(mistakes)(
  'a mistake in %s is found: %s',
  async (name, right, wrong) => {
    const restore = await walk.replaceInFunction(name, right, wrong);
    try {
      const found = await fc.check(property, {
        numRuns: 200,
        seed: 20_261_128,
        examples,
        endOnFailure: true,
      });
      expect(found.failed).toBe(true);
    } finally {
      await restore();
    }
  },
  600_000,
);
