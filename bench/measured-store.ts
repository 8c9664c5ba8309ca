// The measured store service in a separate process, and a bare handler in the same framework that sends the same bytes.
// Its argument is the superuser's login as JSON; it sends its port.
import { fastify } from 'fastify';
import { storePlugin } from '../apps/server/src/store/plugin.ts';
import { closeOnDisconnect, openGivenDatabase } from './measured-app.ts';

async function serve(): Promise<void> {
  const database = openGivenDatabase();
  const app = fastify();
  await app.register(storePlugin, { prefix: '/store', database, storeId: 'bench' });
  let page = '';
  app.get('/bare', (_request, reply) => reply.type('application/json; charset=utf-8').send(page));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  page = await (await fetch(`${url}/store/bench/products`)).text();
  process.send?.({ port: Number(new URL(url).port), bytes: Buffer.byteLength(page) });
  closeOnDisconnect(app, database);
}

await serve();
