import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { beginTus, callTus, cutTus, patchTus, type TusHeaders } from '../testing/tus-upload.ts';
import { openBlobs } from './open-blobs.ts';
import { removeExpired } from './resumable-uploads.ts';

const mebibyte = 1024 * 1024;
const whole = randomBytes(10 * mebibyte);
const member = randomUUID();

let storage: StorageService;
let endpoint: string;
let service: TusHeaders;
let theirs: TusHeaders;
let others: TusHeaders;

async function start(config?: Parameters<typeof startStorage>[0]): Promise<void> {
  storage = await startStorage(config);
  endpoint = `${storage.url}/upload/resumable`;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  service = bearer(storage.serviceKey);
  theirs = bearer(await storage.token({ sub: member, role: 'authenticated' }));
  others = bearer(await storage.token({ sub: randomUUID(), role: 'authenticated' }));
}

async function begin(...given: Parameters<typeof beginTus>): Promise<string> {
  const response = await beginTus(...given);
  expect([response.status, await response.text()]).toEqual([201, '']);
  return new URL(response.headers.get('location') ?? '', given[0]).href;
}

async function offsetOf(url: string, headers = service): Promise<number> {
  const response = await callTus(url, 'HEAD', headers);
  expect(response.status).toBe(200);
  return Number(response.headers.get('upload-offset'));
}

