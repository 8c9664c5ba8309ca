import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStorage, type StorageService } from '../testing/storage-service.ts';

let storage: StorageService;
let bucket: string;
/** In the order of their upload. */
const keys = ['b.txt', 'A.txt', 'dir/2', 'dir/1', 'Dir/x', 'z_1/deep/er', 'z%1', 'c/'];

beforeAll(async () => {
  storage = await startStorage();
  bucket = await storage.bucket();
  for (const key of keys.slice(0, 6)) await storage.service.from(bucket).upload(key, key);
  await storage.backend.database.sql(`
    insert into storage.objects (bucket_id, name) values ('${bucket}', 'z%1')`);
  const times = keys.map((key, index) => `('${key}', ${String(index)})`).join(', ');
  await storage.backend.database.sql(`
    update storage.objects set created_at = '2026-01-01Z'::timestamptz + make_interval(secs => at * 0.0015)
    from (values ${times}) as times (key, at) where name = key`);
});
afterAll(() => storage.close());

const names = (rows: readonly { readonly name: string }[] | null | undefined) =>
  rows?.map(({ name }) => name);

type ListOptions = Parameters<ReturnType<StorageService['service']['from']>['list']>[1];
const list = async (prefix?: string, options?: ListOptions) =>
  names((await storage.service.from(bucket).list(prefix, options)).data);

describe('one level', () => {
  test('has files and folders mixed by name, whatever their case', async () => {
    expect(await list()).toEqual(['A.txt', 'b.txt', 'Dir', 'dir', 'z%1', 'z_1']);
    expect(await list('dir')).toEqual(['1', '2']);
    expect(await list('dir/')).toEqual(['1', '2']);
    expect(await list('z_1')).toEqual(['deep']);
    expect(await list('none')).toEqual([]);
  });

  test('tells of a file its times and metadata, of a folder the name', async () => {
    const { data } = await storage.service.from(bucket).list('', { limit: 3 });
    expect(data?.[0]).toEqual({
      ...{
        name: 'A.txt',
        id: expect.any(String) as unknown,
        metadata: expect.objectContaining({ size: 5 }) as unknown,
      },
      created_at: '2026-01-01T00:00:00.001Z',
      ...{
        updated_at: expect.any(String) as unknown,
        last_accessed_at: expect.any(String) as unknown,
      },
    });
    expect(data?.[2]).toEqual({
      ...{ name: 'Dir', id: null, metadata: null },
      ...{ created_at: null, updated_at: null, last_accessed_at: null },
    });
  });

  test('is sorted, searched and paged', async () => {
    const by = (column: string, order: string) => ({ sortBy: { column, order } });
    expect(await list('', by('name', 'desc'))).toEqual([
      ...['z_1', 'z%1', 'dir', 'Dir', 'b.txt', 'A.txt'],
    ]);
    expect(await list('', by('created_at', 'desc'))).toEqual([
      ...['Dir', 'dir', 'z_1', 'z%1', 'A.txt', 'b.txt'],
    ]);
    expect(await list('', { search: 'D' })).toEqual(['Dir', 'dir']);
    expect(await list('', { search: 'z_' })).toEqual(['z_1']);
    expect(await list('', { search: 'z%' })).toEqual(['z%1']);
    expect(await list('', { limit: 2, offset: 3 })).toEqual(['dir', 'z%1']);
  });

  test('of a bucket that is not there is empty, and of one that may not be read', async () => {
    expect((await storage.service.from('none').list()).data).toEqual([]);
    expect((await storage.visitor.from(bucket).list()).data).toEqual([]);
  });

  test('needs a prefix', async () => {
    const response = await fetch(`${storage.url}/object/list/${bucket}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${storage.serviceKey}` },
      body: '{}',
    });
    expect(await response.json()).toEqual({
      ...{ statusCode: '400', error: 'Error', code: 'InvalidRequest' },
      message: "body must have required property 'prefix'",
    });
  });
});

