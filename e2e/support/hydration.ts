import { expect, type Page, type Request, type Response } from '@playwright/test';

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** The requests of a page that are under way, from the first call on. */
function pendingOf(page: Page): ReadonlySet<Request> {
  const known = pendingRequests.get(page);
  if (known !== undefined) return known;
  const pending = new Set<Request>();
  pendingRequests.set(page, pending);
  page.on('request', (request) => {
    // A new document: those of the last one may end without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
    pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

const networkQuiet = (pending: ReadonlySet<Request>) =>
  expect.poll(() => pending.size, { intervals: [20] }).toBe(0);

/** Waits until the page is hydrated and idle, without a request: from then on it answers to input. */
export async function hydrated(page: Page): Promise<void> {
  const pending = pendingOf(page);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  do {
    await networkQuiet(pending);
    // An idle page has used its responses and sent follow-up requests. A background page may never be idle.
    await page.evaluate(
      (within) =>
        new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, within), within)),
      { timeout: 2_000 },
    );
  } while (pending.size > 0);
}

/** Resolves when the code at that path has been loaded, with all that is requested beside it. Called before it is. */
export async function codeLoaded(page: Page, path: RegExp): Promise<void> {
  const pending = pendingOf(page);
  await page.waitForEvent('requestfinished', (request) => path.test(request.url()));
  await networkQuiet(pending);
}

/** Has `goto` and `reload` of a page wait for hydration, unless the test says what to wait for. */
export function waitForHydration(page: Page): void {
  pendingOf(page);
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

/** Records what hydration removes, but for busy parts and the server-rendered sign-in, which a dialog replaces. */
export async function watchLoss(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    new MutationObserver((changes) => {
      for (const { target, removedNodes } of changes) {
        if (!(target instanceof Element) || !target.closest('#root')) continue;
        if (target.closest('[aria-busy]')) continue;
        for (const node of removedNodes) {
          if (!(node instanceof Element) || node.matches('[aria-busy], .bg-scrim')) continue;
          lost.push(node.outerHTML);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { lost: string[] }).lost);
}
