import { fillDatabases } from './filled-database.ts';
import { runLoad, median } from './load.ts';
import { calls, requestsFor } from './product-calls.ts';
import { startServerUnderLoad } from './server-under-load.ts';

const sizes = [1000, 1_000_000] as const;
const rounds = 15;
const milliseconds = 700;
const connections = 8;

/** Compares five-row reads on 1,000 and 1,000,000 rows: the size of the table must not matter. */
export async function benchGrowth(): Promise<void> {
  const databases = await fillDatabases(sizes);
  const requests = await requestsFor(calls.read, connections, (path) => `/rest/v1/${path}`);
  const measured = await Promise.all(
    sizes.map(async (size) => ({
      size,
      server: await startServerUnderLoad(databases.of(size)),
      rates: [] as number[],
    })),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const { server, rates } of measured) {
      const { rate } = await runLoad(milliseconds, server.port, requests);
      if (round > 0) rates.push(rate);
    }
  }
  for (const { server } of measured) await server.stop();
  await databases.stop();
  console.log(`\nfive-row read, ${String(connections)} connections`);
  for (const { size, rates } of measured) {
    console.log(
      `  on ${String(size).padStart(9)} rows ${median(rates).toFixed(0).padStart(8)} a second`,
    );
  }
  const [small = NaN, large = NaN] = measured.map(({ rates }) => median(rates));
  console.log(
    `  a read on the large table costs ${(small / large).toFixed(2)} times one on the small`,
  );
}
