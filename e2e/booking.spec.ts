import type { FileChooser, Page } from '@playwright/test';
import { newMember, signIn } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn, type TextKey } from './support/texts.ts';

interface Kept {
  readonly id: string;
  readonly createdAt: string;
  readonly holdExpiry: string;
}

/** The bookings as the browser keeps them. */
function bookings(page: Page): Promise<Kept[]> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem('bkksiam-bookings') ?? '[]') as Kept[],
  );
}

for (const language of languagesInTest('th')) {
  const t = textIn(language);
  const label = (page: Page, key: TextKey) =>
    page.getByRole('main').getByLabel(t(key), { exact: true });
  const passenger = (page: Page, number: number) =>
    page.getByRole('group', {
      name: t('members.booking.passenger').replace('{{number}}', String(number)),
    });
  const submit = (page: Page) =>
    page.getByRole('button', { name: t('members.booking.submit'), exact: true });

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a member holds a booking for two with a slip, and one without', async ({
      page,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'holding', language);
      await signIn(page, t, member);
      await page.goto('/booking/TG600');
      await expect(label(page, 'field.email')).toHaveValue(member.email);
      await passenger(page, 1).getByLabel(t('members.booking.firstName')).fill('Malai');
      await passenger(page, 1).getByLabel(t('members.booking.lastName')).fill('ใจดี');
      await page.getByRole('button', { name: t('members.booking.add') }).click();
      await passenger(page, 2).getByLabel(t('members.booking.firstName')).fill('Dao');
      await submit(page).click();
      await expect(page.getByText(t('problem.booking.missing_name.title'))).toBeVisible();
      await expect(passenger(page, 2).getByLabel(t('members.booking.lastName'))).toBeFocused();
      await page.keyboard.type('Jaidee');
      await label(page, 'members.booking.phone').fill('081 234 5678');
      const file = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) };
      await label(page, 'members.booking.slip').setInputFiles(file);
      await expect(page.getByText(t('problem.booking.slip_size.title'))).toBeVisible();
      await label(page, 'members.booking.slip').setInputFiles({
        ...file,
        buffer: Buffer.alloc(5_242_880),
      });
      await expect(page.getByText('slip.png', { exact: true })).toBeVisible();
      await submit(page).click();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText(t('members.booking.done'))).toBeVisible();

      await page.goto('/booking/TG601');
      await passenger(page, 1).getByLabel(t('members.booking.firstName')).fill('Malai');
      await passenger(page, 1).getByLabel(t('members.booking.lastName')).fill('ใจดี');
      await label(page, 'members.booking.phone').fill('081 234 5678');
      await submit(page).click();
      await expect(page).toHaveURL('/dashboard');
      const kept = await bookings(page);
      expect(kept).toMatchObject([
        {
          flightId: 'TG600',
          userId: member.email,
          passengers: [{ lastName: 'ใจดี' }, { firstName: 'Dao', lastName: 'Jaidee' }],
          status: 'DEPOSIT_PENDING',
          paymentSlipName: 'slip.png',
        },
        { flightId: 'TG601', status: 'HOLD', paymentSlipName: null },
      ]);
      for (const { id, createdAt, holdExpiry } of kept) {
        expect(id).toBe(`BKK-${String(Date.parse(createdAt))}`);
        expect(Date.parse(holdExpiry) - Date.parse(createdAt)).toBe(48 * 3_600_000);
      }
    });

    test('by the keyboard alone, chosen slip and all', async ({ page, request, site }) => {
      const member = await newMember(request, site, 'typing', language);
      await signIn(page, t, member);
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
      expect(await bookings(page)).toMatchObject([{ status: 'HOLD', paymentSlipName: null }]);
    });

    test('what is typed is not lost by going away or by a reload', async ({
      page,
      request,
      site,
    }) => {
      await signIn(page, t, await newMember(request, site, 'leaving-form', language));
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
