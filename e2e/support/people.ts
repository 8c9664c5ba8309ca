import { test as base, expect, type Page } from '@playwright/test';
import { startSite, type Site } from './site.ts';

export { expect };

export type Language = 'en' | 'th';

/** A page whose console errors, page errors and foreign requests fail the test. */
function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isPageItself = message.location().url === page.url();
    // The browser's own remark on an address that is none of ours, whose page says so too.
    if (isPageItself && message.text().includes('status of 404')) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) {
      complaints.push(`request to ${url.origin}`);
    }
  });
  return complaints;
}

export const test = base.extend<object, { site: Site }>({
  site: [
    async ({ browserName }, use) => {
      if (browserName !== 'chromium') throw new Error('the journeys are written for Chromium');
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  page: async ({ page, site }, use) => {
    const complaints = watch(page, site.url);
    await use(page);
    expect(complaints).toEqual([]);
  },
});
