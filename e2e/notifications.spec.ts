import type { Page } from '@playwright/test';
import english from '../apps/web/public/locales/en/notifications.json' with { type: 'json' };
import thai from '../apps/web/public/locales/th/notifications.json' with { type: 'json' };
import { expectAccessible } from './support/accessibility.ts';
import { newMember, startSession } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { placeRequest, sendOffer } from './support/requests.ts';
import { filled } from './support/texts.ts';

const texts = { en: english, th: thai };

/** What has been announced since the call, politely. */
async function announcements(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live=polite]')) {
        heard.push(region.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'heard') as string[]).join('\n'));
}

test.use({ features: 'all' });

for (const language of languagesInTest('th')) {
  const text = texts[language];

  test.describe(`in ${language}`, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });

    test('a request and its offer arrive without a reload, at the admin and on a phone', async ({
      page,
      otherPage: adminPage,
      request: api,
      site,
    }) => {
      test.slow();
      const member = await newMember(api, site, 'notified', language);

      await startSession(adminPage, site, site.admin);
      await adminPage.goto('/admin/requests');
      // The demo data has some for admins.
      await expect(adminPage.getByRole('button', { name: text.title })).toBeVisible();
      const heardByAdmin = await announcements(adminPage);
      const id = await placeRequest(api, site, member);
      await expect(adminPage.locator(`#row-${id}`)).toBeVisible();
      await expect.poll(heardByAdmin).toContain(text.event.admin.request_received.title);

      await startSession(page, site, member);
      await page.goto('/about');
      const bell = (count: string) =>
        page.getByRole('button', { name: filled(text.bell_other, { count }), exact: true });
      await expect(bell('1')).toBeVisible();
      const heard = await announcements(page);
      await sendOffer(api, site, id);
      await expect(bell('2')).toBeVisible();
      const { title } = text.event.request.offer_sent;
      await expect.poll(heard).toContain(title);

      await bell('2').tap();
      const panel = page.getByRole('dialog', { name: text.title });
      await expect(panel.getByRole('link')).toHaveCount(2);
      expect((await panel.boundingBox())?.width).toBe(390);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page, [360, 1440]);
      await page.setViewportSize({ width: 390, height: 844 });
      await panel.getByRole('link', { name: title }).tap();
      await expect(page).toHaveURL(`/dashboard/requests/${id}`);
      await expect(page.getByText('TG 682').first()).toBeVisible();
      await expect(bell('1')).toBeVisible();
    });
  });
}
