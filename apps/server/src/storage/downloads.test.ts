import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStorage, type StorageService } from '../testing/storage-service.ts';

let storage: StorageService;
let secret: string;
let open: string;
const bytes = Buffer.from('0123456789');

beforeAll(async () => {
  storage = await startStorage();
  secret = await storage.bucket();
  open = await storage.bucket({ public: true });
  for (const bucket of [secret, open])
    await storage.service.from(bucket).upload('a/b.txt', bytes, { contentType: 'text/plain' });
});
afterAll(() => storage.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(storage.url + path, { method, headers });
const asService = () => ({ authorization: `Bearer ${storage.serviceKey}` });

const refusal = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
});

describe('a download', () => {
  test('has type, length, tag and caching of what was uploaded', async () => {
    const response = await get(`/object/public/${open}/a/b.txt`);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'content-type': 'text/plain', 'content-length': '10', 'accept-ranges': 'bytes' },
      ...{ etag: '"84d89877f0d4041efb6bf91a16f0248f"', 'cache-control': 'max-age=3600' },
      ...{ 'x-robots-tag': 'none', 'access-control-allow-origin': '*' },
      'last-modified': expect.stringMatching(/GMT$/) as unknown,
    });
  });

  test('of a private bucket is not for shared caches', async () => {
    const response = await get(`/object/${secret}/a/b.txt`, asService());
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
  });

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('of a range has its bytes: %s', async (range, text, contentRange) => {
    const response = await get(`/object/public/${open}/a/b.txt`, { range });
    expect([response.status, await response.text()]).toEqual([206, text]);
    expect(response.headers.get('content-range')).toBe(contentRange);
  });

  test.each(['bytes=10-', 'bytes=4-2', 'bytes=0-1,3-4', 'bytes=-', 'lines=1-2', 'bytes=-0'])(
    'of no range is a 416: %s',
    async (range) => {
      const response = await get(`/object/public/${open}/a/b.txt`, { range });
      expect(await refusal(response)).toEqual({
        ...{ status: 416, statusCode: '416', error: 'invalid_range', code: 'InvalidRange' },
        message: 'invalid range provided',
      });
    },
  );

  test('that is known already is a 304', async () => {
    const path = `/object/public/${open}/a/b.txt`;
    const { headers } = await get(path);
    const tag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    const known = await get(path, { 'if-none-match': `"other", W/${tag}` });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect((await get(path, { 'if-modified-since': modified })).status).toBe(304);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(path, { 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
    const part = { range: 'bytes=0-0', 'if-range': '"other"' };
    expect((await get(path, part)).status).toBe(200);
  });

  test('has the name that is asked for', async () => {
    const of = async (query: string) =>
      (await get(`/object/public/${open}/a/b.txt?${query}`)).headers.get('content-disposition');
    expect(await of('')).toBeNull();
    expect(await of('download')).toBe('attachment;');
    expect(await of(`download=${encodeURIComponent('ตั๋ว "1".txt')}`)).toBe(
      `attachment; filename=${encodeURIComponent('ตั๋ว "1".txt')}; filename*=UTF-8''${encodeURIComponent('ตั๋ว "1".txt')}`,
    );
  });

  test('by HEAD has the headers alone', async () => {
    const response = await get(`/object/public/${open}/a/b.txt`, {}, 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-length')).toBe('10');
    const none = await get(`/object/${secret}/none`, asService(), 'HEAD');
    expect([none.status, await none.text()]).toEqual([400, '']);
    expect((await storage.service.from(secret).exists('a/b.txt')).data).toBe(true);
    expect((await storage.service.from(secret).exists('none')).data).toBe(false);
  });

  const noBucket = {
    ...{ status: 400, statusCode: '404', error: 'Bucket not found', code: 'NoSuchBucket' },
    message: 'Bucket not found',
  };
  const noKey = {
    ...{ status: 400, statusCode: '404', error: 'not_found', code: 'NoSuchKey' },
    message: 'Object not found',
  };

  test('of a private bucket needs the right to it', async () => {
    const visitor = { authorization: `Bearer ${storage.backend.anonKey}` };
    for (const route of ['', '/info']) {
      expect(await refusal(await get(`/object${route}/${secret}/a/b.txt`))).toEqual(noBucket);
      expect(await refusal(await get(`/object${route}/${secret}/a/b.txt`, visitor))).toEqual(noKey);
      expect(await refusal(await get(`/object${route}/public/${secret}/a/b.txt`))).toEqual(
        noBucket,
      );
    }
    const response = await get(`/object/authenticated/${secret}/a/b.txt`, asService());
    expect(await response.text()).toBe('0123456789');
    expect(await refusal(await get(`/object/authenticated/${secret}/a/b.txt`))).toMatchObject({
      message: 'Invalid Compact JWS',
    });
    expect(await refusal(await get(`/object/public/${open}/none`))).toEqual(noKey);
  });
});

describe('what a browser could run', () => {
  const upload = (bucket: string, key: string, contentType: string) =>
    storage.service.from(bucket).upload(key, '<script>alert(1)</script>', { contentType });

  test.each([
    ['text/html', 'text/plain; charset=utf-8', null],
    ['TEXT/HTML; charset=x', 'text/plain; charset=utf-8', null],
    ['text/javascript', 'text/plain; charset=utf-8', null],
    ['text/css', 'text/plain; charset=utf-8', null],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/xhtml+xml', 'application/xhtml+xml', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['application/xml', 'application/xml', 'attachment'],
    ['image/png', 'image/png', null],
  ])('is served without that power: %s', async (type, served, disposition) => {
    const key = `run/${type.replace(/\W/g, '')}`;
    await upload(open, key, type);
    await upload(secret, key, type);
    const { headers } = await get(`/object/public/${open}/${key}`);
    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toBe(disposition);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    const hidden = await get(`/object/${secret}/${key}`, asService());
    expect(hidden.headers.get('content-disposition')).toBe('attachment');
  });

  test.each([
    ['image/png', 'image/png'],
    ['text/html', 'text/plain; charset=utf-8'],
  ])('is a picture and a page at once, sent as %s: neither is run', async (type, served) => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const page = '<html><body><script>alert(1)</script></body></html>';
    const both = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from(page)]);
    const key = `both/${type.replace(/\W/g, '')}`;
    await storage.service.from(open).upload(key, both, { contentType: type });
    const response = await get(`/object/public/${open}/${key}`);
    expect(response.headers.get('content-type')).toBe(served);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(Buffer.from(await response.arrayBuffer()).equals(both)).toBe(true);
  });

  test('has no type that breaks a header', async () => {
    const response = await fetch(`${storage.url}/object/${open}/odd`, {
      method: 'POST',
      headers: {
        ...asService(),
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: '--x\r\ncontent-disposition: form-data; name="contentType"\r\n\r\ntext/plain\r\nset-cookie: a=b\r\n--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nx\r\n--x--\r\n',
    });
    expect(await response.json()).toMatchObject({ code: 'InvalidMimeType' });
  });
});
