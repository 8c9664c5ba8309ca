import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseBusy, DatabaseError, DatabaseUnavailable } from '../db/database.ts';
import { withClient } from '../db/server-address.ts';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { FileBlobs } from './file-blobs.ts';
import { withBlob } from './store-object.ts';
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
  await writeFile(join(folder, 'incoming', randomUUID()), 'half');
  const before = await files();
  expect(await sweep(0)).toEqual({ blobs: 0, rows: 0 });
  expect(await files()).toHaveLength(before.length);
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
  await storage.backend.database.sql(`select bkk_internal.erase_user('${id}')`);
  expect(await sweep()).toEqual({ blobs: 1, rows: 0 });
  expect(await files()).toHaveLength(before.length - 1);
});

/** Runs the work while every write of the service to an object's row waits, and lets it go on afterwards. */
async function whileRowsWait(work: () => Promise<void>): Promise<void> {
  const { sql, admin } = storage.backend.database;
  await sql(`
    create function public.wait_for_test() returns trigger language plpgsql as $$
    begin
      if current_setting('request.jwt.claim.role', true) = 'service_role' then
        perform pg_advisory_xact_lock_shared(24);
      end if;
      return new;
    end
    $$;
    create trigger wait_for_test before insert or update on storage.objects
      for each row execute function public.wait_for_test()`);
  try {
    await withClient(admin, admin, async (client) => {
      await client.query('select pg_advisory_lock(24)');
      await work();
    });
  } finally {
    await sql('drop function public.wait_for_test() cascade');
  }
}

test.each(['copied', 'moved'] as const)(
  'an object that is %s keeps its bytes, although they are old and its new row is not there yet',
  async (done) => {
    const { sql } = storage.backend.database;
    await sql(`
      create policy "test" on storage.objects for all to authenticated using (true) with check (true)`);
    const objects = (await storage.member(randomUUID())).from(bucket);
    const { data } = await storage.service.from(bucket).info('kept/3');
    const version = data?.version ?? '';
    await utimes(join(folder, 'objects', version.slice(0, 2), version), new Date(0), new Date(0));
    let result: Promise<{ readonly error: unknown }> | undefined;
    await whileRowsWait(async () => {
      result = done === 'copied' ? objects.copy('kept/3', 'new') : objects.move('kept/3', 'new');
      await expect
        .poll(() => sql('select from pg_locks where locktype = $1 and not granted', ['advisory']))
        .toHaveLength(1);
      expect(await sweep(0)).toEqual({ blobs: 0, rows: 0 });
    });
    expect((await result)?.error).toBeNull();
    const downloaded = await storage.service.from(bucket).download('new');
    expect(await downloaded.data?.text()).toBe('kept');
    await sql('drop policy "test" on storage.objects');
  },
);

test.each([
  ['whose answer was lost stay', new DatabaseUnavailable('the connection broke'), true],
  ['that was not begun go', new DatabaseBusy('no connection'), false],
  ['that was refused go', new DatabaseError('refused', { code: '42501' }), false],
])('the bytes of a write %s', async (_name, failure, isKept) => {
  const blobs = new FileBlobs(folder);
  let written = '';
  const write = withBlob(
    { blobs },
    (version) => blobs.write((written = version), Readable.from(['x']), 1),
    () => Promise.reject(failure),
  );
  await expect(write).rejects.toBe(failure);
  expect((await files()).includes(written)).toBe(isKept);
  await blobs.remove([written]);
});
