import { fillDatabases } from './filled-database.ts';
import { runLoad } from './load.ts';
import { calls, requestsFor } from './product-calls.ts';
import { startServerUnderLoad } from './server-under-load.ts';

const rows = 100_000;
const totalRequests = 1_000_000;
const steps = 10;
const connections = 64;
const sliceMs = 2000;

/** Measures the server's resident memory over 1,000,000 reads, after garbage collection at every tenth. */
export async function benchMemory(): Promise<void> {
  const databases = await fillDatabases([rows]);
  const server = await startServerUnderLoad(databases.of(rows));
  const requests = await requestsFor(calls.read, connections, (path) => `/rest/v1/${path}`);
  let sent = 0;
  console.log('\nresident memory of the server');
  for (let step = 0; step <= steps; step += 1) {
    while (sent < (totalRequests / steps) * step) {
      const { rate } = await runLoad(sliceMs, server.port, requests);
      sent += Math.round((rate * sliceMs) / 1000);
    }
    const megabytes = (await server.memory()) / 1024 / 1024;
    console.log(`  after ${String(sent).padStart(8)} reads ${megabytes.toFixed(0).padStart(5)} MB`);
  }
  await server.stop();
  await databases.stop();
}
