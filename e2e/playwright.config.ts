import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
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
