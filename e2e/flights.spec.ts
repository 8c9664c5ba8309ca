import type { Page } from '@playwright/test';
import englishBookings from '../apps/web/public/locales/en/bookings.json' with { type: 'json' };
import englishFlights from '../apps/web/public/locales/en/flights.json' with { type: 'json' };
import englishRequests from '../apps/web/public/locales/en/requests.json' with { type: 'json' };
import englishHold from '../apps/web/public/locales/en/hold.json' with { type: 'json' };
import thaiBookings from '../apps/web/public/locales/th/bookings.json' with { type: 'json' };
import thaiFlights from '../apps/web/public/locales/th/flights.json' with { type: 'json' };
import thaiRequests from '../apps/web/public/locales/th/requests.json' with { type: 'json' };
import thaiHold from '../apps/web/public/locales/th/hold.json' with { type: 'json' };
import { newMember, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { addOwnFlight } from './support/own-flight.ts';
import { baht, filled, textIn } from './support/texts.ts';
import { issueTickets, pnr } from './support/ticketing.ts';

const texts = {
  en: {
    bookings: englishBookings,
    flights: englishFlights,
    hold: englishHold,
    requests: englishRequests,
  },
  th: { bookings: thaiBookings, flights: thaiFlights, hold: thaiHold, requests: thaiRequests },
};

/** The fare of the own flight whose booking is open. */
const fareOf = (page: Page) => Number(/_(\d+)\.\d{8}$/.exec(page.url())?.[1]);

/** A calendar day, so many days from now; the demo data has seats on each flight on days 22, 26, 41 and 48. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const compact = (days: number) => dayIn(days).replaceAll('-', '');

test.use({ settings: { FEATURES: 'bookings,flights' } });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the first flights of an address are there, and the places of the others', async ({
    page,
  }) => {
    const trip = `BKK-CNX-${compact(22)}-${compact(26)}_1-0-0_economy`;
    const cards = page.getByRole('article');
    // A server that has just started may not have its data within a second.
    await expect(async () => {
      await page.goto(`/results?trip=${trip}&sort=cheapest`);
      await expect(cards).toHaveCount(8, { timeout: 100 });
    }).toPass();
    const results = page.getByRole('region', { name: englishFlights.results.label });
    expect(await results.locator('> div').count()).toBeGreaterThan(8);
    // The stylesheet of the cards, which other pages load with their code.
    await expect(cards.first()).toHaveCSS('filter', /drop-shadow/);
  });
});

for (const [language, width] of [
  ['en', 1280],
  ['th', 390],
] as const) {
  const t = textIn(language);
  const text = texts[language];
  const isPhone = width === 390;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Chooses the opened flight: on phones in the bar at the foot. */
  const choose = (page: Page) => button(page, text.flights.card.choose).locator('visible=true');

  async function enterNames(page: Page, names: readonly string[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      const passenger = page.getByRole('group', {
        name: filled(text.hold.flight.passenger, { number: String(index + 1) }),
      });
      await passenger.getByLabel(t('members.booking.firstName')).fill(name);
      await passenger.getByLabel(t('members.booking.lastName')).fill('Jaidee');
    }
    await page.getByLabel(t('members.booking.phone')).fill('081 234 5678');
  }

  /** Holds the seats; gives the reference of the booking and its total as it is shown, without the currency. */
  async function hold(page: Page) {
    const submit = submitButton(page);
    const total = /[\d,]+$/.exec((await submit.textContent()) ?? '')?.[0] ?? '';
    await submit.click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/dashboard/bookings');
    const link = page.locator('tbody a').first();
    const reference = /BKK-\w{8}/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? '';
    return { total, reference };
  }

  const submitButton = (page: Page) => {
    const [before = ''] = text.hold.flight.submit.split('{{price}}');
    return page.getByRole('button', { name: before }).locator('visible=true');
  };

  test.describe(`in ${language} at ${String(width)}`, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width, height: 844 },
    });

    test('a search becomes a choice, a hold and tickets', async ({
      page,
      otherPage: adminPage,
      request,
      site,
    }) => {
      test.slow();
      const member = await newMember(request, site, 'flying', language);
      await signIn(page, t, member);
      await page.goto('/search');
      const form = page.getByRole('main').locator('form');
      for (const [name, code] of [
        [t('search.from'), 'BKK'],
        [t('search.to'), 'CNX'],
      ] as const) {
        await form.getByRole('combobox', { name, exact: true }).fill(code);
        await page.keyboard.press('Tab');
      }
      await form.getByLabel(t('search.departure'), { exact: true }).fill(dayIn(22));
      await form.getByLabel(t('search.return'), { exact: true }).fill(dayIn(26));
      await form.getByRole('button', { name: t('nav.searchFlights'), exact: true }).click();
      await expect(page).toHaveURL(
        `/results?trip=BKK-CNX-${compact(22)}-${compact(26)}_1-0-0_economy`,
      );
      const cards = page.getByRole('article');
      await expect(cards.first()).toContainText('BKK');
      expect(await horizontalOverflow(page)).toBe(0);

      if (isPhone) await button(page, text.flights.filter.title).click();
      const airline = page.getByRole('checkbox', {
        name: language === 'th' ? /^การบินไทย/ : /^Thai Airways/,
      });
      await airline.check();
      if (isPhone) await page.keyboard.press('Escape');
      await expect(page.getByText('PG 215')).toHaveCount(0);
      const address = page.url();
      await choose(page).scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollBy({ top: 120, behavior: 'instant' }));
      const place = await page.evaluate(() => scrollY);
      expect(place).toBeGreaterThan(0);

      await choose(page).click();
      await expect(page).toHaveURL(/\/booking\/own-1-0-0_/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.hold.flight.title);
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(cards.first()).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(place, -2);
      await page.goForward();

      await enterNames(page, ['Malai']);
      expect(await horizontalOverflow(page)).toBe(0);
      const { total, reference } = await hold(page);
      await signIn(adminPage, t, site.admin);
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

    test('a shared address of six flights ends in tickets for them all', async ({
      page,
      otherPage: adminPage,
      request,
      site,
    }) => {
      test.slow();
      const legs = ['BKK-CNX', 'CNX-BKK', 'BKK-HKT', 'HKT-BKK', 'BKK-SIN', 'SIN-BKK'];
      const days = [22, 26, 41, 42, 48, 49];
      const flights = legs.map((leg, index) => `${leg}-${compact(days[index] ?? 0)}`).join('_');
      const member = await newMember(request, site, 'roaming', language);
      await signIn(page, t, member);
      await page.goto(`/results?trip=${flights}_1-1-0_economy`);
      await expect(page.getByRole('article').first()).toContainText('SIN');
      await choose(page).click();
      await enterNames(page, ['Malai', 'Ploy']);
      const { total, reference } = await hold(page);
      await signIn(adminPage, t, site.admin);
      await issueTickets(adminPage, language, {
        reference,
        payments: [total],
        tickets: { 'JAIDEE MALAI': '217-2403456701', 'JAIDEE PLOY': '217-2403456702' },
      });
      await page.goto(`/dashboard/bookings/${reference}`);
      const ticketed = page.getByRole('region', { name: text.bookings.situation.ticketed });
      await expect(ticketed).toContainText(pnr);
      await expect(page.getByText('SIN').first()).toBeVisible();
      await expect(page.getByText(/^(SQ|TG) 7?40?[048]$/).first()).toBeVisible();
    });

    test('a price that rises stands beside the old one, and the new one leads to tickets', async ({
      context,
      otherPage: adminPage,
      request,
      site,
    }) => {
      test.slow();
      const member = await newMember(request, site, 'paying-more', language);
      const flight = await addOwnFlight(request, site, isPhone ? '9021' : '9011', dayIn(23), 1500);
      // Outside the `page` fixture: the refused hold is a console error.
      const page = await context.newPage();
      await signIn(page, t, member);
      await page.goto(`/results?trip=BKK-KKC-${compact(23)}_1-0-0_economy`);
      await choose(page).click();
      await enterNames(page, ['Malai']);
      await flight.priced(fareOf(page), 1800);
      await submitButton(page).click();
      const rise = page.getByRole('status').filter({ hasText: text.hold.flight.price.up });
      await expect(rise).toContainText(baht(language, '1,500'));
      await expect(rise).toContainText(baht(language, '1,800'));
      await expect(page.getByLabel(t('members.booking.firstName'))).toHaveValue('Malai');
      await expect(page.getByLabel(t('members.booking.phone'))).toHaveValue('081 234 5678');
      const { total, reference } = await hold(page);
      expect(total).toBe('1,800');
      await signIn(adminPage, t, site.admin);
      await issueTickets(adminPage, language, {
        reference,
        payments: [total],
        tickets: { 'JAIDEE MALAI': '217-2403456789' },
      });
      await page.goto(`/dashboard/bookings/${reference}`);
      const ticketed = page.getByRole('region', { name: text.bookings.situation.ticketed });
      await expect(ticketed).toContainText(pnr);
    });

    test('a source that is down is asked again, and seats that are gone or closed say so', async ({
      context,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'late', language);
      const flight = await addOwnFlight(request, site, isPhone ? '9022' : '9012', dayIn(24), 1500);
      // Outside the `page` fixture: what fails is a console error.
      const page = await context.newPage();
      await signIn(page, t, member);
      const search = '**/rpc/bkk_search_flights?*';
      await page.route(search, (route) => route.fulfill({ status: 503, body: '' }));
      // The server itself has asked for the flights of the address that is opened.
      await page.goto(`/results?trip=BKK-KKC-${compact(23)}_1-0-0_economy`);
      await page
        .locator(`main a[href*="${compact(24)}"]`)
        .first()
        .click();
      const down = page.getByRole('alert').filter({ hasText: text.flights.source.failed.own });
      await expect(down).toBeVisible({ timeout: 30_000 });
      await page.unroute(search);
      await down.getByRole('button', { name: t('action.tryAgain') }).click();
      await choose(page).click();

      await enterNames(page, ['Malai']);
      await flight.departure(fareOf(page), 0, false);
      await submitButton(page).click();
      const gone = page.getByRole('alert').filter({ hasText: text.hold.flight.gone.title });
      await expect(gone).toContainText(text.hold.flight.gone.text);
      await expect(page.getByLabel(t('members.booking.firstName'))).toHaveValue('Malai');

      await flight.departure(fareOf(page), 9, true);
      await page.reload();
      await expect(gone).toContainText(text.hold.flight.gone.first);
    });

    test('a visitor who chose a flight goes on with it after signing in', async ({
      page,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'waiting', language);
      await page.goto(`/results?trip=BKK-CNX-${compact(22)}_1-0-0_economy`);
      await choose(page).click();
      await expect(page).toHaveURL('/login');
      await signIn(page, t, member);
      await expect(page).toHaveURL('/dashboard');
      const card = page.getByRole('region', { name: text.hold.continue.title });
      await card.getByRole('link', { name: text.hold.continue.open }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.hold.flight.title);
    });
  });
}
