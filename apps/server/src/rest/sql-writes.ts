import type { Statement } from '../db/database.ts';
import type { InsertPlan, UpdatePlan, WritePlan, WrittenColumn } from './plan-write.ts';
import type { Plan } from './plan.ts';
import {
  embedColumns,
  fieldColumns,
  outputColumns,
  outputNames,
  type RowsPlan,
} from './rows-plan.ts';
import { bodyText, boundedText, pageName } from './sql-body.ts';
import { columnsText, identifier, qualifiedName, recordType, Values } from './sql-conditions.ts';
import { allText, conditionTexts, orderText, selectText } from './sql-select.ts';

const insertedSoFar = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`;
const count = (step: string) =>
  `set_config('pgrst.inserted', (${insertedSoFar} ${step})::text, true) is not null`;

/** The `on conflict` clause. The insert counts every row, and the conflict action subtracts existing ones. */
function conflictText({ conflict }: InsertPlan, columns: readonly WrittenColumn[]): string {
  if (conflict === undefined) return '';
  const target = conflict.columns.map(({ name }) => identifier(name)).join(', ');
  if (conflict.action === 'ignore') return ` on conflict (${target}) do nothing`;
  const changes = columns.map(
    ({ column: { name } }) => `${identifier(name)} = excluded.${identifier(name)}`,
  );
  return ` on conflict (${target}) do update set ${changes.join(', ')} where ${count('- 1')}`;
}

/** SQL for the rows of an insert; rows that omit a column get its default. */
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
  const into = `insert into ${qualifiedName(action.relation)}`;
  const columns = action.columns.filter(({ from }) => from !== 'default');
  if (columns.length === 0)
    return `${into} select from generate_series(1, ${values.bind(action.payload.rows.count)}::int)`;
  const names = columns.map(({ column }) => identifier(column.name)).join(', ');
  const rows = insertedRows(values, action, columns);
  const addressed = allText(conditionTexts(values, '_body', action.addressed ?? []));
  const counted = action.conflict?.action === 'merge' ? count('+ 1') : '';
  const where = counted && (addressed === '' ? ` where ${counted}` : `${addressed} and ${counted}`);
  return `${into} (${names}) ${rows}${where}${conflictText(action, columns)}`;
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
  const where = allText(conditionTexts(values, relation.name, rows.conditions));
  return `update ${qualifiedName(relation)} set ${changes.join(', ')}${from}${where}`;
}

/** The `returning` list: only the columns the response needs, because each one needs the select privilege. */
function returnedColumns({ source, outputs, order, required }: RowsPlan): string {
  const needed = [
    ...outputs.map(outputColumns),
    ...order.map(({ field, embed }) =>
      embed === undefined ? fieldColumns(field) : embedColumns(embed),
    ),
    ...required.map(embedColumns),
  ];
  return columnsText(source.name, needed);
}

function changeText(values: Values, action: WritePlan, returning: string): string {
  const name = qualifiedName(action.relation);
  switch (action.kind) {
    case 'insert':
      return `${insertText(values, action)}${returning && ` returning ${returning}`}`;
    case 'update':
      if (action.columns.length === 0) return `select ${returning} from ${name} where false`;
      return `${updateText(values, action)}${returning && ` returning ${returning}`}`;
    case 'delete': {
      const { conditions } = action.rows;
      const where = allText(conditionTexts(values, action.relation.name, conditions));
      return `delete from ${name}${where}${returning && ` returning ${returning}`}`;
    }
  }
}

/** The statement of a write, with the requested rows or key. */
export function writeStatement({ media }: Plan, action: WritePlan): Statement {
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
  const width = outputNames(rows).length;
  const changed = selectText(values, { ...rows, conditions: [] }, `_changed as ${alias}`);
  const page = `${changed}${orderText(values, rows)}`;
  const answer = `select count(*) as page_rows, ${bodyText(media, width)} as body from (${page}) as ${pageName(media, width)}`;
  const text = `with _changed as (${change}) ${boundedText(answer, ['page_rows'])}`;
  return { text, values: values.list };
}
