import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens, serviceKey } from '../../apps/server/src/http/jwt.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { beginTus, callTus, patchTus } from '../../apps/server/src/testing/tus-upload.ts';
import { discardCluster, DrillSkipped, inFolder, type Drill } from './drill.ts';
import { testAtLength } from './test-at-length.ts';

const kills = 50;
const bucket = 'drill';
const jwtSecret = 'the secret of the drills, which is long enough';
const mebibyte = 1024 * 1024;
const partBytes = mebibyte;

const headers = async () => ({
  authorization: `Bearer ${await serviceKey(createTokens({ secret: jwtSecret }))}`,
});
type Headers = Awaited<ReturnType<typeof headers>>;

/** As the entity tag of an object has it. */
const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

async function makeBucket({ url }: ServerProcess, auth: Headers): Promise<void> {
  const response = await fetch(`${url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify({ name: bucket }),
  });
  assert(response.ok, await response.text());
}

const put = (url: string, key: string, body: Uint8Array<ArrayBuffer>, auth: Headers) =>
  fetch(`${url}/storage/v1/object/${bucket}/${key}`, {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/octet-stream' },
    body,
  });

/** Two servers on one data folder; one at a time is killed and started again. */
class Pair {
  readonly #env: Record<string, string>;
  readonly servers: (ServerProcess | undefined)[] = [];

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  async start(index: number): Promise<ServerProcess> {
    const server = await startServerProcess(this.#env);
    this.servers[index] = server;
    return server;
  }

  /** Any that runs. */
  get url(): string {
    const running = this.servers.filter((server) => server !== undefined);
    return running[randomInt(running.length)]?.url ?? '';
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server?.stop('SIGTERM');
  }

  async kill(index: number): Promise<void> {
    const server = this.servers[index];
    this.servers[index] = undefined;
    await server?.stop('SIGKILL');
  }
}

interface Uploads {
  readonly pair: Pair;
  readonly auth: Headers;
  /** The hash of every object that was acknowledged. */
  readonly acknowledged: Map<string, string>;
  stopped: boolean;
  refused: number;
  resumed: number;
}

/** Sends whole files, one after the other. */
async function uploadWhole(uploads: Uploads): Promise<void> {
  while (!uploads.stopped) {
    const bytes = randomBytes(randomInt(1, 2 * mebibyte));
    const key = `whole/${randomUUID()}`;
    const sent = put(uploads.pair.url, key, bytes, uploads.auth);
    const isKept = await sent.then(({ ok }) => ok).catch(() => false);
    if (isKept) uploads.acknowledged.set(key, hashOf(bytes));
    else uploads.refused += 1;
  }
}

/** The offset as any server tells it; undefined while none does. */
async function offsetOf(uploads: Uploads, path: string): Promise<number | undefined> {
  const told = await callTus(uploads.pair.url + path, 'HEAD', uploads.auth).catch(() => undefined);
  return told?.ok === true ? Number(told.headers.get('upload-offset')) : undefined;
}

/** Sends files in parts, and goes on with each at any server until it is complete. */
async function uploadInParts(uploads: Uploads): Promise<void> {
  while (!uploads.stopped) {
    const { pair, auth } = uploads;
    const bytes = randomBytes(randomInt(3 * mebibyte, 6 * mebibyte));
    const key = `parts/${randomUUID()}`;
    const endpoint = `${pair.url}/storage/v1/upload/resumable`;
    const begun = await beginTus(endpoint, [bucket, key, bytes.length], { headers: auth }).catch(
      () => undefined,
    );
    const path = begun?.headers.get('location');
    if (path === null || path === undefined) continue;
    for (let offset: number | undefined = 0; offset !== bytes.length;) {
      if (offset === undefined) {
        uploads.resumed += 1;
        offset = await offsetOf(uploads, path);
        if (offset === undefined) await sleep(20);
        continue;
      }
      const part = bytes.subarray(offset, offset + partBytes);
      const sent = await patchTus(pair.url + path, offset, part, auth).catch(() => undefined);
      offset = sent?.ok === true ? offset + part.length : undefined;
    }
    uploads.acknowledged.set(key, hashOf(bytes));
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Reads every object that is listed, acknowledged or not: none may be half. */
async function checkObjects({ pair, auth, acknowledged }: Uploads): Promise<number> {
  const missing = new Set(acknowledged.keys());
  let checked = 0;
  for (let cursor: string | undefined, more = true; more;) {
    const listed = await fetch(`${pair.url}/storage/v1/object/list-v2/${bucket}`, {
      method: 'POST',
      headers: { ...auth, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 500, ...(cursor !== undefined && { cursor }) }),
    });
    const page = (await listed.json()) as {
      objects: { name: string; metadata: { eTag: string } }[];
      hasNext: boolean;
      nextCursor?: string;
    };
    for (const { name, metadata } of page.objects) {
      const response = await fetch(`${pair.url}/storage/v1/object/${bucket}/${name}`, {
        headers: auth,
      });
      assert.equal(response.status, 200, `${name} is listed, but not there`);
      const hash = hashOf(new Uint8Array(await response.arrayBuffer()));
      assert.equal(`"${hash}"`, metadata.eTag, `${name} is half`);
      assert.equal(acknowledged.get(name) ?? hash, hash, `${name} is another`);
      missing.delete(name);
      checked += 1;
    }
    ({ hasNext: more, nextCursor: cursor } = page);
  }
  assert.deepEqual([...missing], [], 'acknowledged objects are lost');
  return checked;
}

async function killWhileUploading(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const pair = new Pair({ DATA_DIR: dataDir, JWT_SECRET: jwtSecret });
  try {
    const first = await pair.start(0);
    await pair.start(1);
    const auth = await headers();
    await makeBucket(first, auth);
    const counts = { stopped: false, refused: 0, resumed: 0 };
    const uploads: Uploads = { pair, auth, acknowledged: new Map(), ...counts };
    const work = [uploadWhole, uploadWhole, uploadInParts, uploadInParts].map((one) =>
      one(uploads),
    );
    for (let round = 0; round < kills; round += 1) {
      await Promise.race([sleep(randomInt(50, 600)), ...work]);
      await pair.kill(round % 2);
      await pair.start(round % 2);
    }
    uploads.stopped = true;
    await Promise.all(work);
    const checked = await checkObjects(uploads);
    const storage = join(dataDir, 'storage');
    const left = filesBelow(join(storage, 'objects')).length - checked;
    const temporary = filesBelow(join(storage, 'incoming')).length;
    return `${String(kills)} kills, ${String(uploads.acknowledged.size)} acknowledged objects all there and whole, ${String(checked)} in all; ${String(uploads.refused)} uploads broken off, ${String(uploads.resumed)} resumptions; left to the sweep: ${String(left)} files without a row, ${String(temporary)} temporary ones`;
  } finally {
    await pair.stop();
    discardCluster(dataDir);
  }
}

/** The largest memory the process has had, in MB. */
const peakMemory = ({ pid }: ServerProcess): number => {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

/** Asks again where a pooled connection was closed by the server, whose refusals end uploads that are still sent. */
async function eventually(isDone: () => Promise<boolean>, message: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (await isDone().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(message);
}

const diskMegabytes = 64;
const fileBytes = 5 * mebibyte;
const noSpace = 'The server has no space left for this object';

/** Uploads files until the disk is full, which has to be told; then removes one and goes on. */
async function fillDisk(server: ServerProcess, storage: string): Promise<string> {
  const auth = await headers();
  await makeBucket(server, auth);
  const bytes = randomBytes(fileBytes);
  let kept = 0;
  let refusal: Response;
  for (;;) {
    const response = await put(server.url, `file${String(kept)}`, bytes, auth);
    refusal = response;
    if (!response.ok) break;
    kept += 1;
  }
  assert.equal(refusal.status, 500);
  assert.equal(((await refusal.json()) as { message: string }).message, noSpace);
  const endpoint = `${server.url}/storage/v1/upload/resumable`;
  const inParts = await beginTus(endpoint, [bucket, 'parts', fileBytes], {
    headers: auth,
    body: bytes,
  });
  assert.deepEqual([inParts.status, await inParts.text()], [500, noSpace]);
  assert.equal(filesBelow(join(storage, 'objects')).length, kept);
  assert.deepEqual(filesBelow(join(storage, 'incoming')), []);
  // A client that still sends may find the connection closed before it reads the response.
  const sendMany = async (index: number) => {
    const sent = put(server.url, `many${String(index)}`, bytes, auth);
    return sent.then(({ status }) => status).catch(() => 'closed' as const);
  };
  const many = await Promise.all(Array.from({ length: 200 }, (_, index) => sendMany(index)));
  const counts = new Map<number | 'closed', number>();
  for (const status of many) counts.set(status, (counts.get(status) ?? 0) + 1);
  const statuses = [...counts].map(([status, count]) => `${String(status)} ${String(count)} times`);
  assert(
    [...counts.keys()].every((status) => status === 'closed' || [500, 503].includes(status)),
    statuses.join(', '),
  );
  assert.deepEqual(filesBelow(join(storage, 'incoming')), []);
  const address = `${server.url}/storage/v1/object/${bucket}/file0`;
  const removed = async () => (await fetch(address, { method: 'DELETE', headers: auth })).ok;
  await eventually(removed, 'a file cannot be removed');
  const isKept = async () => (await put(server.url, 'later', bytes, auth)).ok;
  await eventually(isKept, 'nothing is kept after a file was removed');
  return `${String(kept)} files of 5 MB fit, further ones get a clear error and leave nothing, also 200 at once (${statuses.join(', ')}); peak memory ${String(peakMemory(server))} MB`;
}

async function onFullDisk(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const storage = join(dataDir, 'storage');
  mkdirSync(storage, { recursive: true, mode: 0o700 });
  try {
    const size = `size=${String(diskMegabytes)}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', storage], { stdio: 'pipe' });
  } catch (error) {
    throw new DrillSkipped(`needs root and the right to mount: ${String(error)}`);
  }
  try {
    const server = await startServerProcess({ DATA_DIR: dataDir, JWT_SECRET: jwtSecret });
    try {
      return await fillDisk(server, storage);
    } finally {
      await server.stop('SIGTERM');
    }
  } finally {
    discardCluster(dataDir);
    execFileSync('umount', ['--lazy', storage]);
  }
}

export const uploadDrills: readonly Drill[] = [
  {
    name: `uploads: one of two servers killed ${String(kills)} times while files arrive, whole and in parts`,
    run: () => inFolder(killWhileUploading),
  },
  { name: 'uploads: the disk full', run: () => inFolder(onFullDisk) },
  testAtLength({
    name: 'uploads: 100,000 requests to Storage, right and wrong ones',
    test: 'apps/server/src/storage/requests-fuzz.test.ts',
    runs: 100_000,
  }),
];