async function bytesOf(bucket: string, key: string): Promise<Buffer> {
  const { data, error } = await storage.service.from(bucket).download(key);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

const answered = async (response: Promise<Response>) => {
  const { status, headers } = await response;
  return { status, offset: headers.get('upload-offset'), complete: headers.get('tus-complete') };
};

describe.each(['files', 'a bucket of S3'])('an upload in parts, in %s', (place) => {
  let stopS3: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    if (place === 'files') {
      await start();
      return;
    }
    const s3 = await startFauxqs({ port: 0, logger: false });
    s3.createBucket('files');
    stopS3 = () => s3.stop();
    const access = { region: 'us-east-1', bucket: 'files', accessKey: 'test', secretKey: 'test' };
    const endpointOfS3 = `http://127.0.0.1:${String(s3.port)}`;
    await start({ config: { s3: { endpoint: endpointOfS3, ...access } } });
  });
  afterAll(async () => {
    await storage.close();
    await stopS3?.();
  });

  /** The names of files of uploads in progress. */
  async function unfinished(): Promise<string[]> {
    const { resumable } = await openBlobs(storage.backend.config);
    const names: string[] = [];
    for await (const { upload } of resumable.begun())
      names.push(...(await resumable.list(upload)).map(({ name }) => name));
    return names.filter((name) => /^\d+$/.test(name));
  }

  test('becomes an object with the last one', async () => {
    const bucket = await storage.bucket();
    const url = await begin(endpoint, [bucket, 'a/b.bin', whole.length], { headers: service });
    expect(url).toMatch(new RegExp(`^${endpoint}/[\\w-]+$`));
    const half = 9 * mebibyte;
    const first = await answered(patchTus(url, 0, whole.subarray(0, half), service));
    expect(first).toEqual({ status: 204, offset: String(half), complete: null });
    expect((await storage.service.from(bucket).exists('a/b.bin')).data).toBe(false);
    const last = await answered(patchTus(url, half, whole.subarray(half), service));
    expect(last).toEqual({ status: 204, offset: String(whole.length), complete: '1' });
    expect((await bytesOf(bucket, 'a/b.bin')).equals(whole)).toBe(true);
    expect((await storage.service.from(bucket).info('a/b.bin')).data).toMatchObject({
      ...{ size: whole.length, contentType: 'application/octet-stream' },
      cacheControl: 'max-age=60',
    });
    expect(await offsetOf(url)).toBe(whole.length);
    expect((await callTus(url, 'DELETE', service)).status).toBe(400);
    expect(await unfinished()).toEqual([]);
  });

  test('goes on from what arrived before the connection was cut', async () => {
    const bucket = await storage.bucket();
    const url = await begin(endpoint, [bucket, 'cut', whole.length], { headers: service });
    await cutTus(url, [0, whole.length], whole.subarray(0, 9 * mebibyte), service);
    // The last bytes may still be written when the offset is asked for: 409 says to ask again.
    const goOn = async () => {
      const offset = await offsetOf(url);
      expect(offset).toBeLessThanOrEqual(9 * mebibyte);
      if (offset <= 8 * mebibyte) return 0;
      return (await patchTus(url, offset, whole.subarray(offset), service)).status;
    };
    await expect.poll(goOn).toBe(204);
    expect((await bytesOf(bucket, 'cut')).equals(whole)).toBe(true);
  });

  test('takes bytes at its offset alone, of one writer', async () => {
    const bucket = await storage.bucket();
    const url = await begin(endpoint, [bucket, 'raced', 3 * mebibyte], { headers: service });
    const part = (at: number, fill: number) =>
      patchTus(url, at, Buffer.alloc(mebibyte, fill), service);
    expect((await part(mebibyte, 9)).status).toBe(409);
    const raced = await Promise.all([part(0, 1), part(0, 2)]);
    expect(raced.map(({ status }) => status).sort()).toEqual([204, 409]);
    const won = raced[0].status === 204 ? 1 : 2;
    expect((await part(0, 3)).status).toBe(409);
    const ends = Buffer.alloc(2 * mebibyte, 4);
    const finished = await Promise.all([1, 2].map(() => patchTus(url, mebibyte, ends, service)));
    expect(finished.map(({ status }) => status)).toContain(204);
    const stored = await bytesOf(bucket, 'raced');
    expect(stored.equals(Buffer.concat([Buffer.alloc(mebibyte, won), ends]))).toBe(true);
  });

  test('is removed on request, and after a day', async () => {
    const bucket = await storage.bucket();
    const options = { headers: service, body: Buffer.from('12345') };
    const ended = await begin(endpoint, [bucket, 'ended', 10], options);
    expect(await offsetOf(ended)).toBe(5);
    expect((await callTus(ended, 'DELETE', service)).status).toBe(204);
    expect((await callTus(ended, 'HEAD', service)).status).toBe(404);
    const forgotten = await begin(endpoint, [bucket, 'forgotten', 10], options);
    const tomorrow = Date.now() + 24 * 60 * 60 * 1000 + 2000;
    vi.useFakeTimers({ now: tomorrow, toFake: ['Date'] });
    try {
      const late = { authorization: `Bearer ${await storage.token({ role: 'service_role' })}` };
      expect((await callTus(forgotten, 'HEAD', late)).status).toBe(410);
      const { resumable } = await openBlobs(storage.backend.config);
      expect(await removeExpired(resumable, Date.now() - 60_000)).toBe(0);
      expect(await removeExpired(resumable, Date.now())).toBeGreaterThan(0);
      expect((await callTus(forgotten, 'HEAD', late)).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an upload in parts', () => {
  beforeAll(async () => {
    await start();
    await storage.backend.database.sql(`set role postgres;
      create policy "own folder" on storage.objects to authenticated
        using ((storage.foldername(name))[1] = auth.uid()::text)
        with check ((storage.foldername(name))[1] = auth.uid()::text);
      reset role`);
  });
  afterAll(() => storage.close());

  async function filesIn(folder: string): Promise<string[]> {
    const path = join(storage.backend.config.dataDir, 'storage', folder);
    return readdir(path).catch(() => []);
  }

  test('tells what it offers', async () => {
    const { status, headers } = await callTus(endpoint, 'OPTIONS', {});
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-max-size': '50000000' },
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
    });
    const without = await fetch(endpoint, { method: 'POST', headers: service });
    expect(without.status).toBe(412);
  });

  test('is its owner’s alone, at every step', async () => {
    const bucket = await storage.bucket();
    const target = [bucket, `${member}/slip`, 10] as const;
    const half = Buffer.from('12345');
    for (const headers of [others, { authorization: `Bearer ${storage.backend.anonKey}` }]) {
      const refused = await beginTus(endpoint, target, { headers });
      expect([refused.status, await refused.text()]).toEqual([
        403,
        'new row violates row-level security policy',
      ]);
    }
    expect((await beginTus(endpoint, target, { headers: {} })).status).toBe(403);
    const url = await begin(endpoint, target, { headers: theirs });
    expect((await patchTus(url, 0, half, others)).status).toBe(404);
    expect((await callTus(url, 'HEAD', others)).status).toBe(404);
    expect((await callTus(url, 'DELETE', others)).status).toBe(404);
    expect((await callTus(`${url}A`, 'HEAD', theirs)).status).toBe(404);
    expect((await patchTus(url, 0, half, theirs)).status).toBe(204);
    await storage.backend.database.sql(
      `set role postgres; alter policy "own folder" on storage.objects to service_role; reset role`,
    );
    const late = await patchTus(url, 5, half, theirs);
    await storage.backend.database.sql(
      `set role postgres; alter policy "own folder" on storage.objects to authenticated; reset role`,
    );
    expect(late.status).toBe(403);
    expect((await patchTus(url, 5, half, theirs)).status).toBe(204);
    const [row] = await storage.backend.database.sql(
      `select owner_id from storage.objects where bucket_id = '${bucket}'`,
    );
    expect(row).toEqual({ owner_id: member });
  });

  test('replaces an object only when asked to', async () => {
    const bucket = await storage.bucket();
    const key = `${member}/slip`;
    await storage.service.from(bucket).upload(key, 'first');
    const options = { headers: theirs, body: Buffer.from('second') };
    const refused = await beginTus(endpoint, [bucket, key, 6], options);
    expect([refused.status, await refused.text()]).toEqual([409, 'The resource already exists']);
    await begin(endpoint, [bucket, key, 6], { ...options, upsert: true });
    expect((await bytesOf(bucket, key)).toString()).toBe('second');
  });

  test('keeps to the limits of its bucket', async () => {
    const bucket = await storage.bucket({ fileSizeLimit: '1kb', allowedMimeTypes: ['image/*'] });
    const image = { headers: service, contentType: 'image/png' };
    const large = await beginTus(endpoint, [bucket, 'a', 1001], image);
    expect([large.status, await large.text()]).toEqual([413, 'Maximum size exceeded\n']);
    const text = { ...image, contentType: 'text/plain' };
    expect((await beginTus(endpoint, [bucket, 'a', 10], text)).status).toBe(415);
    expect((await beginTus(endpoint, ['none', 'a', 10], image)).status).toBe(404);
    expect((await beginTus(endpoint, [bucket, 'รูป', 10], image)).status).toBe(400);
    const url = await begin(endpoint, [bucket, 'a', 10], image);
    expect((await patchTus(url, 0, Buffer.alloc(11), service)).status).toBe(413);
    const page = Buffer.from('<script/>!');
    expect((await patchTus(url, 0, page, service)).status).toBe(415);
    expect((await callTus(url, 'HEAD', service)).status).toBe(404);
    expect((await storage.service.from(bucket).list()).data).toEqual([]);
    expect(await filesIn('incoming')).toEqual([]);
  });

  test('by a signed link needs no token, and is the object of the link', async () => {
    const bucket = await storage.bucket();
    const key = `${member}/signed`;
    const client = await storage.member(member);
    const { data } = await client.from(bucket).createSignedUploadUrl(key);
    const link = { 'x-signature': data?.token ?? '' };
    const body = Buffer.from('12345');
    const other = await beginTus(`${endpoint}/sign`, [bucket, `${member}/x`, 5], { headers: link });
    expect(other.status).toBe(400);
    expect((await beginTus(endpoint, [bucket, key, 5], { headers: link })).status).toBe(403);
    const url = await begin(`${endpoint}/sign`, [bucket, key, 10], { headers: link, body });
    expect(url).toContain('/upload/resumable/sign/');
    expect((await callTus(url, 'HEAD', { 'x-signature': 'x' })).status).toBe(400);
    expect((await callTus(url.replace('/sign/', '/'), 'HEAD', theirs)).status).toBe(404);
    expect((await patchTus(url, 5, body, link)).status).toBe(204);
    expect((await bytesOf(bucket, key)).toString()).toBe('1234512345');
    const again = { headers: link, body };
    expect((await beginTus(`${endpoint}/sign`, [bucket, key, 5], again)).status).toBe(409);
  });
});
