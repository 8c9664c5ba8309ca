import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page as BrowserPage } from '@playwright/test';
import { features } from '@bkksiam/domain/features';
import { readConfig } from '../../apps/server/src/config.ts';
import { withAdminClient } from '../../apps/server/src/db/admin-server.ts';
import { existsWith, pages, type Page } from '../../apps/web/src/pages.ts';
import { startSession } from '../../e2e/support/accounts.ts';
import { launchBrowser } from '../../e2e/support/browser.ts';
import { watchProblems } from '../../e2e/support/fixtures.ts';
import { hydrated, waitForHydration } from '../../e2e/support/hydration.ts';
import { startSite, type RunningSite } from '../../e2e/support/site.ts';
import { addExamples } from '../demo/examples.ts';
import type { Drill } from './drill.ts';
import { screenProblems, type Appearance } from './screen-checks.ts';

const viewers = { visitor: undefined, member: 'members', admin: 'admins' } as const;
type Viewer = keyof typeof viewers;

/** Parts of the addresses that are looked at, with commas. */
const wanted = (process.env.SCREENS ?? '').split(',');

/** An address of each page whose pattern is none itself, with the rows of `npm run demo`. */
async function exampleAddresses(site: RunningSite): Promise<Readonly<Record<string, string>>> {
  const config = readConfig({ ...process.env, DATA_DIR: site.dataDir });
  const ids = await withAdminClient(config, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select
         (select number from public.bkk_orders as shop join auth.users as member on member.id = shop.user_id
           where member.email = $1 and status <> 'PLACED' limit 1) as "order",
         (select number from public.bkk_orders as shop join auth.users as member on member.id = shop.user_id
           where member.email = $1 and status = 'PLACED' limit 1) as waiting,
         (select thread_id from public.bkk_support_threads as thread join auth.users as member on member.id = thread.user_id
           where member.email = $1 limit 1) as thread`,
      [site.member.email],
    );
    return rows[0] ?? {};
  });
  const { order = '', waiting = '', thread = '' } = ids;
  return {
    [pages.product.pattern]: pages.product.href('chao-phraya-tote'),
    [pages.booking.pattern]: pages.booking.href('TG600'),
    [pages.request.pattern]: pages.request.href('00000000-0000-4000-8001-000000000103'),
    [pages.memberBooking.pattern]: pages.memberBooking.href('BKK-7H2KQ9MD'),
    [pages.pay.pattern]: pages.pay.href('00000000-0000-4000-8003-000000000107'),
    [pages.order.pattern]: pages.order.href(order),
    [pages.payOrder.pattern]: pages.payOrder.href(waiting),
    [pages.myThread.pattern]: pages.myThread.href(thread),
    [pages.notFound.pattern]: '/no/such/page',
  };
}

/** Every page of the site that a viewer may open, once. */
function addressesOf(viewer: Viewer, examples: Readonly<Record<string, string>>): Set<string> {
  const shown = Object.values<Page>(pages).filter(
    (page) => page.access === viewers[viewer] && existsWith(features, page),
  );
  return new Set(
    shown
      .map(({ pattern }) => examples[pattern] ?? pattern)
      .filter((address) => wanted.some((part) => address.includes(part))),
  );
}

async function openPage(browser: Browser, site: RunningSite, viewer: Viewer, how: Appearance) {
  const { language, theme, width } = how;
  const context = await browser.newContext({
    baseURL: site.url,
    locale: language === 'th' ? 'th-TH' : 'en-GB',
    timezoneId: 'Asia/Bangkok',
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  // tsx wraps the functions that the page evaluates in this helper.
  await context.addInitScript('globalThis.__name = (named) => named');
  const page = await context.newPage();
  waitForHydration(page);
  if (viewer !== 'visitor') await startSession(page, site, site[viewer]);
  return page;
}

/** Waits until nothing is loading, or for what never ends. */
const loaded = (page: BrowserPage) =>
  page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);

async function lookAt(browser: Browser, site: RunningSite, viewer: Viewer, how: Appearance) {
  const page = await openPage(browser, site, viewer, how);
  const consoleProblems = watchProblems(page, site.url);
  const counts = { screens: 0, problems: 0 };
  const look = async (what: string) => {
    counts.screens += 1;
    const problems = [...consoleProblems.splice(0), ...(await screenProblems(page, how))];
    counts.problems += problems.length;
    for (const problem of problems) console.log(`    ${viewer} ${what}: ${problem}`);
  };
  for (const address of addressesOf(viewer, await exampleAddresses(site))) {
    console.log(`  ${viewer} ${address}`);
    await page.goto(address);
    await hydrated(page);
    await loaded(page);
    await look(address);
    const row = page.locator('tbody a').filter({ visible: true }).first();
    if (viewer !== 'admin' || (await row.count()) === 0) continue;
    await row.click();
    await loaded(page);
    await look(`${address} with a row open`);
  }
  await page.context().close();
  return counts;
}

async function lookAtAll(how: Appearance): Promise<string> {
  const site = await startSite({ FEATURES: 'all' });
  const browser = await launchBrowser();
  let screens = 0;
  let problems = 0;
  try {
    const credentials = await readFile(join(site.dataDir, 'credentials.txt'), 'utf8');
    await addExamples(site.url, credentials);
    for (const viewer of ['visitor', 'member', 'admin'] as const) {
      const counts = await lookAt(browser, site, viewer, how);
      screens += counts.screens;
      problems += counts.problems;
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  if (problems > 0) throw new Error(`${String(problems)} problems, listed above`);
  return `${String(screens)} screens by axe, keyboard, narrow and enlarged, in forced colours and with less motion`;
}

const appearances: readonly Appearance[] = [
  { language: 'th', theme: 'dark', width: 390 },
  { language: 'en', theme: 'light', width: 1280 },
  { language: 'th', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 390 },
];

/** Every page of every feature, as people with other eyes and hands use it. */
export const screenDrills: readonly Drill[] = appearances.map((how) => ({
  name: `screens: ${how.language}, ${how.theme}, ${String(how.width)} px wide`,
  run: () => lookAtAll(how),
}));
