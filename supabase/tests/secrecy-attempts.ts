import type { Identity } from '@bkksiam/domain/identity';
import pg from 'pg';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';

/** What PostgreSQL answers to a statement, as every data service passes it on; `DONE0` for no error. */
export interface Answer {
  readonly text: string;
  readonly code: string;
  readonly message: string;
  readonly detail: string;
  readonly hint: string;
}

/** Runs each statement as the caller and undoes it; in one call, because there are thousands. */
const answersFunction = `
  create function pg_temp.answers(p_role text, p_claims text, p_texts text[]) returns setof jsonb language plpgsql as $$
  declare
    code text; message text; detail text; hint text;
  begin
    perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
    for place in 1..cardinality(p_texts) loop
      begin
        execute p_texts[place];
        raise sqlstate 'DONE0';
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text,
          detail = pg_exception_detail, hint = pg_exception_hint;
        return next jsonb_build_object('code', code, 'message', left(message, 4000), 'detail', left(detail, 4000), 'hint', hint);
      end;
    end loop;
  end $$`;

/** The answer to each statement of a caller. */
export async function answersTo(
  { admin }: TestDatabase,
  { role, claims }: Identity,
  texts: readonly string[],
): Promise<readonly Answer[]> {
  return withClient(admin, admin, async (client) => {
    await client.query(`begin; ${answersFunction}`);
    const { rows } = await client.query<{ answer: Omit<Answer, 'text'> }>(
      'select pg_temp.answers($1, $2, $3) as answer',
      [role, JSON.stringify({ ...claims, role }), texts],
    );
    await client.query('rollback');
    return rows.map(({ answer }, index) => ({ ...answer, text: texts[index] ?? '' }));
  });
}

/** A value as SQL of its type. */
function toSql(value: unknown, type: string): string {
  if (value === null || value === undefined) return `null::${type}`;
  const isArray = Array.isArray(value) && type.endsWith('[]');
  const text = isArray ? `{${value.join()}}` : JSON.stringify(value);
  return `${pg.escapeLiteral(typeof value === 'string' ? value : text)}::${type}`;
}

const tooLong = 'x'.repeat(2001);

/** JSON with one thing wrong: missing, of another type, too long, too large or twice. */
function* wrongJson(value: unknown): Generator {
  yield* [null, '', tooLong, -1, 1e15, [], {}];
  if (Array.isArray(value)) {
    yield [...(value as unknown[]), ...(value as unknown[])];
    const [first, ...rest] = value as unknown[];
    for (const wrong of wrongJson(first)) yield [wrong, ...rest];
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      for (const wrong of wrongJson(inner)) yield { ...value, [key]: wrong };
}

const wrongTexts = [`''`, `' '`, `'%'`, `repeat('x', 2001)`, `repeat('ก', 10001)`];
const wrongTimes = [`'-infinity'`, `'infinity'`, `'0001-01-01'`];

/** SQL of wrong, long, duplicate and conflicting values of a type. */
function wrongValues(type: string, value: unknown, ids: readonly string[]): string[] {
  const given =
    typeof value === 'string' && type === 'jsonb' ? (JSON.parse(value) as unknown) : value;
  const values: Readonly<Record<string, readonly string[]>> = {
    text: wrongTexts,
    uuid: [`gen_random_uuid()`, ...ids.map((id) => pg.escapeLiteral(id))],
    jsonb: [...wrongJson(given)].map((wrong) => pg.escapeLiteral(JSON.stringify(wrong))),
    'text[]': [`'{}'`, `'{NULL}'`, `array_fill('TG'::text, '{300}')`, `array[repeat('x', 10001)]`],
    integer: ['-1', '0', '2147483647'],
    smallint: ['-1', '0', '32767'],
    bigint: ['-1', '0', '9223372036854775807'],
    'timestamp with time zone': wrongTimes,
    date: wrongTimes,
  };
  const arrays = type.endsWith('[]') ? [`'{}'`, `'{NULL}'`] : [];
  return ['null', ...(values[type] ?? arrays)].map((wrong) => `(${wrong})::${type}`);
}

/** A function that visitors or members may call, with the types of its arguments by their names. */
export interface CalledFunction {
  readonly name: string;
  readonly types: Readonly<Record<string, string>>;
  readonly is_open: boolean;
}

/** The functions that visitors (`is_open`) or members may call. */
export const functionsOfCallers = ({ sql }: TestDatabase) =>
  sql<CalledFunction & Record<string, unknown>>(`
    select proname as name, has_function_privilege('anon', oid, 'execute') as is_open, (
        select coalesce(json_object_agg(proargnames[place], format_type(type, null)), '{}')
        from unnest(proargtypes) with ordinality as argument (type, place)) as types
      from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
        and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute'))
      order by 1`);

/** A call of a function with its arguments, and one for each wrong value of each of them. */
export function callsOf(
  { name, types }: CalledFunction,
  values: Readonly<Record<string, unknown>>,
  ids: readonly string[],
): readonly string[] {
  const given = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, toSql(value, types[key] ?? 'text')]),
  );
  const call = (sql: Readonly<Record<string, string>>) => {
    const list = Object.entries(sql).map(([key, value]) => `${key} => ${value}`);
    return `select public.${name}(${list.join(', ')})`;
  };
  const right = call(given);
  return [
    right,
    `${right}; ${right}`,
    ...Object.entries(types).flatMap(([key, type]) =>
      wrongValues(type, values[key], ids).map((wrong) => call({ ...given, [key]: wrong })),
    ),
  ];
}

