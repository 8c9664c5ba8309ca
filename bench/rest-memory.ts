import { fillDatabases } from './filled-database.ts';
import { askFor } from './load.ts';
import { calls, requestsFor } from './product-calls.ts';
import { startServerUnderLoad } from './server-under-load.ts';

const rows = 100_000;
const requestsInAll = 1_000_000;
const steps = 10;
const connections = 64;
const sliceMs = 2000;

/** Measures the server's resident memory over 1,000,000 reads, after garbage collection at every tenth. */
export async function benchMemory(): Promise<void> {
  const databases = await fillDatabases([rows]);
  const server = await startServerUnderLoad(databases.of(rows));
  const requests = await requestsFor(calls.read, connections, (path) => `/rest/v1/${path}`);
  let asked = 0;
  console.log('\nresident memory of the server');
  for (let step = 0; step <= steps; step += 1) {
    while (asked < (requestsInAll / steps) * step) {
      const { rate } = await askFor(sliceMs, server.port, requests);
      asked += Math.round((rate * sliceMs) / 1000);
    }
    const megabytes = (await server.memory()) / 1024 / 1024;
    console.log(
      `  after ${String(asked).padStart(8)} reads ${megabytes.toFixed(0).padStart(5)} MB`,
    );
  }
  await server.stop();
  await databases.stop();
}
