import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hostedFunctions, openFunctions } from '../functions/hosted-functions.ts';
import { DatabaseUnavailable } from '../db/database.ts';
import { createTokens } from '../http/jwt.ts';
import { openBlobs } from '../storage/open-blobs.ts';
import { PictureCache } from '../storage/picture-cache.ts';
import { storagePlugin } from '../storage/plugin.ts';
import { storePlugin } from '../store/plugin.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { apiDocsPlugin } from './plugin.ts';
import { edgeFunctions } from './function-paths.ts';

interface Operation {
  readonly description: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

let folder: string;
let backend: TestBackend;
let document: Document;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bkksiam-docs-'));
  const rendererFile = join(folder, 'scalar.js');
  await writeFile(rendererFile, 'draw()');
  backend = await startTestBackend({ config: { docs: { version: '1.2.3', rendererFile } } });
  const response = await fetch(`${backend.url}/docs/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  document = (await response.json()) as Document;
});

afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

test('serves a page whose scripts are files, and what draws it', async () => {
  const page = await fetch(`${backend.url}/docs`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect([page.status, policy]).toEqual([200, expect.stringContaining("script-src 'self';")]);
  for (const [, attributes = '', inline] of (await page.text()).matchAll(
    /<script([^>]*)>(.*?)<\/script>/g,
  )) {
    expect(inline).toBe('');
    expect(attributes).not.toContain('http');
  }
  const renderer = await fetch(`${backend.url}/docs/scalar.js`);
  expect([renderer.headers.get('content-type'), await renderer.text()]).toEqual([
    'text/javascript; charset=utf-8',
    'draw()',
  ]);
});

test('reads the catalogs once for many who ask at once, and says when the database is away', async () => {
  const response = await fetch(`${backend.url}/docs/openapi.json`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(await response.json()).toEqual(document);
  const { database } = backend.database;
  let reads = 0;
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(apiDocsPlugin, {
    ...{ version: '1', siteUrl: backend.url, mailedEvents: [] },
    rendererFile: join(folder, 'scalar.js'),
    database: {
      ...database,
      asIdentity: async (...given) => {
        reads += 1;
        if (reads === 1) throw new DatabaseUnavailable('the database is away');
        return database.asIdentity(...given);
      },
    },
  });
  const ask = () => app.inject('/docs/openapi.json');
  const away = await ask();
  expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '1']);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(reads).toBe(2);
});

test('is not there unless it is switched on', async () => {
  const plain = await startTestBackend();
  onTestFinished(() => plain.close());
  for (const path of ['/docs', '/docs/openapi.json', '/docs/scalar.js'])
    expect((await fetch(plain.url + path)).status).toBe(404);
});

test('describes the tables with their columns, rights and row policies', () => {
  const news = document.paths['/rest/v1/bkk_airline_news'];
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.2.3');
  expect(Object.keys(news ?? {})).toContain('get');
  expect(news?.get?.description).toContain('visitors');
  expect(document.components.schemas.bkk_airline_news).toMatchObject({
    properties: { title: { type: 'string' } },
  });
  expect(document.paths['/rest/v1/bkk_quote_requests']?.get?.description).toContain('auth.uid()');
  expect(document.info.description).toContain('`bkk_notifications`');
});

test('describes the functions with their callers and their errors', () => {
  const accept = document.paths['/rest/v1/rpc/bkk_accept_offer']?.post;
  expect(accept?.description).toContain('Caller: an active member. Needs the feature `requests`.');
  expect(accept?.responses['409']?.description).toContain('`bkk.offer_expired`');
  expect(accept?.responses['404']?.description).toContain('`bkk.request_unknown`');
  const admin = document.paths['/rest/v1/rpc/bkk_admin_change_credit']?.post;
  expect(admin?.tags).toEqual(['Functions for admins']);
  const order = document.paths['/functions/v1/place-order']?.post;
  expect(order?.responses['429']?.description).toContain('`bkk.too_many_orders`');
});

test('names every edge function, with error codes that they have', () => {
  const served = [...hostedFunctions.keys(), ...openFunctions.keys(), systemStatusFunction];
  expect(Object.keys(edgeFunctions).sort()).toEqual(served.sort());
  const shared = join(import.meta.dirname, '../../../../supabase/functions/_shared');
  const sources = readdirSync(shared, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  const codes = Object.values(edgeFunctions).flatMap(({ errors = [] }) => errors);
  for (const [status, code] of codes)
    expect(sources).toMatch(new RegExp(`${status},\\s*'${code}'`));
  const calls = Object.values(edgeFunctions).flatMap(({ calls: called = [] }) => called);
  for (const name of calls) {
    expect(sources).toContain(`'${name}'`);
    expect(document.paths).toHaveProperty([`/rest/v1/rpc/${name}`]);
  }
});

test('has every route of store and storage, and no other', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replace(/:(\w+)/g, '{$1}').replace('/*', '/{path}');
    for (const one of [method].flat()) routes.push(`${one.toLowerCase()} ${path}`);
  });
  const { database } = backend.database;
  await app.register(storePlugin, { prefix: '/store', database, storeId: 'bkksiam' });
  await app.register(storagePlugin, {
    prefix: '/storage/v1',
    database,
    tokens: createTokens({ secret: backend.config.jwtSecret }),
    ...(await openBlobs({ dataDir: folder, s3: undefined })),
    pictures: new PictureCache(folder),
    maxBytes: 1,
  });
  await app.ready();
  const described = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/store/') || path.startsWith('/storage/'))
    .flatMap(([path, operations]) => Object.keys(operations).map((verb) => `${verb} ${path}`));
  const isMeant = (route: string) =>
    !/^(?:options|\w+ \/storage\/v1\/(?:cdn|upload))/.test(route) &&
    !route.startsWith('head /store/');
  expect(described.filter(isMeant).sort()).toEqual([...new Set(routes)].filter(isMeant).sort());
});
