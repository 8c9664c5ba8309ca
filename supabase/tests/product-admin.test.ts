import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../apps/server/src/db/database.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startTestBackend } from '../../apps/server/src/testing/test-backend.ts';
import { clientWithKey } from '../../apps/server/src/testing/test-client.ts';
import { demoPassword } from '../../apps/server/src/testing/test-cluster.ts';
import { startAdminDatabase } from './member-database.ts';

const { malee, nattaya, somchai } = members;
const shop = `select bkk_internal.set_features('{bookings,payments,shop}')`;

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);
beforeAll(() => db.test.sql(shop));

/** The value of a function, or the error's message. */
const ask = (text: string, values: readonly (string | number | null)[] = [], who = somchai) =>
  db.rows(who, `select ${text} as result`, [...values]).then(
    ([row]) => row?.result,
    (error: unknown) => (error as Error).message,
  );

const save = (
  id: string,
  version: number | null,
  product: object,
  key: string | null = randomUUID(),
) => ask('bkk_admin_save_product($1, $2, $3, $4)', [id, version, JSON.stringify(product), key]);
const setState = (id: string, version: number, state: string) =>
  ask('bkk_admin_set_product_state($1, $2, $3)', [id, version, state]);

const one = async (text: string): Promise<Row | undefined> => (await db.rows(somchai, text))[0];
const variantsOf = (id: string) =>
  db.rows(
    somchai,
    `select id, title, title_th, sku, price_in_cents as price, sale_price_in_cents as sale, inventory_quantity as stock
     from bkk_product_variants where product_id = '${id}' order by position`,
  );

const mug = {
  title: 'River Mug',
  title_th: 'แก้วริมน้ำ',
  description: 'For tea.\n\nAnd coffee.',
  description_th: 'สำหรับชา',
  images: [
    { url: '/merchandise/temple-mug.svg', alt: 'A mug', alt_th: 'แก้วหนึ่งใบ', extra: 'dropped' },
  ],
  options: [
    {
      id: 'colour',
      title: 'Colour',
      title_th: 'สี',
      values: [{ value: 'Teal', value_th: 'สีเขียว' }, { value: 'Ink' }],
    },
    { id: 'size', title: 'Size', values: [{ value: 'S' }, { value: 'L' }] },
  ],
  related_products: [{ related_id: 'temple-mug', section_title: 'Goes well with' }],
  collections: [{ collection_id: 'home' }],
  custom_fields: [{ id: 'name', title: 'Name', is_required: true }],
  variants: [
    {
      id: 'mug-s',
      options: { colour: 'Teal', size: 'S' },
      price_in_cents: 39_000,
      sale_price_in_cents: 29_000,
      sku: 'MUG-S',
      inventory_quantity: 4,
    },
    { options: { colour: 'Ink', size: 'L' }, price_in_cents: 45_000, manage_inventory: false },
  ],
};

