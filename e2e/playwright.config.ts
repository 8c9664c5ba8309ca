import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './support/browser.ts';

const executablePath = process.env.CHROMIUM_PATH ?? findBrowser();
// The workers read this file again.
if (executablePath !== undefined) process.env.CHROMIUM_PATH = executablePath;

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
    launchOptions: { args: browserArguments, ...(executablePath ? { executablePath } : {}) },
    // Recording costs a third of the run: `npm run e2e -- --trace retain-on-failure` records.
    trace: 'off',
  },
});