describe('pages', () => {
  type PageOptions = Parameters<ReturnType<StorageService['service']['from']>['listV2']>[0];

  /** The names of all pages, folders first on each. */
  async function pages(options: PageOptions, from = bucket): Promise<string[][]> {
    const found: string[][] = [];
    for (let cursor: string | undefined; ;) {
      const { data, error } = await storage.service
        .from(from)
        .listV2({ ...options, ...(cursor && { cursor }) });
      if (error) throw error;
      found.push([...data.folders, ...data.objects].map(({ name }) => name));
      if (!data.hasNext) return found;
      cursor = data.nextCursor;
    }
  }

  test('of all names below a prefix are in the order of characters', async () => {
    expect(await pages({})).toEqual([
      ['A.txt', 'Dir/x', 'b.txt', 'dir/1', 'dir/2', 'z%1', 'z_1/deep/er'],
    ]);
    expect(await pages({ prefix: 'z_' })).toEqual([['z_1/deep/er']]);
    expect(await pages({ prefix: 'dir/', limit: 1 })).toEqual([['dir/1'], ['dir/2']]);
  });

  test('of one level have folders with a slash and keys without', async () => {
    const { data } = await storage.service
      .from(bucket)
      .listV2({ with_delimiter: true, prefix: 'z_1/' });
    expect(data).toMatchObject({
      hasNext: false,
      folders: [{ key: 'deep', name: 'z_1/deep/', id: null }],
      objects: [],
    });
  });

  test.each([
    [
      'name',
      'asc',
      [
        ['Dir/', 'A.txt'],
        ['dir/', 'b.txt'],
        ['z_1/', 'z%1'],
      ],
    ],
    [
      'name',
      'desc',
      [
        ['z_1/', 'z%1'],
        ['dir/', 'b.txt'],
        ['Dir/', 'A.txt'],
      ],
    ],
    [
      'created_at',
      'asc',
      [
        ['Dir/', 'dir/'],
        ['z_1/', 'b.txt'],
        ['A.txt', 'z%1'],
      ],
    ],
    [
      'created_at',
      'desc',
      [
        ['z_1/', 'dir/'],
        ['Dir/', 'z%1'],
        ['A.txt', 'b.txt'],
      ],
    ],
  ] as const)('go on where the last one ended: by %s %s', async (column, order, expected) => {
    const options = { with_delimiter: true, limit: 2, sortBy: { column, order } };
    expect(await pages(options)).toEqual(expected);
  });

  test.each(['asc', 'desc'] as const)(
    'of one level have each folder once, whatever the names: %s',
    async (order) => {
      const other = await storage.bucket();
      const parts = fc.array(fc.constantFrom('a', '/', '0', '.', ' ', 'ก', '😀'), { minLength: 1 });
      const all = [...new Set(fc.sample(parts, 60).map((part) => `x${part.join('')}`))];
      await storage.backend.database.sql(
        'insert into storage.objects (bucket_id, name) select $1, unnest($2::text[])',
        [other, `{${all.map((name) => `"${name}"`).join()}}`],
      );
      for (const prefix of ['', 'x', 'x/', 'xa']) {
        const entries = all
          .filter((name) => name.startsWith(prefix))
          .map((name) => prefix + (/^[^/]*\/?/.exec(name.slice(prefix.length))?.[0] ?? ''));
        const sorted = (names: readonly string[]) => {
          const ascending = names.toSorted((one, next) =>
            Buffer.compare(Buffer.from(one), Buffer.from(next)),
          );
          return order === 'asc' ? ascending : ascending.toReversed();
        };
        const sortBy = { column: 'name', order } as const;
        for (const limit of [1, 7]) {
          const found = await pages({ with_delimiter: true, prefix, limit, sortBy }, other);
          // A page has its folders first.
          expect(found.flatMap(sorted)).toEqual(sorted([...new Set(entries)]));
        }
      }
    },
  );

  test('do not go on from an invented cursor', async () => {
    const { error } = await storage.service.from(bucket).listV2({ cursor: 'none' });
    expect(error).toMatchObject({ statusCode: '400', message: 'body/cursor is not valid' });
  });
});
