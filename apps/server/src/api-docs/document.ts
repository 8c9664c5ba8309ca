import { functionPath, tablePath, tableSchema } from './data-paths.ts';
import type { DatabaseCatalog, Table } from './database-catalog.ts';
import { functionPaths } from './function-paths.ts';
import { introduction } from './introduction.ts';
import { tags, type Json } from './open-api.ts';
import { storagePaths, storePaths } from './service-paths.ts';

const text = { type: 'string' };
const error = (properties: Json): Json => ({ type: 'object', properties });

const errorSchemas = {
  RestError: error({
    code: text,
    message: text,
    details: { type: ['string', 'null'] },
    hint: { type: ['string', 'null'] },
  }),
  FunctionError: error({ code: text, message: text, hint: { type: ['string', 'null'] } }),
  StorageError: error({ statusCode: text, error: text, message: text }),
};

const groups: Json[] = [
  { name: 'Data', tags: [tags.tables, tags.members, tags.admins, tags.service] },
  { name: 'Services', tags: [tags.edge, tags.store, tags.storage] },
];

const isUsable = (table: Table): boolean =>
  [table.select, table.insert, table.update, table.delete].some((roles) => roles.length > 0);

/** What the description takes from elsewhere than the database. */
export interface ProductFacts {
  readonly version: string;
  /** Public address of the server. */
  readonly siteUrl: string;
  /** The events that are mailed. */
  readonly mailedEvents: readonly string[];
}

/** The API of this server as OpenAPI 3.1: tables, functions of the database, edge functions, store and storage. */
export function describeApi(catalog: DatabaseCatalog, facts: ProductFacts): Json {
  const { version, siteUrl, mailedEvents } = facts;
  const tables = catalog.tables.filter(isUsable);
  const callable = catalog.functions.filter(({ callers }) => callers.length > 0);
  return {
    openapi: '3.1.0',
    info: { title: 'BKK Siam API', version, description: introduction(catalog, mailedEvents) },
    servers: [{ url: siteUrl }],
    security: [{ apikey: [], bearer: [] }],
    tags: Object.values(tags).map((name) => ({ name })),
    'x-tagGroups': groups,
    paths: {
      ...Object.fromEntries(tables.map((table) => [`/rest/v1/${table.name}`, tablePath(table)])),
      ...Object.fromEntries(
        callable.map((one) => [`/rest/v1/rpc/${one.name}`, functionPath(one, catalog)]),
      ),
      ...functionPaths(catalog),
      ...storePaths(),
      ...storagePaths(),
    },
    components: {
      securitySchemes: {
        apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: {
        ...errorSchemas,
        ...Object.fromEntries(tables.map((table) => [table.name, tableSchema(table)])),
      },
    },
  };
}
