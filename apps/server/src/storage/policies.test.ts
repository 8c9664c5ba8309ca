// Who may do what, as the row policies of a bucket say: every call of every caller.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import {
  startStorage,
  type StorageClient,
  type StorageService,
} from '../testing/storage-service.ts';
import { clientWithToken } from '../testing/test-client.ts';
import { beginTus } from '../testing/tus-upload.ts';

let storage: StorageService;
const owner = randomUUID();
const [adminId, adminSession] = [randomUUID(), randomUUID()];
/** By letter: visitor, member, other member, admin, token or link that has expired, forged one, service. */
const letters = {
  v: 'visitor',
  m: 'member',
  o: 'other',
  a: 'admin',
  l: 'expired',
  f: 'forged',
  s: 'service',
} as const;
type Who = (typeof letters)[keyof typeof letters];
const callers = Object.values(letters);
let clients: Readonly<Record<Who, StorageClient>>;
let tokens: Readonly<Record<Who, string>>;

const policies: Readonly<Record<string, string>> = {
  closed: '',
  own: `create policy "own folder" on storage.objects to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text)`,
  admins: `create policy "admins" on storage.objects to authenticated
    using (bucket_id = 'admins' and (select public.bkk_is_admin()))`,
  readable: `create policy "all read" on storage.objects for select to anon, authenticated
    using (bucket_id = 'readable')`,
  writable: `create policy "all insert" on storage.objects for insert to anon, authenticated
    with check (bucket_id = 'writable')`,
  anyone: `create policy "all" on storage.objects using (bucket_id = 'anyone')`,
  shown: '',
};

/** Who may make each call in each bucket; nobody else may. */
const table = `
call               closed  own   admins  readable  writable  anyone  shown
upload             s       ms    as      s         vmoas     vmoas   s
upload-new-upsert  s       ms    as      s         s         vmoas   s
upload-upsert      s       ms    as      s         s         vmoas   s
update             s       ms    as      s         s         vmoas   s
upload-in-parts    s       ms    as      s         vmoas     vmoas   s
sign-upload        s       ms    as      s         vmoas     vmoas   s
upload-by-link     vmoas   vmoas vmoas   vmoas     vmoas     vmoas   vmoas
download           s       ms    as      vmoalfs   s         vmoalfs vmoalfs
download-public    -       -     -       -         -         -       vmoalfs
info               s       ms    as      vmoalfs   s         vmoalfs vmoalfs
exists             s       ms    as      vmoalfs   s         vmoalfs vmoalfs
list               s       ms    as      vmoas     s         vmoas   s
list-pages         s       ms    as      vmoas     s         vmoas   s
sign               s       ms    as      vmoas     s         vmoas   s
sign-many          s       ms    as      vmoas     s         vmoas   s
download-by-link   vmoas   vmoas vmoas   vmoas     vmoas     vmoas   vmoas
move               s       ms    as      s         s         vmoas   s
copy               s       ms    as      s         s         vmoas   s
remove             s       ms    as      s         s         vmoas   s
remove-one         s       ms    as      s         s         vmoas   s`;

const kept = `${owner}/kept`;

async function makeAdmin(): Promise<void> {
  await storage.backend.database.sql(`
    insert into auth.users (id, email) values ('${adminId}', 'admin@example.com');
    insert into auth.sessions (id, user_id, created_at) values ('${adminSession}', '${adminId}', now());
    update public.bkk_user_roles set role = 'admin' where user_id = '${adminId}'`);
}

beforeAll(async () => {
  storage = await startStorage();
  await makeAdmin();
  for (const [bucket, policy] of Object.entries(policies)) {
    await storage.service.createBucket(bucket, { public: bucket === 'shown' });
    if (policy !== '')
      await storage.backend.database.sql(`set role postgres; ${policy}; reset role`);
  }
  const member = { sub: owner, role: 'authenticated' };
  tokens = {
    visitor: storage.backend.anonKey,
    member: await storage.token(member),
    other: await storage.token({ sub: randomUUID(), role: 'authenticated' }),
    admin: await storage.token({
      ...{ sub: adminId, role: 'authenticated', session_id: adminSession },
    }),
    expired: await ours().sign(member, -3600),
    forged: await foreign.sign({ role: 'service_role' }, 3600),
    service: storage.serviceKey,
  };
  const clientOf = (who: Who) =>
    clientWithToken(storage.backend.url, storage.backend.anonKey, tokens[who]).storage;
  clients = Object.fromEntries(callers.map((who) => [who, clientOf(who)])) as typeof clients;
});
afterAll(() => storage.close());

const foreign = createTokens({ secret: 'the secret of somebody else, as long as ours' });
const ours = () => createTokens({ secret: storage.backend.config.jwtSecret });
const fresh = () => `${owner}/${randomUUID()}`;

/** A link, as its bearer has it: a expired one, one of another server, or a right one. */
const linkOf = (who: Who, bucket: string, key: string, scope: string) =>
  (who === 'forged' ? foreign : ours()).sign(
    { url: `${bucket}/${key}`, scope, upsert: false },
    who === 'expired' ? -1 : 60,
  );