describe('a product that an admin saves', () => {
  test('is a draft with its variants, which the store shows once it is published', async () => {
    const inStore = async () => {
      const [found] = await db.test.database.asStore([
        { text: `select id from bkk_products where id = 'river-mug'` },
      ]);
      return found?.rows.length;
    };
    expect(await save('river-mug', null, mug)).toEqual({ id: 'river-mug', version: 1 });
    expect(await inStore()).toBe(0);
    expect(
      await one(`select state, thumbnail, images, related_products, collections, custom_fields
        from bkk_products where id = 'river-mug'`),
    ).toEqual({
      state: 'DRAFT',
      thumbnail: '/merchandise/temple-mug.svg',
      images: [{ url: '/merchandise/temple-mug.svg', alt: 'A mug', alt_th: 'แก้วหนึ่งใบ' }],
      related_products: [
        {
          id: 'river-mug-temple-mug',
          related_id: 'temple-mug',
          related_type: 'product',
          section_title: 'Goes well with',
        },
      ],
      collections: [{ collection_id: 'home', order: 0 }],
      custom_fields: [{ id: 'name', title: 'Name', is_required: true }],
    });
    expect(await variantsOf('river-mug')).toEqual([
      {
        id: 'mug-s',
        title: 'Teal / S',
        title_th: 'สีเขียว / S',
        sku: 'MUG-S',
        price: 39_000,
        sale: 29_000,
        stock: 4,
      },
      {
        id: expect.stringMatching(/^river-mug-[0-9a-f]{12}$/) as string,
        title: 'Ink / L',
        title_th: null,
        sku: null,
        price: 45_000,
        sale: null,
        stock: null,
      },
    ]);
    expect(await setState('river-mug', 1, 'PUBLISHED')).toBe(2);
    expect(await inStore()).toBe(1);
    expect(await setState('river-mug', 2, 'ARCHIVED')).toBe(3);
    expect(await inStore()).toBe(0);
  });

  test('is saved once for a key, and not over the change of another admin', async () => {
    const key = randomUUID();
    expect(await save('river-mug', null, mug, key)).toEqual({ id: 'river-mug', version: 1 });
    expect(await save('river-mug', null, mug, key)).toEqual({ id: 'river-mug', version: 1 });
    const changed = { ...mug, title: 'Lake Mug', title_th: null };
    const second = randomUUID();
    expect(await save('river-mug', 1, changed, second)).toEqual({ id: 'river-mug', version: 2 });
    expect(await save('river-mug', 1, changed, second)).toEqual({ id: 'river-mug', version: 2 });
    expect(await save('river-mug', 1, mug)).toBe(
      'The product was changed meanwhile. Load it again.',
    );
    expect(await setState('river-mug', 1, 'PUBLISHED')).toBe(
      'The product was changed meanwhile. Load it again.',
    );
    expect(await one(`select title, title_th from bkk_products where id = 'river-mug'`)).toEqual({
      title: 'Lake Mug',
      title_th: null,
    });
    expect(await save('nothing', 1, mug)).toBe('There is no such product.');
    expect(await save('palm-fan', null, { title: 'Fan', variants: [] })).toBe(
      'There is such a product or variant. Choose another address.',
    );
  });

  test('keeps the stock of its variants, and those that have stock or were sold', async () => {
    await save('river-mug', null, mug);
    const [small] = mug.variants;
    const withoutSmall = {
      ...mug,
      variants: [{ options: { colour: 'Ink', size: 'S' }, price_in_cents: 1 }],
    };
    expect(await save('river-mug', 1, withoutSmall)).toBe(
      'A variant that has stock or was sold stays. Correct its stock to 0 first.',
    );
    const again = {
      ...mug,
      variants: [{ ...small, inventory_quantity: 99, price_in_cents: 40_000 }],
    };
    expect(await save('river-mug', 1, again)).toEqual({ id: 'river-mug', version: 2 });
    expect(await variantsOf('river-mug')).toMatchObject([{ id: 'mug-s', price: 40_000, stock: 4 }]);
    await db.test.sql(`select bkk_internal.post_stock('mug-s', 'RESERVED', 1)`);
    const notKept = { ...mug, variants: [{ ...small, manage_inventory: false }] };
    expect(await save('river-mug', 2, notKept)).toBe(
      'Pieces are reserved for orders: the stock is kept until they are sold or released.',
    );
    await db.test.sql(`select bkk_internal.post_stock('mug-s', 'RELEASED', 1);
      select bkk_internal.post_stock('mug-s', 'CORRECTED', -4)`);
    expect(await save('river-mug', 2, withoutSmall)).toEqual({ id: 'river-mug', version: 3 });
    expect(await variantsOf('river-mug')).toMatchObject([{ title: 'Ink / S', stock: 0 }]);
  });

  const [small, large] = mug.variants;
  const invalid: readonly (readonly [change: object, message: RegExp])[] = [
    [{ title: ' ' }, /^A product needs a title\.$/],
    [{ title: 'x'.repeat(201) }, /^The title has at most 200 characters\.$/],
    [{ title_th: 'River Mug' }, /^The title beside a Thai one has no Thai letters/],
    [{ title: 'แก้ว' }, /^The title beside a Thai one has no Thai letters/],
    [{ title: 'Mug / Cup' }, /^The title has no " · " or " \/ " where there is a Thai one\.$/],
    [{ subtitle_th: 'แก้ว' }, /^The subtitle beside a Thai one/],
    [{ description_th: 'สำหรับชา\n\nTea' }, /^The description beside a Thai one/],
    [{ images: 'none' }, /^There are at most 20 of the pictures\.$/],
    [{ images: [1] }, /^The url of the pictures is no text\.$/],
    [{ images: [{ url: 'javascript:alert(1)' }] }, /^The address of a picture begins with/],
    [{ images: [{ url: '//evil.example/a.png' }] }, /^The address of a picture begins with/],
    [{ images: [{ url: '/a.png', alt_th: 'แก้ว' }] }, /^The alt of the pictures beside a Thai one/],
    [{ options: [{ id: 'a', title: 'A', values: [] }] }, /^An option has values, each once\.$/],
    [
      { additional_info: [{ id: 'a', title: 'A' }] },
      /^The description of the details is missing\.$/,
    ],
    [
      {
        custom_fields: [
          { id: 'a', title: 'A' },
          { id: 'a', title: 'B' },
        ],
      },
      /^Two of the fields have one id\.$/,
    ],
    [
      { related_products: [{ related_id: 'nothing', section_title: 'More' }] },
      /^A related product is another one that there is\.$/,
    ],
    [{ position: 'first' }, /^The product or a variant has no valid value\.$/],
    [{ variants: null }, /^A product has 1 to 100 variants/],
    [{ variants: [1] }, /^(?:A variant has one value|The product or a variant)/],
    [{ variants: [small, { ...small, id: 'b' }] }, /^Two variants have the same values\.$/],
    [
      { variants: [{ ...small, options: { colour: 'Teal' } }] },
      /^A variant has one value of each option\.$/,
    ],
    [
      { variants: [{ ...small, options: { colour: 'Pink', size: 'S' } }] },
      /^A variant has one value of each option\.$/,
    ],
    [{ variants: [{ ...small, price_in_cents: null }] }, /^A variant has a price/],
    [{ variants: [{ ...small, sale_price_in_cents: 39_000 }] }, /a sale price is lower\.$/],
    [{ variants: [{ ...small, inventory_quantity: -1 }] }, /^A variant has at most a ton/],
    [
      { variants: [small, { ...large, sku: 'MUG-S' }] },
      /^Another variant has this article number\.$/,
    ],
    [{ variants: [{ ...small, id: 'palm-fan' }] }, /^There is such a product or variant\./],
    [{ variants: [{ ...small, id: 'no good' }] }, /^The product or a variant has no valid id\.$/],
  ];
  test.each(invalid)('is refused with %j', async (change, message) => {
    expect(await save('river-mug', null, { ...mug, ...change })).toMatch(message);
    expect(await one(`select id from bkk_products where id = 'river-mug'`)).toBeUndefined();
  });

  test('has an address, a key and a known state, and a variant before it is published', async () => {
    expect(await save('no good', null, mug)).toMatch(/^The address of a product has 1 to 64/);
    expect(await save('river-mug', null, mug, null)).toBe('A product needs an idempotency key.');
    expect(await save('river-mug', null, { title: 'Mug', variants: [] })).toEqual({
      id: 'river-mug',
      version: 1,
    });
    expect(await setState('river-mug', 1, 'PUBLISHED')).toBe(
      'A product without a variant cannot be published.',
    );
    expect(await setState('river-mug', 1, 'SOLD')).toBe(
      'A product is a draft, published or archived.',
    );
    expect(await setState('palm-fan', 1, 'PUBLISHED')).toBe(1);
    expect(await save('palm-fan', 1, { title: 'Fan', variants: [] })).toMatch(
      /^A product has 1 to 100 variants/,
    );
  });
});

