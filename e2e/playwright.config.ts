import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

/** The gallery is in no build: its server compiles it for a quarter of a minute. `npm run drill` looks at it. */
const onlyInDrill = process.env.TEST_SCOPE === 'full' ? [] : ['gallery.spec.ts'];

export default defineConfig({
  testDir: '.',
  testIgnore: onlyInDrill,
  globalSetup: './support/shared-sites.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions('shell'),
    // Recording costs a third of the run: `npm run e2e -- --trace retain-on-failure` records.
    trace: 'off',
  },
});
