import { Readable } from 'node:stream';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { startStorage, type StorageService } from '../testing/storage-service.ts';

let storage: StorageService;

beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const from = (bucket: string) => storage.service.from(bucket);

/** The files that the service keeps, and those it has not finished. */
async function filesOf(folder: 'objects' | 'incoming'): Promise<string[]> {
  const path = join(storage.backend.config.dataDir, 'storage', folder);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function textOf(bucket: string, key: string): Promise<string> {
  const { data, error } = await from(bucket).download(key);
  if (error) throw error;
  return data.text();
}

describe('an upload', () => {
  test.each<[string, () => Parameters<ReturnType<typeof from>['upload']>[1]]>([
    ['a blob', () => new Blob(['hello'])],
    ['text', () => 'hello'],
    ['a buffer', () => Buffer.from('hello')],
    ['an array buffer', () => new TextEncoder().encode('hello').buffer],
    ['a stream of Node', () => Readable.from([Buffer.from('hel'), Buffer.from('lo')])],
    ['a web stream', () => new Blob(['hello']).stream()],
    [
      'a form whose file comes first',
      () => {
        const form = new FormData();
        form.append('file', new Blob(['hello'], { type: 'text/x-note' }), 'a.txt');
        return form;
      },
    ],
  ])('of %s is kept whole', async (_name, body) => {
    const bucket = await storage.bucket();
    const { data, error } = await from(bucket).upload('folder/a b.txt', body());
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      path: 'folder/a b.txt',
      fullPath: `${bucket}/folder/a b.txt`,
    });
    expect(await textOf(bucket, 'folder/a b.txt')).toBe('hello');
  });

  test('keeps type, cache control and metadata, which info tells', async () => {
    const bucket = await storage.bucket();
    await from(bucket).upload('a.json', '{"a":1}', {
      contentType: 'application/json',
      cacheControl: '60',
      metadata: { custom: 'ก' },
    });
    const { data } = await from(bucket).info('a.json');
    expect(data).toMatchObject({
      ...{ name: 'a.json', bucketId: bucket, size: 7, contentType: 'application/json' },
      ...{ cacheControl: 'max-age=60', metadata: { custom: 'ก' } },
      etag: expect.stringMatching(/^"[\da-f]{32}"$/) as unknown,
      lastModified: expect.stringMatching(/Z$/) as unknown,
    });
    const [row] = await storage.backend.database.sql(
      `select metadata, owner, owner_id, path_tokens from storage.objects where bucket_id = '${bucket}'`,
    );
    expect(row).toMatchObject({
      metadata: { size: 7, contentLength: 7, httpStatusCode: 200, cacheControl: 'max-age=60' },
      path_tokens: ['a.json'],
    });
  });

  test('replaces only when asked to, and leaves no bytes of what it replaced', async () => {
    const bucket = await storage.bucket();
    const first = await from(bucket).upload('a', 'first');
    const second = await from(bucket).upload('a', 'second');
    expect(second.error).toMatchObject({
      ...{ status: 400, statusCode: '409', message: 'The resource already exists' },
    });
    const before = await filesOf('objects');
    const upserted = await from(bucket).upload('a', 'third', { upsert: true });
    expect(upserted.data?.id).toBe(first.data?.id);
    expect(await textOf(bucket, 'a')).toBe('third');
    const updated = await from(bucket).update('a', 'fourth');
    expect(updated.data?.id).toBe(first.data?.id);
    expect(await textOf(bucket, 'a')).toBe('fourth');
    await expect.poll(() => filesOf('objects')).toHaveLength(before.length);
    expect((await from(bucket).update('new', 'made')).error).toBeNull();
  });

  test('beyond the limit of the bucket is refused, by one byte too, and leaves nothing', async () => {
    const bucket = await storage.bucket({ fileSizeLimit: '1kb' });
    const before = await filesOf('objects');
    const tooLarge = {
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    };
    const big = Buffer.alloc(1001);
    const stream = () => Readable.from([big.subarray(0, 1000), big.subarray(1000)]);
    for (const body of [big, new Blob([big]), stream()])
      expect((await from(bucket).upload('big', body)).error).toMatchObject(tooLarge);
    expect((await from(bucket).upload('fits', big.subarray(1))).error).toBeNull();
    expect(await filesOf('objects')).toHaveLength(before.length + 1);
    expect(await filesOf('incoming')).toEqual([]);
  });

  test('of a type that the bucket does not allow is refused', async () => {
    const bucket = await storage.bucket({ allowedMimeTypes: ['text/plain', 'image/*'] });
    const upload = (contentType: string) => from(bucket).upload('a', 'a', { contentType });
    expect((await upload('text/html')).error).toMatchObject({
      ...{ statusCode: '415', message: 'mime type text/html is not supported' },
    });
    expect((await upload('text/plain;charset=UTF-8')).error).toMatchObject({ statusCode: '415' });
    expect((await upload('text/plain')).error).toBeNull();
  });

  test('has a type and a cache control of a bounded length', async () => {
    const bucket = await storage.bucket();
    const long = `text/plain;${'x'.repeat(300)}`;
    const form = new FormData();
    form.append('contentType', long);
    form.append('', new Blob(['a']), 'a');
    for (const { error } of [
      await from(bucket).upload('a', form),
      await from(bucket).upload('a', 'a', { contentType: long }),
    ])
      expect(error).toMatchObject({ statusCode: '415' });
    const url = `${storage.url}/object/${bucket}/a`;
    const headers = { authorization: `Bearer ${storage.serviceKey}`, 'cache-control': long };
    expect((await fetch(url, { method: 'POST', headers, body: 'a' })).status).toBe(200);
    expect((await from(bucket).info('a')).data?.cacheControl).toBe('no-cache');
    const copied = await fetch(`${storage.url}/object/copy`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ bucketId: bucket, sourceKey: 'a', destinationKey: 'b' },
        ...{ copyMetadata: false, metadata: { mimetype: long } },
      }),
    });
    expect(await copied.json()).toMatchObject({ statusCode: '415' });
  });

  test('whose bytes are no picture is none, in a bucket of pictures', async () => {
    const bucket = await storage.bucket({ allowedMimeTypes: ['image/*'] });
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = (key: string, bytes: Buffer) =>
      from(bucket).upload(key, bytes, { contentType: 'image/png' });
    const page = Buffer.from(`<html>${' '.repeat(5000)}<script>alert(1)</script></html>`);
    expect((await upload('page.png', page)).error).toMatchObject({ statusCode: '415' });
    expect((await upload('empty.png', Buffer.alloc(0))).error).toMatchObject({ statusCode: '415' });
    expect((await upload('real.png', png)).error).toBeNull();
    const { data } = await from(bucket).download('real.png');
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png);
  });

  test.each(['a%b', 'a#b', 'a~b', 'รูป.png', 'a\\b', 'a"b'])('has no such key: %s', async (key) => {
    const bucket = await storage.bucket();
    const response = await fetch(`${storage.url}/object/${bucket}/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${storage.serviceKey}` },
      body: 'x',
    });
    expect(await response.json()).toEqual({
      ...{ statusCode: '400', error: 'InvalidKey', code: 'InvalidKey' },
      message: `Invalid key: ${key}`,
    });
  });

  test('with a path in its key stays an object of that name', async () => {
    const bucket = await storage.bucket();
    const key = encodeURIComponent('../../../escaped.txt');
    const response = await fetch(`${storage.url}/object/${bucket}/${key}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${storage.serviceKey}` },
      body: 'x',
    });
    expect(await response.json()).toMatchObject({ Key: `${bucket}/../../../escaped.txt` });
    expect(await filesOf('objects')).not.toContain('escaped.txt');
  });

  test('into a bucket that is not there is refused', async () => {
    expect((await from('none').upload('a', 'a')).error).toMatchObject({
      ...{ status: 400, statusCode: '404', message: 'Bucket not found' },
    });
  });

  test('of a form without a file is refused', async () => {
    const bucket = await storage.bucket();
    const { error } = await from(bucket).upload('a', new FormData());
    expect(error).toMatchObject({ statusCode: '400', message: 'No content provided' });
  });

  test.each([
    ['raw', 'content-type: text/plain\r\ncontent-length: 1000\r\n', 'only a part'],
    ['chunked', 'content-type: text/plain\r\ntransfer-encoding: chunked\r\n', '4\r\npart\r\n'],
    [
      'a form',
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n',
      '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nonly a part',
    ],
  ])('that is cut off leaves nothing: %s', async (_name, headers, body) => {
    const bucket = await storage.bucket();
    const before = await filesOf('objects');
    const socket = connect(Number(new URL(storage.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /storage/v1/object/${bucket}/cut HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${storage.serviceKey}\r\n${headers}\r\n${body}`,
    );
    await expect.poll(() => filesOf('incoming')).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => filesOf('incoming')).toEqual([]);
    expect(await filesOf('objects')).toEqual(before);
    expect((await from(bucket).exists('cut')).data).toBe(false);
  });

  test('of a form that has no end is refused and leaves nothing', async () => {
    const bucket = await storage.bucket();
    const response = await fetch(`${storage.url}/object/${bucket}/a`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${storage.serviceKey}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nonly a part',
    });
    expect(response.status).toBe(400);
    expect(await filesOf('incoming')).toEqual([]);
    expect((await from(bucket).exists('a')).data).toBe(false);
  });
});

describe('an object', () => {
  test('is moved with its id, also to another bucket', async () => {
    const [bucket, other] = [await storage.bucket(), await storage.bucket()];
    const { data } = await from(bucket).upload('a', 'moved', { metadata: { x: 1 } });
    expect((await from(bucket).move('a', 'b/c')).data).toEqual({ message: 'Successfully moved' });
    expect(await textOf(bucket, 'b/c')).toBe('moved');
    await from(bucket).move('b/c', 'd', { destinationBucket: other });
    expect((await from(other).info('d')).data).toMatchObject({
      id: data?.id,
      metadata: { x: 1 },
    });
    expect(await textOf(other, 'd')).toBe('moved');
    expect((await from(bucket).exists('b/c')).data).toBe(false);
  });

  test('is not moved onto another, from nowhere, or to no name', async () => {
    const bucket = await storage.bucket();
    await from(bucket).upload('a', 'a');
    await from(bucket).upload('b', 'b');
    expect((await from(bucket).move('a', 'b')).error).toMatchObject({ statusCode: '409' });
    expect((await from(bucket).move('none', 'c')).error).toMatchObject({
      ...{ statusCode: '404', message: 'Object not found' },
    });
    expect((await from(bucket).move('a', '')).error).toMatchObject({
      message: 'Invalid key: ',
    });
    expect(await textOf(bucket, 'a')).toBe('a');
    expect(await textOf(bucket, 'b')).toBe('b');
  });

  test('is copied with its metadata, also to another bucket', async () => {
    const [bucket, other] = [await storage.bucket(), await storage.bucket()];
    await from(bucket).upload('a', 'copied', { metadata: { x: 1 }, cacheControl: '7' });
    expect((await from(bucket).copy('a', 'b')).data).toEqual({ path: `${bucket}/b` });
    expect((await from(bucket).copy('a', 'b')).error).toMatchObject({ statusCode: '409' });
    await from(bucket).copy('a', 'c', { destinationBucket: other });
    await from(bucket).remove(['a']);
    expect(await textOf(bucket, 'b')).toBe('copied');
    expect((await from(other).info('c')).data).toMatchObject({
      metadata: { x: 1 },
      cacheControl: 'max-age=7',
    });
  });

  test('is removed with its bytes; those that are not there are no error', async () => {
    const bucket = await storage.bucket();
    const before = await filesOf('objects');
    await from(bucket).upload('a', 'a');
    const { data, error } = await from(bucket).remove(['a', 'none']);
    expect(error).toBeNull();
    expect(data).toEqual([
      expect.objectContaining({
        name: 'a',
        bucket_id: bucket,
        version: expect.any(String) as unknown,
      }),
    ]);
    await expect.poll(() => filesOf('objects')).toEqual(before);
    const one = await fetch(`${storage.url}/object/${bucket}/a`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${storage.serviceKey}` },
    });
    expect(await one.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });

  test('of many is removed ten rows at a time, and every one is answered', async () => {
    const bucket = await storage.bucket();
    const { sql } = storage.backend.database;
    await sql(`
      insert into storage.objects (bucket_id, name, version, user_metadata)
        select '${bucket}', n, gen_random_uuid(), jsonb_build_object('note', repeat('x', 500000))
        from generate_series(1, 25) as n;
      create table public.removals (rows bigint);
      grant insert on public.removals to public;
      create function public.count_removals() returns trigger language plpgsql as $$
      begin
        insert into public.removals select count(*) from removed;
        return null;
      end
      $$;
      create trigger count_removals after delete on storage.objects referencing old table as removed
        for each statement execute function public.count_removals()`);
    const keys = Array.from({ length: 25 }, (_, index) => String(index + 1));
    const { data, error } = await from(bucket).remove([...keys, 'none', '1']);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name).toSorted()).toEqual(keys.toSorted());
    for (const row of data ?? []) expect(JSON.stringify(row).length).toBeGreaterThan(500_000);
    expect(await sql('select rows::int from removals')).toEqual(
      [10, 10, 5].map((rows) => ({ rows })),
    );
    await sql('drop table public.removals; drop function public.count_removals() cascade');
    expect((await from(bucket).remove(['none'])).data).toEqual([]);
  });

  test('of many is removed by one network in one call at a time', async () => {
    const bucket = await storage.bucket();
    const { sql } = storage.backend.database;
    await sql(`
      insert into storage.objects (bucket_id, name, version)
        select '${bucket}', n, gen_random_uuid() from generate_series(1, 40) as n;
      create table public.removals (is_alone boolean);
      grant insert on public.removals to public;
      create function public.note_removal() returns trigger language plpgsql as $$
      begin
        insert into public.removals values (pg_try_advisory_xact_lock(1));
        perform pg_sleep(0.05);
        return null;
      end
      $$;
      create trigger note_removal after delete on storage.objects
        for each statement execute function public.note_removal()`);
    const keys = Array.from({ length: 40 }, (_, index) => String(index + 1));
    const removed = await Promise.all(
      [keys.slice(0, 20), keys.slice(20)].map((part) => from(bucket).remove(part)),
    );
    expect(removed.map(({ data }) => data?.length)).toEqual([20, 20]);
    expect(await sql('select is_alone, count(*)::int from removals group by 1')).toEqual([
      { is_alone: true, count: 4 },
    ]);
    await sql('drop table public.removals; drop function public.note_removal() cascade');
  });

  test('is not deleted by a statement, which would leave its bytes', async () => {
    await expect(
      storage.backend.database.database.asIdentity({ role: 'service_role', claims: {} }, [
        { text: 'delete from storage.objects' },
      ]),
    ).rejects.toThrow('Direct deletion from storage tables is not allowed');
  });
});

test('two hundred uploads at once are kept, or told to come back and leave nothing', async () => {
  onlyInWholeSuite();
  const bucket = await storage.bucket();
  const earlier = await filesOf('objects');
  const keys = Array.from({ length: 200 }, (_, index) => `many/${String(index)}`);
  const bytes = Buffer.alloc(20_000, 'x');
  const results = await Promise.all(keys.map((key) => from(bucket).upload(key, bytes)));
  const errors = results.flatMap(({ error }) => (error === null ? [] : [error]));
  // A connection of the database is waited for no longer than a visitor would.
  for (const error of errors) expect(error).toMatchObject({ status: 503, statusCode: '503' });
  const kept = keys.length - errors.length;
  expect(kept).toBeGreaterThan(0);
  const { data } = await from(bucket).list('many', { limit: 1000 });
  expect(data).toHaveLength(kept);
  expect(await filesOf('objects')).toHaveLength(earlier.length + kept);
  expect(await filesOf('incoming')).toEqual([]);
});
