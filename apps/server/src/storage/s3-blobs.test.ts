import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWholeSuite } from '../testing/variations.ts';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { openS3 } from './s3-blobs.ts';
import { sweepStorage } from './sweep.ts';

type S3Server = Awaited<ReturnType<typeof startFauxqs>>;

let server: S3Server;
let storage: StorageService;
let bucket: string;

const optionsOf = (port: number) => ({
  ...{ endpoint: `http://127.0.0.1:${String(port)}`, region: 'us-east-1', bucket: 'files' },
  ...{ accessKey: 'test', secretKey: 'test' },
});

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  server.createBucket('files');
  storage = await startStorage({ config: { s3: optionsOf(server.port) } });
  bucket = await storage.bucket();
});
afterAll(async () => {
  await storage.close();
  await server.stop();
});

const files = () => storage.service.from(bucket);
const blobs = async () => {
  const staged = join(storage.backend.config.dataDir, 'storage', 'staged');
  return (await openS3(optionsOf(server.port), staged)).blobs;
};

async function versions(): Promise<string[]> {
  const found: string[] = [];
  for await (const group of (await blobs()).list())
    found.push(...group.map(({ version }) => version));
  return found;
}

async function bytesOf(key: string): Promise<Buffer> {
  const { data, error } = await files().download(key);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

async function stagedFiles(): Promise<string[]> {
  const folder = join(storage.backend.config.dataDir, 'storage', 'staged');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('files in a bucket of S3', () => {
  test.each([0, 5, ...(isWholeSuite ? [20 * 1024 * 1024] : [])])(
    'are kept whole and not here: %i bytes',
    async (size) => {
      const bytes = randomBytes(size);
      const { error } = await files().upload('whole', bytes, { upsert: true });
      expect(error).toBeNull();
      expect((await bytesOf('whole')).equals(bytes)).toBe(true);
      expect(await stagedFiles()).toEqual([]);
    },
  );

  test('are read in part, moved, copied and removed', async () => {
    await files().upload('a', '0123456789');
    const part = await fetch(`${storage.url}/object/${bucket}/a`, {
      headers: { authorization: `Bearer ${storage.serviceKey}`, range: 'bytes=2-4' },
    });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect((await files().move('a', 'b')).error).toBeNull();
    expect((await files().copy('b', 'c')).error).toBeNull();
    expect((await bytesOf('c')).toString()).toBe('0123456789');
    const before = await versions();
    await files().remove(['b', 'c']);
    await expect.poll(async () => (await versions()).length).toBe(before.length - 2);
  });

  test('beyond the limit leave nothing', async () => {
    const limited = await storage.bucket({ fileSizeLimit: '1kb' });
    const before = await versions();
    const { error } = await storage.service.from(limited).upload('a', Buffer.alloc(1001));
    expect(error).toMatchObject({ statusCode: '413' });
    expect(await versions()).toEqual(before);
    expect(await stagedFiles()).toEqual([]);
  });

  test('without a row are found and removed', async () => {
    await files().upload('kept', 'kept', { upsert: true });
    const store = await blobs();
    await store.write(
      '00000000-0000-4000-8000-000000000000',
      Readable.from([Buffer.from('orphan')]),
      100,
    );
    const { database } = storage.backend.database;
    const swept = await sweepStorage({
      ...{ database, blobs: store, log: { warn: () => undefined } },
      now: () => Date.now() + 2 * 60 * 60 * 1000,
    });
    expect(swept).toEqual({ blobs: 1, rows: 0 });
    expect((await bytesOf('kept')).toString()).toBe('kept');
  });
});

test('a service that is away is a clear error, and nothing is left', async () => {
  const away = await startFauxqs({ port: 0, logger: false });
  const { port } = away;
  await away.stop();
  const without = await startStorage({ config: { s3: optionsOf(port) } });
  try {
    const name = await without.bucket();
    const { error } = await without.service.from(name).upload('a', 'a');
    expect(error).toMatchObject({
      ...{ status: 500, statusCode: '500' },
      message: 'The files cannot be reached, please try again',
    });
    expect((await without.service.from(name).exists('a')).data).toBe(false);
    expect((await without.service.from(name).list()).data).toEqual([]);
  } finally {
    await without.close();
  }
});
