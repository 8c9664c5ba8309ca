// What the data service adds to a read: the dashboard's five rows through the whole pipeline against a bare handler
// that runs the same one-Sync batch. One server process, 64 connections, alternating rounds, medians of five.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import { derivedLogin } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { createTokens } from '../apps/server/src/http/jwt.ts';
import { restPlugin } from '../apps/server/src/rest/plugin.ts';
import { startTestCluster } from '../apps/server/src/testing/test-cluster.ts';
import { askFor, median } from './load.ts';

const connections = 64;
const rounds = 5;
const roundMs = 2000;
const secret = 'a secret for measuring, long enough to sign with';
const tokens = createTokens({ secret });
const columns = 'quote_id,origin,destination,pax_adt,pax_chd,pax_inf,status,updated_at,created_at';

const memberId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

const rows = `
  insert into auth.users (id, aud, role, email)
  select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated', 'm' || n || '@bench.example'
  from generate_series(0, 999) n;
  insert into public.bkk_quote_requests (user_id, origin, destination, dep_date, updated_at)
  select ('00000000-0000-4000-9000-' || lpad((n % 1000)::text, 12, '0'))::uuid, 'BKK', 'NRT', current_date + 30,
    now() - n * interval '1 minute'
  from generate_series(1, 100000) n;
  analyze public.bkk_quote_requests;`;

const bareRead = `
  select coalesce(json_agg(q), '[]')::text as body from (
    select ${columns} from public.bkk_quote_requests where user_id = $1 order by updated_at desc limit 5) q`;

/** The server under measurement: the data service, and beside it the bare handler over the same pool. */
async function serve(): Promise<void> {
  const { server, stop } = await startTestCluster();
  const { host, port, user, password, template: database } = server;
  const address = { host, port, database };
  await withClient(address, { user, password }, (client) => client.query(rows));
  const postgres = openPostgres({
    address,
    authenticator: derivedLogin(password, 'authenticator'),
    service: derivedLogin(password, 'supabase_auth_admin'),
  });
  const app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database: postgres, tokens });
  app.get<{ Params: { id: string } }>('/bare/:id', async (request, reply) => {
    const { id } = request.params;
    const identity = { role: 'authenticated', claims: { sub: id, role: 'authenticated' } } as const;
    const statement = { text: bareRead, values: [id] };
    const [result] = await postgres.asIdentity(identity, [statement], { readOnly: true });
    return reply.type('application/json; charset=utf-8').send(result?.rows[0]?.body);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.(Number(new URL(url).port));
  await once(process, 'message');
  await app.close();
  await postgres.close();
  await stop();
  process.disconnect();
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = (await once(child, 'message')) as [number];
  const members = Array.from({ length: connections }, (_, index) => memberId(index * 15));
  const signed = await Promise.all(
    members.map((sub) => tokens.sign({ sub, role: 'authenticated', aud: 'authenticated' }, 3600)),
  );
  const get = (path: string, token = '') =>
    `GET ${path} HTTP/1.1\r\nhost: bench\r\n${token && `authorization: Bearer ${token}\r\n`}\r\n`;
  const variants = {
    bare: members.map((id) => get(`/bare/${id}`)),
    rest: members.map((id, index) =>
      get(
        `/rest/v1/bkk_quote_requests?select=${columns}&user_id=eq.${id}&order=updated_at.desc&limit=5`,
        signed[index],
      ),
    ),
  };
  const rates = { bare: [] as number[], rest: [] as number[] };
  for (const name of ['bare', 'rest'] as const) await askFor(roundMs, port, variants[name]);
  for (let round = 0; round < rounds; round += 1)
    for (const name of ['bare', 'rest'] as const)
      rates[name].push(await askFor(roundMs, port, variants[name]));
  child.send('stop');
  await once(child, 'exit');
  const [bare, rest] = [median(rates.bare), median(rates.rest)];
  console.log(`bare handler  ${bare.toFixed(0)} reads a second`);
  console.log(`data service  ${rest.toFixed(0)} reads a second`);
  console.log(`ratio         ${(rest / bare).toFixed(2)}`);
}

await (process.argv[2] === 'serve' ? serve() : measure());
