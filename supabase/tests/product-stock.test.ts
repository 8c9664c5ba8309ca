import { beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase, type SignedInUser } from './member-database.ts';

const { malee, nattaya, somchai } = members;

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);
beforeAll(() => db.test.sql(`select bkk_internal.set_features('{bookings,payments,shop}')`));

const post = (variant: string, kind: string, quantity: number) =>
  db.test
    .sql<{
      posted: boolean;
    }>('select bkk_internal.post_stock($1, $2, $3) as posted', [variant, kind, quantity])
    .then(
      ([row]) => row?.posted,
      (error: unknown) => (error as Error).message,
    );

async function stockOf(variant: string) {
  const [row] = await db.test.sql<Record<string, number | null>>(
    `select inventory_quantity as free, reserved_quantity as reserved, sold_quantity as sold, received_quantity as received
     from bkk_product_variants where id = $1`,
    [variant],
  );
  return row;
}

/** The variants whose quantities are not the sums of their movements. */
const differences = () =>
  db.test.sql(`
    select variant.id from bkk_product_variants as variant
      left join bkk_stock_movements as movement on movement.variant_id = variant.id
    group by variant.id
    having (variant.received_quantity, variant.reserved_quantity, variant.sold_quantity) is distinct from (
      coalesce(sum(quantity) filter (where kind in ('RECEIVED', 'CORRECTED')), 0),
      coalesce(sum(case kind when 'RESERVED' then quantity else -quantity end)
        filter (where kind in ('RESERVED', 'RELEASED', 'SOLD')), 0),
      coalesce(sum(case kind when 'SOLD' then quantity else -quantity end) filter (where kind in ('SOLD', 'RETURNED')), 0))`);

const adjust = (values: readonly (string | number | null)[], who: SignedInUser = somchai) =>
  db.rows(who, 'select bkk_admin_adjust_stock($1, $2, $3, $4, $5) as result', [...values]).then(
    ([row]) => row?.result,
    (error: unknown) => (error as Error).message,
  );
const key = '00000000-0000-4000-8000-00000000a001';

