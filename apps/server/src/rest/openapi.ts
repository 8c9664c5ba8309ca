import type { Column, Relation, SchemaCache, SqlFunction } from './schema-cache.ts';
import type { Usable } from './sql-usable.ts';

type Json = Readonly<Record<string, unknown>>;

const jsonTypes = ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'];
const okay = { description: 'OK' };
const ref = (name: string) => ({ $ref: `#/parameters/${name}` });

function typeName(type: string): string | undefined {
  switch (type) {
    case 'json':
    case 'jsonb':
      return undefined;
    case 'boolean':
      return 'boolean';
    case 'smallint':
    case 'integer':
    case 'bigint':
      return 'integer';
    case 'real':
    case 'double precision':
      return 'number';
    default:
      return type.startsWith('numeric') ? 'number' : 'string';
  }
}

/** Maps a PostgreSQL type to JSON Schema; `json` and `jsonb` have a format but no type. */
function typeSchema(type: string): Json {
  if (type.endsWith('[]'))
    return { format: type, type: 'array', items: typeSchema(type.slice(0, -2)) };
  const name = typeName(type);
  return name === undefined ? { format: type } : { format: type, type: name };
}

const commented = (comment: string | null) => (comment === null ? {} : { description: comment });

function columnSchema({ primaryKey }: Relation, { name, type, comment }: Column): Json {
  const notes = [comment ?? '', primaryKey.includes(name) ? 'This is a Primary Key.<pk/>' : ''];
  const description = notes.filter(Boolean).join('\n\n');
  return { ...typeSchema(type), ...(description !== '' && { description }) };
}

function definition(relation: Relation): Json {
  const columns = [...relation.columns.values()];
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name);
  return {
    type: 'object',
    ...commented(relation.comment),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, columnSchema(relation, column)]),
    ),
  };
}

function inQuery(name: string, description: string): Json {
  return { name, in: 'query', type: 'string', required: false, description };
}

function prefer(...values: readonly string[]): Json {
  const description = 'Preference';
  return {
    name: 'Prefer',
    in: 'header',
    type: 'string',
    required: false,
    description,
    enum: values,
  };
}

const returns = ['return=representation', 'return=minimal', 'return=headers-only'];

const commonParameters: Json = {
  preferReturn: prefer(...returns),
  preferCount: prefer('count=exact', 'count=planned', 'count=estimated'),
  preferPost: prefer(...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'),
  select: inQuery('select', 'Columns to answer with'),
  on_conflict: inQuery('on_conflict', 'Columns of the key that an upsert conflicts on'),
  order: inQuery('order', 'Order of the rows'),
  offset: inQuery('offset', 'How many rows to leave out at the start'),
  limit: inQuery('limit', 'How many rows to answer with at most'),
  range: {
    name: 'Range',
    in: 'header',
    type: 'string',
    required: false,
    description: 'First and last row',
  },
};

function relationParameters({ name, columns }: Relation): Json {
  const body = {
    name,
    in: 'body',
    required: false,
    description: name,
    schema: { $ref: `#/definitions/${name}` },
  };
  const filters = [...columns.values()].map((column): [string, Json] => [
    `rowFilter.${name}.${column.name}`,
    inQuery(column.name, column.comment ?? 'A filter, as in `eq.1`'),
  ]);
  return { [`body.${name}`]: body, ...Object.fromEntries(filters) };
}

function relationPath(relation: Relation, rights: Usable['relations'][string]): Json {
  const { name, columns, insertable, updatable, deletable, comment } = relation;
  const about = { tags: [name], ...(comment !== null && { summary: comment }) };
  const filters = [...columns.keys()].map((column) => ref(`rowFilter.${name}.${column}`));
  const body = ref(`body.${name}`);
  const readParameters = ['select', 'order', 'range', 'offset', 'limit', 'preferCount'].map(ref);
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  return {
    ...(rights.select && {
      get: {
        ...about,
        parameters: [...filters, ...readParameters],
        responses: { 200: { ...okay, schema: rows }, 206: { description: 'Partial Content' } },
      },
    }),
    ...(rights.insert &&
      insertable && {
        post: {
          ...about,
          parameters: [body, ref('select'), ref('on_conflict'), ref('preferPost')],
          responses: { 201: { description: 'Created' } },
        },
      }),
    ...(rights.update &&
      updatable && {
        patch: {
          ...about,
          parameters: [...filters, body, ref('preferReturn')],
          responses: { 204: { description: 'No Content' } },
        },
      }),
    ...(rights.delete &&
      deletable && {
        delete: {
          ...about,
          parameters: [...filters, ref('preferReturn')],
          responses: { 204: { description: 'No Content' } },
        },
      }),
  };
}

function functionPath(overloads: readonly SqlFunction[]): Json {
  const [first] = overloads;
  if (first === undefined) return {};
  const { name, comment, arguments: args } = first;
  const named = args.filter((argument) => argument.name !== '');
  const required = named.filter(({ optional }) => !optional).map((argument) => argument.name);
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      named.map((argument) => [argument.name, typeSchema(argument.type)]),
    ),
  };
  const about = {
    tags: [`(rpc) ${name}`],
    ...(comment !== null && { summary: comment }),
    produces: jsonTypes,
    responses: { 200: okay },
  };
  const get = {
    ...about,
    parameters: named.map(({ name: argument, type, optional }) => ({
      name: argument,
      in: 'query',
      type: typeName(type) ?? 'string',
      format: type,
      required: !optional,
    })),
  };
  const post = { ...about, parameters: [{ name: 'args', in: 'body', required: true, schema }] };
  return overloads.every(({ volatility }) => volatility === 'volatile') ? { post } : { get, post };
}

/**
 * The OpenAPI 2.0 description of the tables and functions that a role may use.
 *
 * @param basePath base path of the service, such as `/rest/v1`
 */
export function describeSchema(cache: SchemaCache, usable: Usable, basePath: string): Json {
  const relations = [...cache.relations.values()].flatMap((relation) => {
    const rights = usable.relations[relation.name];
    return rights !== undefined && Object.values(rights).includes(true)
      ? [{ relation, rights }]
      : [];
  });
  const functions = usable.functions.flatMap((name) => {
    const overloads = cache.functions.get(name);
    return overloads === undefined ? [] : [[`/rpc/${name}`, functionPath(overloads)] as const];
  });
  const root = {
    tags: ['Introspection'],
    summary: 'This description',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: okay },
  };
  return {
    swagger: '2.0',
    info: { title: 'BKK Siam data service', description: `Schema ${cache.schema}`, version: 'v1' },
    basePath,
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'text/csv'],
    produces: jsonTypes,
    paths: {
      '/': { get: root },
      ...Object.fromEntries(
        relations.map(({ relation, rights }) => [
          `/${relation.name}`,
          relationPath(relation, rights),
        ]),
      ),
      ...Object.fromEntries(functions),
    },
    definitions: Object.fromEntries(
      relations.map(({ relation }) => [relation.name, definition(relation)]),
    ),
    parameters: {
      ...commonParameters,
      ...Object.fromEntries(
        relations.flatMap(({ relation }) => Object.entries(relationParameters(relation))),
      ),
    },
  };
}
