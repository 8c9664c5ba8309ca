import type { ClientBase } from 'pg';
import { format, type FormatConfig } from 'oxfmt';
import formatting from '../.oxfmtrc.json' with { type: 'json' };

interface Column {
  readonly relation: string;
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly generated: boolean;
  readonly updatable: boolean;
}

interface Relationship {
  readonly relation: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly one_to_one: boolean;
  readonly referenced_relation: string;
  readonly referenced_columns: readonly string[];
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

interface Routine {
  readonly name: string;
  readonly set: boolean;
  readonly returns: string;
  readonly row: string | null;
  readonly args: readonly Argument[];
}

interface EnumType {
  readonly name: string;
  readonly labels: readonly string[];
}

const columnsQuery = `
  select c.relname as relation,
    case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    a.attname as name,
    a.atttypid::regtype::text as type,
    not a.attnotnull as nullable,
    (not a.attnotnull or a.atthasdef or a.attidentity <> '') as optional,
    (a.attidentity = 'a' or a.attgenerated <> '') as generated,
    pg_column_is_updatable(c.oid, a.attnum, false) as updatable
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`;

const relationshipsQuery = `
  select c.conrelid::regclass::text as relation, c.conname as name,
    array(select attname::text from unnest(c.conkey) with ordinality k (n, i)
      join pg_attribute on attrelid = c.conrelid and attnum = n order by i) as columns,
    exists (select from pg_index u where u.indrelid = c.conrelid and u.indisunique and u.indpred is null
      and u.indkey::int2[] <@ c.conkey) as one_to_one,
    f.relname as referenced_relation,
    array(select attname::text from unnest(c.confkey) with ordinality k (n, i)
      join pg_attribute on attrelid = c.confrelid and attnum = n order by i) as referenced_columns
  from pg_constraint c join pg_class f on f.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    and f.relnamespace = 'public'::regnamespace
  order by 1, 2`;

const routinesQuery = `
  select p.proname as name, p.proretset as set, p.prorettype::regtype::text as returns,
    (select c.relname from pg_type t join pg_class c on c.oid = t.typrelid
      where t.oid = p.prorettype and c.relnamespace = 'public'::regnamespace) as row,
    coalesce((select json_agg(json_build_object(
        'name', p.proargnames[i], 'type', t::regtype::text, 'optional', i > p.pronargs - p.pronargdefaults) order by i)
      from unnest(p.proargtypes::oid[]) with ordinality as arguments (t, i)), '[]') as args
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by p.proname`;

const enumsQuery = `
  select t.typname as name, array(select enumlabel::text from pg_enum where enumtypid = t.oid order by enumsortorder) as labels
  from pg_type t where t.typtype = 'e' and t.typnamespace = 'public'::regnamespace order by t.typname`;

const numbers = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'oid'];
const texts = ['text', 'uuid', 'date', 'inet', 'bytea', 'name', 'citext', 'interval', '"char"'];

/** The TypeScript type of PostgREST's JSON for a value of the type. */
function typeOf(type: string, enums: readonly EnumType[]): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2), enums)}[]`;
  if (numbers.includes(type)) return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'json' || type === 'jsonb') return 'Json';
  if (type === 'void') return 'undefined';
  if (texts.includes(type) || /^(character|time|bit)/.test(type)) return 'string';
  if (enums.some(({ name }) => name === type)) return `Database['public']['Enums']['${type}']`;
  return 'unknown';
}

function block(name: string, entries: readonly string[]): string {
  return entries.length === 0
    ? `${name}: { [_ in never]: never };`
    : `${name}: { ${entries.join('\n')} };`;
}

function field(column: Column, shape: 'Row' | 'Insert' | 'Update', enums: readonly EnumType[]) {
  const type = `${typeOf(column.type, enums)}${column.nullable ? ' | null' : ''}`;
  if (shape === 'Row') return `${column.name}: ${type};`;
  const optional = shape === 'Update' || column.optional ? '?' : '';
  return `${column.name}${optional}: ${column.generated || !column.updatable ? 'never' : type};`;
}

function relationship(one: Relationship): string {
  return `{
    foreignKeyName: '${one.name}';
    columns: ${JSON.stringify(one.columns)};
    isOneToOne: ${String(one.one_to_one)};
    referencedRelation: '${one.referenced_relation}';
    referencedColumns: ${JSON.stringify(one.referenced_columns)};
  },`;
}

function relations(
  kind: Column['kind'],
  columns: readonly Column[],
  relationships: readonly Relationship[],
  enums: readonly EnumType[],
): string[] {
  const own = columns.filter((column) => column.kind === kind);
  const names = [...new Set(own.map(({ relation }) => relation))];
  return names.map((name) => {
    const fields = own.filter(({ relation }) => relation === name);
    const writable = kind === 'table' || fields.some(({ updatable }) => updatable);
    const shapes = writable ? (['Row', 'Insert', 'Update'] as const) : (['Row'] as const);
    const parts = shapes.map((shape) =>
      block(
        shape,
        fields.map((column) => field(column, shape, enums)),
      ),
    );
    const links = relationships.filter(({ relation }) => relation === name).map(relationship);
    return `${name}: { ${parts.join('\n')} Relationships: [${links.join('')}]; };`;
  });
}

function signature({ args, returns, row, set }: Routine, enums: readonly EnumType[]): string {
  const fields = args.map(
    (argument) =>
      `${argument.name}${argument.optional ? '?' : ''}: ${typeOf(argument.type, enums)};`,
  );
  const value =
    row === null
      ? typeOf(returns, enums)
      : `(Database['public']['Tables'] & Database['public']['Views'])['${row}']['Row']`;
  const shape = fields.length === 0 ? 'never' : `{ ${fields.join('\n')} }`;
  return `{ Args: ${shape}; Returns: ${value}${set ? '[]' : ''}; }`;
}

/** The signatures of one name are a union. */
function routineTypes(routines: readonly Routine[], enums: readonly EnumType[]): string[] {
  const names = [...new Set(routines.map(({ name }) => name))];
  return names.map((name) => {
    const same = routines.filter((routine) => routine.name === name);
    return `${name}: ${same.map((routine) => signature(routine, enums)).join(' | ')};`;
  });
}

/**
 * Renders the schema `public` of a migrated database as the `Database` type of supabase-js.
 *
 * @returns formatted TypeScript
 */
export async function renderDatabaseTypes(client: ClientBase, target: string): Promise<string> {
  const { rows: columns } = await client.query<Column>(columnsQuery);
  const { rows: relationships } = await client.query<Relationship>(relationshipsQuery);
  const { rows: routines } = await client.query<Routine>(routinesQuery);
  const { rows: enums } = await client.query<EnumType>(enumsQuery);
  const parts = [
    block('Tables', relations('table', columns, relationships, enums)),
    block('Views', relations('view', columns, relationships, enums)),
    block('Functions', routineTypes(routines, enums)),
    block(
      'Enums',
      enums.map(
        ({ name, labels }) => `${name}: ${labels.map((label) => `'${label}'`).join(' | ')};`,
      ),
    ),
    block('CompositeTypes', []),
  ];
  const text = `// Written by \`npm run generate:types\` from the migrations; a test holds it to them.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** The schema \`public\` as supabase-js takes it: \`createClient<Database>()\`. Rows are what the REST service sends. */
export type Database = { public: { ${parts.join('\n')} } };
`;
  return (await format(target, text, formatting as FormatConfig)).code;
}
