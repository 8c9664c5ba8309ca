import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** The oldest supported PostgreSQL, where the machine has it. */
const oldestPostgres = '/usr/lib/postgresql/15/bin/initdb';

/** `npm run drill` runs everything that these lists leave out. */
const isWholeSuite = process.env.TEST_SCOPE === 'full';

/** Medians of response times, plans on large tables, servers and databases that leave under load, and a script for benchmarks. */
const onlyInDrill = isWholeSuite
  ? []
  : [
      'apps/server/src/auth/response-time.test.ts',
      'apps/server/src/database-away.test.ts',
      'apps/server/src/two-servers.test.ts',
      'scripts/seed-large.test.ts',
      'supabase/tests/query-plans.test.ts',
    ];

const buildServer = 'apps/server/src/testing/built-server.ts';
const hashCost = 'apps/server/src/testing/hash-cost.ts';

const server = {
  include: ['apps/server/src/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
  exclude: [...configDefaults.exclude, ...onlyInDrill],
  globalSetup: [buildServer, 'apps/server/src/testing/global-setup.ts'],
  setupFiles: [hashCost],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Machines are busy, and what is waited for may come by a notification or by a poll of the server.
  expect: { poll: { timeout: 10_000 } },
  // A worker loads the server once, not for each file.
  isolate: false,
};

/** What depends most on the version of PostgreSQL. */
const versionDependent = ['apps/server/src/db/migrate.test.ts'];

const serverOnOldest = {
  ...server,
  name: 'server-pg15',
  include: isWholeSuite ? server.include : versionDependent,
  // These start servers and clusters of the embedded version.
  exclude: [
    'apps/server/src/*.test.ts',
    'apps/server/src/db/{embedded-cluster,open-embedded,read-replicas}.test.ts',
    'apps/server/src/rest/max-stale.test.ts',
  ],
  globalSetup: [buildServer, 'apps/server/src/testing/global-setup-pg15.ts'],
};

/** These load the application's modules anew (`vi.resetModules`), or render as the server does. */
const isolated = [
  'apps/web/src/entry-server.test.tsx',
  'apps/web/src/entities/search/search-store.test.ts',
  'apps/web/src/platform/i18n.test.ts',
];

const web = (name: string, options: TestProjectInlineConfiguration['test']) => ({
  extends: 'apps/web/vite.config.ts',
  test: {
    name,
    include: ['apps/web/src/**/*.test.{ts,tsx}'],
    environment: './apps/web/src/testing/site-environment.ts',
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    setupFiles: ['apps/web/src/testing/setup.ts', hashCost],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...options,
  },
});

export default defineConfig({
  test: {
    // One more than there are cores: a test waits for its database half of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'domain', include: ['packages/domain/src/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'tooling',
          include: ['scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onlyInDrill],
          testTimeout: 120_000,
        },
      },
      { test: { name: 'server', ...server } },
      ...(existsSync(oldestPostgres) ? [{ test: serverOnOldest }] : []),
      // One page for all files of a worker: loading the application anew for each took most of the time.
      web('web', { exclude: [...configDefaults.exclude, ...isolated], isolate: false }),
      web('web-isolated', { include: isolated }),
    ],
  },
});
