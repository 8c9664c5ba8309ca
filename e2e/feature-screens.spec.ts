import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import englishFlights from '../apps/web/public/locales/en/adminFlights.json' with { type: 'json' };
import englishResults from '../apps/web/public/locales/en/flights.json' with { type: 'json' };
import englishOffers from '../apps/web/public/locales/en/offers.json' with { type: 'json' };
import englishRequests from '../apps/web/public/locales/en/requests.json' with { type: 'json' };
import thaiFlights from '../apps/web/public/locales/th/adminFlights.json' with { type: 'json' };
import thaiResults from '../apps/web/public/locales/th/flights.json' with { type: 'json' };
import thaiOffers from '../apps/web/public/locales/th/offers.json' with { type: 'json' };
import thaiRequests from '../apps/web/public/locales/th/requests.json' with { type: 'json' };
import { expectAccessible } from './support/accessibility.ts';
import { startSession } from './support/accounts.ts';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
  type Language,
} from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { verticalOverflow } from './support/overflow.ts';

const flights = { en: englishFlights, th: thaiFlights };
const offers = { en: englishOffers, th: thaiOffers };
const requests = { en: englishRequests, th: thaiRequests };
const results = { en: englishResults, th: thaiResults };

interface Screen {
  readonly path: string;
  /** In place of that of a phone for members and of a laptop for admins. */
  readonly width?: number;
  /** What shows that it is complete. */
  readonly shows: string;
  readonly open?: (page: Page, language: Language) => Promise<void>;
  /** Whether it opens on the screen before it in the list, which has the same path. */
  readonly stays?: true;
}

/** A booking of the demo member whose balance is due within days. */
const payable = '00000000-0000-4000-8003-000000000107';

/** A request of the demo member whose offer has three lines, one of them a discount, and four conditions. */
const quoted = '/dashboard/requests/00000000-0000-4000-8001-000000000103';

/** A support thread of the demo member about a booking. */
const thread = '00000000-0000-4000-8010-000000000001';

/** The screens of requests, bookings, own flights and payments, with the demo data; `trip` is a search that finds flights. */
const screensFor = (trip: string): Readonly<Record<'member' | 'admin', readonly Screen[]>> => ({
  member: [
    { path: '/dashboard/group-request', shows: 'main form [type=submit]' },
    { path: quoted, shows: '[aria-labelledby=offer]' },
    { path: `/results?trip=${trip}`, shows: 'main article dl' },
    {
      path: `/results?trip=${trip}`,
      shows: 'main form [name="passengers.0.firstName"]',
      stays: true,
      open: (page, language) =>
        page
          .getByRole('button', { name: results[language].card.choose, exact: true })
          .locator('visible=true')
          .click(),
    },
    // Wide, so that what is below its rows is in sight while they load.
    {
      path: '/dashboard/bookings',
      width: 1440,
      shows: 'main a[href*="/bookings/BKK-"]',
    },
    { path: '/dashboard/bookings/BKK-7H2KQ9MD', shows: '#passengers' },
    { path: '/dashboard/payments', shows: 'main a[href$="/pay"]' },
    {
      path: '/dashboard/payments/top-up?amount=1000',
      shows: 'main svg[role=img]',
    },
    { path: `/booking/${payable}/pay`, shows: 'main svg[role=img]' },
    { path: '/dashboard/support?new', shows: 'main form [type=submit]' },
    { path: `/dashboard/support/${thread}`, shows: 'main [role=log] li' },
    { path: '/help', shows: 'main details' },
  ],
  admin: [
    { path: '/admin/requests', shows: 'tbody a' },
    {
      path: '/admin/requests?request=00000000-0000-4000-8001-000000000101',
      shows: '[role=dialog] [name="lines.0.priceSatang"]',
      open: (page, language) =>
        page.getByRole('dialog').getByRole('button', { name: offers[language].write }).click(),
    },
    { path: '/admin/bookings', shows: 'tbody a' },
    {
      path: '/admin/bookings?booking=00000000-0000-4000-8003-000000000001',
      shows: '#record-payment',
    },
    { path: '/admin/flights', shows: 'tbody a' },
    { path: '/admin/flights?flight=1', shows: '[role=grid] [data-day]' },
    {
      path: '/admin/flights?flight=1',
      shows: 'main form [name=airline]',
      stays: true,
      open: (page, language) =>
        page.getByRole('button', { name: flights[language].view.flight }).click(),
    },
    { path: '/admin/slips', shows: '#list-heading' },
    { path: '/admin/refunds', shows: '#list-heading' },
    { path: '/admin/approvals', shows: '#list-heading' },
    { path: '/admin/receipts', shows: '#list-heading' },
    { path: '/admin/logs/accounts', shows: '#list-heading' },
    { path: `/admin/support?thread=${thread}`, shows: 'main [role=log] li' },
    { path: '/admin/support/answers', shows: 'main li button' },
    { path: '/admin/finance', shows: '#finance-parts' },
    { path: '/admin/agency', shows: 'main form [type=submit]' },
  ],
});