/** A column of a table or view, and who may do what with it. */
export interface Column {
  readonly relation: string;
  readonly is_table: boolean;
  readonly name: string;
  readonly type: string;
  readonly readers: readonly string[];
  readonly inserters: readonly string[];
  readonly updaters: readonly string[];
}

const rolesWith = (right: string) => `array(
    select role from unnest(array['anon', 'authenticated']) as role
    where has_column_privilege(role, relation.oid, attribute.attnum, '${right}'))`;

/** The columns of all tables and views. */
export const columnsOfRelations = ({ sql }: TestDatabase) =>
  sql<Column & Record<string, unknown>>(`
    select relation.relname as relation, relation.relkind = 'r' as is_table, attribute.attname as name,
        format_type(attribute.atttypid, null) as type,
        ${rolesWith('select')} as readers, ${rolesWith('insert')} as inserters, ${rolesWith('update')} as updaters
      from pg_class as relation join pg_attribute as attribute on attribute.attrelid = relation.oid
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'v')
        and attribute.attnum > 0 and not attribute.attisdropped
      order by 1, attribute.attnum`);

/** Statements of a role on a table or view: rows that exist, once more and with wrong values, and reads that fail. */
export function statementsOn(
  columns: readonly Column[],
  role: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  const relation = `public.${columns[0]?.relation ?? ''}`;
  const to = (right: 'readers' | 'inserters' | 'updaters') =>
    columns.filter((column) => column[right].includes(role));
  const quoted = ({ name }: Column) => pg.escapeIdentifier(name);
  const inserted = to('inserters').length > 0 ? to('inserters') : columns;
  const insert = (row: object, wrong: Readonly<Record<string, string>> = {}) =>
    `insert into ${relation} (${inserted.map(quoted).join()})
      select ${inserted.map((column) => wrong[column.name] ?? quoted(column)).join()}
      from jsonb_populate_record(null::${relation}, ${toSql(row, 'jsonb')})`;
  return [
    `delete from ${relation}`,
    ...rows.flatMap((row) => [
      insert(row),
      ...to('inserters').flatMap(({ name, type }) =>
        wrongValues(type, row[name], []).map((wrong) => insert(row, { [name]: wrong })),
      ),
    ]),
    ...to('updaters').flatMap((column) =>
      wrongValues(column.type, null, []).map(
        (wrong) => `update ${relation} set ${quoted(column)} = ${wrong}`,
      ),
    ),
    ...to('readers').map(
      (column) => `select from ${relation} where ${quoted(column)}::text::integer < 0`,
    ),
  ];
}
