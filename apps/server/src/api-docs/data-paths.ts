import type { Role } from '@bkksiam/domain/identity';
import type { DatabaseCatalog, SqlFunction, Table } from './database-catalog.ts';
import {
  jsonContent,
  markdownTable,
  parameter,
  ref,
  tags,
  typeSchema,
  type Json,
} from './open-api.ts';
import {
  raisedErrors,
  requirementOf,
  type RaisedError,
  type Requirement,
} from './raised-errors.ts';

const callerNames: Readonly<Record<Role, string>> = {
  anon: 'visitors',
  authenticated: 'members and admins',
  service_role: 'the service key',
};

const callersText = (roles: readonly Role[]): string =>
  roles.length === 0 ? 'nobody' : roles.map((role) => callerNames[role]).join(', ');

const code = (text: string) => `\`${text}\``;

/** Who may read and write a table, and the conditions of its row policies. */
function tableRules(table: Table): string {
  const rights = (['select', 'insert', 'update', 'delete'] as const)
    .filter((right) => table[right].length > 0)
    .map((right) => `- ${code(right)}: ${callersText(table[right])}`);
  const policies = table.policies.map(({ command, roles, using, check }) => [
    command,
    roles.join(', '),
    [...new Set([using, check])].flatMap((one) => (one === null ? [] : [code(one)])).join(' '),
  ]);
  return [
    table.comment ?? '',
    rights.join('\n'),
    ...(policies.length > 0 ? [markdownTable(['row policy', 'roles', 'rows'], policies)] : []),
    table.isPublished ? 'Realtime sends its changes (`postgres_changes`).' : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The columns of a row as JSON Schema. */
export function tableSchema({ columns, comment }: Table): Json {
  return {
    type: 'object',
    ...(comment !== null && { description: comment }),
    required: columns.filter((column) => !column.nullable).map(({ name }) => name),
    properties: Object.fromEntries(
      columns.map((column) => [
        column.name,
        {
          ...typeSchema(column.type),
          ...(column.comment !== null && { description: column.comment }),
        },
      ]),
    ),
  };
}

const filters = [
  parameter('query', 'select', 'columns and embedded rows, as in `id,title,author(name)`'),
  parameter(
    'query',
    '{column}',
    'a filter of any column, as in `eq.1`, `in.(1,2)`, `ilike.*tour*`',
  ),
  parameter('query', 'order', 'columns to sort by, as in `created_at.desc`'),
  parameter('query', 'limit', 'rows at most'),
  parameter('query', 'offset', 'rows to leave out at the start'),
];
const rowFilters = filters.filter(({ name }) => name === '{column}');
const prefer = (values: string) => parameter('header', 'Prefer', values);

const accessErrors = {
  '401': { description: 'The token is missing or has expired.' },
  '403': { description: 'The role may not do this, or a row policy refuses the row (42501).' },
};

/** The operations on a table that any role may use. */
export function tablePath(table: Table): Json {
  const rows = { type: 'array', items: ref(table.name) };
  const operation = (verb: string, about: Json): Json => ({
    tags: [tags.tables],
    summary: `${verb} ${table.name}`,
    operationId: `${verb.toLowerCase()}_${table.name}`,
    description: tableRules(table),
    ...about,
  });
  const body = { requestBody: jsonContent({ oneOf: [ref(table.name), rows] }) };
  const written = {
    ...accessErrors,
    '409': { description: 'A key exists already (23505), or a row is in use (23503).' },
  };
  return {
    ...(table.select.length > 0 && {
      get: operation('Read', {
        parameters: [...filters, prefer('`count=exact`, `planned` or `estimated`')],
        responses: {
          '200': { description: 'The rows that the caller may see.', ...jsonContent(rows) },
          '206': { description: 'Some of the rows; `Content-Range` says which.' },
          ...accessErrors,
        },
      }),
    }),
    ...(table.insert.length > 0 && {
      post: operation('Insert', {
        ...body,
        parameters: [prefer('`return=representation` or `minimal`; `resolution=merge-duplicates`')],
        responses: { '201': { description: 'Inserted.' }, ...written },
      }),
    }),
    ...(table.update.length > 0 && {
      patch: operation('Update', {
        ...body,
        parameters: [...rowFilters, prefer('`return=representation` or `minimal`')],
        responses: { '204': { description: 'Updated.' }, ...written },
      }),
    }),
    ...(table.delete.length > 0 && {
      delete: operation('Delete', {
        parameters: rowFilters,
        responses: { '204': { description: 'Deleted.' }, ...written },
      }),
    }),
  };
}

/** A line that says who calls a function with success. */
function requirementText({ caller, feature }: Requirement, callers: readonly Role[]): string {
  const wanted = { admin: 'an admin', member: 'an active member' };
  const who = caller === undefined ? callersText(callers) : wanted[caller];
  return `Caller: ${who}.${feature === undefined ? '' : ` Needs the feature ${code(feature)}.`}`;
}

/** The errors as a table for readers. */
export function errorsText(errors: readonly RaisedError[]): string {
  if (errors.length === 0) return '';
  const rows = errors.map(({ status, code: state, hint, message }) => [
    ...[String(status), code(hint ?? state), message],
  ]);
  return markdownTable(['status', 'hint or code', 'message'], rows);
}

/** One response for each status of the errors. */
export function errorResponses(errors: readonly RaisedError[], schema: string): Json {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const hints = errors.filter((error) => error.status === status);
      const words = hints.map(({ hint, message }) => (hint === null ? message : code(hint)));
      return [String(status), { description: words.join(', '), ...jsonContent(ref(schema)) }];
    }),
  );
}

function tagOf({ callers }: SqlFunction, { caller }: Requirement): string {
  if (callers.every((role) => role === 'service_role')) return tags.service;
  return caller === 'admin' ? tags.admins : tags.members;
}

/** A function of the database as an operation. */
export function functionPath(given: SqlFunction, { sources }: DatabaseCatalog): Json {
  const { name, comment, callers, returns } = given;
  const requirement = requirementOf(name, sources);
  const errors = raisedErrors(name, sources);
  const named = given.arguments.filter((argument) => argument.name !== '');
  const body = {
    type: 'object',
    required: named.filter(({ optional }) => !optional).map((argument) => argument.name),
    properties: Object.fromEntries(named.map(({ name: key, type }) => [key, typeSchema(type)])),
  };
  const description = [comment ?? '', requirementText(requirement, callers), errorsText(errors)];
  const about = {
    tags: [tagOf(given, requirement)],
    summary: name,
    operationId: name,
    description: description.filter(Boolean).join('\n\n'),
    ...(named.length > 0 && { requestBody: { required: true, ...jsonContent(body) } }),
    responses: {
      ...(returns === 'void'
        ? { '204': { description: 'Done.' } }
        : { '200': { description: code(returns), ...jsonContent(typeSchema(returns)) } }),
      ...errorResponses(errors, 'RestError'),
    },
  };
  return { post: about };
}
