import type { Route } from '@playwright/test';
import englishBookings from '../apps/web/public/locales/en/bookings.json' with { type: 'json' };
import englishRequests from '../apps/web/public/locales/en/requests.json' with { type: 'json' };
import thaiBookings from '../apps/web/public/locales/th/bookings.json' with { type: 'json' };
import thaiRequests from '../apps/web/public/locales/th/requests.json' with { type: 'json' };
import { fillInSignIn, newMember, startSession } from './support/accounts.ts';
import { expect, isWholeSuite, onlyInWholeSuite, test } from './support/fixtures.ts';
import { chooseButton, enterPassengers, flightTexts, holdSeats } from './support/holding.ts';
import { hydrated } from './support/hydration.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { horizontalOverflow } from './support/overflow.ts';
import type { RunningSite } from './support/site.ts';
import { textIn } from './support/texts.ts';
import { issueTickets, pnr } from './support/ticketing.ts';

const texts = {
  en: { ...flightTexts.en, bookings: englishBookings, requests: englishRequests },
  th: { ...flightTexts.th, bookings: thaiBookings, requests: thaiRequests },
};

/** A day as the address of a search has it; the demo data has seats on each flight on days 22, 26, 41 and 48. */
const compact = (site: RunningSite, days: number) => site.dayIn(days).replaceAll('-', '');

test.use({ features: 'all' });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('the first flights of an address are there, and which leg they are of', async ({
    page,
    site,
  }) => {
    const trip = `BKK-CNX-${compact(site, 22)}-${compact(site, 26)}_1-0-0_economy`;
    const cards = page.getByRole('article');
    // A server that has just started may not have its data within a second.
    await expect(async () => {
      await page.goto(`/results?trip=${trip}&legs=TG102.${compact(site, 22)}0755`);
      // Three flights with two fares each.
      await expect(cards.nth(5)).toBeVisible({ timeout: 100 });
    }).toPass();
    const [title = ''] = flightTexts.en.flights.legs.back.split('{{day}}');
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    // The stylesheet of the cards, which other pages load with their code.
    await expect(cards.first()).toHaveCSS('filter', /drop-shadow/);
    await expect(page.getByRole('group', { name: flightTexts.en.flights.bar.label })).toHaveCSS(
      'padding-bottom',
      '12px',
    );
  });
});

test('a search whose code cannot be loaded says so, and can be sent again', async ({
  context,
  site,
}) => {
  const t = textIn('en');
  // Outside the `page` fixture: failing requests are console errors here by intention.
  const page = await context.newPage();
  const code = /\/assets\/search-flights-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.goto('/search');
  await hydrated(page);
  const form = page.getByRole('main').locator('form');
  await form.getByRole('combobox', { name: t('search.from'), exact: true }).fill('BKK');
  await page.keyboard.press('Tab');
  await form.getByRole('combobox', { name: t('search.to'), exact: true }).fill('CNX');
  await page.keyboard.press('Tab');
  await form.getByLabel(t('search.departure'), { exact: true }).fill(site.dayIn(22));
  await form.getByLabel(t('search.return'), { exact: true }).fill(site.dayIn(26));
  const submit = form.getByRole('button', { name: t('nav.searchFlights'), exact: true });
  await submit.click();
  await expect(page.getByText(t('search.failedText'))).toBeVisible();
  await page.unroute(code);
  await submit.click();
  await expect(page).toHaveURL(/\/results\?trip=BKK-CNX-/);
});

test('the passengers by type take the place of their number without moving the cabin', async ({
  page,
}) => {
  const t = textIn('en');
  const waiting: Route[] = [];
  await page.route(/\/assets\/passengers-field-[^/]*\.js$/, (route) => waiting.push(route));
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto('/');
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  const place = () => page.getByLabel(t('search.cabinLabel'), { exact: true }).boundingBox();
  const before = await place();
  await expect(page.getByLabel(t('field.passengers'), { exact: true })).toHaveRole('combobox');
  for (const route of waiting) await route.continue();
  await expect(page.getByLabel(t('field.passengers'))).toHaveRole('button');
  expect(await place()).toEqual(before);
});

/** A large screen is in `feature-screens.spec.ts` too. */
const layouts = [['th', 360] as const, ...(isWholeSuite ? [['en', 1280] as const] : [])];

