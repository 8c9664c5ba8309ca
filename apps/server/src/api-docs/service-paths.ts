import { jsonContent, parameter, tags, type Json } from './open-api.ts';

/** Method, path, what it does, and an example of its body. */
type Route = readonly [method: string, path: string, about: string, body?: unknown];

const bucket = { id: 'pictures', name: 'pictures', public: false, file_size_limit: '5MB' };
const ends = { bucketId: 'pictures', sourceKey: 'a.png', destinationKey: 'b.png' };
const level = { prefix: 'folder', limit: 100, offset: 0, sortBy: { column: 'name', order: 'asc' } };
const page = { prefix: 'folder/', limit: 1000, with_delimiter: true };

/** The routes of the storage service below `/storage/v1`. Row policies of `storage.objects` decide who may do what. */
const storageRoutes: readonly Route[] = [
  ['get', '/bucket', 'Lists the buckets'],
  ['post', '/bucket', 'Makes a bucket', bucket],
  ['get', '/bucket/{id}', 'Reads a bucket'],
  ['put', '/bucket/{id}', 'Changes a bucket', { public: true }],
  ['delete', '/bucket/{id}', 'Deletes an empty bucket'],
  ['post', '/bucket/{id}/empty', 'Deletes every object of a bucket'],
  ['post', '/object/{bucket}/{path}', 'Uploads an object'],
  ['put', '/object/{bucket}/{path}', 'Replaces an object'],
  ['get', '/object/{bucket}/{path}', 'Downloads an object that the caller may read'],
  ['head', '/object/{bucket}/{path}', 'The headers of that download'],
  ['delete', '/object/{bucket}/{path}', 'Deletes an object'],
  ['delete', '/object/{bucket}', 'Deletes objects', { prefixes: ['a.png', 'b.png'] }],
  ['get', '/object/authenticated/{bucket}/{path}', 'Downloads an object with a token'],
  ['head', '/object/authenticated/{bucket}/{path}', 'The headers of that download'],
  ['get', '/object/sign/{bucket}/{path}', 'Downloads an object by a link; `token` is in its query'],
  ['head', '/object/sign/{bucket}/{path}', 'The headers of that download'],
  ['get', '/object/public/{bucket}/{path}', 'Downloads an object of a public bucket'],
  ['head', '/object/public/{bucket}/{path}', 'The headers of that download'],
  ['post', '/object/list/{bucket}', 'Lists one folder', level],
  ['post', '/object/list-v2/{bucket}', 'Lists objects page by page', page],
  ['post', '/object/move', 'Moves an object', ends],
  ['post', '/object/copy', 'Copies an object', ends],
  ['post', '/object/sign/{bucket}/{path}', 'Makes a link that expires', { expiresIn: 60 }],
  ['post', '/object/sign/{bucket}', 'Makes links', { expiresIn: 60, paths: ['a.png'] }],
  [
    'get',
    '/object/info/{bucket}/{path}',
    'Size, type and times of an object that the caller may read',
  ],
  ['head', '/object/info/{bucket}/{path}', 'Whether it is there'],
  ['get', '/object/info/authenticated/{bucket}/{path}', 'The same with a token'],
  ['head', '/object/info/authenticated/{bucket}/{path}', 'Whether it is there'],
  ['get', '/object/info/public/{bucket}/{path}', 'The same in a public bucket'],
  ['head', '/object/info/public/{bucket}/{path}', 'Whether it is there'],
  ['post', '/object/upload/sign/{bucket}/{path}', 'Makes a link to upload one object'],
  ['put', '/object/upload/sign/{bucket}/{path}', 'Uploads by that link; `token` is in its query'],
  [
    'get',
    '/render/image/authenticated/{bucket}/{path}',
    'A picture made smaller: `width`, `height`, `resize`, `quality`, `format`',
  ],
  ['get', '/render/image/public/{bucket}/{path}', 'The same in a public bucket'],
  ['get', '/render/image/sign/{bucket}/{path}', 'The same by a link; `token` is in its query'],
  ['post', '/upload/resumable', 'Begins a resumable upload (TUS 1.0.0)'],
  ['head', '/upload/resumable/{id}', 'How much of it has arrived'],
  ['patch', '/upload/resumable/{id}', 'Goes on with it'],
  ['delete', '/upload/resumable/{id}', 'Gives it up'],
];

const storeId = parameter('path', 'store', 'the id of the store, STORE_ID');
const productQueries = [
  parameter('query', 'q', 'words of title or subtitle'),
  parameter('query', 'ids[]', 'ids of products, 200 at most, each as its own parameter'),
  parameter('query', 'sort_by', '`order`, `price`, `title`, `created_at` or `updated_at`'),
  parameter('query', 'order', '`asc` or `desc`'),
  parameter('query', 'limit', '1 to 500, 100 by default'),
  parameter('query', 'offset', 'products to leave out at the start'),
  parameter('query', 'to_date', 'products made until this date or time'),
  parameter('query', 'is_hidden', '`true` or `false`'),
];

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter('path', name, name === 'path' ? 'the path of the object' : `the ${name}`),
  );

const answers = (about: string) => ({ '200': { description: about } });

function storagePath([method, path, about, body]: Route): Json {
  return {
    [method]: {
      tags: [tags.storage],
      summary: about,
      operationId: `${method}${path.replace(/\W+/g, '_')}`,
      parameters: pathParameters(path),
      ...(body !== undefined && { requestBody: jsonContent({ type: 'object' }, body) }),
      responses: {
        ...answers('As the storage client expects.'),
        '400': {
          description:
            'An error; `statusCode` in its body is 404, 403, 409 or 413 where these fit.',
          ...jsonContent({ $ref: '#/components/schemas/StorageError' }),
        },
      },
    },
  };
}

/** The paths of the storage service. */
export function storagePaths(): Readonly<Record<string, Json>> {
  const paths: Record<string, Json> = {};
  for (const route of storageRoutes) {
    const path = `/storage/v1${route[1]}`;
    paths[path] = { ...paths[path], ...storagePath(route) };
  }
  return paths;
}

/** The paths of the store service (spec §7), which anyone may read. */
export function storePaths(): Readonly<Record<string, Json>> {
  const get = (summary: string, parameters: readonly Json[], about: string): Json => ({
    get: {
      tags: [tags.store],
      summary,
      parameters: [storeId, ...parameters],
      security: [],
      responses: {
        ...answers(about),
        '400': { description: '{ message }: a parameter is not valid.' },
      },
    },
  });
  return {
    '/store/{store}/products': get(
      'Lists products',
      productQueries,
      '{ products, count, offset, limit }',
    ),
    '/store/{store}/products/{id}': get(
      'Reads a product',
      [parameter('path', 'id', 'the id of a product')],
      '{ product } with its options, variants, collections and related products',
    ),
    '/store/{store}/variants': get(
      'Reads the stock of products',
      [
        parameter('query', 'fields', '`inventory_quantity`'),
        parameter('query', 'product_ids[]', 'ids of products, 1 to 200, each as its own parameter'),
      ],
      '{ variants: [{ id, inventory_quantity, manage_inventory }] }, never cached',
    ),
  };
}
