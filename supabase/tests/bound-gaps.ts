import pg from 'pg';

/** Runs one statement, bypassing policies. */
export type Query = <R extends Record<string, unknown>>(text: string) => Promise<R[]>;

/** Tables that migrations and the owner alone write. */
const ownersTables = [
  'bkk_airlines',
  'bkk_airports',
  'bkk_features',
  'bkk_jobs',
  'bkk_status_transitions',
];

interface LargeColumn extends Record<string, unknown> {
  readonly relation: string;
  readonly name: string;
  readonly type: string;
  readonly checks: readonly string[];
}

/** The columns whose type has no size of its own, with their constraints; a reference is as large as what it refers to. */
const largeColumns = `
  select relation.relname as relation, attribute.attname as name, format_type(attribute.atttypid, attribute.atttypmod) as type, array(
      select pg_get_expr(conbin, conrelid) from pg_constraint
      where contype = 'c' and conrelid = relation.oid and attribute.attnum = any (conkey)) as checks
    from pg_class as relation
      join pg_attribute as attribute on attribute.attrelid = relation.oid
      join pg_type as type on type.oid = attribute.atttypid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
      and attribute.attnum > 0 and not attribute.attisdropped
      and type.typlen = -1 and type.typname <> 'numeric'
      and relation.relname <> all (array['${ownersTables.join("', '")}'])
      and not exists (
        select from pg_constraint where contype = 'f' and conrelid = relation.oid and conkey = array[attribute.attnum])
    order by 1, attribute.attnum`;

/** SQL of JSON that is read as a value of a type, of more than 256 kB each, as much as a change of the log may have. */
function largeValues(type: string): readonly string[] {
  const texts = ['x', 'A', '1', ' '].map((letter) => `to_jsonb(repeat('${letter}', 262145))`);
  const many = (element: string) => `to_jsonb(array_fill(${element}, '{131073}'))`;
  const numbers = [many('1')];
  const types: Readonly<Record<string, readonly string[]>> = {
    text: texts,
    bytea: texts,
    'text[]': [...texts.map((text) => `jsonb_build_array(${text})`), many(`'AA'::text`)],
    'smallint[]': numbers,
    'bigint[]': numbers,
    jsonb: [
      ...texts,
      ...texts.map((text) => `jsonb_build_array(${text})`),
      ...texts.map((text) => `jsonb_build_object('a', ${text})`),
      ...numbers,
    ],
  };
  return types[type] ?? [];
}

/** The columns that a large value can be stored in, as far as SQL bounds them. */
export async function boundGaps(query: Query): Promise<string[]> {
  const gaps: string[] = [];
  for (const { relation, name, type, checks } of await query<LargeColumn>(largeColumns)) {
    const values = largeValues(type);
    const passes = checks.map((check) => `(${check}) is not false`).join(' and ');
    const [found] = await query<{ is_stored: boolean }>(
      `select bool_or(${passes || 'true'}) as is_stored
        from (values ${values.map((value) => `(${value})`).join() || '(null::jsonb)'}) as given (large_value)
          cross join lateral jsonb_populate_record(
            null::public.${relation}, jsonb_build_object(${pg.escapeLiteral(name)}, large_value)) as ${relation}`,
    );
    if (found?.is_stored === true) gaps.push(`${relation}.${name} is not bounded`);
  }
  return gaps;
}
