// The measured server of the embedding bench in a separate process: the data service, and a handler that runs SQL written by
// hand on the same pool as the same caller. Its argument is the superuser's login as JSON; it sends its port.
import { fastify } from 'fastify';
import { identify } from '../apps/server/src/http/identity.ts';
import { restPlugin } from '../apps/server/src/rest/plugin.ts';
import { closeOnDisconnect, openGivenDatabase } from './measured-app.ts';
import { tokens } from './product-calls.ts';

const byHand = `
  select coalesce(json_agg(parent), '[]')::text as body
  from (
    select p.id, p.name, coalesce(c.children, '[]') as bench_children
    from public.bench_parents p
      left join lateral (
        select json_agg(child) as children
        from (select id, name from public.bench_children where parent_id = p.id) as child
      ) as c on true
    order by p.id limit 100
  ) as parent`;

const database = openGivenDatabase();
const app = fastify();
await app.register(restPlugin, { prefix: '/rest/v1', database, tokens });
app.get('/by-hand', async (request, reply) => {
  const identity = await identify(tokens, request.headers);
  const [result] = await database.asIdentity(identity, [{ text: byHand }], { readOnly: true });
  return reply.type('application/json; charset=utf-8').send(result?.rows[0]?.body);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: Number(new URL(url).port) });
closeOnDisconnect(app, database);
