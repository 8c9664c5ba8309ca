import type { Statement } from '../db/database.ts';
import type { CallPlan } from './plan-call.ts';
import type { Plan, ReadPlan } from './plan.ts';
import { restErrors } from './errors.ts';
import { queryLimits } from './query-limits.ts';
import { outputNames, type RowsPlan } from './rows-plan.ts';
import { bodyText, boundedText, pageName } from './sql-body.ts';
import { identifier, qualifiedName, recordType, Values } from './sql-conditions.ts';
import { countedText, rowsText } from './sql-select.ts';
import { writeStatement } from './sql-writes.ts';

interface Page {
  /** The rows' source in SQL. */
  readonly from: string;
  /** {@link pageName} */
  readonly name: string;
  /** SQL of the response body. */
  readonly body: string;
}

/** The body of a page, its row count, and the total without the range, exact or up to one more than a limit. */
function answerText(
  values: Values,
  { headOnly, media }: Plan,
  rows: RowsPlan,
  { from, name, body }: Page,
  countedUpTo?: number,
): string {
  // Without a body the page's row count follows from the total.
  if (headOnly && rows.counted && media.shape === 'array')
    return `select count(*) as total_rows from (${countedText(values, rows, from)}) as _all`;
  const columns = ['count(*) as page_rows'];
  if (!headOnly) columns.push(`${body} as body`);
  const isCounted = rows.counted || countedUpTo !== undefined;
  if (isCounted) {
    const limit = countedUpTo === undefined ? '' : ` limit ${values.bind(countedUpTo + 1)}`;
    const counted = `${countedText(values, rows, from)}${limit}`;
    columns.push(`(select count(*) from (${counted}) as _all) as total_rows`);
  }
  const answer = `select ${columns.join(', ')} from (${rowsText(values, rows, from)}) as ${name}`;
  if (headOnly) return answer;
  return boundedText(answer, isCounted ? ['page_rows', 'total_rows'] : ['page_rows']);
}

function readStatement(plan: Plan, { rows, estimatedAbove }: ReadPlan): Statement {
  const values = new Values();
  const width = outputNames(rows).length;
  const page = {
    from: qualifiedName(rows.source),
    name: pageName(plan.media, width),
    body: bodyText(plan.media, width),
  };
  return { text: answerText(values, plan, rows, page, estimatedAbove), values: values.list };
}

/** EXPLAIN of a read without its range, for the estimated total. */
function explainStatement(rows: RowsPlan): Statement {
  const values = new Values();
  const text = `explain (format json) ${countedText(values, rows, qualifiedName(rows.source))}`;
  return { text, values: values.list };
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
    return { text: boundedText(text, ['page_rows', 'total_rows']), values: values.list };
  }
  const alias = identifier(action.function.name);
  const inner =
    returns === 'scalar'
      ? `select ${call} as value${from}`
      : `select ${alias}.* ${from === '' ? 'from' : `${from},`} ${call} as ${alias}`;
  const width = returns === 'scalar' ? 1 : outputNames(action.rows).length;
  const single = plan.media.shape === 'object' || !returnsSet;
  const item = returns === 'scalar' ? '_page.value' : '_page.*';
  const page = {
    from: `_called as ${alias}`,
    name: pageName(plan.media, width),
    body: bodyText(plan.media, width, item, single),
  };
  const text = `with _called as (${inner}) ${answerText(values, plan, action.rows, page)}`;
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
 *
 * @throws {RestError} PGRST100 for SQL that PostgreSQL would plan for too long
 */
export function planStatements(plan: Plan): readonly Statement[] {
  const { explain } = plan.media;
  const statements = actionStatements(plan);
  const longest = Math.max(...statements.map(({ text }) => text.length));
  if (longest > queryLimits.sqlCharacters)
    throw restErrors.badQuery('The query is too large', `its SQL has ${longest} characters`);
  if (explain === undefined) return statements;
  const options = [`format ${explain.format}`, ...explain.options].join(', ');
  return statements
    .slice(0, 1)
    .map((statement) => ({ ...statement, text: `explain (${options}) ${statement.text}` }));
}
