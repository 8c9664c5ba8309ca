import { randomUUID } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { beginTus, callTus, patchTus } from '../testing/tus-upload.ts';
import { openBlobs } from './open-blobs.ts';
import { PictureCache } from './picture-cache.ts';
import { storagePlugin, type StorageOptions } from './plugin.ts';

const kibibyte = 1024;
let storage: StorageService;
let bucket: string;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  storage = await startStorage();
  bucket = await storage.bucket();
  await storage.backend.database.sql(
    'create policy "all insert" on storage.objects for insert to anon, authenticated with check (true)',
  );
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});
afterAll(() => storage.close());

/** Serves the same files with other limits; gives the address. */
async function serve(limits: Pick<StorageOptions, 'allowance' | 'unfinishedBytes'>) {
  const { config, database } = storage.backend;
  const app = fastify({ forceCloseConnections: true, trustProxy: true });
  apps.push(app);
  await app.register(storagePlugin, {
    prefix: '/storage/v1',
    ...(await openBlobs(config)),
    ...{ database: database.database, tokens: createTokens({ secret: config.jwtSecret }) },
    pictures: new PictureCache(config.dataDir),
    maxBytes: config.maxObjectBytes,
    ...limits,
  });
  return `${await app.listen({ host: '127.0.0.1', port: 0 })}/storage/v1`;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const memberToken = (sub = randomUUID()) => storage.token({ sub, role: 'authenticated' });

describe('the bytes that a network writes', () => {
  const allowance = {
    name: 'test writes',
    requests: 100,
    bytes: 100 * kibibyte,
    windowSeconds: 3600,
  };
  const bytes = Buffer.alloc(60 * kibibyte);
  const chunked = () => new Blob([bytes]).stream();
  const form = () => {
    const given = new FormData();
    given.append('', new Blob([bytes]), 'a');
    return new Response(given);
  };

  test.each<[string, () => RequestInit]>([
    ['that are announced', () => ({ body: bytes })],
    ['of a body without a length', () => ({ body: chunked() })],
    [
      'of a form without a length',
      () => {
        const { body, headers } = form();
        return { body, headers: { 'content-type': headers.get('content-type') ?? '' } };
      },
    ],
  ])('%s are counted', async (_what, made) => {
    const url = await serve({ allowance });
    const token = await memberToken();
    const upload = async (network: string) => {
      const key = randomUUID();
      const { headers, ...init } = made();
      const response = await fetch(`${url}/object/${bucket}/${key}`, {
        ...{ method: 'POST', duplex: 'half', ...init },
        headers: { ...bearer(token), 'x-forwarded-for': network, ...(headers as object) },
      });
      const { data } = await storage.service.from(bucket).exists(key);
      return [response.status, data];
    };
    expect(await upload('192.0.2.1')).toEqual([200, true]);
    expect(await upload('192.0.2.1')).toEqual([429, false]);
    expect(await upload('192.0.2.2')).toEqual([200, true]);
  });
});

describe('the uploads in parts that an owner has not finished', () => {
  const begin = async (url: string, token: string, length = 400 * kibibyte) => {
    const endpoint = `${url}/upload/resumable`;
    const response = await beginTus(endpoint, [bucket, randomUUID(), length], {
      headers: bearer(token),
    });
    const address = response.headers.get('location');
    return { status: response.status, url: address === null ? '' : new URL(address, url).href };
  };

  test('announce a bounded number of bytes, each owner for themselves', async () => {
    const url = await serve({ unfinishedBytes: 1000 * kibibyte });
    const [mine, other] = [await memberToken(), await memberToken()];
    const first = await begin(url, mine);
    const second = await begin(url, mine);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await begin(url, mine)).status).toBe(429);
    expect((await begin(url, other)).status).toBe(201);
    expect((await begin(url, storage.serviceKey)).status).toBe(201);
    // What is finished or given up counts no more.
    const part = await patchTus(first.url, 0, Buffer.alloc(400 * kibibyte), bearer(mine));
    expect(part.status).toBe(204);
    expect((await begin(url, mine)).status).toBe(201);
    expect((await callTus(second.url, 'DELETE', bearer(mine))).status).toBe(204);
    expect((await begin(url, mine)).status).toBe(201);
    expect((await begin(url, mine)).status).toBe(429);
  });

  test('count again with the next part where a server does not know them', async () => {
    const earlier = await serve({});
    const token = await memberToken();
    const uploads = [await begin(earlier, token), await begin(earlier, token)];
    const url = await serve({ unfinishedBytes: 500 * kibibyte });
    const statuses: number[] = [];
    for (const upload of uploads) {
      const here = upload.url.replace(earlier, url);
      statuses.push((await patchTus(here, 0, Buffer.alloc(10), bearer(token))).status);
    }
    expect(statuses).toEqual([204, 429]);
  });

  test('are no fewer than one for each 64 kB, however short they are', async () => {
    const url = await serve({ unfinishedBytes: 128 * kibibyte });
    const token = await memberToken();
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await begin(url, token, 1)).status);
    expect(statuses).toEqual([201, 201, 429]);
  });
});
