import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sortedByPrice, type Product } from '@bkksiam/domain/catalog';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestBackend } from '../testing/test-backend.ts';
import { storePlugin } from './plugin.ts';
import { ResponseCache } from './response-cache.ts';

interface Page {
  readonly count: number;
  readonly offset: number;
  readonly limit: number;
  readonly products: readonly Product[];
}

let test: TestDatabase;
let app: FastifyInstance;
const cache = new ResponseCache();
let url: string;

beforeAll(async () => {
  test = await createTestDatabase({ seed: 'demo' });
  app = fastify();
  await app.register(storePlugin, {
    prefix: '/store',
    database: test.database,
    storeId: 'bkksiam',
    cache,
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/store/bkksiam${path}`, { headers });

async function page(search = ''): Promise<Page> {
  const response = await ask(`/products${search}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

const idsOf = ({ products }: Page) => products.map(({ id }) => id);

async function product(id: string): Promise<Product> {
  return (await (await ask(`/products/${id}`)).json()) as Product;
}

describe('the products', () => {
  it('come in the order of the shop, with how many there are', async () => {
    const all = await page();
    expect(all).toMatchObject({ count: 13, offset: 0, limit: 100 });
    expect(idsOf(all).slice(0, 3)).toEqual(['chao-phraya-tote', 'long-tail-tee', 'departure-tag']);
  });

  it('have every field, typed', async () => {
    const tote = await product('chao-phraya-tote');
    expect(tote).toEqual({
      id: 'chao-phraya-tote',
      title: 'Chao Phraya Tote',
      subtitle: expect.any(String) as string,
      ribbon_text: 'Sale · ลดราคา',
      description: expect.stringContaining('canvas') as string,
      thumbnail: '/merchandise/tote-cream.svg',
      price_in_cents: 59_000,
      currency: 'thb',
      purchasable: true,
      order: 10,
      site_product_selection: 'lowest_price_first',
      images: [
        { url: '/merchandise/tote-cream.svg', order: 0, type: 'image' },
        { url: '/merchandise/tote-teal.svg', order: 1, type: 'image' },
      ],
      options: [
        {
          id: 'colour',
          title: 'Colour · สี',
          values: ['tote-cream', 'tote-teal'].map((id) => ({
            id: `${id}-colour`,
            option_id: 'colour',
            variant_id: id,
            value: expect.any(String) as string,
          })),
        },
      ],
      variants: [
        {
          id: 'tote-cream',
          title: 'Cream · สีครีม',
          image_url: '/merchandise/tote-cream.svg',
          sku: null,
          price_in_cents: 59_000,
          sale_price_in_cents: 49_000,
          currency: 'thb',
          currency_info: {
            code: 'thb',
            name: 'Thai Baht',
            symbol: '฿',
            template: '฿$1',
            decimal_digits: 2,
          },
          price_formatted: '฿590.00',
          sale_price_formatted: '฿490.00',
          manage_inventory: true,
          weight: 320,
          options: [
            {
              id: 'tote-cream-colour',
              option_id: 'colour',
              variant_id: 'tote-cream',
              value: 'Cream · สีครีม',
            },
          ],
          inventory_quantity: 24,
        },
        expect.objectContaining({ id: 'tote-teal', sale_price_in_cents: null }) as object,
      ],
      collections: [{ product_id: 'chao-phraya-tote', collection_id: 'bags', order: 0 }],
      additional_info: [
        {
          id: 'size',
          order: 0,
          title: 'Size · ขนาด',
          description: '38 × 42 × 12 cm · 38 × 42 × 12 ซม.',
        },
        expect.objectContaining({ id: 'care', order: 1 }) as object,
      ],
      type: { value: 'physical' },
      custom_fields: [],
      related_products: ['prachamyam-scarf', 'departure-tag', 'passport-sleeve'].map(
        (related, position) => ({
          id: `chao-phraya-tote-${related}`,
          section_title: 'Goes well with · เข้ากันดีกับ',
          related_type: 'product',
          related_id: related,
          position,
        }),
      ),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    });
  });

  it('of a page are the requested ones, in the requested order', async () => {
    expect(idsOf(await page('?limit=2&offset=1'))).toEqual(['long-tail-tee', 'departure-tag']);
    expect(await page('?limit=2&offset=1')).toMatchObject({ count: 13, offset: 1, limit: 2 });
    expect(await page('?limit=2&offset=1')).not.toHaveProperty('q');
    expect(idsOf(await page('?offset=999'))).toEqual([]);
    const cheapest = await page('?sort_by=price&limit=3');
    expect(idsOf(cheapest)).toEqual(['palm-fan', 'holiday-tag', 'night-notebook']);
    const titles = (await page('?sort_by=title&order=desc')).products.map(({ title }) => title);
    expect(titles[0]).toBe('Wat Arun Mug');
  });

  it('may be requested by a list of ids', async () => {
    const some = await page('?ids[]=temple-mug&ids[]=palm-fan&ids[]=nothing');
    expect(idsOf(some)).toEqual(['temple-mug', 'palm-fan']);
    expect(some.count).toBe(2);
    expect(idsOf(await page('?ids%5B%5D=temple-mug'))).toEqual(['temple-mug']);
  });

  it('made after a date are left out', async () => {
    expect((await page('?to_date=2020-01-01')).count).toBe(0);
    expect((await page('?to_date=2100-01-01T00:00:00Z')).count).toBe(13);
  });

  it('that are hidden are listed only on request, and reachable by their URL', async () => {
    await test.sql(`update public.bkk_products set is_hidden = true where id = 'palm-fan'`);
    try {
      await expect.poll(async () => idsOf(await page())).not.toContain('palm-fan');
      expect(idsOf(await page('?is_hidden=true'))).toEqual(['palm-fan']);
      expect((await product('palm-fan')).title).toBe('Palm Fan');
    } finally {
      await test.sql(`update public.bkk_products set is_hidden = false`);
    }
    await expect.poll(async () => (await page()).count).toBe(13);
  });

  it.each(['DRAFT', 'ARCHIVED'])('that are not published (%s) are nowhere', async (state) => {
    await test.sql(`update public.bkk_products set state = $1 where id = 'palm-fan'`, [state]);
    try {
      await expect.poll(async () => (await page()).count).toBe(12);
      expect(idsOf(await page('?ids[]=palm-fan'))).toEqual([]);
      expect((await ask('/products/palm-fan')).status).toBe(404);
      expect(await (await ask('/variants?product_ids[]=palm-fan')).json()).toEqual({
        variants: [],
      });
    } finally {
      await test.sql(`update public.bkk_products set state = 'PUBLISHED'`);
    }
    await expect.poll(async () => (await page()).count).toBe(13);
  });

  it('have each text in both languages, and pictures what is in them', async () => {
    await test.sql(
      `insert into public.bkk_products (id, title, title_th, subtitle, description, description_th, images) values (
         'both', 'Tote', 'ถุงผ้า', 'Only English', 'It folds.', 'พับได้',
         '[{"url": "/a.png", "alt": "A tote", "alt_th": "ถุงผ้าหนึ่งใบ"}, {"url": "/b.png"}]')`,
    );
    try {
      await expect.poll(async () => (await ask('/products/both')).status).toBe(200);
      expect(await product('both')).toMatchObject({
        title: 'Tote · ถุงผ้า',
        subtitle: 'Only English',
        description: 'It folds.\n\nพับได้',
        images: [
          { url: '/a.png', type: 'image', order: 0, alt: 'A tote · ถุงผ้าหนึ่งใบ' },
          { url: '/b.png', type: 'image', order: 1 },
        ],
      });
      expect(idsOf(await page(`?q=${encodeURIComponent('ถุงผ้า')}`))).toContain('both');
    } finally {
      await test.sql(`delete from public.bkk_products where id = 'both'`);
      await changesAreNoticed();
    }
  });

  it('that did not change stay cached when another one changes', async () => {
    const others = ['/products/palm-fan', '/products?ids[]=palm-fan'];
    const changed = [
      '/products/snack-box',
      '/products?ids[]=snack-box&ids[]=palm-fan',
      '/products',
    ];
    for (const path of [...others, ...changed]) await ask(path);
    await test.sql(`update public.bkk_product_variants set weight = 801 where id = 'snack-box'`);
    await changesAreNoticed();
    const missesOf = async (paths: readonly string[]) => {
      const { misses } = cache.stats;
      for (const path of paths) await ask(path);
      return cache.stats.misses - misses;
    };
    expect(await missesOf(others)).toBe(0);
    expect(await missesOf(changed)).toBe(3);
    expect(await missesOf(changed)).toBe(0);
    // A notification without a product, as after a lost connection.
    await test.sql('notify bkk_products');
    await changesAreNoticed();
    expect(await missesOf([...others, ...changed])).toBe(5);
  });

  it('show a change as soon as it is made', async () => {
    await product('snack-box');
    await test.sql(
      `update public.bkk_product_variants set price_in_cents = 46000 where id = 'snack-box'`,
    );
    await expect
      .poll(async () => (await product('snack-box')).variants[0]?.price_formatted)
      .toBe('฿460.00');
  });
});

describe('products of a search', () => {
  beforeAll(async () => {
    await test.sql(
      `insert into public.bkk_products (id, position, title, subtitle) values
         ('s-cafe', 201, 'CAFÉ zz', null), ('s-percent', 202, 'zz 100%', 'a_b'), ('s-back', 203, 'zz a\\b', null)`,
    );
  });
  afterAll(async () => {
    await test.sql(`delete from public.bkk_products where id like 's-%'`);
  });

  it.each([
    ['scarf', ['prachamyam-scarf']],
    ['LUGGAGE tag', ['departure-tag', 'holiday-tag']],
    ['ป้าย กระเป๋า', ['departure-tag', 'holiday-tag']],
    ['café', ['s-cafe']],
    ['ｚｚ1', ['s-percent']],
    ['100%', ['s-percent']],
    ['10_%', []],
    ['a_b', ['s-percent']],
    ['a\\b', ['s-back']],
    [`' or true --`, []],
  ])('hold %s in title or subtitle, in any case', async (q, ids) => {
    const found = await page(`?q=${encodeURIComponent(q)}`);
    expect(idsOf(found)).toEqual(ids);
    expect(found.count).toBe(ids.length);
  });

  it('come in pages, in the requested order', async () => {
    const found = await page('?q=tag&sort_by=title&order=desc&limit=1&offset=1');
    expect(found).toMatchObject({ count: 2, offset: 1, limit: 1 });
    expect(found).toMatchObject({ q: 'tag', sort_by: 'title', order: 'desc' });
    expect(idsOf(found)).toEqual(['departure-tag']);
    expect(idsOf(await page('?q=tag&ids[]=holiday-tag&ids[]=palm-fan'))).toEqual(['holiday-tag']);
  });

  it('are all products where the text is blank', async () => {
    expect((await page('?q=')).count).toBe((await page()).count);
    expect((await page('?q=%20%E3%80%80')).count).toBe((await page()).count);
  });
});

describe('the order of the products', () => {
  beforeAll(async () => {
    await test.sql(
      `insert into public.bkk_products (id, position, title, site_product_selection) values
         ('o-euro-5', 301, 'เก zz', null), ('o-none', 302, 'กา zz', null), ('o-baht-3', 303, 'Éa zz', null),
         ('o-euro-4', 304, 'eb zz', 'other'), ('o-baht-2', 305, 'ขา zz', 'lowest_price_first');
       insert into public.bkk_product_variants (id, product_id, position, title, price_in_cents, sale_price_in_cents, currency)
       values ('a', 'o-euro-5', 0, 'a', 900, 500, 'eur'), ('b', 'o-euro-5', 1, 'b', 100, null, 'thb'),
         ('c', 'o-baht-3', 0, 'c', 300, null, 'thb'), ('d', 'o-euro-4', 0, 'd', 400, null, 'eur'),
         ('e', 'o-euro-4', 1, 'e', 50, null, 'eur'), ('f', 'o-baht-2', 0, 'f', 700, null, 'thb'),
         ('g', 'o-baht-2', 1, 'g', 200, null, 'thb')`,
    );
  });
  afterAll(async () => {
    await test.sql(`delete from public.bkk_products where id like 'o-%'`);
  });

  it.each([
    ['asc', ['o-euro-4', 'o-euro-5', 'o-baht-2', 'o-baht-3', 'o-none'], 'up'],
    ['desc', ['o-euro-5', 'o-euro-4', 'o-baht-3', 'o-baht-2', 'o-none'], 'down'],
  ] as const)(
    'by price %s is that of the cards, each currency for itself',
    async (order, ids, direction) => {
      const sorted = await page(`?q=zz&sort_by=price&order=${order}`);
      expect(idsOf(sorted)).toEqual(ids);
      expect(sortedByPrice((await page('?q=zz')).products, direction)).toEqual(sorted.products);
    },
  );

  it('by title is that of a Thai dictionary, in the browser as here', async () => {
    const sorted = await page('?q=zz&sort_by=title');
    expect(idsOf(sorted)).toEqual(['o-none', 'o-euro-5', 'o-baht-2', 'o-baht-3', 'o-euro-4']);
    const titles = sorted.products.map(({ title }) => title);
    expect(titles.toSorted(new Intl.Collator('th').compare)).toEqual(titles);
  });
});

describe('an answer about products', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('comes in %s where it is taken, and is known again', async (encoding, unpack) => {
    const headers = { 'accept-encoding': encoding };
    const plain = await (await ask('/products', { 'accept-encoding': 'identity' })).text();
    const { body, etag, vary } = await new Promise<{
      body: Buffer;
      etag: string | undefined;
      vary: string | undefined;
    }>((resolve, reject) => {
      const asked = request(`${url}/store/bkksiam/products`, { headers }, (answer) => {
        const parts: Buffer[] = [];
        expect(answer.headers['content-encoding']).toBe(encoding);
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const { etag: tag, vary: by } = answer.headers;
          resolve({ body: Buffer.concat(parts), etag: tag, vary: by });
        });
      });
      asked.on('error', reject).end();
    });
    expect(unpack(body).toString()).toBe(plain);
    expect(vary).toContain('Accept-Encoding');
    expect(etag).toMatch(/^W\/"/);
    const again = await ask('/products', { ...headers, 'if-none-match': etag ?? '' });
    expect(again.status).toBe(304);
  });

  it('may be kept for a moment and asked again by its tag', async () => {
    const first = await ask('/products?limit=1', { 'accept-encoding': 'identity' });
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=10, stale-while-revalidate=50',
    );
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      expect((await ask('/products?limit=1', { 'if-none-match': known })).status).toBe(304);
    }
    expect((await ask('/products?limit=2', { 'if-none-match': tag })).status).toBe(200);
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['limit=501', 'limit must be a whole number from 1 to 500'],
    ['limit=ten', 'limit must be a whole number from 1 to 500'],
    ['offset=-1', 'offset must be a whole number from 0 to 1000000'],
    ['order=up', 'order must be asc or desc'],
    ['sort_by=secret', 'sort_by must be order, price, title, created_at, updated_at'],
    ['is_hidden=maybe', 'is_hidden must be true or false'],
    ['is_hidden=%00', 'is_hidden must be true or false'],
    ['ids[]=%00', 'ids[] must be up to 200 product ids, each as ids[]=<id>'],
    ['ids[]=%ED%A0%80', 'ids[] must be up to 200 product ids, each as ids[]=<id>'],
    [
      'to_date=yesterday',
      'to_date must be a date or time such as 2026-11-21 or 2026-11-21T09:00:00Z',
    ],
    ['ids[]=a%27b', 'ids[] must be up to 200 product ids, each as ids[]=<id>'],
    [`q=${'x'.repeat(201)}`, 'q must be a text of up to 200 characters'],
    ['q=a%00b', 'q must be a text of up to 200 characters'],
    ['ids[]=a&'.repeat(201), 'ids[] must be up to 200 product ids, each as ids[]=<id>'],
  ])('to %s is an error that names the accepted values', async (search, message) => {
    const response = await ask(`/products?${search}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message });
  });

  it('with an unknown id is not found', async () => {
    const unknown = await ask('/products/nothing');
    expect([unknown.status, await unknown.json()]).toEqual([404, { message: 'Product not found' }]);
    const odd = [`' or 1=1--`, '\0', 'a\0b', '\n', 'x'.repeat(99), '__proto__', 'constructor', '.'];
    for (const id of odd) {
      const answer = await ask(`/products/${encodeURIComponent(id)}`);
      expect({ id, status: answer.status }).toEqual({ id, status: 404 });
    }
    const other = await fetch(`${url}/store/other/products`);
    expect([other.status, await other.json()]).toEqual([404, { message: 'Store not found' }]);
  });
});

it.each([
  'to_date=0000-01-01',
  'to_date=0001-01-01',
  'to_date=9999-12-31T23:59:59.999Z',
  'to_date=0000-01-01T00:00:00%2B23:59',
  '__proto__[]=1&constructor=2&toString[]=3&hasOwnProperty=4',
  '__proto__=1&__proto__[limit]=0&limit[]=1',
])('the store answers a query such as %s', async (search) => {
  expect([200, 400]).toContain((await ask(`/products?${search}`)).status);
});

/** Resolves when the store has received the notifications of all changes so far. */
async function changesAreNoticed(): Promise<void> {
  const noticed = new EventEmitter();
  const stop = await test.database.listen('bkk_products', (payload) => noticed.emit(payload));
  const all = once(noticed, 'all');
  await test.sql(`notify bkk_products, 'all'`);
  await all;
  await stop();
}

describe('the stock', () => {
  const stock = async (search: string) =>
    (await (await ask(`/variants?${search}`)).json()) as { variants: object[] };

  it('is current per variant and never cached', async () => {
    const asked =
      'fields=inventory_quantity&product_ids[]=chao-phraya-tote&product_ids[]=night-notebook';
    expect(await stock(asked)).toEqual({
      variants: [
        { id: 'tote-cream', inventory_quantity: 24 },
        { id: 'tote-teal', inventory_quantity: 3 },
        { id: 'night-notebook', inventory_quantity: null },
      ],
    });
    const response = await ask(`/variants?${asked}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    await test.sql(
      `update public.bkk_product_variants set inventory_quantity = 2 where id = 'tote-teal'`,
    );
    expect((await stock(asked)).variants[1]).toEqual({ id: 'tote-teal', inventory_quantity: 2 });
  });

  it('is in the products as of when they were read, at the latest until the next change is noticed', async () => {
    const setStock = (left: number) =>
      test.sql(
        `update public.bkk_product_variants set inventory_quantity = $1 where id = 'snack-box'`,
        [left],
      );
    const listed = async () => {
      const { products } = await page('?ids[]=snack-box');
      return products[0]?.variants[0]?.inventory_quantity;
    };
    const asked = async () =>
      (await stock('fields=inventory_quantity&product_ids[]=snack-box')).variants[0];
    await setStock(7);
    await changesAreNoticed();
    expect(await listed()).toBe(7);
    // A notification that is lost.
    await test.sql(
      'alter table public.bkk_product_variants disable trigger bkk_notify_product_change',
    );
    await setStock(6);
    expect(await listed()).toBe(7);
    expect(await asked()).toEqual({ id: 'snack-box', inventory_quantity: 6 });
    await test.sql(
      'alter table public.bkk_product_variants enable trigger bkk_notify_product_change',
    );
    await setStock(5);
    expect(await asked()).toEqual({ id: 'snack-box', inventory_quantity: 5 });
    await expect.poll(listed).toBe(5);
  });

  it.each(['', 'product_ids[]=', 'fields=price&product_ids[]=a'])(
    'requested by "%s" is an error',
    async (search) => {
      expect((await ask(`/variants?${search}`)).status).toBe(400);
    },
  );
});

describe('the role of the store', () => {
  const refused = (...texts: string[]) =>
    expect(test.database.asStore(texts.map((text) => ({ text })))).rejects.toMatchObject({
      code: '42501',
    });

  it('reads the catalogue and no other table', async () => {
    const readable = await test.sql(
      `select oid::regclass::text as name from pg_class
       where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and has_any_column_privilege('bkksiam_store_reader', oid, 'select')
         and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       order by 1`,
    );
    const tables = ['bkk_product_listings', 'bkk_product_variants', 'bkk_products'];
    expect(readable).toEqual(tables.map((name) => ({ name })));
    await refused('select from auth.users');
    await refused('select from bkksiam_private.secrets');
    await refused('set role authenticated');
  });

  it('has policies without a subquery, which would run for each of thousands of variants', async () => {
    const policies = await test.sql<{ qual: string }>(
      `select qual from pg_policies where 'bkksiam_store_reader' = any (roles)`,
    );
    expect(policies).toHaveLength(3);
    expect(policies.filter(({ qual }) => /select/i.test(qual))).toEqual([]);
  });

  it('writes nothing', async () => {
    await refused('set transaction read write', 'delete from public.bkk_products');
  });
});

describe('the whole server', () => {
  it('serves its store, which the data service does not show', async () => {
    const backend = await startTestBackend({ seed: 'demo' });
    try {
      const products = await fetch(`${backend.url}/store/bkksiam/products?limit=1`);
      expect(await products.json()).toMatchObject({ count: 13 });
      for (const name of ['bkk_products', 'bkk_product_variants']) {
        const hidden = await fetch(`${backend.url}/rest/v1/${name}`, {
          headers: { apikey: backend.anonKey },
        });
        expect(hidden.status).toBe(401);
      }
    } finally {
      await backend.close();
    }
  });
});
