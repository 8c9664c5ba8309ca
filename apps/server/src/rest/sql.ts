import type { Statement } from '../db/database.ts';
import type { Media } from './media-type.ts';
import type { CallPlan } from './plan-call.ts';
import type { RowsPlan } from './plan-rows.ts';
import type { InsertPlan, UpdatePlan, WritePlan, WrittenColumn } from './plan-write.ts';
import type { Plan } from './plan.ts';
import {
  fieldText,
  identifier,
  orderText,
  outputsText,
  Values,
  whereText,
} from './sql-conditions.ts';

const publicName = (name: string) => `"public".${identifier(name)}`;

/** The rows of the subquery `_page` as JSON text; `item` is what one of them becomes. */
function bodyText({ shape, stripNulls }: Media, item = '_page.*', single = shape === 'object') {
  const rows = stripNulls ? `json_strip_nulls(json_agg(${item}))` : `json_agg(${item})`;
  return single ? `coalesce((${rows} -> 0)::text, 'null')` : `coalesce(${rows}, '[]')::text`;
}

interface Page {
  /** What stands behind `from`, under the name that the columns are written with. */
  readonly from: string;
  readonly outputs: string;
  readonly where: string;
  /** Binds its values when it is asked for: PostgreSQL takes no value that the text does not use. */
  readonly range: () => string;
}

function page(values: Values, rows: RowsPlan, from: string): Page {
  const alias = rows.source.name;
  const { offset, limit } = rows.range;
  return {
    from,
    outputs: outputsText(values, alias, rows.outputs),
    where: whereText(values, alias, rows.conditions),
    range: () => {
      const start = offset > 0 ? ` offset ${values.bind(offset)}` : '';
      return `${orderText(values, alias, rows.order)} limit ${values.bind(limit)}${start}`;
    },
  };
}

const allRows = ({ outputs, from, where }: Page) => `select ${outputs} from ${from}${where}`;

/** What is said of a page: its rows as a body, how many they are, and how many there would be without a range. */
function answerText({ headOnly, media }: Plan, rows: RowsPlan, read: Page, body: string): string {
  const every = allRows(read);
  // Without a body one number tells the other: see Outcome.
  if (headOnly && rows.counted && media.shape === 'array')
    return `select count(*) as total_rows from (${every}) as _all`;
  const answers = ['count(*) as page_rows'];
  if (!headOnly) answers.push(`${body} as body`);
  if (rows.counted) answers.push(`(select count(*) from (${every}) as _all) as total_rows`);
  return `select ${answers.join(', ')} from (${every}${read.range()}) as _page`;
}

function readStatement(plan: Plan, rows: RowsPlan): Statement {
  const values = new Values();
  const read = page(values, rows, publicName(rows.source.name));
  return { text: answerText(plan, rows, read, bodyText(plan.media)), values: values.list };
}

function recordType(columns: readonly { readonly name: string; readonly type: string }[]): string {
  return columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
}

/** The call itself, and what its arguments are read from. */
function callText(values: Values, { function: called, arguments: args }: CallPlan) {
  const name = publicName(called.name);
  if (args.kind === 'body')
    return { from: '', call: `${name}(${values.bind(args.text)}::${args.type})` };
  if (args.kind === 'query') {
    const given = args.arguments.map(
      ({ argument, value }) =>
        `${argument.variadic ? 'variadic ' : ''}${identifier(argument.name)} => ${values.bind(value)}::${argument.type}`,
    );
    return { from: '', call: `${name}(${given.join(', ')})` };
  }
  if (args.arguments.length === 0) return { from: '', call: `${name}()` };
  const given = args.arguments.map(
    ({ name: argument, variadic }) =>
      `${variadic ? 'variadic ' : ''}${identifier(argument)} => _args.${identifier(argument)}`,
  );
  const record = `json_to_record(${values.bind(args.text)}::json) as _args(${recordType(args.arguments)})`;
  return { from: ` from ${record}`, call: `${name}(${given.join(', ')})` };
}

function callStatement(plan: Plan, action: CallPlan): Statement {
  const values = new Values();
  const { from, call } = callText(values, action);
  const { returns, returnsSet } = action.function;
  if (returns === 'void') return { text: `select ${call}${from}`, values: values.list };
  if (returns === 'scalar' && !returnsSet) {
    const text = `select 1 as page_rows, 1 as total_rows, coalesce(to_json(${call})::text, 'null') as body${from}`;
    return { text, values: values.list };
  }
  const alias = identifier(action.function.name);
  const inner =
    returns === 'scalar'
      ? `select ${call} as value${from}`
      : `select ${alias}.* ${from === '' ? 'from' : `${from},`} ${call} as ${alias}`;
  const read = page(values, action.rows, `_called as ${alias}`);
  const single = plan.media.shape === 'object' || !returnsSet;
  const body = bodyText(plan.media, returns === 'scalar' ? '_page.value' : '_page.*', single);
  const text = `with _called as (${inner}) ${answerText(plan, action.rows, read, body)}`;
  return { text, values: values.list };
}

