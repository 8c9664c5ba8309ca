import pg from 'pg';
import type { ClientBase } from 'pg';
import { qualified, type BackupSequence, type Manifest } from './manifest.ts';

/** A table of the product, as needed to copy it. */
export interface ProductTable {
  readonly schema: string;
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: readonly string[];
  /** Expressions that give the rows the same order on every server, independent of collations; empty without a primary key. */
  readonly order: readonly string[];
  /** Qualified names of the tables its foreign keys refer to. */
  readonly references: readonly string[];
}

/**
 * Matches relations that migrations create: the product's schemas, and `bkk_` relations in `public`, which may have others.
 * Secrets are kept apart. Unlogged tables hold the counters of rate limits, which a crash of PostgreSQL empties too.
 */
const ofProduct = (relation: string, schema: string): string => `
  ${relation}.relpersistence = 'p'
  and (${schema}.nspname in ('auth', 'storage', 'bkksiam_private', 'supabase_migrations')
    or ${schema}.nspname = 'public' and ${relation}.relname like 'bkk\\_%')
  and (${schema}.nspname, ${relation}.relname) <> ('bkksiam_private', 'secrets')`;

const tablesQuery = `
  select schema.nspname as schema, relation.relname as name,
    array(
      select attname::text from pg_attribute
      where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns,
    array(
      select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
      from pg_index, unnest(indkey::int2[]) with ordinality as key (number, place)
        join pg_attribute on attnum = key.number
      where indrelid = relation.oid and indisprimary and attrelid = relation.oid
      order by place) as "order",
    array(
      select distinct other_schema.nspname || '.' || other.relname
      from pg_constraint
        join pg_class as other on other.oid = confrelid
        join pg_namespace as other_schema on other_schema.oid = other.relnamespace
      where conrelid = relation.oid and contype = 'f') as "references"
  from pg_class as relation join pg_namespace as schema on schema.oid = relation.relnamespace
  where relation.relkind = 'r' and ${ofProduct('relation', 'schema')}
  order by 1, 2`;

/** Relations that were not created by PostgreSQL, an extension or the session. */
const ownRelations = `
  from pg_class as relation join pg_namespace as schema on schema.oid = relation.relnamespace
  where relation.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and schema.nspname not in ('pg_catalog', 'information_schema') and schema.nspname !~ '^pg_(toast|temp)'
    and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'e')`;

export async function productTables(client: ClientBase): Promise<readonly ProductTable[]> {
  const { rows } = await client.query<ProductTable>(tablesQuery);
  return rows;
}

/** Names of tables in the database that are not the product's, so not in a backup. */
export async function otherTables(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select schema.nspname || '.' || relation.relname as name ${ownRelations}
      and relation.relkind in ('r', 'p') and relation.relpersistence = 'p'
      and not (${ofProduct('relation', 'schema')})
      and (schema.nspname, relation.relname) <> ('bkksiam_private', 'secrets')
    order by 1`);
  return rows.map(({ name }) => name);
}

/** The name of any relation in the database, or undefined when it is empty. */
export async function anyRelation(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select schema.nspname || '.' || relation.relname as name ${ownRelations} order by 1 limit 1`,
  );
  return rows[0]?.name;
}

/** A relation's quoted name in SQL. */
export function sqlName({ schema, name }: { readonly schema: string; readonly name: string }) {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Sequences ignore snapshots. Read after the snapshot, no value is behind its rows. */
export async function readSequences(client: ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select schema.nspname as schema, relation.relname as name
    from pg_class as relation join pg_namespace as schema on schema.oid = relation.relnamespace
    where relation.relkind = 'S' and ${ofProduct('relation', 'schema')}
    order by 1, 2`);
  const sequences: BackupSequence[] = [];
  for (const found of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sqlName(found)}`,
    );
    for (const { value, called } of state) sequences.push({ ...found, value, called });
  }
  return sequences;
}

export async function writeSequences(
  client: ClientBase,
  sequences: readonly BackupSequence[],
): Promise<void> {
  for (const sequence of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      sqlName(sequence),
      sequence.value,
      sequence.called,
    ]);
  }
}

/** The applied migrations by kind, in order. */
export async function appliedMigrations(client: ClientBase): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ kind: string; name: string; sha256: string }>(
    'select kind, name, sha256 from bkksiam_private.applied_files order by kind, name collate "C"',
  );
  const of = (wanted: string) =>
    rows.flatMap(({ kind, name, sha256 }) => (kind === wanted ? [{ name, sha256 }] : []));
  return { platform: of('platform'), product: of('product') };
}

/** Orders tables so that each comes after those its foreign keys refer to. */
export function inForeignKeyOrder(tables: readonly ProductTable[]): readonly ProductTable[] {
  const waiting = new Map(tables.map((table) => [qualified(table), table]));
  const ordered: ProductTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([own, { references }]) =>
      references.every((name) => name === own || !waiting.has(name)),
    );
    if (ready.length === 0)
      throw new Error(`foreign keys form a cycle: ${[...waiting.keys()].join(', ')}`);
    for (const [name, table] of ready) {
      ordered.push(table);
      waiting.delete(name);
    }
  }
  return ordered;
}