type Call = (bucket: string, who: Who) => Promise<boolean>;
type Files = ReturnType<StorageClient['from']>;
const byClient =
  (call: (files: Files) => Promise<boolean>): Call =>
  (bucket, who) =>
    call(clients[who].from(bucket));

/** Each call, and what tells that it was allowed. */
const calls: Readonly<Record<string, Call>> = {
  upload: byClient(async (files) => (await files.upload(fresh(), 'x')).error === null),
  'upload-new-upsert': byClient(
    async (files) => (await files.upload(fresh(), 'x', { upsert: true })).error === null,
  ),
  'upload-upsert': byClient(
    async (files) => (await files.upload(kept, 'x', { upsert: true })).error === null,
  ),
  update: byClient(async (files) => (await files.update(kept, 'x')).error === null),
  async 'upload-in-parts'(bucket, who) {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const options = { headers, body: Buffer.from('x') };
    const endpoint = `${storage.url}/upload/resumable`;
    return (await beginTus(endpoint, [bucket, fresh(), 1], options)).ok;
  },
  'sign-upload': byClient(
    async (files) => (await files.createSignedUploadUrl(fresh())).error === null,
  ),
  async 'upload-by-link'(bucket, who) {
    const key = fresh();
    const link = await linkOf(who, bucket, key, 'upload');
    const { error } = await clients[who].from(bucket).uploadToSignedUrl(key, link, 'x');
    return error === null;
  },
  download: byClient(async (files) => (await files.download(kept)).error === null),
  async 'download-public'(bucket, who) {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    return (await fetch(`${storage.url}/object/public/${bucket}/${kept}`, { headers })).ok;
  },
  info: byClient(async (files) => (await files.info(kept)).error === null),
  exists: byClient(async (files) => (await files.exists(kept)).data),
  list: byClient(async (files) => (await files.list(owner)).data?.length === 1),
  'list-pages': byClient(async (files) => (await files.listV2({})).data?.objects.length === 1),
  sign: byClient(async (files) => (await files.createSignedUrl(kept, 60)).error === null),
  'sign-many': byClient(
    async (files) => (await files.createSignedUrls([kept], 60)).data?.[0]?.error === null,
  ),
  async 'download-by-link'(bucket, who) {
    const link = await linkOf(who, bucket, kept, 'download');
    return (await fetch(`${storage.url}/object/sign/${bucket}/${kept}?token=${link}`)).ok;
  },
  move: byClient(async (files) => (await files.move(kept, fresh())).error === null),
  copy: byClient(async (files) => (await files.copy(kept, fresh())).error === null),
  remove: byClient(async (files) => (await files.remove([kept])).data?.length === 1),
  async 'remove-one'(bucket, who) {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const url = `${storage.url}/object/${bucket}/${kept}`;
    return (await fetch(url, { method: 'DELETE', headers })).ok;
  },
};

const [[, ...buckets] = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const changing = /^(upload|update|copy|move|remove)/;
/** After these the kept object is gone; after the others one reset serves all callers. */
const removing = /^(move|remove)/;

/** The one object of the bucket again, whatever earlier calls have left. */
async function reset(bucket: string): Promise<void> {
  await storage.service.emptyBucket(bucket);
  await storage.service.from(bucket).upload(kept, 'kept', { upsert: true });
}

test('the table has every call', () => {
  expect(rows.map(([call]) => call)).toEqual(Object.keys(calls));
});

describe.concurrent.each(buckets)('bucket %s', (bucket) => {
  test('allows each call to those whom its policies name, and to nobody else', async () => {
    await reset(bucket);
    const found: Record<string, string> = {};
    for (const [name, call] of Object.entries(calls)) {
      const allowed: string[] = [];
      for (const [letter, who] of Object.entries(letters))
        if (await call(bucket, who)) {
          allowed.push(letter);
          if (removing.test(name)) await reset(bucket);
        }
      if (allowed.length > 0 && changing.test(name)) await reset(bucket);
      found[name] = allowed.join('') || '-';
    }
    const column = buckets.indexOf(bucket) + 1;
    expect(found).toEqual(Object.fromEntries(rows.map((row) => [row[0], row[column]])));
  });
});

test('a removal that is not allowed does not tell whether there is such a name', async () => {
  const remove = async (path: string, who: Who) => {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const response = await fetch(`${storage.url}/${path}`, { method: 'DELETE', headers });
    return [response.status, await response.json()];
  };
  await storage.service.from('closed').upload(kept, 'kept', { upsert: true });
  for (const who of ['visitor', 'member'] as const) {
    const absent = await remove('object/closed/none', who);
    expect(absent).toEqual([400, expect.objectContaining({ code: 'NoSuchKey' })]);
    expect(await remove(`object/closed/${kept}`, who)).toEqual(absent);
    expect(await remove('bucket/closed', who)).toEqual(await remove('bucket/none', who));
  }
  expect((await storage.service.from('closed').exists(kept)).data).toBe(true);
});

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
