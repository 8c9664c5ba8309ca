import english from '../apps/web/public/locales/en/adminBookings.json' with { type: 'json' };
import thai from '../apps/web/public/locales/th/adminBookings.json' with { type: 'json' };
import { newMember, startSession } from './support/accounts.ts';
import { expect, isWholeSuite, test } from './support/fixtures.ts';
import {
  chooseButton,
  enterPassengers,
  flightTexts,
  holdSeats,
  passengerGroup,
} from './support/holding.ts';
import { horizontalOverflow } from './support/overflow.ts';

const adminTexts = { en: english, th: thai };

test.use({ features: 'airlines' });

const layouts = [['th', 390] as const, ...(isWholeSuite ? [['en', 1280] as const] : [])];

for (const [language, width] of layouts) {
  const text = flightTexts[language];
  const admin = adminTexts[language].order;

  test.describe(`in ${language} at ${String(width)}`, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width, height: 844 },
    });

    test('an offer of an airline is found, held there and seen by an admin', async ({
      page,
      otherPage: adminPage,
      request,
      site,
    }) => {
      test.slow();
      await startSession(page, site, await newMember(request, site, 'airline', language));
      // The demo data has own flights for 200 days.
      const day = site.dayIn(250).replaceAll('-', '');
      await page.goto(`/results?trip=BKK-NRT-${day}_1-0-0_economy`);
      const card = page.getByRole('article').filter({ hasText: '24,690.10' });
      await expect(card).toContainText('23:45');
      expect(await horizontalOverflow(page)).toBe(0);
      await card.getByRole('button', { name: text.flights.card.more }).click();
      await chooseButton(page, language).click();
      await expect(page).toHaveURL(/\/booking\/[0-9a-f-]{36}$/);
      const passenger = passengerGroup(page, language, 1);
      await passenger.getByLabel(text.hold.airline.title).selectOption('miss');
      await expect(passenger.getByLabel(text.hold.airline.gender)).toHaveValue('f');
      await passenger.getByLabel(text.hold.airline.birthDate).fill('1/5/2533');
      await enterPassengers(page, language, ['Malai']);
      expect(await horizontalOverflow(page)).toBe(0);
      const { reference } = await holdSeats(page, language);

      await startSession(adminPage, site, site.admin);
      await adminPage.goto('/admin/bookings');
      await adminPage.getByRole('link', { name: reference }).click();
      const order = adminPage.getByRole('region', { name: admin.title });
      await expect(order).toContainText(admin.states.held);
      await expect(order).toContainText('RZPNX8');
      expect(await horizontalOverflow(adminPage)).toBe(0);
    });
  });
}
