import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The oldest supported PostgreSQL, where the machine has it: the server's suite runs on it once more. */
const oldestPostgres = '/usr/lib/postgresql/15/bin/initdb';

const server = {
  include: ['apps/server/src/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', include: ['packages/domain/src/**/*.test.ts'] } },
      { test: { name: 'tooling', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'server', ...server } },
      ...(existsSync(oldestPostgres)
        ? [
            {
              test: {
                ...server,
                name: 'server-pg15',
                // These start servers and clusters of their own.
                exclude: [
                  'apps/server/src/*.test.ts',
                  'apps/server/src/db/embedded-cluster.test.ts',
                  'apps/server/src/db/open-embedded.test.ts',
                ],
                globalSetup: ['apps/server/src/testing/global-setup-pg15.ts'],
              },
            },
          ]
        : []),
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: './apps/web/src/testing/site-environment.ts',
          globalSetup: server.globalSetup,
          setupFiles: ['apps/web/src/testing/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
