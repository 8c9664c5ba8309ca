import { expect, type Page } from '@playwright/test';
import english from '../../apps/web/public/locales/en/adminBookings.json' with { type: 'json' };
import thai from '../../apps/web/public/locales/th/adminBookings.json' with { type: 'json' };
import type { Language } from './fixtures.ts';
import { baht, filled } from './texts.ts';

const texts = { en: english, th: thai };

/** The airline's booking code of all tickets. */
export const pnr = 'K7QMRT';

interface Ticketing {
  readonly reference: string;
  /** Amounts that are due one after the other, as they are shown; the last one completes the total. */
  readonly payments: readonly string[];
  /** Ticket numbers by the names as tickets have them, last name first. */
  readonly tickets: Readonly<Record<string, string>>;
}

/** An admin records the payments of a booking and issues its tickets. */
export async function issueTickets(
  page: Page,
  language: Language,
  { reference, payments, tickets }: Ticketing,
): Promise<void> {
  const text = texts[language];
  await page.goto('/admin/bookings');
  await page.getByRole('link', { name: reference }).click();
  const pane = page.getByRole('region', { name: text.one, exact: true });
  const button = (name: string) => pane.getByRole('button', { name, exact: true });
  const box = (name: string) => pane.getByRole('textbox', { name, exact: true });
  for (const [index, amount] of payments.entries()) {
    if (index === 0) await box(text.payment.bankReference).fill('2612-0104');
    await button(filled(text.payment.submit, { amount: baht(language, amount) })).click();
    await expect(pane.getByText('CONFIRMED', { exact: true })).toBeVisible();
  }
  // The form of the tickets changes once the total is paid, and a press would meet another place.
  await expect(pane.getByText(baht(language, '0'), { exact: true })).toBeVisible();
  await box(text.tickets.pnr).fill(pnr.toLowerCase());
  for (const [name, number] of Object.entries(tickets)) await box(name).fill(number);
  const count = Object.keys(tickets).length;
  const { submit_one: one, submit_other: other } = { submit_one: undefined, ...text.tickets };
  const submit = count === 1 ? (one ?? other) : other;
  await button(filled(submit, { count: String(count) })).click();
  await expect(pane.getByText('TICKETED', { exact: true })).toBeVisible();
}