describe('the list of products', () => {
  test('has the lowest price and the stock, and is counted by what a search finds', async () => {
    const listed = (id: string) =>
      one(
        `select state, stock, variants, free, from_cents from bkk_products_admin_view where id = '${id}'`,
      );
    expect(await listed('chao-phraya-tote')).toEqual({
      ...{ state: 'PUBLISHED', stock: 'low', variants: 2, free: 27, from_cents: 49_000 },
    });
    expect(await listed('temple-mug')).toMatchObject({ stock: 'out' });
    expect(await listed('night-notebook')).toMatchObject({ stock: 'not_kept' });
    expect(await listed('palm-fan')).toMatchObject({ stock: 'in_stock' });
    await save('river-mug', null, mug);
    expect(await ask(`bkk_admin_count_products('')`)).toEqual({
      ...{ all: 14, PUBLISHED: 13, DRAFT: 1, ARCHIVED: 0, OUT: 1 },
    });
    for (const search of ['mug-s', 'แก้วริมน้ำ', 'RIVER mug'])
      expect(await ask('bkk_admin_count_products($1)', [search])).toMatchObject({
        all: 1,
        DRAFT: 1,
      });
    expect(await ask(`bkk_admin_count_products('nothing')`)).toMatchObject({ all: 0, OUT: 0 });
    expect(await db.rows(nattaya, 'select id from bkk_products_admin_view')).toEqual([]);
  });
});

