import { spawnSync } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import { startCluster } from '../apps/server/src/db/embedded-cluster.ts';
import { embeddedDatabase } from '../apps/server/src/db/open-database.ts';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import { startSite, type Site } from '../e2e/support/site.ts';
import { storeOf } from './filled-store.ts';
import { tasksOf, traceCategories, type Task } from './main-thread.ts';

const products = 500;
const slower = 4;
const longMs = 50;
/** Pixels a frame: half as fast again as the fastest fling a phone knows, 8,000 pixels a second. */
const step = 200;
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function fill(site: Site): Promise<void> {
  const cluster = await startCluster({ dataDir: site.dataDir });
  try {
    const admin = { ...cluster.admin, database: embeddedDatabase };
    await withClient(admin, admin, (client) => client.query(storeOf(products)));
  } finally {
    await cluster.release();
  }
}

/** Scrolls by wheel to the end of the page, a step as soon as the last one is painted. */
async function scrollThrough(page: Page): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    const atEnd = await page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          requestAnimationFrame(() => {
            const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
            resolve(scrollTop + clientHeight >= scrollHeight - 1);
          });
        }),
    );
    if (atEnd) return steps;
    await page.mouse.wheel(0, step);
  }
}

async function measure(browser: Browser, url: string, viewport: (typeof sizes)[number]) {
  const page = await browser.newPage({ viewport, locale: 'en-GB' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(url, { waitUntil: 'networkidle' });
  const cards = page.locator('main [role=listitem] h2');
  await cards.nth(products - 1).waitFor({ state: 'attached' });
  await page.mouse.move(viewport.width / 2, viewport.height / 2);
  await browser.startTracing(page, { categories: traceCategories });
  const steps = await scrollThrough(page);
  const recorded = await browser.stopTracing();
  await page.close();
  return { steps, tasks: tasksOf(recorded, url) };
}

const longest = (tasks: readonly Task[]): Task =>
  tasks.reduce((one, other) => (other.wall > one.wall ? other : one));

/** The tasks of the page's main thread while 500 products are scrolled from top to bottom, on a processor held to a quarter. */
export async function benchScroll(): Promise<void> {
  spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const site = await startSite();
  const browser = await launchBrowser();
  try {
    await fill(site);
    console.log(`\nscrolling ${String(products)} products, processor ${String(slower)}x slower`);
    for (const viewport of sizes) {
      const { steps, tasks } = await measure(browser, `${site.url}/store`, viewport);
      const { wall, thread } = longest(tasks);
      const long = tasks.filter((task) => task.wall > longMs);
      const collecting = long.filter(({ collects }) => collects).length;
      console.log(
        `  ${String(viewport.width)} wide, ${String(steps)} steps: ${String(tasks.length)} tasks, longest ` +
          `${wall.toFixed(1)} ms (${thread.toFixed(1)} ms of processor), ${String(long.length)} over ${String(longMs)} ms, ` +
          `${String(collecting)} of them the garbage collector's`,
      );
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}