const insertedSoFar = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`;
const count = (step: string) =>
  `set_config('pgrst.inserted', (${insertedSoFar} ${step})::text, true) is not null`;

/** Of an upsert: what happens on a conflict. Every row counts up, and one that was there already counts down again. */
function conflictText({ conflict }: InsertPlan, columns: readonly WrittenColumn[]): string {
  if (conflict === undefined) return '';
  const target = conflict.columns.map(({ name }) => identifier(name)).join(', ');
  if (conflict.action === 'ignore') return ` on conflict (${target}) do nothing`;
  const changes = columns.map(
    ({ column: { name } }) => `${identifier(name)} = excluded.${identifier(name)}`,
  );
  return ` on conflict (${target}) do update set ${changes.join(', ')} where ${count('- 1')}`;
}

/** The rows of an insert's body; where only some of them name a column, the others get its default. */
function insertedRows(values: Values, { payload }: InsertPlan, columns: readonly WrittenColumn[]) {
  const record = recordType(columns.map(({ column }) => column));
  const text = values.bind(payload.text);
  if (columns.every(({ from }) => from === 'body')) {
    const read = payload.isArray ? 'json_to_recordset' : 'json_to_record';
    const list = columns.map(({ column }) => `_body.${identifier(column.name)}`).join(', ');
    return `select ${list} from ${read}(${text}::json) as _body(${record})`;
  }
  const list = columns.map(({ column, from }) => {
    const value = `_body.${identifier(column.name)}`;
    if (from === 'body') return value;
    return `case when _item.row ? ${values.bind(column.name)}::text then ${value} else ${column.default ?? 'null'} end`;
  });
  return `select ${list.join(', ')} from jsonb_array_elements(${text}::jsonb) as _item(row), jsonb_to_record(_item.row) as _body(${record})`;
}

function insertText(values: Values, action: InsertPlan): string {
  const into = `insert into ${publicName(action.relation.name)}`;
  const columns = action.columns.filter(({ from }) => from !== 'default');
  if (columns.length === 0)
    return `${into} select from generate_series(1, ${values.bind(action.payload.rows.length)}::int)`;
  const names = columns.map(({ column }) => identifier(column.name)).join(', ');
  const counted = action.conflict?.action === 'merge' ? ` where ${count('+ 1')}` : '';
  return `${into} (${names}) ${insertedRows(values, action, columns)}${counted}${conflictText(action, columns)}`;
}

function updateText(values: Values, { relation, payload, columns, rows }: UpdatePlan): string {
  const changes = columns.map(({ column: { name }, from }) =>
    from === 'default'
      ? `${identifier(name)} = default`
      : `${identifier(name)} = _body.${identifier(name)}`,
  );
  const fromBody = columns.filter(({ from }) => from !== 'default').map(({ column }) => column);
  const record = recordType(fromBody);
  const text = fromBody.length === 0 ? '' : values.bind(payload.text);
  const body = payload.isArray
    ? `(select * from json_to_recordset(${text}::json) as _rows(${record}) limit 1) as _body`
    : `json_to_record(${text}::json) as _body(${record})`;
  const from = fromBody.length === 0 ? '' : ` from ${body}`;
  const where = whereText(values, relation.name, rows.conditions);
  return `update ${publicName(relation.name)} set ${changes.join(', ')}${from}${where}`;
}

/** The columns that the returned rows are made of; asking for no more asks for no further rights. */
function returnedColumns({ source, outputs, order }: RowsPlan): string {
  if (outputs.some(({ kind }) => kind === 'all')) return `${identifier(source.name)}.*`;
  const fields = [
    ...outputs.flatMap((output) => (output.kind === 'field' ? [output] : [])),
    ...order,
  ];
  const names = new Set(fields.map(({ field }) => field.column.name));
  const steps = new Values();
  return [...names]
    .flatMap((name) => source.columns.get(name) ?? [])
    .map((column) => fieldText(steps, source.name, { column, steps: [] }))
    .join(', ');
}

function changeText(values: Values, action: WritePlan, returning: string): string {
  const name = publicName(action.relation.name);
  switch (action.kind) {
    case 'insert':
      return `${insertText(values, action)}${returning && ` returning ${returning}`}`;
    case 'update':
      if (action.columns.length === 0) return `select ${returning} from ${name} where false`;
      return `${updateText(values, action)}${returning && ` returning ${returning}`}`;
    case 'delete': {
      const where = whereText(values, action.relation.name, action.rows.conditions);
      return `delete from ${name}${where}${returning && ` returning ${returning}`}`;
    }
  }
}

function writeStatement({ media }: Plan, action: WritePlan): Statement {
  const values = new Values();
  const { rows, returning, relation } = action;
  const alias = identifier(relation.name);
  if (returning.kind === 'nothing')
    return { text: changeText(values, action, ''), values: values.list };
  if (returning.kind === 'key') {
    const key = returning.columns.map(({ name }) => `${alias}.${identifier(name)}`).join(', ');
    const change = changeText(values, action, key);
    const text = `with _changed as (${change}) select count(*) as page_rows, (json_agg(_page.*) -> 0)::text as key from _changed as _page`;
    return { text, values: values.list };
  }
  const change = changeText(values, action, returnedColumns(rows));
  const outputs = outputsText(values, relation.name, rows.outputs);
  const order = orderText(values, relation.name, rows.order);
  const text = `with _changed as (${change}) select count(*) as page_rows, ${bodyText(media)} as body from (select ${outputs} from _changed as ${alias}${order}) as _page`;
  return { text, values: values.list };
}

/** What a function or trigger may have said about the answer, and how many rows an upsert has really inserted. */
const afterword: Statement = {
  text: `select nullif(current_setting('response.status', true), '') as status, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('pgrst.inserted', true), '')::int as inserted`,
};

/**
 * The statements of a plan. The first answers, in columns `page_rows`, `total_rows`, `body` and `key`, as far as the
 * plan has them; a write that returns nothing answers with its row count. The second, if any, is the afterword with
 * `status`, `headers` and `inserted`.
 */
export function planStatements(plan: Plan): readonly Statement[] {
  const { action } = plan;
  switch (action.kind) {
    case 'read':
      return [readStatement(plan, action.rows)];
    case 'call':
      return [callStatement(plan, action), afterword];
    case 'insert':
    case 'update':
    case 'delete':
      return [writeStatement(plan, action), afterword];
  }
}
