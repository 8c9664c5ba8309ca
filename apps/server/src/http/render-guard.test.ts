import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTinySite } from '../testing/built-site.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

/** A store elsewhere: knows every product but those called unknown, and answers nothing while it is stuck. */
let store: Server;
let stuck = false;
let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;
const log: string[] = [];

beforeAll(async () => {
  store = createServer((request, response) => {
    if (stuck) return;
    if (request.url?.includes('unknown')) response.writeHead(404).end('{}');
    else response.end(JSON.stringify({ id: request.url }));
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const storeUrl = `http://127.0.0.1:${String((store.address() as AddressInfo).port)}`;
  site = await buildTinySite();
  backend = await startTestBackend({ config: { siteDir: site.siteDir, storeUrl }, log });
});
afterAll(async () => {
  await backend.close();
  await site.remove();
  store.closeAllConnections();
  store.close();
});
beforeEach(() => {
  stuck = false;
  log.length = 0;
});

async function open(path: string) {
  const answer = await fetch(backend.url + path);
  const html = await answer.text();
  return {
    status: answer.status,
    rendering: /painted \d+/.exec(html)?.[0],
    isShell: html.includes('<p>waiting</p>'),
    html,
  };
}

it('unknown products share one rendered page, which names the product that was asked for', async () => {
  const first = await open('/product/unknown-1');
  const second = await open('/product/unknown-2');
  expect([first.status, second.status]).toEqual([404, 404]);
  expect(first.rendering).toBeDefined();
  expect(second.rendering).toBe(first.rendering);
  expect(second.html).toContain('"product":{"path":"/product/unknown-2","found":false}');
});

it('a page behind the sign-in is rendered once, whatever id is in its address', async () => {
  const [first, second] = [await open('/booking/1'), await open('/booking/2')];
  expect(first.rendering).toBeDefined();
  expect(second.rendering).toBe(first.rendering);
});

it('a product the store does not answer for in time is left to the browser, and asked for again', async () => {
  stuck = true;
  const late = await open('/product/unknown-late');
  expect([late.status, late.isShell]).toEqual([200, true]);
  stuck = false;
  await expect.poll(async () => (await open('/product/unknown-late')).status).toBe(404);
});

it('failed look-ups leave few lines in the log, and no stack', async () => {
  stuck = true;
  const ids = Array.from({ length: 30 }, (_, at) => `/product/unknown-stuck-${String(at)}`);
  await Promise.all(ids.map(open));
  const warnings = log.map((line) => JSON.parse(line) as { level: number; err?: object });
  expect(warnings.filter(({ level }) => level >= 40).length).toBeLessThanOrEqual(1);
  expect(warnings.filter(({ err }) => err !== undefined)).toEqual([]);
});

it('pages beyond the bound of what is being rendered are sent as the shell', async () => {
  const paths = Array.from({ length: 40 }, (_, at) => `/product/slow-${String(at)}`);
  const answers = await Promise.all(paths.map(open));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ isShell }) => isShell).length).toBeGreaterThan(20);
  expect(answers.filter(({ isShell }) => !isShell).length).toBeGreaterThan(0);
});
