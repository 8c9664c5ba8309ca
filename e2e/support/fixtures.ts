import { test as base, expect, type Page } from '@playwright/test';
import { waitForHydration } from './hydration.ts';
import { sharedSite, type SharedFeatures } from './shared-sites.ts';
import type { RunningSite } from './site.ts';

export { expect };

export type Language = 'en' | 'th';

/** `npm run drill` walks every journey in both languages, and every screen in each width and theme. */
export const isWholeSuite = process.env.TEST_SCOPE === 'full';

/** Leaves the rest of a journey to `npm run drill -- suite`: another way to what journeys and tests of screens reach too. */
export function onlyInWholeSuite(): void {
  test.skip(!isWholeSuite, 'npm run drill -- suite walks it');
}

/** The languages of a journey: the one given, and both in the whole suite. */
export function languagesInTest(language: Language): readonly Language[] {
  return isWholeSuite ? ['en', 'th'] : [language];
}

/** Collects the console errors, page errors and foreign requests of a page. */
export function watchProblems(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    const isDocument = message.location().url === page.url();
    // The browser logs the 404 of an unknown address, whose page shows it too.
    if (isDocument && message.text().includes('status of 404')) return;
    // Without JavaScript, or before a slow machine has run it, nothing uses the texts.
    if (message.text().includes('was preloaded using link preload but not used')) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) {
      problems.push(`request to ${url.origin}`);
    }
  });
  return problems;
}

/** Lends a page to a test, and fails the test for what went wrong on it. */
async function lend(page: Page, origin: string, use: (page: Page) => Promise<void>) {
  const problems = watchProblems(page, origin);
  await use(page);
  // Requests that a route still answers end with the test.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(problems).toEqual([]);
}

interface Fixtures {
  /** The site of the test, of those that all workers share. */
  readonly features: SharedFeatures;
  readonly site: RunningSite;
  /** The page of another person, in a browser context of its own. */
  readonly otherPage: Page;
}

export const test = base.extend<Fixtures>({
  features: ['none', { option: true }],
  site: ({ features }, use) => use(sharedSite(features)),
  baseURL: ({ site }, use) => use(site.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on('page', waitForHydration);
    await use(context);
  },
  page: ({ page, site }, use) => lend(page, site.url, use),
  otherPage: async ({ browser, site }, use) => {
    const context = await browser.newContext();
    context.on('page', waitForHydration);
    await lend(await context.newPage(), site.url, use);
    await context.close();
  },
});
