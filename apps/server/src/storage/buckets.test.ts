import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStorage, type StorageService } from '../testing/storage-service.ts';

let storage: StorageService;

beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const uniqueName = () => `bucket-${randomUUID()}`;

async function request(path: string, options: RequestInit = {}, key = storage.serviceKey) {
  const response = await fetch(storage.url + path, {
    ...options,
    headers: { authorization: `Bearer ${key}`, ...(options.headers as object | undefined) },
  });
  return { status: response.status, body: await response.json() };
}

const notFound = {
  status: 400,
  body: {
    statusCode: '404',
    error: 'Bucket not found',
    code: 'NoSuchBucket',
    message: 'Bucket not found',
  },
};

describe('a bucket', () => {
  test('is made, read, listed, changed, emptied and deleted', async () => {
    const name = uniqueName();
    expect(await storage.service.createBucket(name)).toEqual({ data: { name }, error: null });
    const { data } = await storage.service.getBucket(name);
    expect(data).toEqual({
      ...{ id: name, name, public: false, owner: '' },
      ...{ file_size_limit: null, allowed_mime_types: null },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      updated_at: expect.any(String) as unknown,
    });
    const listed = await storage.service.listBuckets({ search: name.slice(7) });
    expect(listed.data).toEqual([{ ...data, type: 'STANDARD' }]);

    const limits = { public: true, fileSizeLimit: '20MB', allowedMimeTypes: ['image/*'] };
    expect(await storage.service.updateBucket(name, limits)).toEqual({
      data: { message: 'Successfully updated' },
      error: null,
    });
    expect((await storage.service.getBucket(name)).data).toMatchObject({
      ...{ public: true, file_size_limit: 20_000_000, allowed_mime_types: ['image/*'] },
    });

    await storage.service.from(name).upload('a.txt', 'a', { contentType: 'image/svg+xml' });
    const full = await storage.service.deleteBucket(name);
    expect(full.error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await storage.service.emptyBucket(name)).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    });
    expect((await storage.service.deleteBucket(name)).data).toEqual({
      message: 'Successfully deleted',
    });
    expect((await storage.service.getBucket(name)).error).toMatchObject({
      message: 'Bucket not found',
    });
  });

  test('keeps what a change does not name, and loses what it names null', async () => {
    const name = await storage.bucket({ fileSizeLimit: '1kb', allowedMimeTypes: ['a/b'] });
    await request(`/bucket/${name}`, { method: 'PUT', body: '{"public":true}' });
    await request(`/bucket/${name}`, { method: 'PUT', body: '{"file_size_limit":null}' });
    expect((await storage.service.getBucket(name)).data).toMatchObject({
      ...{ public: true, file_size_limit: null, allowed_mime_types: ['a/b'] },
    });
  });

  test('that is not there is a 400 whose body says 404', async () => {
    expect(await request('/bucket/none')).toEqual(notFound);
    const changed = { method: 'PUT', body: '{"public":true}' };
    expect(await request('/bucket/none', changed)).toEqual(notFound);
    expect(await request('/bucket/none', { method: 'DELETE' })).toEqual(notFound);
    expect(await request('/bucket/none/empty', { method: 'POST' })).toEqual(notFound);
  });

  test('of a name that exists is a duplicate', async () => {
    const name = await storage.bucket();
    const { error } = await storage.service.createBucket(name);
    expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
  });

  test.each(['', ' padded', 'with/slash', 'x'.repeat(101), 'ถัง', 'with%percent'])(
    'has no such name: %j',
    async (name) => {
      const body = JSON.stringify({ name });
      expect((await request('/bucket', { method: 'POST', body })).body).toMatchObject({
        statusCode: '400',
        code: 'InvalidBucketName',
      });
    },
  );

  test('takes no larger limit than the server', async () => {
    const { error } = await storage.service.createBucket(uniqueName(), {
      public: false,
      fileSizeLimit: '20GB',
    });
    expect(error).toMatchObject({ statusCode: '413' });
  });

  test.each([
    ['{', 'body is not valid JSON'],
    ['{}', "body must have required property 'name'"],
    ['{"name":"x","public":"yes"}', expect.stringMatching(/^body\/public /) as unknown],
  ])('is not made of %s', async (body, message) => {
    expect((await request('/bucket', { method: 'POST', body })).body).toEqual({
      ...{ statusCode: '400', error: 'Error', code: 'InvalidRequest', message },
    });
  });
});

describe('without a valid token', () => {
  test.each([
    ['none', '', 'Invalid Compact JWS'],
    ['no token', 'Bearer none', 'Invalid Compact JWS'],
  ])('buckets are refused: %s', async (_name, authorization, message) => {
    const response = await fetch(`${storage.url}/bucket`, {
      headers: authorization === '' ? {} : { authorization },
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { statusCode: '403', error: 'Unauthorized', code: 'AccessDenied', message },
    ]);
  });

  test('a foreign signature is refused in its words', async () => {
    const [head, body] = storage.serviceKey.split('.');
    const forged = `${head}.${body}.${'A'.repeat(43)}`;
    expect((await request('/bucket', {}, forged)).body).toMatchObject({
      message: 'signature verification failed',
    });
  });
});

test('only the service empties a bucket', async () => {
  const name = await storage.bucket();
  const token = await storage.token({ sub: randomUUID(), role: 'authenticated' });
  expect(await request(`/bucket/${name}/empty`, { method: 'POST' }, token)).toMatchObject({
    status: 403,
    body: { message: 'Access denied: Invalid role' },
  });
});

test('unknown addresses are told in the format of the service', async () => {
  expect(await request('/nowhere/at/all')).toMatchObject({
    status: 404,
    body: { code: 'NotFound' },
  });
});
