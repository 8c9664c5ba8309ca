import { expect, type Locator, type Page } from '@playwright/test';
import englishFlights from '../../apps/web/public/locales/en/flights.json' with { type: 'json' };
import englishHold from '../../apps/web/public/locales/en/hold.json' with { type: 'json' };
import thaiFlights from '../../apps/web/public/locales/th/flights.json' with { type: 'json' };
import thaiHold from '../../apps/web/public/locales/th/hold.json' with { type: 'json' };
import type { Language } from './fixtures.ts';
import { filled, textIn } from './texts.ts';

export const flightTexts = {
  en: { flights: englishFlights, hold: englishHold },
  th: { flights: thaiFlights, hold: thaiHold },
};

/** The button that chooses the opened flight: on phones in the bar at the foot. */
export const chooseButton = (page: Page, language: Language) =>
  page
    .getByRole('button', { name: flightTexts[language].flights.card.choose, exact: true })
    .locator('visible=true');

/** The fields of a passenger, by the number. */
export const passengerGroup = (page: Page, language: Language, number: number): Locator =>
  page.getByRole('group', {
    name: filled(flightTexts[language].hold.flight.passenger, { number: String(number) }),
  });

/** Enters the first names of passengers of one family, and the contact. */
export async function enterPassengers(
  page: Page,
  language: Language,
  names: readonly string[],
): Promise<void> {
  const t = textIn(language);
  for (const [index, name] of names.entries()) {
    const passenger = passengerGroup(page, language, index + 1);
    await passenger.getByLabel(t('members.booking.firstName')).fill(name);
    await passenger.getByLabel(t('members.booking.lastName')).fill('Jaidee');
  }
  await page.getByLabel(t('members.booking.phone')).fill('081 234 5678');
}

/** Holds the seats; gives the reference of the booking and its total as it is shown, without the currency. */
export async function holdSeats(page: Page, language: Language) {
  const [before = ''] = flightTexts[language].hold.flight.submit.split('{{price}}');
  const submit = page.getByRole('button', { name: before }).locator('visible=true');
  const total = /[\d,.]+$/.exec((await submit.textContent()) ?? '')?.[0] ?? '';
  await submit.click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/bookings');
  const link = page.locator('tbody a').first();
  const reference = /BKK-\w{8}/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? '';
  return { total, reference };
}
