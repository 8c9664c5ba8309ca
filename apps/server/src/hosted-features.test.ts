import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkHostedFeatures, hostedStoreWarning } from './hosted-features.ts';
import { freePort } from './testing/free-port.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});

afterAll(() => backend.close());

const hosted = () => ({ url: backend.url, anonKey: backend.anonKey });
const problem = (check: Promise<boolean>) =>
  check.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );

describe('a hosted project that has bookings and requests on', () => {
  beforeEach(async () => {
    await backend.database.sql(`select bkk_internal.set_features('{requests,bookings}')`);
  });

  test('agrees with a setting of the same features', async () => {
    const features = ['bookings', 'requests'] as const;
    expect(await checkHostedFeatures({ hosted: hosted(), features })).toBe(true);
  });

  test('stops a site with other features, in one line that says what to do', async () => {
    const check = checkHostedFeatures({ hosted: hosted(), features: ['shop'] });
    expect(await problem(check)).toBe(
      "FEATURES: the hosted project has bookings, requests, the setting shop: change the setting, or run there: select bkk_internal.set_features('{shop}')",
    );
  });

  test('stops a site without features', async () => {
    const check = checkHostedFeatures({ hosted: hosted(), features: [] });
    expect(await problem(check)).toContain('the setting none: change the setting');
  });
});

test('a project without the table of features stops the start', async () => {
  await backend.database.sql(
    'revoke all on bkk_features from anon, authenticated, service_role; notify pgrst',
  );
  const check = checkHostedFeatures({ hosted: hosted(), features: [] });
  expect(await problem(check)).toMatch(
    /^SUPABASE_URL: the project does not list its features \(status 40[14]\): apply the migrations/,
  );
});

test('a project that fails or does not answer is not compared', async () => {
  const failing = createServer((_request, response) => response.writeHead(503).end());
  const port = await freePort();
  await new Promise<void>((resolve) => failing.listen(port, '127.0.0.1', resolve));
  const project = { url: `http://127.0.0.1:${String(port)}`, anonKey: 'key' };
  const check = () => checkHostedFeatures({ hosted: project, features: ['shop'] });
  expect(await check()).toBe(false);
  await new Promise((resolve) => failing.close(resolve));
  expect(await check()).toBe(false);
});

test('without a hosted project there is nothing to compare', async () => {
  expect(await checkHostedFeatures({ hosted: undefined, features: ['shop'] })).toBe(true);
});

test('a hosted project whose products the store does not show is warned of, unless nobody orders there', () => {
  const project = { url: 'https://project.supabase.co', anonKey: 'key' };
  const warned = hostedStoreWarning({ hosted: project, storeUrl: undefined, features: ['shop'] });
  expect(warned).toMatch(/orders are placed for those of the hosted project/);
  for (const quiet of [
    { hosted: undefined, storeUrl: undefined, features: ['shop'] },
    { hosted: project, storeUrl: 'https://store.example', features: ['shop'] },
    { hosted: project, storeUrl: undefined, features: [] },
  ] as const)
    expect(hostedStoreWarning(quiet)).toBeUndefined();
});
