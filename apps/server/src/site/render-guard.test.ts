import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTinySite } from '../testing/built-site.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;
const log: string[] = [];

beforeAll(async () => {
  site = await buildTinySite();
  backend = await startTestBackend({ config: { siteDir: site.siteDir }, log });
});
afterAll(async () => {
  await backend.close();
  await site.remove();
});
beforeEach(() => {
  log.length = 0;
});

async function open(path: string) {
  const answer = await fetch(backend.url + path);
  const html = await answer.text();
  return {
    status: answer.status,
    rendering: /rendered \d+/.exec(html)?.[0],
    isRendered: html.includes('<div id="root" data-server-rendered>'),
  };
}

it('unknown products answer 404 with one rendering', async () => {
  const [first, second] = [await open('/product/unknown-1'), await open('/product/unknown-2')];
  expect([first.status, second.status]).toEqual([404, 404]);
  expect(first.rendering).toBeDefined();
  expect(second.rendering).toBe(first.rendering);
});

it('a page that could not be looked up answers 503 with Retry-After', async () => {
  const answer = await fetch(`${backend.url}/product/unchecked`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('a page behind the sign-in is rendered once, whatever id is in its address', async () => {
  const [first, second] = [await open('/booking/1'), await open('/booking/2')];
  expect(first.rendering).toBeDefined();
  expect(second.rendering).toBe(first.rendering);
});

it('pages beyond the bound of the render queue are left to the browser', async () => {
  const paths = Array.from({ length: 40 }, (_, at) => `/product/slow-${String(at)}`);
  const answers = await Promise.all(paths.map(open));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ isRendered }) => !isRendered).length).toBeGreaterThan(20);
  expect(answers.filter(({ isRendered }) => isRendered).length).toBeGreaterThan(0);
});

it('failed prefetches leave one line in the log, without a stack', async () => {
  await backend.database.database.close();
  const paths = Array.from({ length: 30 }, (_, at) => `/page-${String(at)}`);
  await Promise.all(paths.map(open));
  const lines = log.map((line) => JSON.parse(line) as { msg: string; err?: object });
  const warnings = lines.filter(({ msg }) => msg === 'pages are rendered without its data');
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.err).toBeUndefined();
});
