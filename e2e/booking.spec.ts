import type { FileChooser, Page } from '@playwright/test';
import { newMember, startSession } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn, type TextKey } from './support/texts.ts';

for (const language of languagesInTest('th')) {
  const t = textIn(language);
  const label = (page: Page, key: TextKey) =>
    page.getByRole('main').getByLabel(t(key), { exact: true });
  const passenger = (page: Page, number: number) =>
    page.getByRole('group', {
      name: t('members.booking.passenger').replace('{{number}}', String(number)),
    });

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a member holds a booking by the keyboard alone, chosen slip and all', async ({
      page,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'typing', language);
      await startSession(page, site, member);
      await page.goto('/booking/TG600');
      await expect(label(page, 'field.email')).toHaveValue(member.email);
      // The dialog is intercepted some time after the listener is added; one that opens before is lost.
      const choosers: FileChooser[] = [];
      page.on('filechooser', (chooser) => choosers.push(chooser));
      const tabTo = async (name: string) => {
        for (let steps = 0; steps < 40; steps += 1) {
          await page.keyboard.press('Tab');
          const found = await page.evaluate(() => {
            const element = document.activeElement;
            const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
            const names = [element, ...labels].map((one) => one?.textContent ?? '');
            return [element?.getAttribute('aria-label') ?? '', ...names];
          });
          if (found.includes(name)) return;
        }
        throw new Error(`${name} is not reached by Tab`);
      };
      await tabTo(t('members.booking.firstName'));
      await page.keyboard.type('Malai');
      await tabTo(t('members.booking.lastName'));
      await page.keyboard.type('Jaidee');
      await tabTo(t('members.booking.phone'));
      await page.keyboard.type('0812345678');
      await tabTo(t('members.booking.slip'));
      await page.keyboard.press('Space');
      await expect.poll(() => choosers.length).toBe(1);
      await choosers[0]?.setFiles({
        name: 'slip.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7'),
      });
      await expect(page.getByText('slip.pdf', { exact: true })).toBeVisible();
      await tabTo(t('members.booking.slipRemove').replace('{{name}}', 'slip.pdf'));
      await page.keyboard.press('Enter');
      await expect(label(page, 'members.booking.slip')).toBeFocused();
      await tabTo(t('members.booking.submit'));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/dashboard');
      const kept = await page.evaluate(() => localStorage.getItem('bkksiam-bookings'));
      expect(JSON.parse(kept ?? '[]')).toMatchObject([{ status: 'HOLD', paymentSlipName: null }]);
    });

    test('what is typed is not lost by going away or by a reload', async ({
      page,
      request,
      site,
    }) => {
      await startSession(page, site, await newMember(request, site, 'leaving-form', language));
      await page.goto('/booking/TG600');
      const first = passenger(page, 1).getByLabel(t('members.booking.firstName'));
      await first.fill('Malai');
      const question = page.getByRole('alertdialog', { name: t('members.leave.title') });
      const stay = question.getByRole('button', { name: t('members.leave.stay') });
      const about = page.getByRole('banner').getByRole('link', { name: t('nav.about') });
      await about.click();
      await expect(stay).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await expect(about).toBeFocused();
      const asked = page.waitForEvent('dialog');
      const reload = page.evaluate(() => location.reload());
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await reload;
      await expect(first).toHaveValue('Malai');
      await about.click();
      await question.getByRole('button', { name: t('members.leave.leave') }).click();
      await expect(page).toHaveURL('/about');
    });
  });
}
