// The measured server in a separate process: data service, store and Realtime, and below `/bare` what each is compared with, in the
// same framework and on the same pool. Its argument is the superuser's login as JSON; it sends a `Ready`.
import { fastify, type FastifyInstance } from 'fastify';
import type { Identity } from '@bkksiam/domain/identity';
import type { Database, Scope, SqlValue, Statement } from '../apps/server/src/db/database.ts';
import { scopeStatement } from '../apps/server/src/db/identity-scope.ts';
import { derivedLogins } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import { identify } from '../apps/server/src/http/identity.ts';
import { realtimePlugin } from '../apps/server/src/realtime/plugin.ts';
import { restPlugin } from '../apps/server/src/rest/plugin.ts';
import { storePlugin } from '../apps/server/src/store/plugin.ts';
import { calls, claimsOf, memberId, tokenOf, tokens, type CallName } from './product-calls.ts';

/** The first message of this process. */
export interface Ready {
  readonly port: number;
  /** The batch of each call of member 0, including the statement that sets role and claims. */
  readonly batches: Readonly<Record<CallName, readonly Statement[]>>;
  readonly storePageBytes: number;
}

/** The recorded batch of the data service for one call. */
interface Recorded {
  readonly statements: readonly Statement[];
  readonly scope: Scope | undefined;
}

const probe = memberId(0);

const embeddingByHand = `
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

async function record(database: Database, name: CallName): Promise<Recorded> {
  let seen: Recorded | undefined;
  const app = fastify();
  const watched: Database = {
    ...database,
    asIdentity(identity, statements, scope) {
      seen = { statements, scope };
      return database.asIdentity(identity, statements, scope);
    },
  };
  await app.register(restPlugin, { prefix: '/rest/v1', database: watched, tokens });
  const call = calls[name];
  const response = await app.inject({
    method: call.method,
    url: `/rest/v1/${call.path(probe)}`,
    headers: {
      authorization: `Bearer ${await tokenOf(probe)}`,
      'content-type': 'application/json',
    },
    ...('body' in call ? { payload: call.body(probe) } : {}),
  });
  await app.close();
  if (response.statusCode >= 300 || seen === undefined) throw new Error(response.body);
  return seen;
}

function forMember(value: SqlValue, member: string): SqlValue {
  return typeof value === 'string' ? value.replaceAll(probe, member) : value;
}

/** Verifies the same token and runs the same statements as the data service does for a call. */
function addBareCall(app: FastifyInstance, database: Database, recorded: Recorded, name: CallName) {
  const { statements, scope } = recorded;
  app.route({
    method: calls[name].method,
    url: `/bare/${name}`,
    async handler(request, reply) {
      const identity = await identify(tokens, request.headers);
      const member = String(identity.claims.sub);
      const batch = statements.map(({ text, values = [] }) => ({
        text,
        values: values.map((value) => forMember(value, member)),
      }));
      const [result] = await database.asIdentity(identity, batch, scope);
      if (name === 'write') return reply.code(201).send();
      return reply.type('application/json; charset=utf-8').send(result?.rows[0]?.body);
    },
  });
}

function batchOf({ statements, scope }: Recorded): readonly Statement[] {
  const identity: Identity = { role: 'authenticated', claims: claimsOf(probe) };
  return [scopeStatement(identity, scope), ...statements];
}

function openGivenDatabase(): Database {
  const { host, port, database, password = '' } = JSON.parse(process.argv[2] ?? '') as AdminLogin;
  return openPostgres({ address: { host, port, database }, ...derivedLogins(password) });
}

async function serve(): Promise<void> {
  const database = openGivenDatabase();
  const read = await record(database, 'read');
  const write = await record(database, 'write');
  const app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database, tokens });
  await app.register(storePlugin, { prefix: '/store', database, storeId: 'bench' });
  await app.register(realtimePlugin, {
    prefix: '/realtime/v1',
    database,
    tokens,
    isRateLimited: false,
    limits: { socketsPerNetwork: Infinity },
  });
  addBareCall(app, database, read, 'read');
  addBareCall(app, database, write, 'write');
  app.get('/bare/embedding', async (request, reply) => {
    const identity = await identify(tokens, request.headers);
    const batch = [{ text: embeddingByHand }];
    const [result] = await database.asIdentity(identity, batch, { readOnly: true });
    return reply.type('application/json; charset=utf-8').send(result?.rows[0]?.body);
  });
  let storePage = '';
  app.get('/bare/store', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(storePage),
  );
  storePage = (await app.inject('/store/bench/products')).body;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.on('message', (message) => {
    if (message !== 'memory') return;
    globalThis.gc?.();
    process.send?.(process.memoryUsage.rss());
  });
  process.once('disconnect', () => {
    app
      .close()
      .then(() => database.close())
      .catch((error: unknown) => console.error(error));
  });
  const ready: Ready = {
    port: Number(new URL(url).port),
    batches: { read: batchOf(read), write: batchOf(write) },
    storePageBytes: Buffer.byteLength(storePage),
  };
  process.send?.(ready);
}

await serve();
