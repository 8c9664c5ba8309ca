import { defineConfig } from '@playwright/test';
import { browserArguments } from './support/browser.ts';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: '.',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { args: browserArguments, ...(executablePath ? { executablePath } : {}) },
    trace: 'retain-on-failure',
  },
});
