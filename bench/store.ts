import { withClient } from '../apps/server/src/db/server-address.ts';
import { fillDatabases } from './filled-database.ts';
import { storeOf } from './filled-store.ts';
import { askFor, median } from './load.ts';
import { startMeasured } from './measured-process.ts';

const products = 5000;
const connections = 64;
const rounds = 5;
const sliceMs = 2000;

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`;

/**
 * The default page of a store of 5,000 products against a bare handler that sends the same bytes, medians of five
 * alternating rounds; and the same while somebody changes the catalogue ten times a second.
 */
export async function benchStore(): Promise<void> {
  const databases = await fillDatabases([0]);
  const admin = databases.of(0);
  await withClient(admin, admin, (client) => client.query(storeOf(products)));
  const { ready, stop } = await startMeasured<{ port: number; bytes: number }>(
    'measured-store',
    admin,
  );
  const { port, bytes } = ready;
  const asked = (path: string) =>
    askFor(
      sliceMs,
      port,
      Array.from({ length: connections }, () => get(path)),
    );
  const rates: Record<'bare' | 'store', number[]> = { bare: [], store: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push((await asked('/bare')).rate);
    rates.store.push((await asked('/store/bench/products')).rate);
  }
  const [bare, store] = [median(rates.bare), median(rates.store)];
  console.log(`\nthe first page of ${String(products)} products, ${String(bytes)} bytes`);
  console.log(
    `  bare ${bare.toFixed(0)}, store ${store.toFixed(0)} a second: ${(store / bare).toFixed(2)}`,
  );
  const change = `update bkksiam_store.products set updated_at = now() where id = 'p1'`;
  const changing = withClient(admin, admin, async (client) => {
    for (let turn = 0; turn < (sliceMs / 1000) * 10; turn += 1) {
      await client.query(change);
      await client.query('select pg_sleep(0.1)');
    }
  });
  const [busy] = await Promise.all([asked('/store/bench/products'), changing]);
  console.log(`  while it changes ten times a second: ${busy.rate.toFixed(0)} a second`);
  await stop();
  await databases.stop();
}
