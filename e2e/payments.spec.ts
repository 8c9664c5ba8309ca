import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { drawSlip, slipQrText } from '../apps/server/src/testing/slip-fixture.ts';
import englishSlips from '../apps/web/public/locales/en/adminSlips.json' with { type: 'json' };
import english from '../apps/web/public/locales/en/payments.json' with { type: 'json' };
import thaiSlips from '../apps/web/public/locales/th/adminSlips.json' with { type: 'json' };
import thai from '../apps/web/public/locales/th/payments.json' with { type: 'json' };
import { call, newMember, startSession, tokenOf } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import type { Credentials, RunningSite } from './support/site.ts';
import { filled } from './support/texts.ts';

const texts = {
  en: { ...english, slips: englishSlips },
  th: { ...thai, slips: thaiSlips },
};

async function callAs(
  api: APIRequestContext,
  site: RunningSite,
  account: Credentials,
  name: string,
  data: object,
): Promise<unknown> {
  const token = await tokenOf(api, site, account);
  return call(api, site, 'POST', `/rest/v1/rpc/${name}`, data, token);
}

/** A hold of THB 6,290, all of it due at once. */
async function pricedHold(api: APIRequestContext, site: RunningSite, member: Credentials) {
  const held = (await callAs(api, site, member, 'bkk_hold_booking', {
    p_request_key: crypto.randomUUID(),
    p_flight_id: 'TG110',
    p_passengers: [{ first_name: 'Malai', last_name: 'Jaidee', type: 'adult' }],
    p_email: member.email,
    p_phone: '+66812345678',
    p_notes: null,
  })) as { readonly booking_id: string; readonly reference: string };
  await callAs(api, site, site.admin, 'bkk_admin_price_booking', {
    p_booking_id: held.booking_id,
    p_version: 1,
    p_lines: [{ label: 'Adult fare', type: 'adult', count: 1, price_satang: 629_000 }],
    p_total_satang: 629_000,
  });
  return held;
}

const slipOf = (reference: string) =>
  drawSlip({ qr: slipQrText({ bank: '014', reference }), amount: '6,290.00' })
    .png()
    .toBuffer();

const newReference = () => `20261210${String(randomInt(10 ** 9)).padStart(9, '0')}`;

test.use({ features: 'all' });

for (const language of languagesInTest('th')) {
  test.describe(language, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width: 390, height: 844 },
    });
    const text = texts[language];
    const button = (page: Page, name: string) =>
      page.getByRole('button', { name, exact: true }).locator('visible=true');

    /** Opens the payment as from its mail, and sends a slip: chosen, its QR read, the payer typed. */
    async function sendSlip(page: Page, bookingId: string, reference: string): Promise<void> {
      await page.goto(`/booking/${bookingId}/pay`);
      await expect(
        page.getByRole('img', { name: text.qrLabel.replace('{{text}}', '') }),
      ).toBeVisible();
      expect(await horizontalOverflow(page)).toBe(0);
      const chooser = page.waitForEvent('filechooser');
      await button(page, text.attach.short).click();
      const file = { name: 'slip.png', mimeType: 'image/png', buffer: await slipOf(reference) };
      await (await chooser).setFiles(file);
      await expect(page.getByText(text.attach.read)).toBeVisible();
      await expect(page.getByRole('heading', { name: text.attach.chosen })).toBeFocused();
      await page.getByLabel(text.attach.payer).fill('มาลัย ใจดี');
      await page
        .getByRole('button', { name: text.attach.send })
        .locator('visible=true')
        .last()
        .click();
      await expect(page.getByText(text.waiting.title)).toBeVisible();
    }

    test(`a member pays by PromptPay on a phone; an admin finds a used slip by keyboard, and both results arrive without a reload`, async ({
      page,
      otherPage,
      request,
      site,
    }) => {
      test.slow();
      const member = await newMember(request, site, 'payer', language);
      const paid = await pricedHold(request, site, member);
      const reference = newReference();
      await startSession(page, site, member);
      await sendSlip(page, paid.booking_id, reference);

      await otherPage.setViewportSize({ width: 1440, height: 900 });
      await startSession(otherPage, site, site.admin);
      await otherPage.goto(`/admin/slips?q=${paid.reference}`);
      await otherPage.getByText(paid.reference).first().click();
      await expect(otherPage.getByRole('img', { name: new RegExp(paid.reference) })).toBeVisible();
      // Once the slip is taken.
      const leave = otherPage.getByRole('button', { name: text.slips.decide.leave });
      await expect(leave).toBeVisible();
      await otherPage.keyboard.press('a');
      await otherPage.keyboard.press('Enter');
      await expect(page.getByText(filled(text.paid.title, { paid: '฿6,290' }))).toBeVisible();

      await page.goto('/dashboard/payments');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: text.receipt.replace('{{number}}', 'RT') }).click();
      expect((await saved).suggestedFilename()).toMatch(/^RT\d{4}-\d{6}\.pdf$/);

      const second = await pricedHold(request, site, member);
      await sendSlip(page, second.booking_id, reference);
      await otherPage.goto(`/admin/slips?q=${second.reference}`);
      await otherPage.getByText(second.reference).first().click();
      await expect(otherPage.getByText(text.slips.warning.used_reference)).toBeVisible();
      await expect(leave).toBeVisible();
      await otherPage.keyboard.press('r');
      const used = otherPage.getByRole('radio', { checked: true });
      await otherPage.keyboard.press('1');
      await expect(used).toBeVisible();
      await otherPage.keyboard.press('Enter');
      await expect(page.getByText(text.rejection.used)).toBeVisible();
    });
  });
}
