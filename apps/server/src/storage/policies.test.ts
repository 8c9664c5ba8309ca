// Who may do what, as the row policies of a bucket say: every call of every caller.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startStorage,
  type StorageClient,
  type StorageService,
} from '../testing/storage-service.ts';

let storage: StorageService;
const owner = randomUUID();
const callers = ['visitor', 'member', 'other', 'service'] as const;
type Who = (typeof callers)[number];
let clients: Readonly<Record<Who, StorageClient>>;

/** Policies of each bucket: nothing, one's own folder, reading alone, writing alone, everything. */
const buckets = {
  closed: '',
  own: `create policy "own folder" on storage.objects to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text)`,
  readable: `create policy "all read" on storage.objects for select to anon, authenticated
    using (bucket_id = 'readable')`,
  writable: `create policy "all insert" on storage.objects for insert to anon, authenticated
    with check (bucket_id = 'writable')`,
  everything: `create policy "all" on storage.objects using (bucket_id = 'everything')`,
} as const;
type Bucket = keyof typeof buckets;

const kept = `${owner}/kept`;

beforeAll(async () => {
  storage = await startStorage();
  const { sql } = storage.backend.database;
  for (const [bucket, policy] of Object.entries(buckets)) {
    await storage.service.createBucket(bucket);
    if (policy !== '') await sql(`set role postgres; ${policy}; reset role`);
  }
  clients = {
    visitor: storage.visitor,
    member: await storage.member(owner),
    other: await storage.member(randomUUID()),
    service: storage.service,
  };
});
afterAll(() => storage.close());

beforeEach(async () => {
  for (const bucket of Object.keys(buckets)) {
    await storage.service.emptyBucket(bucket);
    await storage.service.from(bucket).upload(kept, 'kept', { upsert: true });
  }
});

type Files = ReturnType<StorageClient['from']>;
const fresh = () => `${owner}/${randomUUID()}`;

/** Each call, and what tells that it was allowed. */
const calls: Readonly<Record<string, (files: Files) => Promise<boolean>>> = {
  upload: async (files) => (await files.upload(fresh(), 'x')).error === null,
  'upload, upsert of a new key': async (files) =>
    (await files.upload(fresh(), 'x', { upsert: true })).error === null,
  'upload, upsert': async (files) =>
    (await files.upload(kept, 'x', { upsert: true })).error === null,
  update: async (files) => (await files.update(kept, 'x')).error === null,
  'sign an upload': async (files) => (await files.createSignedUploadUrl(fresh())).error === null,
  download: async (files) => (await files.download(kept)).error === null,
  info: async (files) => (await files.info(kept)).error === null,
  exists: async (files) => (await files.exists(kept)).data,
  list: async (files) => (await files.list(owner)).data?.length === 1,
  'list in pages': async (files) => (await files.listV2({})).data?.objects.length === 1,
  sign: async (files) => (await files.createSignedUrl(kept, 60)).error === null,
  'sign many': async (files) =>
    (await files.createSignedUrls([kept], 60)).data?.[0]?.error === null,
  move: async (files) => (await files.move(kept, fresh())).error === null,
  copy: async (files) => (await files.copy(kept, fresh())).error === null,
  remove: async (files) => (await files.remove([kept])).data?.length === 1,
};

const reading = ['download', 'info', 'exists', 'list', 'list in pages', 'sign', 'sign many'];
const inserting = ['upload', 'sign an upload'];
const all = Object.keys(calls);

/** What is allowed: in every bucket the service may do everything. */
const allowed: Readonly<Record<Bucket, Partial<Record<Who, readonly string[]>>>> = {
  closed: {},
  own: { member: all },
  readable: { visitor: reading, member: reading, other: reading },
  writable: { visitor: inserting, member: inserting, other: inserting },
  everything: { visitor: all, member: all, other: all },
};

describe.each(Object.keys(buckets) as Bucket[])('bucket %s', (bucket) => {
  test.each(callers)('allows %s what its policies say, and nothing else', async (who) => {
    const done: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      await storage.service.from(bucket).upload(kept, 'kept', { upsert: true });
      await storage.service.from(bucket).remove(await othersIn(bucket));
      if (await call(clients[who].from(bucket))) done.push(name);
    }
    expect(done).toEqual(who === 'service' ? all : (allowed[bucket][who] ?? []));
  });
});

/** What earlier calls have left beside the one object. */
async function othersIn(bucket: string): Promise<string[]> {
  const { data } = await storage.service.from(bucket).listV2({});
  return [...(data?.objects.map(({ name }) => name).filter((name) => name !== kept) ?? []), 'none'];
}

test('buckets themselves are closed to all but the service', async () => {
  for (const who of ['visitor', 'member'] as const) {
    const client = clients[who];
    expect((await client.listBuckets()).data).toEqual([]);
    expect((await client.getBucket('own')).error).toMatchObject({ message: 'Bucket not found' });
    expect((await client.createBucket('mine')).error).toMatchObject({
      ...{ status: 400, statusCode: '403' },
      message: 'new row violates row-level security policy',
    });
    expect((await client.updateBucket('own', { public: true })).error).not.toBeNull();
    await storage.service.emptyBucket('own');
    expect((await client.deleteBucket('own')).error).not.toBeNull();
  }
  expect((await storage.service.getBucket('own')).error).toBeNull();
});

test('a policy may read who calls, what for and from where', async () => {
  const { sql } = storage.backend.database;
  await sql(`
    create policy "noted" on storage.objects for insert to authenticated with check (
      bucket_id = 'noted' and storage.allow_only_operation('object.upload') and auth.uid() = '${owner}'
      and current_setting('request.path', true) = '/storage/v1/object/noted/a'
      and current_setting('request.method', true) = 'POST'
      and current_setting('request.headers', true)::jsonb ->> 'x-upsert' = 'false'
      and owner_id = auth.uid()::text and owner = auth.uid() and metadata ->> 'mimetype' = 'text/x')`);
  await storage.service.createBucket('noted');
  const upload = (who: Who, key: string) =>
    clients[who].from('noted').upload(key, 'x', { contentType: 'text/x' });
  expect((await upload('member', 'b')).error).not.toBeNull();
  expect((await upload('other', 'a')).error).not.toBeNull();
  expect((await upload('member', 'a')).error).toBeNull();
  const [row] = await sql(`select owner, owner_id from storage.objects where bucket_id = 'noted'`);
  expect(row).toEqual({ owner, owner_id: owner });
});
