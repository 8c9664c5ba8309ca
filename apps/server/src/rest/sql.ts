import type { Statement } from '../db/database.ts';
import type { CallPlan } from './plan-call.ts';
import type { Plan, ReadPlan } from './plan.ts';
import { queryLimits } from './query-limits.ts';
import { hasEmbeds, outputNames, type RowsPlan } from './rows-plan.ts';
import { bodyText, pageName } from './sql-body.ts';
import { identifier, qualifiedName, recordType, Values } from './sql-conditions.ts';
import { groupText, outputsText, pageText, whereText } from './sql-select.ts';
import { writeStatement } from './sql-writes.ts';

interface Page {
  /** {@link pageName} */
  readonly name: string;
  /** All rows, without order and range. */
  readonly every: string;
  /** The order and the range. Call it only to use it: PostgreSQL rejects a bound parameter that the text does not use. */
  readonly range: () => string;
}

function page(values: Values, rows: RowsPlan, from: string, name = '_page'): Page {
  const outputs = outputsText(values, rows);
  return {
    name,
    every: `select ${outputs} from ${from}${whereText(values, rows)}${groupText(rows)}`,
    range: () => pageText(values, rows),
  };
}

/**
 * The select list for a page: its body, its row count and the total without the range. Embedded lists multiply, and a
 * body of gigabytes would fill the memory of this process: one over the limit stays in PostgreSQL.
 */
function answerText(
  { headOnly, media }: Plan,
  rows: RowsPlan,
  { every, range, name }: Page,
  body: string,
  counted = rows.counted ? every : undefined,
): string {
  // Without a body the page's row count follows from the total.
  if (headOnly && rows.counted && media.shape === 'array')
    return `select count(*) as total_rows from (${every}) as _all`;
  const columns = ['count(*) as page_rows'];
  if (!headOnly) columns.push(`${body} as body`);
  if (counted !== undefined)
    columns.push(`(select count(*) from (${counted}) as _all) as total_rows`);
  const answer = `select ${columns.join(', ')} from (${every}${range()}) as ${name}`;
  if (headOnly || !hasEmbeds(rows)) return answer;
  const total = counted === undefined ? '' : ', total_rows';
  const bounded = `case when octet_length(body) <= ${queryLimits.bodyBytes} then body end`;
  return `select page_rows${total}, octet_length(body) as body_bytes, ${bounded} as body from (${answer}) as _answer`;
}

function readStatement(plan: Plan, { rows, estimatedAbove }: ReadPlan): Statement {
  const values = new Values();
  const width = outputNames(rows).length;
  const from = qualifiedName(rows.source);
  const read = page(values, rows, from, pageName(plan.media, width));
  const counted =
    estimatedAbove === undefined
      ? undefined
      : `${read.every} limit ${values.bind(estimatedAbove + 1)}`;
  const text = answerText(plan, rows, read, bodyText(plan.media, width), counted);
  return { text, values: values.list };
}

/** EXPLAIN of a read without its range, for the estimated total. */
function explainStatement(rows: RowsPlan): Statement {
  const values = new Values();
  const read = page(values, rows, qualifiedName(rows.source));
  return { text: `explain (format json) ${read.every}`, values: values.list };
}

/** SQL for the function call and the source of its arguments. */
function callText(values: Values, { function: called, arguments: args }: CallPlan) {
  const name = qualifiedName(called);
  if (args.kind === 'body')
    return { from: '', call: `${name}(${values.bind(args.value)}::${args.type})` };
  if (args.kind === 'unnamed') {
    const step = args.type.startsWith('json') ? '->' : '->>';
    return {
      from: '',
      call: `${name}((${values.bind(args.text)}::json ${step} '')::${args.type})`,
    };
  }
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
  if (returns === 'scalar' && !returnsSet && plan.media.shape !== 'csv') {
    const text = `select 1 as page_rows, 1 as total_rows, coalesce(to_json(${call})::text, 'null') as body${from}`;
    return { text, values: values.list };
  }
  const alias = identifier(action.function.name);
  const inner =
    returns === 'scalar'
      ? `select ${call} as value${from}`
      : `select ${alias}.* ${from === '' ? 'from' : `${from},`} ${call} as ${alias}`;
  const width = returns === 'scalar' ? 1 : outputNames(action.rows).length;
  const read = page(values, action.rows, `_called as ${alias}`, pageName(plan.media, width));
  const single = plan.media.shape === 'object' || !returnsSet;
  const item = returns === 'scalar' ? '_page.value' : '_page.*';
  const body = bodyText(plan.media, width, item, single);
  const text = `with _called as (${inner}) ${answerText(plan, action.rows, read, body)}`;
  return { text, values: values.list };
}

/** Reads `response.*` settings of functions and triggers, and the number of rows an upsert inserted. */
const overrides: Statement = {
  text: `select nullif(current_setting('response.status', true), '') as status, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('pgrst.inserted', true), '')::int as inserted`,
};

function actionStatements(plan: Plan): readonly Statement[] {
  const { action } = plan;
  switch (action.kind) {
    case 'read':
      return action.estimatedAbove === undefined
        ? [readStatement(plan, action)]
        : [readStatement(plan, action), explainStatement(action.rows)];
    case 'call':
      return [callStatement(plan, action), overrides];
    case 'insert':
    case 'update':
    case 'delete':
      return [writeStatement(plan, action), overrides];
  }
}

/**
 * The statements of a plan. The first returns `page_rows`, `total_rows`, `body` and `key` as far as the plan needs
 * them; a write that returns nothing has only its row count. The second is EXPLAIN for a read with an estimated count,
 * and `status`, `headers` and `inserted` for a write or call. For a requested execution plan only the first is explained.
 */
export function planStatements(plan: Plan): readonly Statement[] {
  const { explain } = plan.media;
  const statements = actionStatements(plan);
  if (explain === undefined) return statements;
  const options = [`format ${explain.format}`, ...explain.options].join(', ');
  return statements
    .slice(0, 1)
    .map((statement) => ({ ...statement, text: `explain (${options}) ${statement.text}` }));
}
