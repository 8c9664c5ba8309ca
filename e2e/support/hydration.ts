import { expect, type Page, type Request, type Response } from '@playwright/test';

/** Waits until the page is hydrated and quiet: from then on it answers to input. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

/** Resolves when the code at that path has been loaded, with all that is requested beside it. Called before it is. */
export async function codeLoaded(page: Page, path: RegExp): Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await page.waitForEvent('requestfinished', (request) => path.test(request.url()));
  await expect.poll(() => pending.size).toBe(0);
}

/** Has `goto` and `reload` of a page wait for hydration, unless the test says what to wait for. */
export function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  async function untilInteractive(response: Response | null): Promise<Response | null> {
    const type = await response?.headerValue('content-type');
    if (type?.startsWith('text/html')) {
      await page.locator('html[data-hydrated], .crash').first().waitFor({ state: 'attached' });
    }
    return response;
  }
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    return options?.waitUntil === undefined ? untilInteractive(response) : response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    return options?.waitUntil === undefined ? untilInteractive(response) : response;
  };
}
