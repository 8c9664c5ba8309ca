import { withClient } from '../apps/server/src/db/server-address.ts';
import { fillDatabases } from './filled-database.ts';
import { runLoad, median } from './load.ts';
import { requestsFor } from './product-calls.ts';
import { startServerUnderLoad } from './server-under-load.ts';

const rounds = 9;
const milliseconds = 800;

const setup = `
  create table public.bench_parents (id int primary key, name text not null);
  create table public.bench_children (
    id int primary key, name text not null, parent_id int not null references public.bench_parents
  );
  create index on public.bench_children (parent_id);
  insert into public.bench_parents select n, 'Parent ' || n from generate_series(1, 10000) n;
  insert into public.bench_children
    select n, 'Child ' || n, 1 + n % 10000 from generate_series(1, 100000) n;
  grant select on public.bench_parents, public.bench_children to authenticated;
  analyze public.bench_parents, public.bench_children;`;

/** Compares 100 parents with 10 embedded children each with the same rows by SQL written by hand on the same pool. */
export async function benchEmbedding(): Promise<void> {
  const databases = await fillDatabases([1000]);
  const admin = databases.of(1000);
  await withClient(admin, admin, (client) => client.query(setup));
  const server = await startServerUnderLoad(admin);
  const call = {
    method: 'GET',
    path: () => 'bench_parents?select=id,name,bench_children(id,name)&order=id&limit=100',
  } as const;
  console.log('\n100 parents with 10 children each');
  for (const connections of [1, 8]) {
    const variants = {
      'data service': await requestsFor(call, connections, (path) => `/rest/v1/${path}`),
      'by hand': await requestsFor(call, connections, () => '/bare/embedding'),
    };
    const rates = { 'data service': [] as number[], 'by hand': [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['data service', 'by hand'] as const) {
        const { rate } = await runLoad(milliseconds, server.port, variants[name]);
        if (round > 0) rates[name].push(rate);
      }
    }
    const [service, hand] = [median(rates['data service']), median(rates['by hand'])];
    console.log(
      `  ${String(connections)} connections: ${service.toFixed(0)} a second, by hand ${hand.toFixed(0)},` +
        ` ratio ${(service / hand).toFixed(2)}`,
    );
  }
  await server.stop();
  await databases.stop();
}
