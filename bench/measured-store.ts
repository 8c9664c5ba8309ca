// The store that is measured, in a process of its own, and beside it a bare handler in the same framework that sends
// the same bytes. Its one argument is the superuser's login, as JSON; it sends its port.
import { fastify } from 'fastify';
import { derivedLogin } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import { storePlugin } from '../apps/server/src/store/plugin.ts';

async function serve({ host, port, database: name, password = '' }: AdminLogin): Promise<void> {
  const database = openPostgres({
    address: { host, port, database: name },
    authenticator: derivedLogin(password, 'authenticator'),
    service: derivedLogin(password, 'supabase_auth_admin'),
  });
  const app = fastify();
  await app.register(storePlugin, { prefix: '/store', database, storeId: 'bench' });
  let page = '';
  app.get('/bare', (_request, reply) => reply.type('application/json; charset=utf-8').send(page));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  page = await (await fetch(`${url}/store/bench/products`)).text();
  process.send?.({ port: Number(new URL(url).port), bytes: Buffer.byteLength(page) });
  process.once('disconnect', () => {
    app
      .close()
      .then(() => database.close())
      .catch((error: unknown) => console.error(error));
  });
}

await serve(JSON.parse(process.argv[2] ?? '') as AdminLogin);
