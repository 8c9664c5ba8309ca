import { startDuffelServer, type DuffelServer } from '../apps/server/src/testing/duffel-server.ts';
import englishBookings from '../apps/web/public/locales/en/adminBookings.json' with { type: 'json' };
import englishFlights from '../apps/web/public/locales/en/flights.json' with { type: 'json' };
import englishHold from '../apps/web/public/locales/en/hold.json' with { type: 'json' };
import thaiBookings from '../apps/web/public/locales/th/adminBookings.json' with { type: 'json' };
import thaiFlights from '../apps/web/public/locales/th/flights.json' with { type: 'json' };
import thaiHold from '../apps/web/public/locales/th/hold.json' with { type: 'json' };
import { newMember, signIn } from './support/accounts.ts';
import { expect, test as base } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { filled, textIn } from './support/texts.ts';

const texts = {
  en: { admin: englishBookings, flights: englishFlights, hold: englishHold },
  th: { admin: thaiBookings, flights: thaiFlights, hold: thaiHold },
};

interface AirlineFixtures {
  readonly duffel: DuffelServer;
  readonly settings: Readonly<Record<string, string>>;
}

/** A site whose airlines are a local server that speaks Duffel's API. */
const test = base.extend<object, AirlineFixtures>({
  duffel: [
    async ({ browserName }, use) => {
      if (browserName !== 'chromium') throw new Error('the journeys are written for Chromium');
      const duffel = await startDuffelServer();
      await use(duffel);
      await duffel.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ duffel }, use) => {
      await use({
        FEATURES: 'requests,bookings,flights',
        DUFFEL_ACCESS_TOKEN: 'duffel_test_token',
        DUFFEL_API_URL: duffel.url,
      });
    },
    { scope: 'worker' },
  ],
});

for (const [language, width] of [
  ['en', 1280],
  ['th', 390],
] as const) {
  const t = textIn(language);
  const text = texts[language];

  test.describe(`in ${language} at ${String(width)}`, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width, height: 844 },
    });

    test('an offer of an airline is found, held there and seen by an admin', async ({
      page,
      otherPage: adminPage,
      duffel,
      request,
      site,
    }) => {
      test.slow();
      const member = await newMember(request, site, `airline-${language}`, language);
      await signIn(page, t, member);
      await page.goto('/results?trip=BKK-NRT-20271218_1-0-0_economy');
      const card = page.getByRole('article').filter({ hasText: '24,690.10' });
      await expect(card).toContainText('23:45');
      expect(await horizontalOverflow(page)).toBe(0);
      await card.getByRole('button', { name: text.flights.card.more }).click();
      await page
        .getByRole('button', { name: text.flights.card.choose, exact: true })
        .locator('visible=true')
        .click();
      await expect(page).toHaveURL(/\/booking\/[0-9a-f-]{36}$/);
      const passenger = page.getByRole('group', {
        name: filled(text.hold.flight.passenger, { number: '1' }),
      });
      await passenger.getByLabel(text.hold.airline.title).selectOption('miss');
      await passenger.getByLabel(t('members.booking.firstName')).fill('Malai');
      await passenger.getByLabel(t('members.booking.lastName')).fill('Jaidee');
      await expect(passenger.getByLabel(text.hold.airline.gender)).toHaveValue('f');
      await passenger.getByLabel(text.hold.airline.birthDate).fill('1/5/2533');
      await page.getByLabel(t('members.booking.phone')).fill('081 234 5678');
      expect(await horizontalOverflow(page)).toBe(0);
      const [before = ''] = text.hold.flight.submit.split('{{price}}');
      await page.getByRole('button', { name: before }).locator('visible=true').click();
      await expect(page).toHaveURL('/dashboard');
      const bookedFor = { given_name: 'Malai', family_name: 'Jaidee', title: 'miss', gender: 'f' };
      expect(
        duffel.received.filter(({ call }) => call === 'POST /air/orders').at(-1)?.body.passengers,
      ).toEqual([expect.objectContaining(bookedFor)]);

      await page.goto('/dashboard/bookings');
      const held = page.locator('tbody a').first();
      const reference = /BKK-\w{8}/.exec((await held.getAttribute('href')) ?? '')?.[0] ?? '';
      await signIn(adminPage, t, site.admin);
      await adminPage.goto('/admin/bookings');
      await adminPage.getByRole('link', { name: reference }).click();
      const order = adminPage.getByRole('region', { name: text.admin.order.title });
      await expect(order).toContainText(text.admin.order.states.held);
      await expect(order).toContainText('RZPNX8');
      expect(await horizontalOverflow(adminPage)).toBe(0);
    });
  });
}
