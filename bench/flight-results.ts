// The page of results with 300 offers of own seats, of which a leg is chosen, on a phone: Lighthouse, the shifts of its
// layout while the sources answer one after the other, and the tasks while all flights of the leg are scrolled, ordered and
// filtered on a processor slowed down four times.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { embeddedDatabase } from '../apps/server/src/db/admin-server.ts';
import { startCluster } from '../apps/server/src/db/embedded-cluster.ts';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { findBrowser, launchBrowser } from '../e2e/support/browser.ts';
import { startSite, type Site } from '../e2e/support/site.ts';
import { runOrThrow } from './built-site.ts';
import { measurePage, median } from './lighthouse.ts';

const languages = ['en', 'th'] as const;
const runs = 5;
const leastPerformance = 95;
const slowDown = 4;
/** The cards that stand at once. */
const firstCards = 8;
const phone = { width: 390, height: 844 };
/** Milliseconds by which each answer is late. */
const answers = [
  ['bkk_search_flights', 800],
  ['bkk_airlines', 1200],
  ['bkk_search_flight_days', 1600],
] as const;

/** 50 flights a day each way with two fares: the search gives 100 of each way, which the page combines. */
const fill = `
  with flight as (
    insert into bkk_flights (
        airline, flight_number, origin, destination, departs_at, arrives_at, weekdays, first_day, last_day, cabin, aircraft)
      select (array['TG', 'PG', 'FD', 'SL', 'DD', 'VZ'])[1 + n % 6], 3000 + 2 * n + way,
        case way when 0 then 'BKK' else 'CNX' end, case way when 0 then 'CNX' else 'BKK' end,
        make_time(6, 0, 0) + n * interval '17 minutes', make_time(7, 10, 0) + n * interval '17 minutes' + n % 5 * interval '5 minutes',
        '{1,2,3,4,5,6,7}', current_date, current_date + 60, 'economy', 'Airbus A320'
      from generate_series(1, 50) as n, generate_series(0, 1) as way
      returning flight_id),
  fare as (
    insert into bkk_flight_fares (
        flight_id, name, adult_satang, adult_tax_satang, child_satang, infant_satang, baggage, change_allowed,
        refund_allowed, seats)
      select flight_id, name, 119000 + flight_id * 7900 % 200000 + case name when 'Flex' then 50000 else 0 end, 42000,
        90000, 0, '{"adult": {"cabin_pieces": 1, "cabin_kg": 7, "checked_pieces": 1, "checked_kg": 20}}', name = 'Flex',
        name = 'Flex', 9
      from flight, unnest(array['Saver', 'Flex']) as name
      returning fare_id)
  insert into bkk_flight_seats (fare_id, day, total)
    select fare_id, current_date + n, 9 from fare, generate_series(0, 60) as n`;

async function fillSite({ dataDir }: Site): Promise<void> {
  const cluster = await startCluster({ dataDir });
  const admin = { ...cluster.admin, database: embeddedDatabase };
  await withClient(admin, admin, (client) => client.query(fill));
  await cluster.release();
}

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

const audits = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

async function measureLoading(address: string): Promise<void> {
  const executablePath = findBrowser();
  for (const language of languages) {
    const results: number[][] = [];
    for (let run = 0; run < runs; run += 1) {
      const { categories, audits: found } = await measurePage(address, language, executablePath);
      const score = Math.round(100 * (categories.performance?.score ?? 0));
      results.push([score, ...audits.map((name) => found[name]?.numericValue ?? Number.NaN)]);
    }
    const medianOf = (index: number) =>
      median(results.map((values) => values[index] ?? Number.NaN));
    const score = medianOf(0);
    console.log(
      `Lighthouse in ${language}: performance ${String(score)}, LCP ${medianOf(1).toFixed(0)} ms, TBT ${medianOf(2).toFixed(0)} ms, CLS ${medianOf(3).toFixed(4)}`,
    );
    if (score < leastPerformance) throw new Error(`it is below ${String(leastPerformance)}`);
  }
}

interface Watched {
  shift: number;
  /** Milliseconds of each task over 50 ms. */
  tasks: number[];
}

