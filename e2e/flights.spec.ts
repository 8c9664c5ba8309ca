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
import { filled, textIn } from './support/texts.ts';
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

/** A calendar day, so many days from now; the demo data has seats on each flight on days 22, 26, 41 and 48. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const compact = (days: number) => dayIn(days).replaceAll('-', '');

test.use({ settings: { FEATURES: 'bookings,flights' } });

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
    const [before = ''] = text.hold.flight.submit.split('{{price}}');
    const submit = page.getByRole('button', { name: before }).locator('visible=true');
    const total = /[\d,]+$/.exec((await submit.textContent()) ?? '')?.[0] ?? '';
    await submit.click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/dashboard/bookings');
    const link = page.locator('tbody a').first();
    const reference = /BKK-\w{8}/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? '';
    return { total, reference };
  }

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

    test('a shared address of six flights ends in one hold of them all', async ({
      page,
      request,
      site,
    }) => {
      const legs = ['BKK-CNX', 'CNX-BKK', 'BKK-HKT', 'HKT-BKK', 'BKK-SIN', 'SIN-BKK'];
      const days = [22, 26, 41, 42, 48, 49];
      const flights = legs.map((leg, index) => `${leg}-${compact(days[index] ?? 0)}`).join('_');
      const member = await newMember(request, site, 'roaming', language);
      await signIn(page, t, member);
      await page.goto(`/results?trip=${flights}_1-1-0_economy`);
      await expect(page.getByRole('article').first()).toContainText('SIN');
      await choose(page).click();
      await enterNames(page, ['Malai', 'Ploy']);
      const { reference } = await hold(page);
      await page.goto(`/dashboard/bookings/${reference}`);
      await expect(page.getByText('SIN').first()).toBeVisible();
      await expect(page.getByText(/^(SQ|TG) 7?40?[048]$/).first()).toBeVisible();
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