describe('the stock of a variant', () => {
  test('is received first, and every piece is free, reserved or sold at every moment', async () => {
    expect(await stockOf('snack-box')).toEqual({ free: 30, reserved: 0, sold: 0, received: 30 });
    for (const [kind, quantity] of [
      ['RESERVED', 5],
      ['SOLD', 3],
      ['RELEASED', 1],
      ['RETURNED', 1],
      ['CORRECTED', -2],
      ['RECEIVED', 10],
    ] as const)
      expect(await post('snack-box', kind, quantity)).toBe(true);
    expect(await stockOf('snack-box')).toEqual({ free: 35, reserved: 1, sold: 2, received: 38 });
    expect(await differences()).toEqual([]);
    const movements = await db.rows(
      somchai,
      `select kind, quantity, free_after, reserved_after from bkk_stock_movements
       where variant_id = 'snack-box' order by movement_id`,
    );
    expect(movements.map((row) => Object.values(row).join(' '))).toEqual([
      'RECEIVED 30 30 0',
      'RESERVED 5 25 5',
      'SOLD 3 25 2',
      'RELEASED 1 26 1',
      'RETURNED 1 27 1',
      'CORRECTED -2 25 1',
      'RECEIVED 10 35 1',
    ]);
  });

  test.each([
    ['RESERVED', 31, '30 pieces are free, 0 reserved and 0 sold: this is not possible.'],
    ['RELEASED', 1, '30 pieces are free, 0 reserved and 0 sold: this is not possible.'],
    ['SOLD', 1, '30 pieces are free, 0 reserved and 0 sold: this is not possible.'],
    ['RETURNED', 1, '30 pieces are free, 0 reserved and 0 sold: this is not possible.'],
    ['CORRECTED', -31, '30 pieces are free, 0 reserved and 0 sold: this is not possible.'],
    ['RESERVED', -1, 'A movement of stock has 1 to 100,000 pieces.'],
    ['CORRECTED', 0, 'A movement of stock has 1 to 100,000 pieces.'],
  ])('does not change by %s of %i', async (kind, quantity, message) => {
    expect(await post('snack-box', kind, quantity)).toBe(message);
    expect(await stockOf('snack-box')).toEqual({ free: 30, reserved: 0, sold: 0, received: 30 });
  });

  test('is not counted where it is not kept, and unknown variants have none', async () => {
    expect(await post('night-notebook', 'RESERVED', 99)).toBe(false);
    expect(await post('nothing', 'RESERVED', 1)).toBe('There is no such variant.');
    expect(await differences()).toEqual([]);
  });

  test('has its last piece for one of two orders at once', async () => {
    await post('tote-teal', 'RESERVED', 2);
    const order = () =>
      withClient(db.test.admin, db.test.admin, async (client) => {
        await client.query('begin');
        await client.query(`select bkk_internal.post_stock('tote-teal', 'RESERVED', 1)`);
        await client.query('select pg_sleep(0.2)');
        await client.query('commit');
      });
    const results = await Promise.allSettled([order(), order(), order()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stockOf('tote-teal')).toEqual({ free: 0, reserved: 3, sold: 0, received: 3 });
    expect(await differences()).toEqual([]);
  });

  test('is summed for its product, also of orders that change products of each other in turn', async () => {
    // Two products of two variants each; the orders share the products, and no variant.
    await db.test.sql(`
      insert into bkk_products (id, title) values ('one', 'One'), ('two', 'Two');
      insert into bkk_product_variants (id, product_id, title, price_in_cents, currency, inventory_quantity)
        select name || n, name, name, 100, 'thb', 20 from unnest('{one,two}'::text[]) as name, generate_series(1, 2) as n`);
    const order = (...variants: string[]) =>
      withClient(db.test.admin, db.test.admin, async (client) => {
        await client.query('begin');
        for (const variant of variants) {
          await client.query(`select bkk_internal.post_stock($1, 'RESERVED', 18)`, [variant]);
          await client.query('select pg_sleep(0.1)');
        }
        await client.query('commit');
      });
    await Promise.all([order('one1', 'two1'), order('two2', 'one2')]);
    const sums = `select product_id, variants, free, reserved, stock from bkk_product_stock
      where product_id in ('one', 'two') order by 1`;
    const sum = { variants: 2, free: '4', reserved: '36', stock: 'low' };
    expect(await db.test.sql(sums)).toEqual([
      { product_id: 'one', ...sum },
      { product_id: 'two', ...sum },
    ]);
    await post('one1', 'CORRECTED', -2);
    await post('one2', 'CORRECTED', -2);
    await db.test.sql(`delete from bkk_product_variants where product_id = 'two'`);
    expect(await db.test.sql(sums)).toMatchObject([
      { free: '0', stock: 'out' },
      { variants: 0, stock: 'not_kept' },
    ]);
  });

  test('that the owner sets is corrected by the difference', async () => {
    await post('snack-box', 'RESERVED', 4);
    await db.test.sql(
      `update bkk_product_variants set inventory_quantity = 40 where id = 'snack-box'`,
    );
    expect(await stockOf('snack-box')).toEqual({ free: 40, reserved: 4, sold: 0, received: 44 });
    expect(await differences()).toEqual([]);
  });

  test('keeps its history, but for the name of an admin who is erased', async () => {
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
    expect(await adjust(['snack-box', 'CORRECTED', -1, 'Broken', key], malee)).toMatchObject({
      inventory_quantity: 29,
    });
    await expect(db.test.sql('update bkk_stock_movements set quantity = 9')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(db.test.sql('delete from bkk_stock_movements')).rejects.toMatchObject({
      code: '42501',
    });
    await db.test.sql('select bkk_internal.erase_user($1)', [malee.id]);
    expect(
      await db.rows(
        somchai,
        `select note, created_by, created_by_name from bkk_stock_movements where kind = 'CORRECTED'`,
      ),
    ).toEqual([{ note: 'Broken', created_by: malee.id, created_by_name: null }]);
  });
});

describe('an admin', () => {
  test('receives and corrects stock, once for a key, with the reason and the name', async () => {
    const result = { inventory_quantity: 42, reserved_quantity: 0 };
    const values = ['snack-box', 'RECEIVED', 12, ' Delivery 7 ', key];
    expect(await adjust(values)).toMatchObject(result);
    expect(await adjust(values)).toMatchObject(result);
    expect((await stockOf('snack-box'))?.free).toBe(42);
    expect(
      await db.rows(
        somchai,
        `select kind, quantity, note, created_by_name from bkk_stock_movements where created_by is not null`,
      ),
    ).toEqual([
      { kind: 'RECEIVED', quantity: 12, note: 'Delivery 7', created_by_name: 'Somchai Rattanakul' },
    ]);
    expect(await adjust(['snack-box', 'RECEIVED', 13, null, key])).toBe(
      'This key was used for another movement. Use a new one.',
    );
  });

  test.each([
    [['snack-box', 'SOLD', 1, null, key], 'Admins receive and correct stock.'],
    [['snack-box', 'CORRECTED', -1, ' ', key], 'A correction needs a reason.'],
    [
      ['snack-box', 'CORRECTED', -1, 'x'.repeat(501), key],
      'The reason has at most 500 characters.',
    ],
    [['snack-box', 'RECEIVED', 1, null, null], 'A movement of stock needs an idempotency key.'],
    [['night-notebook', 'RECEIVED', 1, null, key], 'The stock of this variant is not kept.'],
    [['nothing', 'RECEIVED', 1, null, key], 'There is no such variant.'],
    [['snack-box', 'RECEIVED', 0, null, key], 'A movement of stock has 1 to 100,000 pieces.'],
  ])('cannot call %j', async (values, message) => {
    expect(await adjust(values)).toBe(message);
  });

  test('alone does, while the feature is on', async () => {
    const values = ['snack-box', 'RECEIVED', 1, null, key];
    expect(await adjust(values, nattaya)).toBe('Only an admin can do this.');
    await db.test.sql(`select bkk_internal.set_features('{bookings,payments}')`);
    expect(await adjust(values)).toBe('This feature is not switched on.');
  });
});
