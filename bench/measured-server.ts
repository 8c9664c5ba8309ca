// The measured server in a separate process: the data service, and a bare handler in the same framework that verifies
// the same token and runs the same statements on the same pool. Its argument is the superuser's login as JSON; it sends
// its port and the batches of its calls.
import { fastify, type FastifyInstance } from 'fastify';
import type { Identity } from '@bkksiam/domain/identity';
import type { Database, Scope, SqlValue, Statement } from '../apps/server/src/db/database.ts';
import { scopeStatement } from '../apps/server/src/db/identity-scope.ts';
import { identify } from '../apps/server/src/http/identity.ts';
import { restPlugin } from '../apps/server/src/rest/plugin.ts';
import { closeOnDisconnect, openGivenDatabase } from './measured-app.ts';
import { memberId } from './members.ts';
import { calls, claimsOf, tokenOf, tokens, type CallName } from './product-calls.ts';

/** The recorded batch of the data service for one call. */
interface Recorded {
  readonly statements: readonly Statement[];
  readonly scope: Scope | undefined;
}

const probe = memberId(0);

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

function addBareHandler(
  app: FastifyInstance,
  database: Database,
  recorded: Recorded,
  name: CallName,
) {
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

async function serve(): Promise<void> {
  const database = openGivenDatabase();
  const read = await record(database, 'read');
  const write = await record(database, 'write');
  const app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database, tokens });
  addBareHandler(app, database, read, 'read');
  addBareHandler(app, database, write, 'write');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.on('message', (message) => {
    if (message !== 'memory') return;
    globalThis.gc?.();
    process.send?.(process.memoryUsage.rss());
  });
  process.send?.({
    port: Number(new URL(url).port),
    batches: { read: batchOf(read), write: batchOf(write) },
  });
  closeOnDisconnect(app, database);
}

await serve();
