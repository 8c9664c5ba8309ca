import { fillDatabases } from './filled-database.ts';
import { runLoad, median, type Load } from './load.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { calls, requestsFor, type CallName } from './product-calls.ts';
import { startServerUnderLoad, type ServerUnderLoad } from './server-under-load.ts';

const rows = 100_000;
const rounds = 5;
const milliseconds = 2000;

type Measure = () => Promise<Load>;

/** Runs every variant in each round, after a warm-up round. */
async function alternate(
  variants: Readonly<Record<string, Measure>>,
): Promise<Record<string, Load>> {
  const loads: Record<string, Load[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(variants)) {
      const load = await measure();
      if (round > 0) (loads[name] ??= []).push(load);
    }
  }
  return Object.fromEntries(
    Object.entries(loads).map(([name, all]) => [
      name,
      { rate: median(all.map(({ rate }) => rate)), p99: median(all.map(({ p99 }) => p99)) },
    ]),
  );
}

function report(title: string, loads: Readonly<Record<string, Load>>): void {
  console.log(`\n${title}`);
  const own = loads['data service'];
  for (const [name, { rate, p99 }] of Object.entries(loads)) {
    const ratio = own === undefined || name === 'data service' ? '' : (own.rate / rate).toFixed(2);
    const slowest = Number.isNaN(p99) ? '' : `${p99.toFixed(1)} ms`;
    console.log(
      `  ${name.padEnd(14)}${rate.toFixed(0).padStart(8)} a second  p99 ${slowest.padStart(8)}` +
        (ratio === '' ? '' : `  data service / it: ${ratio}`),
    );
  }
}

/**
 * Compares reads and writes of the data service on 100,000 quote requests of 1,000 members under row policies with a
 * bare handler in the same framework (the runtime's limit) and pgbench (the database's limit). Alternating rounds,
 * medians of five.
 */
export async function benchRest(): Promise<void> {
  const databases = await fillDatabases([rows]);
  const admin = databases.of(rows);
  const pgbench = findPgbench();
  if (pgbench === undefined) console.log('pgbench is not installed here: its lines are left out');
  const server: ServerUnderLoad = await startServerUnderLoad(admin);

  for (const name of ['read', 'write'] as const satisfies CallName[]) {
    for (const connections of [1, 8, 64]) {
      const rest = await requestsFor(calls[name], connections, (path) => `/rest/v1/${path}`);
      const bare = await requestsFor(calls[name], connections, () => `/bare/${name}`);
      const variants: Record<string, Measure> = {
        'data service': () => runLoad(milliseconds, server.port, rest),
        'bare handler': () => runLoad(milliseconds, server.port, bare),
      };
      if (pgbench !== undefined) {
        variants.pgbench = async () => ({
          rate: await runPgbench(pgbench, admin, server.batches[name], {
            connections,
            milliseconds,
          }),
          p99: NaN,
        });
      }
      report(`${name}, ${String(connections)} connections`, await alternate(variants));
    }
  }
  await server.stop();
  await databases.stop();
}