describe('pictures of products and of the agency', () => {
  test('are deleted once no product, variant or order names them, a week after they were stored', async () => {
    const { sql } = db.test;
    const at = (name: string) => `/storage/v1/object/public/product-images/${name}`;
    const order = {
      ...{ request_key: randomUUID(), language: 'en', name: 'Nattaya', email: nattaya.email },
      ...{ phone: '+66812345678', method: 'pickup', address: null, seen_delivery_satang: 0 },
      lines: [{ product_id: 'palm-fan', variant_id: 'palm-fan', quantity: 1, seen_satang: 18_000 }],
    };
    const setThumbnail = (name: string) =>
      sql(`update bkk_products set thumbnail = $1 where id = 'palm-fan'`, [at(name)]);
    await setThumbnail('ordered.png');
    await sql(`update bkk_product_variants set image_url = null where id = 'palm-fan'`);
    await sql(`select bkk_place_order($1, 'home', $2)`, [nattaya.id, JSON.stringify(order)]);
    await setThumbnail('thumbnail.png');
    await sql(`update bkk_product_variants set image_url = $1 where id = 'palm-fan'`, [
      `https://cdn.example${at('variant.png')}?width=90`,
    ]);
    await sql(`update bkk_products set images = $1 where id = 'temple-mug'`, [
      JSON.stringify([{ url: at('2026/picture.png') }]),
    ]);
    const kept = ['ordered.png', 'thumbnail.png', 'variant.png', '2026/picture.png', 'a b.png'];
    await sql(
      `insert into storage.objects (bucket_id, name, created_at)
         select 'product-images', name, now() - interval '9 days' from unnest($1::text[]) as name`,
      [[...kept, 'loose.png', '2026/loose.png']],
    );
    await sql(
      `insert into storage.objects (bucket_id, name, created_at) values
         ('product-images', 'draft.png', now() - interval '7 days'), ('agency', 'logo.png', now() - interval '9 days')`,
    );
    expect(
      await sql('select bkk_internal.delete_product_pictures(now())::integer as deleted'),
    ).toEqual([{ deleted: 2 }]);
    const left = await sql<{ name: string }>('select name from storage.objects');
    expect(left.map(({ name }) => name).toSorted()).toEqual(
      [...kept, 'draft.png', 'logo.png'].toSorted(),
    );
  });

  test('are added and deleted by admins, read by everybody, and outlive the account of an admin', async () => {
    const backend = await startTestBackend({ seed: 'demo' });
    const buckets = ['product-images', 'agency'] as const;
    try {
      const { sql } = backend.database;
      await sql(shop);
      await sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
      const signedIn = async (email: string) => {
        const client = clientWithKey(backend.url, backend.anonKey);
        await client.auth.signInWithPassword({ email, password: demoPassword });
        return client.storage;
      };
      const [admin, member] = [await signedIn(malee.email), await signedIn(nattaya.email)];
      // One black pixel.
      const bytes = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        'base64',
      );
      const png = new Blob([bytes], { type: 'image/png' });
      const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' });
      for (const bucket of buckets) {
        expect((await member.from(bucket).upload('mug.png', png)).error).not.toBeNull();
        expect((await admin.from(bucket).upload('mug.svg', svg)).error).not.toBeNull();
        expect((await admin.from(bucket).upload('mug.png', png)).error).toBeNull();
        const { publicUrl } = admin.from(bucket).getPublicUrl('mug.png').data;
        expect(Buffer.from(await (await fetch(publicUrl)).arrayBuffer())).toEqual(bytes);
        expect((await member.from(bucket).remove(['mug.png'])).data).toEqual([]);
      }
      await sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [nattaya.id]);
      await sql('select bkk_internal.erase_user($1)', [malee.id]);
      expect(await sql(`select owner_id from storage.objects where name = 'mug.png'`)).toEqual([
        { owner_id: null },
        { owner_id: null },
      ]);
      for (const bucket of buckets) {
        const { publicUrl } = member.from(bucket).getPublicUrl('mug.png').data;
        expect((await fetch(publicUrl)).status).toBe(200);
        expect((await member.from(bucket).remove(['mug.png'])).data).toHaveLength(1);
      }
    } finally {
      await backend.close();
    }
  });
});
