import type { Identity } from '@bkksiam/domain/identity';
import type { SupabaseClient } from '@supabase/supabase-js';
import { fastify } from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import type { CallerDatabase, Database, Statement } from '../../apps/server/src/db/database.ts';
import { createTokens } from '../../apps/server/src/http/jwt.ts';
import { restPlugin } from '../../apps/server/src/rest/plugin.ts';
import { clientWithToken } from '../../apps/server/src/testing/test-client.ts';
import { identityOf, type SignedInUser } from './member-database.ts';

/** A statement of the data service and its identity. */
export interface Sent {
  readonly identity: Identity;
  readonly statement: Statement;
}

export interface RecordedCalls {
  /** An unmodified client, signed in as a user or anonymous. */
  readonly client: (who?: SignedInUser) => Promise<SupabaseClient>;
  /** The statements the data service sends while `work` runs. */
  readonly during: (work: () => Promise<void>) => Promise<readonly Sent[]>;
  readonly close: () => Promise<void>;
}

/** Starts the data service with a database that records its statements. */
export async function startRecordedCalls(database: Database): Promise<RecordedCalls> {
  let sent: Sent[] = [];
  const recording: CallerDatabase = {
    asIdentity(identity, statements, scope) {
      sent.push(...statements.map((statement) => ({ identity, statement })));
      return database.asIdentity(identity, statements, scope);
    },
    transaction: (identity, fn, scope) =>
      database.transaction(
        identity,
        (transaction) =>
          fn({
            run(statement) {
              sent.push({ identity, statement });
              return transaction.run(statement);
            },
          }),
        scope,
      ),
    maxLagMs: 0,
    listen: (channel, onNotification) => database.listen(channel, onNotification),
  };
  const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });
  const app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database: recording, tokens });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    async client(who) {
      const claims =
        who === undefined
          ? { role: 'anon' }
          : { ...identityOf(who).claims, role: 'authenticated', aud: 'authenticated' };
      const token = await tokens.sign(claims, 3600);
      return clientWithToken(url, token, token);
    },
    async during(work) {
      sent = [];
      await work();
      return sent;
    },
    close: () => app.close(),
  };
}

const nodeShape = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(nodeShape).optional();
  },
});

type PlanNode = z.infer<typeof nodeShape>;

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/**
 * The plan nodes of a statement for its caller, such as `Seq Scan bkk_airline_news`.
 *
 * @param kind `custom` plans for the given values, `generic` for any, as for a prepared statement
 */
export async function planOf(
  database: Database,
  { identity, statement: { text, values = [] } }: Sent,
  kind: 'custom' | 'generic',
): Promise<readonly string[]> {
  const explained = await database.transaction(identity, async (transaction) => {
    if (kind === 'custom')
      return transaction.run({ text: `explain (format json) ${text}`, values });
    await transaction.run({ text: `set local plan_cache_mode = force_generic_plan` });
    await transaction.run({ text: `prepare explained as ${text}` });
    const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ');
    const execute = values.length === 0 ? 'explained' : `explained (${given})`;
    const result = await transaction.run({ text: `explain (format json) execute ${execute}` });
    await transaction.run({ text: 'deallocate explained' });
    return result;
  });
  const shape = z.array(z.object({ Plan: nodeShape }));
  return shape
    .parse(explained.rows[0]?.['QUERY PLAN'])
    .flatMap(({ Plan }) => nodesOf(Plan))
    .map((node) => [node['Node Type'], node['Relation Name']].filter(Boolean).join(' '));
}

/** The number of custom plans in ten runs of a prepared statement. */
export async function planningsOf(
  database: Database,
  { identity, statement: { text, values = [] } }: Sent,
): Promise<number> {
  const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ');
  const result = await database.transaction(identity, async (transaction) => {
    await transaction.run({ text: `prepare repeated as ${text}` });
    for (let run = 0; run < 10; run += 1)
      await transaction.run({ text: `execute repeated${given && ` (${given})`}` });
    const counted = await transaction.run({
      text: `select custom_plans::int from pg_prepared_statements where name = 'repeated'`,
    });
    await transaction.run({ text: 'deallocate repeated' });
    return counted;
  });
  return z.number().parse(result.rows[0]?.custom_plans);
}
