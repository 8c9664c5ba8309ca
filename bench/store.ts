import { withClient } from '../apps/server/src/db/server-address.ts';
import { fillDatabases } from './filled-database.ts';
import { runLoad, median } from './load.ts';
import { startServerUnderLoad } from './server-under-load.ts';

const products = 5000;
const connections = 64;
const rounds = 5;
const sliceMs = 2000;

/** SQL that replaces the store's products by generated ones with three variants each. */
const fillStore = `
  delete from public.bkk_products;
  insert into public.bkk_products (id, position, title, subtitle, description, thumbnail, images)
  select 'p' || n, n, 'Product ' || n, 'Of ${String(products)}', repeat('What it is made of. ', 12),
    '/merchandise/tote-cream.svg', '[{"url": "/merchandise/tote-cream.svg", "type": "image"}]'
  from generate_series(1, ${String(products)}) n;
  insert into public.bkk_product_variants (id, product_id, position, title, price_in_cents, inventory_quantity)
  select 'p' || n || '-' || v, 'p' || n, v, 'Variant ' || v, 1000 + n * 7 % 5000, n % 20
  from generate_series(1, ${String(products)}) n, generate_series(1, 3) v;
  analyze;`;

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`;

/**
 * Compares the default page of a store with 5,000 products with a bare handler that sends the same bytes, in medians of
 * five alternating rounds; and again while the catalogue changes ten times a second.
 */
export async function benchStore(): Promise<void> {
  const databases = await fillDatabases([0]);
  const admin = databases.of(0);
  await withClient(admin, admin, (client) => client.query(fillStore));
  const { port, storePageBytes, stop } = await startServerUnderLoad(admin);
  const runOn = (path: string) =>
    runLoad(
      sliceMs,
      port,
      Array.from({ length: connections }, () => get(path)),
    );
  const rates: Record<'bare' | 'store', number[]> = { bare: [], store: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push((await runOn('/bare/store')).rate);
    rates.store.push((await runOn('/store/bench/products')).rate);
  }
  const [bare, store] = [median(rates.bare), median(rates.store)];
  console.log(`\nthe first page of ${String(products)} products, ${String(storePageBytes)} bytes`);
  console.log(
    `  bare ${bare.toFixed(0)}, store ${store.toFixed(0)} a second: ${(store / bare).toFixed(2)}`,
  );
  const change = `update public.bkk_products set updated_at = now() where id = 'p1'`;
  const changing = withClient(admin, admin, async (client) => {
    for (let turn = 0; turn < (sliceMs / 1000) * 10; turn += 1) {
      await client.query(change);
      await client.query('select pg_sleep(0.1)');
    }
  });
  const [busy] = await Promise.all([runOn('/store/bench/products'), changing]);
  console.log(`  while it changes ten times a second: ${busy.rate.toFixed(0)} a second`);
  await stop();
  await databases.stop();
}
