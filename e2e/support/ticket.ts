import type { Page } from '@playwright/test';
import type { TextKey } from './texts.ts';

/** Fills in the form of a support ticket. */
export async function fillInTicket(page: Page, t: (key: TextKey) => string): Promise<void> {
  const main = page.getByRole('main');
  const field = (name: 'name' | 'email' | 'subject' | 'message') =>
    main.getByLabel(t(`pages.contact.${name}`), { exact: true });
  await field('name').fill('Malai');
  await field('email').fill('malai@mail.example');
  await field('subject').fill('Seats');
  await field('message').fill('Can we sit together?');
}