/** Records the layout shifts and the long tasks of the page that is opened next. */
async function watch(page: Page): Promise<() => Promise<Watched>> {
  await page.addInitScript(() => {
    const watched: Watched = { shift: 0, tasks: [] };
    Object.assign(window, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) watched.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      watched.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  // Tasks so far are forgotten. Without locators, whose search for an element is a long task itself.
  return () =>
    page.evaluate(() => {
      const { watched } = window as unknown as { watched: Watched };
      return { shift: watched.shift, tasks: watched.tasks.splice(0) };
    });
}

const cardCount = (page: Page) => page.evaluate(() => document.querySelectorAll('article').length);

/** The page with its sources answering one after the other; the shift of its layout meanwhile. */
async function openSlowly(page: Page, address: string): Promise<void> {
  for (const [name, delay] of answers) {
    await page.route(`**/${name}*`, async (route) => {
      await setTimeout(delay);
      await route.continue();
    });
  }
  await page.goto(address);
  while ((await cardCount(page)) < firstCards) await setTimeout(200);
  await setTimeout(3000);
}

async function scrollToEnd(page: Page): Promise<void> {
  const rest = () =>
    page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
  await page.mouse.move(200, 400);
  while ((await rest()) > 2) {
    await page.mouse.wheel(0, 240);
    await setTimeout(60);
  }
}

/** Presses, one after the other, each element of a selector that is there now. */
async function pressEach(page: Page, selector: string): Promise<void> {
  const count = await page.evaluate((all) => document.querySelectorAll(all).length, selector);
  for (let index = 0; index < count; index += 1) {
    await page.evaluate(([all, at]) => document.querySelectorAll<HTMLElement>(all)[at]?.click(), [
      selector,
      index,
    ] as const);
    await setTimeout(700);
  }
}

/** Chooses each order, then each option of the filters, which adds up, and each again, which clears them. */
async function orderAndFilter(page: Page): Promise<void> {
  await pressEach(page, 'main fieldset input[type=radio]');
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('header ~ * button[aria-haspopup=dialog]')?.click();
  });
  await setTimeout(1000);
  const options = '[role=dialog] input[type=checkbox]';
  await pressEach(page, options);
  await pressEach(page, options);
}

const describe = (tasks: readonly number[]) =>
  `${String(tasks.length)} tasks over 50 ms${tasks.length > 0 ? `, the longest ${String(Math.max(...tasks))} ms` : ''}`;

async function measureScrolling(address: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: phone, locale: 'th-TH' });
    const watched = await watch(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await openSlowly(page, address);
    const { shift, tasks } = await watched();
    console.log(
      `until all sources have answered: layout shift ${shift.toFixed(4)}, ${describe(tasks)}`,
    );
    const scrolling: number[] = [];
    const adding: number[] = [];
    for (;;) {
      await scrollToEnd(page);
      scrolling.push(...(await watched()).tasks);
      const before = await cardCount(page);
      const hasMore = await page.evaluate(() => {
        const list = document.querySelector('main section:has(article)');
        const more =
          list?.parentElement?.parentElement?.querySelector<HTMLElement>('.text-center button');
        more?.click();
        return Boolean(more);
      });
      if (!hasMore) break;
      while ((await cardCount(page)) === before) await setTimeout(200);
      await setTimeout(500);
      adding.push(...(await watched()).tasks);
    }
    console.log(`while all flights of a leg are scrolled: ${describe(scrolling)}`);
    console.log(`while a page of them is added: ${describe(adding)}`);
    await orderAndFilter(page);
    const filtering = (await watched()).tasks;
    console.log(`while they are ordered and filtered: ${describe(filtering)}`);
    if (shift > 0) throw new Error('the layout shifts while sources answer');
    if (scrolling.length > 0) throw new Error('a task is over 50 ms while the list is scrolled');
  } finally {
    await browser.close();
  }
}

/** Fails where a goal is missed: performance of 95, no layout shift, no task over 50 ms while the list is scrolled. */
export async function benchFlightResults(): Promise<void> {
  runOrThrow('npm', ['run', '--silent', 'build']);
  const site = await startSite({ FEATURES: 'requests,bookings,flights' });
  try {
    await fillSite(site);
    const address = `${site.url}/results?trip=BKK-CNX-${dayIn(22)}-${dayIn(26)}_1-0-0_economy`;
    await measureLoading(address);
    await measureScrolling(address);
  } finally {
    await site.stop();
  }
}
