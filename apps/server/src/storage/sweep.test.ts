import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { FileBlobs } from './file-blobs.ts';
import { sweepStorage } from './sweep.ts';

let storage: StorageService;
let folder: string;
let bucket: string;
let warnings: string[];
const twoHours = 2 * 60 * 60 * 1000;

beforeAll(async () => {
  storage = await startStorage();
  folder = join(storage.backend.config.dataDir, 'storage');
});
afterAll(() => storage.close());

beforeEach(async () => {
  warnings = [];
  if (bucket) await storage.service.emptyBucket(bucket);
  bucket = await storage.bucket();
  const keys = Array.from({ length: 20 }, (_, index) => `kept/${String(index)}`);
  await Promise.all(keys.map((key) => storage.service.from(bucket).upload(key, 'kept')));
});

const sweep = (laterMs = twoHours) =>
  sweepStorage({
    database: storage.backend.database.database,
    blobs: new FileBlobs(folder),
    log: { warn: (_fields: unknown, message?: string) => void warnings.push(message ?? '') },
    now: () => Date.now() + laterMs,
  });

async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('bytes without a row go after an hour, others stay', async () => {
  const orphan = randomUUID();
  const place = join(folder, 'objects', orphan.slice(0, 2));
  await mkdir(place, { recursive: true });
  await writeFile(join(place, orphan), 'orphan');
  const unfinished = join(folder, 'incoming', randomUUID());
  await writeFile(unfinished, 'half');
  await utimes(unfinished, new Date(0), new Date(0));
  const before = await files();
  expect(await sweep(0)).toEqual({ blobs: 0, rows: 0 });
  expect(await files()).toHaveLength(before.length - 1);
  expect(await sweep()).toEqual({ blobs: 1, rows: 0 });
  expect(await files()).toHaveLength(before.length - 2);
  expect((await storage.service.from(bucket).list('kept')).data).toHaveLength(20);
});

test('a row without bytes goes, and can be uploaded again', async () => {
  const { data } = await storage.service.from(bucket).info('kept/3');
  await rm(join(folder, 'objects', data?.version.slice(0, 2) ?? '', data?.version ?? ''));
  expect((await storage.service.from(bucket).download('kept/3')).error).not.toBeNull();
  expect(await sweep(0)).toEqual({ blobs: 0, rows: 0 });
  expect(await sweep()).toEqual({ blobs: 0, rows: 1 });
  expect((await storage.service.from(bucket).upload('kept/3', 'again')).error).toBeNull();
});

test('nothing goes where the place of the bytes, or the database, must be a wrong one', async () => {
  await rename(join(folder, 'objects'), join(folder, 'away'));
  expect(await sweep()).toEqual({ blobs: 0, rows: 0 });
  await rename(join(folder, 'away'), join(folder, 'objects'));
  const { sql } = storage.backend.database;
  const versions = await sql<{ id: string; version: string }>(
    'select id, version from storage.objects',
  );
  await sql(`update storage.objects set version = gen_random_uuid()::text`);
  expect(await sweep()).toMatchObject({ rows: 0 });
  expect(warnings).toContain(
    'the bytes of many objects are missing: is the right folder or bucket in use?',
  );
  for (const { id, version } of versions)
    await sql('update storage.objects set version = $2 where id = $1', [id, version]);
});

test('the bytes of an erased user go', async () => {
  const id = randomUUID();
  const member = await storage.member(id);
  await storage.backend.database.sql(`
    insert into auth.users (id, email) values ('${id}', 'erased@bkksiam.example');
    create policy "members upload" on storage.objects for insert to authenticated with check (true)`);
  const { error } = await member.from(bucket).upload('slip', 'personal');
  expect(error).toBeNull();
  const before = await files();
  await storage.backend.database.sql(`select public.bkk_erase_user('${id}')`);
  expect(await sweep()).toEqual({ blobs: 1, rows: 0 });
  expect(await files()).toHaveLength(before.length - 1);
});
