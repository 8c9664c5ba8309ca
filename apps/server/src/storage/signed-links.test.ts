import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { startStorage, type StorageService } from '../testing/storage-service.ts';

let storage: StorageService;
let bucket: string;

beforeAll(async () => {
  storage = await startStorage();
  bucket = await storage.bucket();
  for (const key of ['a', 'b c/d'])
    await storage.service.from(bucket).upload(key, `bytes of ${key}`);
});
afterAll(() => storage.close());
afterEach(() => void vi.useRealTimers());

const files = () => storage.service.from(bucket);
const expired = { code: 'InvalidJWT', message: '"exp" claim timestamp check failed' };

async function signed(key: string, seconds = 60): Promise<string> {
  const { data, error } = await files().createSignedUrl(key, seconds);
  if (error) throw error;
  return data.signedUrl;
}

describe('a signed link', () => {
  test('opens its object without a token, until it expires', async () => {
    const response = await fetch(await signed('b c/d'));
    expect(await response.text()).toBe('bytes of b c/d');
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
    expect(response.headers.get('cache-control')).toBeNull();
  });

  test('downloads under the name that is asked for', async () => {
    const { data } = await files().createSignedUrl('a', 60, { download: 'slip.txt' });
    const response = await fetch(data?.signedUrl ?? '');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename=slip.txt; filename*=UTF-8''slip.txt",
    );
  });

  test('opens nothing once it has expired', async () => {
    const link = await signed('a', 60);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    expect(await (await fetch(link)).json()).toMatchObject(expired);
  });

  test('opens no other object, and is no other token', async () => {
    const link = await signed('a');
    const token = new URL(link).searchParams.get('token') ?? '';
    const other = await fetch(link.replace('/a?', '/b%20c/d?'));
    expect(await other.json()).toMatchObject({
      code: 'InvalidSignature',
      message: 'Invalid signature',
    });
    const asBearer = await fetch(`${storage.url}/object/authenticated/${bucket}/a`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await asBearer.json()).toMatchObject({ code: 'NoSuchKey' });
    const upload = await storage.service.from(bucket).uploadToSignedUrl('a', token, 'replaced');
    expect(upload.error).toMatchObject({ message: 'Token is not scoped for upload' });
    const member = await storage.token({ sub: randomUUID(), role: 'authenticated' });
    expect(await (await fetch(link.replace(token, member))).json()).toMatchObject({
      code: 'InvalidSignature',
    });
  });

  test('of another server is forged', async () => {
    const foreign = createTokens({ secret: 'the secret of somebody else, as long as ours' });
    const token = await foreign.sign({ url: `${bucket}/a`, scope: 'download' }, 60);
    const response = await fetch(`${storage.url}/object/sign/${bucket}/a?token=${token}`);
    expect(await response.json()).toMatchObject({
      ...{ code: 'InvalidJWT', message: 'signature verification failed' },
    });
  });

  test('is made only for what the caller may read, one or many', async () => {
    expect((await files().createSignedUrl('none', 60)).error).toMatchObject({
      ...{ statusCode: '404', message: 'Object not found' },
    });
    expect((await storage.visitor.from(bucket).createSignedUrl('a', 60)).error).not.toBeNull();
    const { data } = await files().createSignedUrls(['b c/d', 'none', 'a'], 60);
    expect(data).toMatchObject([
      { path: 'b c/d', error: null },
      {
        ...{ path: 'none', signedUrl: null },
        error: 'Either the object does not exist or you do not have access to it',
      },
      { path: 'a', error: null },
    ]);
    const response = await fetch(data?.[0]?.signedUrl ?? '');
    expect(await response.text()).toBe('bytes of b c/d');
  });
});

describe('a signed link for an upload', () => {
  test('takes one upload, whose owner is who made it', async () => {
    const { data } = await files().createSignedUploadUrl('new/one');
    const put = () => files().uploadToSignedUrl('new/one', data?.token ?? '', new Blob(['x']));
    expect((await put()).data).toEqual({ path: 'new/one', fullPath: `${bucket}/new/one` });
    expect((await put()).error).toMatchObject({ statusCode: '409' });
    expect((await files().createSignedUploadUrl('new/one')).error).toMatchObject({
      statusCode: '409',
    });
  });

  test('replaces where it was made to', async () => {
    await files().upload('replaceable', 'old');
    const { data } = await files().createSignedUploadUrl('replaceable', { upsert: true });
    const { error } = await files().uploadToSignedUrl('replaceable', data?.token ?? '', 'new');
    expect(error).toBeNull();
    expect(await (await files().download('replaceable')).data?.text()).toBe('new');
  });

  test('opens no download, and no other key', async () => {
    const { data } = await files().createSignedUploadUrl('only/this');
    const token = data?.token ?? '';
    const other = await files().uploadToSignedUrl('only/that', token, 'x');
    expect(other.error).toMatchObject({ message: 'Invalid signature' });
    const { data: replacing } = await files().createSignedUploadUrl('a', { upsert: true });
    const download = await fetch(
      `${storage.url}/object/sign/${bucket}/a?token=${replacing?.token ?? ''}`,
    );
    expect(await download.json()).toMatchObject({ message: 'Token is not scoped for download' });
  });
});