for (const [language, width] of layouts) {
  const t = textIn(language);
  const text = texts[language];
  const isPhone = width === 360;

  test.describe(`in ${language} at ${String(width)}`, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width, height: 844 },
    });

    test('the search of a visitor becomes a choice, a hold of a member, and tickets', async ({
      page,
      otherPage: adminPage,
      request,
      site,
    }) => {
      test.slow();
      const member = await newMember(request, site, 'flying', language);
      const shifts = await watchShifts(page);
      await page.goto('/search');
      const form = page.getByRole('main').locator('form');
      for (const [name, code] of [
        [t('search.from'), 'BKK'],
        [t('search.to'), 'CNX'],
      ] as const) {
        await form.getByRole('combobox', { name, exact: true }).fill(code);
        await page.keyboard.press('Tab');
      }
      await form.getByLabel(t('search.departure'), { exact: true }).fill(site.dayIn(22));
      await form.getByLabel(t('search.return'), { exact: true }).fill(site.dayIn(26));
      await form.getByRole('button', { name: t('nav.searchFlights'), exact: true }).click();
      await expect(page).toHaveURL(
        `/results?trip=BKK-CNX-${compact(site, 22)}-${compact(site, 26)}_1-0-0_economy`,
      );
      const cards = page.getByRole('article');
      await expect(cards.first()).toContainText('BKK');
      expect(await horizontalOverflow(page)).toBe(0);
      // A price does not reach below the button beside it.
      const lines = cards.first().locator('p');
      const overflows = await lines.evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      );
      expect(overflows).toEqual([]);

      if (isPhone) await page.getByRole('button', { name: text.flights.filter.title }).click();
      const airline = page.getByRole('checkbox', {
        name: language === 'th' ? /^การบินไทย/ : /^Thai Airways/,
      });
      await airline.check();
      if (isPhone) await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/&airlines=TG$/);
      const outbound = page.url();
      const choose = chooseButton(page, language);
      const chooseOutbound = () =>
        cards.filter({ hasText: /TG \d/ }).first().locator(choose).click();
      await chooseOutbound();
      await expect(page).toHaveURL(/&legs=TG\d+\.\d{12}$/);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
      expect(await horizontalOverflow(page)).toBe(0);
      const address = page.url();
      await page.goBack();
      await expect(page).toHaveURL(outbound);
      await chooseOutbound();
      await expect(page).toHaveURL(address);

      // What a visitor has chosen is there again after the sign-in.
      await choose.click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await shifts()).toEqual([]);
      await (await fillInSignIn(page, t, member)).click();
      await expect(page).toHaveURL('/dashboard');
      const chosen = page.getByRole('region', { name: text.hold.continue.title });
      await page.reload();
      await expect(chosen).toContainText('CNX');
      expect(await shifts()).toEqual([]);
      await chosen.getByRole('link', { name: text.hold.continue.open }).click();
      await expect(page).toHaveURL(/\/booking\/own-1-0-0_/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.hold.flight.title);

      await page.goto(address);
      await choose.scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollBy({ top: 120, behavior: 'instant' }));
      const position = await page.evaluate(() => scrollY);
      expect(position).toBeGreaterThan(0);
      await choose.click();
      await expect(page).toHaveURL(/\/booking\/own-1-0-0_/);
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(cards.first()).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(position, -2);
      await page.goForward();

      await enterPassengers(page, language, ['Malai']);
      expect(await horizontalOverflow(page)).toBe(0);
      const { total, reference } = await holdSeats(page, language);
      await startSession(adminPage, site, site.admin);
      await issueTickets(adminPage, language, {
        reference,
        payments: [total],
        tickets: { 'JAIDEE MALAI': '217-2403456789' },
      });
      await page.goto(`/dashboard/bookings/${reference}`);
      const ticketed = page.getByRole('region', { name: text.bookings.situation.ticketed });
      await expect(ticketed).toContainText(pnr);
      await expect(page.getByText('TG 102').or(page.getByText('TG 116')).first()).toBeVisible();
      await expect(page.getByText(text.requests.offer.rule.change.no).first()).toBeVisible();
    });

    test('a shared address of six flights ends in a hold of them all', async ({
      page,
      request,
      site,
    }) => {
      onlyInWholeSuite();
      const legs = ['BKK-CNX', 'CNX-BKK', 'BKK-HKT', 'HKT-BKK', 'BKK-SIN', 'SIN-BKK'];
      const days = [22, 26, 41, 42, 48, 49];
      const flights = legs.map((leg, index) => `${leg}-${compact(site, days[index] ?? 0)}`);
      await startSession(page, site, await newMember(request, site, 'roaming', language));
      await page.goto(`/results?trip=${flights.join('_')}_1-1-0_economy`);
      const cards = page.getByRole('article');
      for (const leg of legs.slice(0, -1).keys()) {
        await expect(cards.first()).toContainText(legs[leg]?.slice(0, 3) ?? '');
        await cards.first().locator(chooseButton(page, language)).click();
        await expect(page).toHaveURL(new RegExp(`&legs=([^_]+_){${String(leg)}}[^_]+$`));
      }
      await expect(cards.first()).toContainText('SIN');
      await chooseButton(page, language).click();
      await enterPassengers(page, language, ['Malai', 'Ploy']);
      const { total, reference } = await holdSeats(page, language);
      await page.goto(`/dashboard/bookings/${reference}`);
      const passengers = page.getByRole('region', { name: text.bookings.passengers });
      for (const name of ['MALAI JAIDEE', 'PLOY JAIDEE']) {
        await expect(passengers).toContainText(name);
      }
      await expect(page.getByRole('main')).toContainText(total);
      await expect(page.getByText('SIN').first()).toBeVisible();
      await expect(page.getByText(/^(SQ|TG) 7?40?[048]$/).first()).toBeVisible();
    });
  });
}