test.use({ features: 'all' });

for (const language of languagesInTest('th')) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    for (const viewer of ['member', 'admin'] as const) {
      test(`the screens of features of ${viewer === 'admin' ? 'an admin' : 'a member'} load without a jump, and axe finds nothing on them`, async ({
        page,
        site,
      }) => {
        onlyInWholeSuite();
        test.setTimeout(600_000);
        await startSession(page, site, site[viewer]);
        const shifts = await watchShifts(page);
        // Later than the rows that show them.
        await page.route(/\/bkk_airports/, async (route) => {
          await setTimeout(400);
          await route.continue();
        });
        const usualWidth = viewer === 'member' ? 390 : 1280;
        // On this day the demo data has seats on all flights.
        const screens = screensFor(`BKK-CNX-${site.dayIn(22).replaceAll('-', '')}_2-1-0_economy`);
        for (const [index, screen] of screens[viewer].entries()) {
          const { path, width = usualWidth, shows, open, stays } = screen;
          await page.setViewportSize({ width, height: 900 });
          if (stays === undefined) await page.goto(path);
          await hydrated(page);
          await open?.(page, language);
          await expect(page.locator(shows).first()).toBeVisible();
          if (stays === undefined) expect(await shifts(), path).toEqual([]);
          await expectAccessible(page, [390, 1280], index % 2 === 0 ? 'dark' : 'light');
          expect(await verticalOverflow(page), path).toBe(0);
        }
      });
    }

    test('a quotation with a discount, four conditions and three due dates is one page', async ({
      page,
      site,
    }) => {
      await startSession(page, site, site.member);
      await page.goto(quoted);
      const sheet = page.locator('.print-sheet');
      const { customer, payTo } = requests[language].sheet;
      for (const title of [customer, payTo]) {
        // Each section comes with the answer of its query.
        const section = sheet.locator('section', { hasText: title });
        await expect(section.locator('p')).toHaveText(/./);
      }
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    });
  });
}

/** The tables that are wider than their place. */
const cutTables = (page: Page) =>
  page.locator('table').evaluateAll((tables) =>
    tables
      .map((table) => table.closest('.overflow-auto') ?? table)
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]),
  );

const booking = '/admin/bookings?booking=00000000-0000-4000-8003-000000000001&show=all';

/** The widths at which lists of admins have their room, with the cells of a row that are shown then. A path loads once. */
const lists = [
  { path: '/admin/bookings?show=all', width: 360, cells: 5 },
  { path: '/admin/bookings?show=all', width: 1024, cells: 6 },
  { path: booking, width: 1280, cells: 4 },
  { path: booking, width: 1440, cells: 9 },
  ...(isWholeSuite
    ? [
        { path: '/admin/flights', width: 360, cells: 5 },
        { path: '/admin/flights?flight=1', width: 1280, cells: 5 },
        { path: '/admin/flights?flight=1', width: 1440, cells: 9 },
      ]
    : []),
];

for (const locale of isWholeSuite ? ['en-GB', 'th-TH'] : ['th-TH']) {
  test.describe(() => {
    test.use({ locale });

    test(`in lists of admins (${locale}) no column is cut, and a payment is recorded without scrolling`, async ({
      page,
      site,
    }) => {
      await startSession(page, site, site.admin);
      for (const [index, { path, width, cells }] of lists.entries()) {
        await page.setViewportSize({ width, height: 900 });
        if (path !== lists[index - 1]?.path) await page.goto(path);
        const shown = page.locator(
          'table[aria-labelledby=list-heading] tbody tr:first-child > *:visible',
        );
        await expect(shown, `${path} at ${String(width)} px`).toHaveCount(cells);
        expect(await cutTables(page), `${path} at ${String(width)} px`).toEqual([]);
        if (path !== booking || width < 1440) continue;
        const record = page.locator('form:has(#record-payment) [type=submit]');
        await expect(record).toBeInViewport({ ratio: 1 });
      }
      // The keys stay at the end of the screen, whatever a search finds.
      await page.goto('/admin/bookings?q=none');
      await expect
        .poll(async () => (await page.locator('kbd').last().boundingBox())?.y)
        .toBeGreaterThan(800);
    });
  });
}

test('at 1,024 px the numbers of a group request are not cut', async ({ page, site }) => {
  onlyInWholeSuite();
  await startSession(page, site, site.member);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/dashboard/group-request');
  await hydrated(page);
  for (const type of ['adult', 'child', 'infant']) {
    const field = page.locator(`[name="passengers.${type}"]`);
    await field.fill('100');
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  }
});

test('a phone shows until when a hold has to be paid', async ({ page, site }) => {
  await startSession(page, site, site.member);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/bookings');
  const row = page.getByRole('row').filter({ hasText: 'BKK-7H2KQ9MD' });
  await expect(row.getByText(/^By \w{3} \d/).filter({ visible: true })).toHaveCount(1);
});
